// What happened on a customer account, page by page: the stream of entries with the running balance, and the statements.

import type { AccountEntry } from '../core/account/account.ts';
import { minorToWire } from '../core/money.ts';
import { Refusal } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { keyParts, pageOf } from '../http/paging.ts';
import { instantToWire } from '../wire/instants.ts';
import { DayText, InstantText, Opt, type Static, Type, Uuid } from '../wire/schema.ts';
import { listAccountEntries as selectAccountEntries } from './account-events.sql.ts';
import { findAccountOf } from './operators-account.ts';

const EntryRecord = Type.Object(
  {
    number: Type.Number({ description: '1, 2, 3 … without a gap.' }),
    kind: Type.String(),
    transactionId: Opt(Uuid()),
    reference: Opt(Type.String()),
    valueDate: DayText('The day it counts from for interest.'),
    bookingDate: DayText(),
    principal: Type.Number(),
    interest: Type.Number(),
    fees: Type.Number(),
    balance: Type.Number({ description: 'After the entry, without fees and interest.' }),
    totalBalance: Type.Number({ description: 'After the entry, with fees and interest.' }),
    insertedAt: InstantText(),
  },
  { title: 'AccountEntry' },
);

function entryRecord(entry: AccountEntry): Static<typeof EntryRecord> {
  return {
    number: entry.number,
    kind: entry.kind,
    ...(entry.eventId !== null && { transactionId: entry.eventId }),
    ...(entry.reference !== '' && { reference: entry.reference }),
    valueDate: entry.valueOn,
    bookingDate: entry.bookedOn,
    principal: minorToWire(entry.principalMinor),
    interest: minorToWire(entry.interestMinor),
    fees: minorToWire(entry.feesMinor),
    balance: minorToWire(entry.principalAfterMinor),
    totalBalance: minorToWire(entry.principalAfterMinor + entry.interestAfterMinor + entry.feesAfterMinor),
    insertedAt: instantToWire(entry.insertedAt),
  };
}

export const listAccountEntries = operation({
  id: 'listAccountEntries',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/accounts/:accountNumber/entries',
  summary: 'The stream of an account, with its running balance',
  about: 'Oldest first, page by page: `?limit=` up to 200, `?after=` the `next` of the page before.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'account.not_found', 'page.unknown'],
  answer: Type.Object({ entries: Type.Array(EntryRecord), next: Opt(Type.String()) }),
  async run(asked, deps) {
    const found = await findAccountOf(asked, deps);
    if (found instanceof Refusal) return found;
    const page = pageOf(asked.query, [keyParts.int], [0]);
    if (page instanceof Refusal) return page;
    const rows = await deps.db.read(selectAccountEntries, found.merchant.id, found.account.number, ...page.after, page.rows);
    const { shown, next } = page.of(rows as unknown as AccountEntry[], ({ number }) => [number]);
    return { entries: shown.map(entryRecord), ...next };
  },
});
