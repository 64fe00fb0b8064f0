// What an entry of a bank statement is for: one capture or one customer account, or undecided, and why. Nothing is
// guessed: money on the wrong debt is worse than money that waits for a person.
import { fromField, fromText } from './candidates.ts';
import type { BankEntry, OpenReason } from './entry.ts';

/** A capture or customer account that is paid under a reference. */
export interface Payable {
  readonly kind: 'capture' | 'account';
  readonly merchantId: string;
  /** The number of the capture or account. */
  readonly number: string;
  /** Of a capture. */
  readonly orderNumber: string | null;
  readonly currency: string;
  readonly reference: string;
  /** Is the statement's account one that this merchant's debts are paid to? */
  readonly paidHere: boolean;
}

export type Match = { readonly payable: Payable } | { readonly why: OpenReason };

/**
 * The references an entry may mean, surest first: a field for references, then what the payer wrote, then the payer's own
 * number, where some banks' forms have them put the reference.
 */
export function referencesOf(entry: Pick<BankEntry, 'references' | 'texts' | 'endToEndId'>): readonly (readonly string[])[] {
  // A reference may be cut in two where a line of the statement ends.
  const whole = entry.texts.length > 1 ? [entry.texts.join('')] : [];
  return [entry.references.flatMap(fromField), [...entry.texts, ...whole].flatMap(fromText), fromText(entry.endToEndId ?? '')];
}

/** What an entry says by itself, before a debt is looked for; undefined when it may be a payment. */
export function notForUs(entry: BankEntry): OpenReason | undefined {
  if (entry.amountMinor === 0n) return 'zero';
  if (entry.returnReason !== null) return 'returned';
  if (entry.isReversal) return 'reversal';
  if (entry.direction === 'debit') return 'debit';
  return entry.isUndivided ? 'undivided' : undefined;
}

/**
 * The one capture or account a credit is for. References are one merchant's own, and one account may take the money of many:
 * where a reference is known to several, the one whose account the statement is of is meant, if it is one. On an account that is known as a
 * merchant's (`isMerchants`) no other merchant's debt is paid without a person.
 */
export function matchEntry(entry: BankEntry, find: (reference: string) => readonly Payable[], isMerchants = false): Match {
  const sets = referencesOf(entry);
  if (sets.every((references) => references.length === 0)) return { why: 'no_reference' };
  for (const references of sets) {
    const found = unique(references.flatMap(find));
    if (found.length === 0) continue;
    const here = found.filter(({ paidHere }) => paidHere);
    const [payable, ...others] = here.length === 1 ? here : found;
    if (!payable || others.length > 0) return { why: 'several' };
    if (isMerchants && !payable.paidHere) return { why: 'other_account' };
    return payable.currency === entry.currency ? { payable } : { why: 'currency' };
  }
  return { why: 'unknown_reference' };
}

function unique(payables: readonly Payable[]): Payable[] {
  return [...new Map(payables.map((each) => [`${each.kind} ${each.merchantId} ${each.number}`, each])).values()];
}
