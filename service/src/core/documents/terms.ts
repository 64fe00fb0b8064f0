// What an invoice says beside the order: settled when the goods are captured, because a merchant's account, a due date or a
// schedule may be others by the time the paper is requested.
import type { Day } from '../dates.ts';
import type { Json, JsonObject } from '../json.ts';
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

/** To be kept with the capture; amounts are digit strings. */
export function invoiceTerms(
  { name, contract }: Pick<Merchant, 'name' | 'contract'>,
  { amountMinor, dueOn }: Pick<Capture, 'amountMinor' | 'dueOn'>,
  installments: readonly CaptureInstallment[],
): JsonObject {
  const parts = installments.map(({ dueOn: on, principalMinor, interestMinor, feeMinor }) => ({
    on,
    minor: String(principalMinor + interestMinor + feeMinor),
  }));
  const due = parts.length > 0 ? parts : [{ on: dueOn, minor: String(amountMinor) }];
  return { shopName: name, payee: contract.payee as unknown as JsonObject, due };
}

/** As kept; a capture from before there were terms says what holds now. */
export function invoiceTermsOf({ invoiceTerms: kept, dueOn, amountMinor }: Capture, merchant: Merchant): InvoiceTerms {
  if (kept === null) return { shopName: merchant.name, payee: merchant.contract.payee, due: [{ on: dueOn, amountMinor }] };
  const { shopName, payee, due } = kept as { shopName: string; payee: Json; due: { on: Day; minor: string }[] };
  return {
    shopName,
    payee: payee as unknown as Payee,
    due: due.map(({ on, minor }) => ({ on, amountMinor: BigInt(minor) })),
  };
}
