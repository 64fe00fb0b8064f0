// One movement of money on a bank statement, of any kind of file. A batch that the bank itemises is one entry for each
// of its parts.
import type { Day } from '../dates.ts';
import { minorDigits } from '../money.ts';

export interface BankEntry {
  /** The account that the statement is of: an IBAN, or a national number; empty where a file does not say. */
  readonly account: string;
  readonly statementId: string;
  readonly direction: 'credit' | 'debit';
  /** The bank takes back what it had booked before. */
  readonly isReversal: boolean;
  /** ISO 4217, also of currencies that we do not keep accounts in. */
  readonly currency: string;
  /** In 10 to the minus `amountDecimals` of the currency; 0 for what only informs. */
  readonly amountMinor: bigint;
  /** 2, or more where the currency is none of ours and hundredths do not hold the amount. */
  readonly amountDecimals: number;
  readonly bookedOn: Day;
  readonly valueOn: Day;
  /** The bank's own number of it; null where it gave none. */
  readonly bankReference: string | null;
  readonly endToEndId: string | null;
  /** The code of a return (AC04, MD06 …), where it is one. */
  readonly returnReason: string | null;
  /** Several movements in one sum, which the file does not itemise. */
  readonly isUndivided: boolean;
  /** References in the fields meant for them, unchanged. */
  readonly references: readonly string[];
  /** What the payer wrote otherwise. */
  readonly texts: readonly string[];
  readonly partyName: string | null;
  readonly partyAccount: string | null;
}

/** What of an entry names or describes a person; kept sealed. */
export type EntryDetails = Pick<BankEntry, 'endToEndId' | 'references' | 'texts' | 'partyName' | 'partyAccount'>;

/** Why an entry waits for a person. */
export const openReasons = [
  /** Money that went out. */
  'debit',
  /** A direct debit or a payout that came back, of which we know nothing. */
  'returned',
  /** The bank took back what it had booked. */
  'reversal',
  /** Nothing but information. */
  'zero',
  /** A sum of several that the file does not itemise. */
  'undivided',
  /** Equal to one of another statement, and neither has a number of the bank: the same once more, or another payment. */
  'alike',
  'no_reference',
  'unknown_reference',
  /** More than one capture or account is meant by it. */
  'several',
  /** It came to an account of other merchants than the one whose debt it names. */
  'other_account',
  /** The capture or account is in another currency. */
  'currency',
  'settled',
  /** A part is booked; the rest is owed to no one known: more was paid than was owed, or a person assigned a part. */
  'rest',
  /** Of a direct debit, less than was asked for: booked, and no reminder asks for the rest, as the customer may have paid it to the bank. */
  'collected_less',
  /** The booking day lies ahead of the merchant's. */
  'dated_ahead',
  /** The account is not open. */
  'account_closed',
  /** The bank took back what a person had paid who was erased since: booked, and owed by no customer. */
  'debtor_erased',
] as const;
export type OpenReason = (typeof openReasons)[number];

/** For a person to see, though all of the entry is booked. */
export const bookedReasons: readonly (OpenReason | null)[] = ['debtor_erased', 'collected_less'];

/** New is not looked at yet, Booking is under way, Open waits for a person; the others are done with. */
export const entryStates = ['New', 'Booking', 'Open', 'Booked', 'SentBack', 'Ignored'] as const;
export type EntryState = (typeof entryStates)[number];
export const waitingStates = ['New', 'Booking', 'Open'] as const satisfies readonly EntryState[];

/**
 * What an entry is known by, before it is hashed: its place (from 1) among those that have the same identity. Of one that may be the same as
 * one of another statement, its own statement besides.
 */
export const entryName = (place: number, identity: string, statementId?: string): string =>
  `bank entry ${place} ${identity}${statementId === undefined ? '' : ` of ${JSON.stringify(statementId)}`}`;

/** What identifies an entry, for a keyed hash; equal ones of one statement are distinguished by their place among them. */
export function identityOf(entry: BankEntry): string {
  const { account, direction, isReversal, currency, amountMinor, amountDecimals, bookedOn, bankReference, endToEndId } = entry;
  const amount = amountDecimals === minorDigits ? String(amountMinor) : `${amountMinor}e-${amountDecimals}`;
  const same = [account, direction, isReversal, currency, amount, bookedOn, bankReference, endToEndId];
  // Where the bank gave it a number the words may differ from file to file; else they are all that identifies it.
  const words = bankReference === null ? [entry.valueOn, entry.partyAccount, entry.partyName, entry.references, entry.texts] : [];
  return JSON.stringify([...same, ...words]);
}
