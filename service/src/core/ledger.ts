// The ledger's bookings: every event that moves money is transfers between two accounts, so every entry balances by
// construction. Corrections are new entries, never changes (C90).
import type { Event, EventType, Share } from './events.ts';
import type { Currency } from './money.ts';

const ledgerAccounts = [
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
  /** What merchants pay for captures. */
  'merchant_fees',
  /** What is held back of captures and released later. */
  'merchant_reserve',
  /** Balances of statements that were not paid out and are on the next one. */
  'merchant_carried',
  /** What the operator credits and charges merchants by hand. */
  'merchant_adjustments',
  /** Payouts that are due … */
  'payouts_due',
  /** … and the money that left for them. */
  'payouts',
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
  'order.change_notified': [],
  'order.captured': [release, ['receivables', 'merchant_payables']],
  'order.refunded': [['merchant_payables', 'receivables']],
  'order.voided': [release],
  'order.expiring': [],
  'order.extended': [],
  'order.expired': [release],
  'order.credit_withdrawn': [],
  'order.withdrawal_reminded': [],
  // The merchant was paid for the capture: only who is to pay it back changes.
  'order.charged_to_account': [['account_principal', 'receivables']],
  'order.credited_to_account': [['consumer_credits', 'account_principal']],
  'capture.paid': [['consumer_payments', 'receivables']],
  'capture.repaid_early': [],
  'capture.early_repayment_undone': [],
  'capture.payment_returned': [['receivables', 'consumer_payments']],
  'capture.collection_exported': [],
  'capture.collection_returned': [],
  'capture.reminded': [],
  'capture.reminder_cancelled': [],
  'capture.dunning_ended': [],
  'capture.return_notified': [],
  'capture.shipping_added': [],
  'capture.shipping_updated': [],
  'contract.made': [],
  // The limit that was granted is a promise, like an open authorization.
  'account.opened': [hold],
  'account.placed_under_review': [hold],
  'account.rejected': [],
  'decision.contested': [],
  'decision.reviewed': [],
  'account.approved': [],
  'account.declined': [release],
  'account.credit_withdrawn': [],
  'account.limit_raised': [hold],
  'account.limit_lowered': [release],
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
  'account.interest_credited': [['account_interest', 'account_principal']],
  'account.fee_charged': [['account_fees', 'fee_income']],
  'account.fees_returned': [['fee_income', 'account_fees']],
  'account.fees_paid': [['consumer_payments', 'account_fees']],
  'account.interest_paid': [['consumer_payments', 'account_interest']],
  'account.principal_paid': [['consumer_payments', 'account_principal']],
  'account.payment_returned': [['account_principal', 'consumer_payments']],
  'account.statement_made': [],
  'account.reminded': [],
  'account.reminder_cancelled': [['fee_income', 'account_fees']],
  'account.withdrawal_reminded': [],
  'account.dunning_ended': [],
  'settlement.closed': [['merchant_payables', 'payouts_due']],
  'settlement.adjusted': [['merchant_adjustments', 'merchant_payables']],
  'settlement.paid_out': [['payouts_due', 'payouts']],
  'settlement.payout_failed': [],
  'settlement.payout_returned': [['payouts', 'payouts_due']],
  'payout_account.proposed': [],
  'payout_account.approved': [],
  'payout_account.rejected': [],
  'payout_account.changed': [],
  'webhook_endpoint.tested': [],
  'webhook_endpoint.disabled': [],
};

/** Accounts that a statement moves what it settled to: a transfer between them and merchant_payables settles, and is not settled. */
export const settlingAccounts: readonly LedgerAccount[] = [
  'merchant_fees',
  'merchant_reserve',
  'merchant_carried',
  'payouts_due',
];

/** What was paid of costs that are not owed pays the capital, and beyond it is the consumer's. */
const costsBack: Readonly<Partial<Record<Share, Booking>>> = {
  interest: ['interest_income', 'receivables'],
  fees: ['fee_income', 'receivables'],
  credit: ['receivables', 'consumer_credits'],
};

/** Shares of what is no part of the amount, where they are booked otherwise than those that are. */
const besidesOf: Readonly<Partial<Record<EventType, Readonly<Partial<Record<Share, Booking>>>>>> = {
  'order.refunded': costsBack,
};

/** Shares of an amount that are booked otherwise. */
const shares: Readonly<Partial<Record<EventType, Readonly<Partial<Record<Share, Booking>>>>>> = {
  'capture.paid': { interest: ['consumer_payments', 'interest_income'], fees: ['consumer_payments', 'fee_income'] },
  'capture.payment_returned': {
    interest: ['interest_income', 'consumer_payments'],
    fees: ['fee_income', 'consumer_payments'],
    credit: ['consumer_credits', 'consumer_payments'],
  },
  'order.refunded': { credit: ['merchant_payables', 'consumer_credits'] },
  'order.credit_withdrawn': costsBack,
  'capture.repaid_early': costsBack,
  'capture.early_repayment_undone': costsBack,
  'account.payment_returned': {
    interest: ['account_interest', 'consumer_payments'],
    fees: ['account_fees', 'consumer_payments'],
  },
  'account.fees_returned': { credit: ['fee_income', 'account_principal'] },
  'account.reminder_cancelled': { credit: ['fee_income', 'account_principal'] },
  // Fees that are not owed fall, and what was paid of them pays the capital.
  'account.credit_withdrawn': { fees: ['fee_income', 'account_fees'], credit: ['fee_income', 'account_principal'] },
  'settlement.closed': {
    merchantFees: ['merchant_payables', 'merchant_fees'],
    reserveWithheld: ['merchant_payables', 'merchant_reserve'],
    reserveReleased: ['merchant_reserve', 'merchant_payables'],
    carriedIn: ['merchant_carried', 'merchant_payables'],
    carriedOut: ['merchant_payables', 'merchant_carried'],
  },
};

/** The entries an event books. A negative amount (an update to a lower total) turns its transfers round. */
export function entriesOf(event: Event): LedgerEntry[] {
  const own = Object.entries(event.shares ?? {}) as [Share, bigint][];
  const besides = Object.entries(event.besides ?? {}) as [Share, bigint][];
  const rest = own.reduce((left, [, amount]) => left - amount, event.amountMinor);
  return [
    ...bookings[event.type].flatMap((booking) => transfer(event, booking, rest)),
    ...own.flatMap(transferOf(event, shares)),
    ...besides.flatMap(transferOf(event, besidesOf[event.type] ? besidesOf : shares)),
  ];
}

const transferOf =
  (event: Event, of: typeof shares) =>
  ([share, amount]: [Share, bigint]): LedgerEntry[] => {
    const booking = of[event.type]?.[share];
    if (!booking) throw new Error(`no account for ${share} of ${event.type}`);
    return transfer(event, booking, amount);
  };

function transfer(event: Event, [debit, credit]: Booking, amountMinor: bigint): LedgerEntry[] {
  const { currency, orderId, accountNumber = event.onAccount ?? null } = event;
  if (amountMinor === 0n) return [];
  return amountMinor > 0n
    ? [{ debitAccount: debit, creditAccount: credit, amountMinor, currency, orderId, accountNumber }]
    : [{ debitAccount: credit, creditAccount: debit, amountMinor: -amountMinor, currency, orderId, accountNumber }];
}
