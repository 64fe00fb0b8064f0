import { readAccountNumber } from '../core/account/number.ts';
import type { Payable } from '../core/bank-file/match.ts';
import { minorFromWire, minorToWire } from '../core/money.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { listMerchants, merchantOf } from '../merchants/merchants.sql.ts';
import { chooses, Opt, PositiveAmount, Text, Type, Uuid } from '../wire/schema.ts';
import { claimEntry, findPayable } from './bank-entries.sql.ts';
import { settle, targetOf } from './book-entries.ts';
import { BankEntryRecord, entryRecord, findOpen, readEntry } from './entry-record.ts';
import { detailsOf } from './payers.ts';

export const assignBankEntry = operation({
  id: 'assignBankEntry',
  method: 'POST',
  path: '/admin/v1/bank-entries/:entryId/assign',
  summary: 'Book an entry, or a part of it, on a capture or a customer account',
  about: 'As much as is owed is booked; what is left of the entry goes on waiting.',
  scope: 'admin:write',
  refusals: [
    'bank.entry_not_found',
    'bank.entry_closed',
    'bank.no_money_in',
    'bank.exceeds_entry',
    'bank.other_currency',
    'bank.not_booked',
    'merchant.not_found',
    'capture.not_found',
    'account.not_found',
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
      amount: Opt(PositiveAmount('All that is left of the entry, unless named.')),
      reason: Text(255),
    },
    { title: 'AssignBankEntry', ...chooses({ amount: ['amount'], of: ['captureNumber', 'accountNumber'] }) },
  ),
  answer: BankEntryRecord,
  async run({ params, body, actor }, deps) {
    const entry = await findOpen({ params }, deps);
    if (entry instanceof Refusal) return entry;
    if (body.reason.trim() === '') return refuse('value.required', 'reason');
    if (entry.direction === 'debit' || entry.isReversal || entry.returnReason !== null)
      return refuse('bank.no_money_in', 'entryId');
    const leftMinor = entry.amountMinor - entry.bookedMinor;
    const amountMinor = body.amount === undefined ? leftMinor : minorFromWire(body.amount);
    if (leftMinor === 0n) return refuse('bank.no_money_in', 'entryId');
    const payable = await payableOf(body, deps);
    if (payable instanceof Refusal) return payable;
    // From here on both are hundredths: so are all amounts in a currency that something can be owed in.
    if (payable.currency !== entry.currency) return refuse('bank.other_currency', 'entryId', { currency: entry.currency });
    if (amountMinor > leftMinor) return refuse('bank.exceeds_entry', 'amount', { left: minorToWire(leftMinor).toFixed(2) });
    const details = entry.details === null ? undefined : detailsOf(entry.id, entry.details, deps.secrets.open);
    const endToEndId = details?.endToEndId ?? undefined;
    const target = { ...targetOf(payable, amountMinor, entry.bookings.length + 1), ...(endToEndId && { endToEndId }) };
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
}

async function payableOf({ merchantId, captureNumber, accountNumber }: Named, { db }: Deps): Promise<Payable | Refusal> {
  if ((captureNumber === undefined) === (accountNumber === undefined)) return refuse('value.required', 'captureNumber');
  const account = accountNumber === undefined ? null : (readAccountNumber(accountNumber) ?? '');
  const rows = (await db.read(findPayable, merchantId, captureNumber ?? null, account)) as unknown as Payable[];
  const [found] = rows;
  if (found) return found;
  return account === null ? refuse('capture.not_found', 'captureNumber') : refuse('account.not_found', 'accountNumber');
}
