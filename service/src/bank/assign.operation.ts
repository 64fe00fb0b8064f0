import type { AccountPayment } from '../core/account/account.ts';
import { readAccountNumber } from '../core/account/number.ts';
import type { Payable } from '../core/bank-file/match.ts';
import { minorFromWire, minorToWire } from '../core/money.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { findAccountPayments } from '../customer-account/account-events.sql.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { listMerchants, merchantOf } from '../merchants/merchants.sql.ts';
import { arrayText } from '../store/table.ts';
import { chooses, Opt, PositiveAmount, Text, Type, Uuid } from '../wire/schema.ts';
import { claimEntry, findPayable, type KeptEntry, type Target } from './bank-entries.sql.ts';
import { settle, targetOf } from './book-entries.ts';
import { BankEntryRecord, entryRecord, findOpen, readEntry } from './entry-record.ts';
import { detailsOf } from './payers.ts';

export const assignBankEntry = operation({
  id: 'assignBankEntry',
  method: 'POST',
  path: '/admin/v1/bank-entries/:entryId/assign',
  summary: 'Book an entry, or a part of it, on a capture or a customer account; or what went out as the return of a payment',
  about:
    'As much as is owed is booked; what is left of the entry goes on waiting. With `transactionId` money that went out is the return of ' +
    'this payment of the customer account, as a whole: what it paid is owed again.',
  scope: 'admin:write',
  refusals: [
    'bank.entry_not_found',
    'bank.entry_closed',
    'bank.no_money_in',
    'bank.no_money_out',
    'bank.exceeds_entry',
    'bank.other_currency',
    'bank.not_booked',
    'merchant.not_found',
    'capture.not_found',
    'account.not_found',
    'payment.not_found',
    'account.payment_returned',
    'value.out_of_range',
  ],
  example: {
    body: {
      merchantId: '00000000-0000-7000-8000-000000004445',
      captureNumber: 'R-2026-1001',
      amount: 104.95,
      reason: 'The payer named the order',
    },
  },
  body: Type.Object(
    {
      merchantId: Uuid(),
      captureNumber: Opt(Text(50)),
      accountNumber: Opt(Text(50)),
      transactionId: Opt(Text(100, 'Of money that went out: the payment on the account that went back with it.')),
      amount: Opt(PositiveAmount('All that is left of the entry, unless named; of a return the amount of its payment.')),
      reason: Text(255),
    },
    { title: 'AssignBankEntry', ...chooses({ amount: ['amount'], of: ['captureNumber', 'accountNumber'] }) },
  ),
  answer: BankEntryRecord,
  async run({ params, body, actor }, deps) {
    const entry = await findOpen({ params }, deps);
    if (entry instanceof Refusal) return entry;
    if (body.reason.trim() === '') return refuse('value.required', 'reason');
    const target = await wantedOf(entry, body, deps);
    if (target instanceof Refusal) return target;
    const claimed = await deps.db.run(claimEntry, entry.id, entry.bookings.length, JSON.stringify(target), actor, body.reason);
    if (claimed.length === 0) return refuse('bank.entry_closed', 'entryId', { state: 'Booking' });
    const merchants = new Map((await deps.db.read(listMerchants)).map(merchantOf).map((each) => [each.id, each]));
    await settle(deps, { ...entry, target, handledBy: actor, reason: body.reason }, merchants);
    const after = await readEntry(entry.id, deps);
    if (!after) return refuse('bank.entry_not_found', 'entryId');
    if (after.state === 'Booking') return refuse('service.busy');
    if (after.bookings.length === entry.bookings.length) return refuse('bank.not_booked', 'entryId', { why: after.why ?? '' });
    return entryRecord(after, deps);
  },
});

interface Named {
  readonly merchantId: string;
  readonly captureNumber?: string;
  readonly accountNumber?: string;
  readonly transactionId?: string;
  readonly amount?: number;
}

/** Where the entry is to be booked, and how much of it. */
async function wantedOf(entry: KeptEntry, body: Named, deps: Deps): Promise<Target | Refusal> {
  const isReturn = body.transactionId !== undefined;
  if (isReturn && entry.direction === 'credit') return refuse('bank.no_money_out', 'entryId');
  const isIn = entry.direction === 'credit' && !entry.isReversal && entry.returnReason === null;
  const leftMinor = entry.amountMinor - entry.bookedMinor;
  if ((!isIn && !isReturn) || leftMinor === 0n) return refuse('bank.no_money_in', 'entryId');
  const payable = await payableOf(body, deps);
  if (payable instanceof Refusal) return payable;
  // From here on both are hundredths: so are all amounts in a currency that something can be owed in.
  if (payable.currency !== entry.currency) return refuse('bank.other_currency', 'entryId', { currency: entry.currency });
  const payment = isReturn ? await returnedOf(entry, payable, body, deps) : undefined;
  if (payment instanceof Refusal) return payment;
  const namedMinor = body.amount === undefined ? undefined : minorFromWire(body.amount);
  // A payment comes back as a whole.
  if (payment && namedMinor !== undefined && namedMinor !== payment.amountMinor) return refuse('value.out_of_range', 'amount');
  const amountMinor = payment?.amountMinor ?? namedMinor ?? leftMinor;
  if (amountMinor > leftMinor) return refuse('bank.exceeds_entry', 'amount', { left: minorToWire(leftMinor).toFixed(2) });
  const target = targetOf(payable, amountMinor, entry.bookings.length + 1);
  if (payment) return { ...target, undoes: payment.transactionId };
  const details = entry.details === null ? undefined : detailsOf(entry.id, entry.details, deps.secrets.open);
  const endToEndId = details?.endToEndId ?? undefined;
  return { ...target, ...(endToEndId && { endToEndId }) };
}

/** The payment on a customer account that went back with the entry. */
async function returnedOf(
  { bookedOn }: KeptEntry,
  { kind, merchantId, number }: Payable,
  { transactionId = '' }: Named,
  { db }: Deps,
): Promise<AccountPayment | Refusal> {
  if (kind !== 'account') return refuse('value.required', 'accountNumber');
  const rows = await db.read(findAccountPayments, merchantId, arrayText('text', [number]), arrayText('text', [transactionId]));
  const [payment] = rows as unknown as AccountPayment[];
  if (!payment) return refuse('payment.not_found', 'transactionId');
  if (payment.returnedOn !== null) return refuse('account.payment_returned', 'transactionId', { day: payment.returnedOn });
  return bookedOn < payment.valueOn ? refuse('value.out_of_range', 'entryId') : payment;
}

async function payableOf({ merchantId, captureNumber, accountNumber }: Named, { db }: Deps): Promise<Payable | Refusal> {
  if ((captureNumber === undefined) === (accountNumber === undefined)) return refuse('value.required', 'captureNumber');
  const account = accountNumber === undefined ? null : (readAccountNumber(accountNumber) ?? '');
  const rows = (await db.read(findPayable, merchantId, captureNumber ?? null, account)) as unknown as Payable[];
  const [found] = rows;
  if (found) return found;
  return account === null ? refuse('capture.not_found', 'captureNumber') : refuse('account.not_found', 'accountNumber');
}
