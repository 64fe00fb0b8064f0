// What an invoice says beside the order: settled when the goods are captured, because a merchant's account, a due date or a
// schedule may be others by the time the paper is requested.
import type { Day } from '../dates.ts';
import type { JsonObject } from '../json.ts';
import type { Merchant, Payee } from '../merchant.ts';
import type { Capture, CaptureInstallment } from '../order/rows.ts';

export interface DuePart {
  readonly on: Day;
  readonly amountMinor: bigint;
}

export interface InvoiceTerms {
  readonly shopName: string;
  readonly payee: Payee;
  /** One day for the whole amount, or the installments with their interest and fees. */
  readonly due: readonly DuePart[];
}

/** All but the days, which invoices of a merchant say alike. */
type CommonTerms = Pick<InvoiceTerms, 'shopName' | 'payee'>;
interface StoredPart {
  readonly on: Day;
  readonly minor: string;
}

const known = new WeakMap<Payee, CommonTerms>();

/** To be kept with the capture: the same object as long as the merchant says the same. */
export function invoiceTerms({ name, contract }: Pick<Merchant, 'name' | 'contract'>): JsonObject {
  const { payee } = contract;
  const before = known.get(payee);
  const terms = before?.shopName === name ? before : { shopName: name, payee };
  known.set(payee, terms);
  return terms as unknown as JsonObject;
}

/** When what has to be paid, to be kept with the capture; amounts are digit strings. */
export function invoiceDue(
  { amountMinor, dueOn }: Pick<Capture, 'amountMinor' | 'dueOn'>,
  installments: readonly CaptureInstallment[],
): JsonObject[] {
  if (installments.length === 0) return [{ on: dueOn, minor: String(amountMinor) }];
  return installments.map(({ dueOn: on, principalMinor, interestMinor, feeMinor }) => ({
    on,
    minor: String(principalMinor + interestMinor + feeMinor),
  }));
}

/** As kept, one with its days in it in captures of an earlier version; a capture from before there were terms says what holds now. */
export function invoiceTermsOf(capture: Capture, merchant: Merchant): InvoiceTerms {
  const { dueOn, amountMinor } = capture;
  const kept = capture.invoiceTerms as unknown as (CommonTerms & { readonly due?: readonly StoredPart[] }) | null;
  const { shopName, payee } = kept ?? { shopName: merchant.name, payee: merchant.contract.payee };
  const due = kept?.due ?? (capture.invoiceDue as unknown as readonly StoredPart[] | null);
  if (!due) return { shopName, payee, due: [{ on: dueOn, amountMinor }] };
  return { shopName, payee, due: due.map(({ on, minor }) => ({ on, amountMinor: BigInt(minor) })) };
}
