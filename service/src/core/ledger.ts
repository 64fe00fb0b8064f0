// The ledger's bookings: every event that moves money is transfers between two accounts, so every entry balances by
// construction. Corrections are new entries, never changes (design 5).
import type { Event, EventType, Share } from './events.ts';
import type { Currency } from './money.ts';

export const ledgerAccounts = [
  /** Promises given to consumers and not yet used: one side of an open authorization … */
  'commitments',
  /** … and the other. Off the balance sheet: hold and release cancel out. */
  'holds',
  /** What consumers owe for captured goods. */
  'receivables',
  /** What the merchant is to be paid for them. */
  'merchant_payables',
  /** What is owed on customer accounts: purchases and withdrawals … */
  'account_principal',
  /** … interest … */
  'account_interest',
  /** … and fees. */
  'account_fees',
  /** Money that came in from consumers. */
  'consumer_payments',
  /** What is owed back to consumers: refunds of what they had paid. */
  'consumer_credits',
  /** Interest and fees: of captures earned when they are paid, of customer accounts when they are posted. */
  'interest_income',
  'fee_income',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** One transfer: the debit account grows by what the credit account gives. */
export interface LedgerEntry {
  readonly debitAccount: LedgerAccount;
  readonly creditAccount: LedgerAccount;
  /** Above zero, always. */
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly orderId: string | null;
  readonly accountNumber: string | null;
}

type Booking = readonly [debit: LedgerAccount, credit: LedgerAccount];
const hold: Booking = ['commitments', 'holds'];
const release: Booking = ['holds', 'commitments'];

/** The transfers of each kind of event; a kind without an entry here does not compile. */
const bookings: Readonly<Record<EventType, readonly Booking[]>> = {
  'order.authorized': [hold],
  'order.placed_under_review': [hold],
  'order.rejected': [],
  'order.approved': [],
  'order.declined': [release],
  'order.updated': [hold],
  'order.update_rejected': [],
  'order.captured': [release, ['receivables', 'merchant_payables']],
  'order.refunded': [['merchant_payables', 'receivables']],
  'order.voided': [release],
  'order.expired': [release],
  'capture.paid': [['consumer_payments', 'receivables']],
  'capture.return_notified': [],
  'capture.shipping_added': [],
  'capture.shipping_updated': [],
  // The limit that was granted is a promise, like an open authorization.
  'account.opened': [hold],
  'account.placed_under_review': [hold],
  'account.rejected': [],
  'account.approved': [],
  'account.declined': [release],
  'account.stopped': [],
  'account.resumed': [],
  'account.noted': [],
  'account.purchased': [['account_principal', 'merchant_payables']],
  'account.withdrawn': [['account_principal', 'merchant_payables']],
  'account.commission_charged': [['account_fees', 'fee_income']],
  'account.withdrawal_corrected': [['merchant_payables', 'account_principal']],
  'account.interest_corrected': [['account_interest', 'interest_income']],
  'account.event_held': [],
  'account.event_declined': [],
  'account.event_rejected': [],
  'account.interest_posted': [['account_interest', 'interest_income']],
  'account.fee_charged': [['account_fees', 'fee_income']],
  'account.fees_paid': [['consumer_payments', 'account_fees']],
  'account.interest_paid': [['consumer_payments', 'account_interest']],
  'account.principal_paid': [['consumer_payments', 'account_principal']],
  'account.statement_made': [],
  'account.reminded': [],
  'account.dunning_ended': [],
};

/** Shares of an amount that are booked otherwise. */
const shares: Readonly<Partial<Record<EventType, Readonly<Partial<Record<Share, Booking>>>>>> = {
  'capture.paid': { interest: ['consumer_payments', 'interest_income'], fees: ['consumer_payments', 'fee_income'] },
  'order.refunded': { credit: ['merchant_payables', 'consumer_credits'] },
};

/** The entries an event books. A negative amount (an update to a lower total) turns its transfers round. */
export function entriesOf(event: Event): LedgerEntry[] {
  const own = Object.entries(event.shares ?? {}) as [Share, bigint][];
  const rest = own.reduce((left, [, amount]) => left - amount, event.amountMinor);
  return [
    ...bookings[event.type].flatMap((booking) => transfer(event, booking, rest)),
    ...own.flatMap(([share, amount]) => {
      const booking = shares[event.type]?.[share];
      if (!booking) throw new Error(`no account for ${share} of ${event.type}`);
      return transfer(event, booking, amount);
    }),
  ];
}

function transfer(event: Event, [debit, credit]: Booking, amountMinor: bigint): LedgerEntry[] {
  const { currency, orderId, accountNumber = null } = event;
  if (amountMinor === 0n) return [];
  return amountMinor > 0n
    ? [{ debitAccount: debit, creditAccount: credit, amountMinor, currency, orderId, accountNumber }]
    : [{ debitAccount: credit, creditAccount: debit, amountMinor: -amountMinor, currency, orderId, accountNumber }];
}
