// Statements of what a merchant is paid: read, looked at ahead, closed by hand, corrected by adjustments on the next one.

import { businessTime } from '../core/merchant.ts';
import { currencies, minorToWire } from '../core/money.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { word } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { keyParts, pageOf } from '../http/paging.ts';
import { Opt, Text, Type, Uuid } from '../wire/schema.ts';
import { closeNow } from './close.ts';
import { CurrencyMember, find, readLines } from './find-settlement.ts';
import { findSettlement, listSettlementBookings, listSettlements as selectSettlements } from './settlements.sql.ts';
import { LineRecord, lineToWire, type ReadSettlement, SettlementRecord, settlementToWire } from './to-wire.ts';

const pages = 'page by page: `?limit=` up to 200, `?after=` the `next` of the page before';

export const listSettlements = operation({
  id: 'listSettlements',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/settlements',
  summary: 'The statements of a merchant',
  about: `Latest first, of one currency with \`?currency=\`, ${pages}.`,
  scope: 'admin:read',
  query: { currency: word(currencies, 'Those of this currency.') },
  refusals: ['merchant.not_found', 'page.unknown'],
  answer: Type.Object({ settlements: Type.Array(SettlementRecord), next: Opt(Type.String()) }),
  async run({ merchant, query }, deps) {
    const page = pageOf(query, [keyParts.instant, keyParts.text], ['infinity', '']);
    if (page instanceof Refusal) return page;
    const { currency = null } = query;
    const rows = await deps.db.read(selectSettlements, merchant.id, ...page.after, currency, page.rows);
    const { shown, next } = page.of(rows as unknown as ReadSettlement[], ({ cutAt, number }) => [cutAt, number]);
    return { settlements: shown.map((row) => settlementToWire(row, deps.publicUrl)), ...next };
  },
});

const Booking = Type.Object({
  ledgerEntryId: Uuid(),
  debitAccount: Type.String(),
  creditAccount: Type.String(),
  amount: Type.Number(),
});

export const getSettlement = operation({
  id: 'getSettlement',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/settlements/:number',
  summary: 'A statement with its lines',
  about: `Lines ${pages}. \`bookings\` are what closing it wrote into the ledger, as totals: fees, reserve, what is carried, and the payout.`,
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'settlement.not_found', 'page.unknown'],
  answer: Type.Object({
    settlement: SettlementRecord,
    bookings: Type.Array(Booking),
    lines: Type.Array(LineRecord),
    next: Opt(Type.String()),
  }),
  async run(asked, deps) {
    const found = await find(asked, deps);
    if (found instanceof Refusal) return found;
    const page = pageOf(asked.query, [keyParts.int], [0]);
    if (page instanceof Refusal) return page;
    const { merchant, settlement } = found;
    const lines = await readLines(found, Number(page.after[0]), page.rows, deps);
    const bookings = await deps.db.read(listSettlementBookings, merchant.id, settlement.eventId);
    const { shown, next } = page.of(lines, ({ lineNumber }) => [lineNumber]);
    return {
      settlement: settlementToWire(settlement, deps.publicUrl),
      bookings: bookings.map((row) => ({
        ledgerEntryId: String(row['id']),
        debitAccount: String(row['debitAccount']),
        creditAccount: String(row['creditAccount']),
        amount: minorToWire(BigInt(String(row['amountMinor']))),
      })),
      lines: shown.map((line) => lineToWire(line, line.reason)),
      ...next,
    };
  },
});

export const closeSettlement = operation({
  id: 'closeSettlement',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/settlements',
  summary: 'Close the open period now',
  about:
    'Before its end, such as when a merchant leaves. A statement that is half made is finished first. Everything booked until this moment is settled and paid out, also below the agreed minimum; the next period begins now. The answer is the last statement.',
  scope: 'admin:money',
  operatorsMoney: 'moves',
  refusals: ['merchant.not_found', 'settlement.nothing'],
  example: { body: { currency: 'EUR', reason: 'Wanted before the month ends' } },
  body: Type.Object({ currency: CurrencyMember, reason: Text(500) }, { title: 'CloseSettlement' }),
  answer: Type.Object({ settlement: SettlementRecord }),
  async run({ merchant, body, actor, requestId }, deps) {
    if (body.reason.trim() === '') return refuse('value.required', 'reason');
    const by = { actor, operation: 'closeSettlement', requestId, reason: body.reason };
    const { db, book } = deps;
    const closing = { db, book, stopping: () => false, merchantId: merchant.id, timeZone: merchant.timeZone, by };
    const number = await closeNow(closing, body.currency ?? merchant.currency, businessTime(merchant, deps.clock()));
    const [row] = number === undefined ? [] : await deps.db.read(findSettlement, merchant.id, number);
    if (!row) return refuse('settlement.nothing', 'currency');
    return { settlement: settlementToWire(row as unknown as ReadSettlement, deps.publicUrl) };
  },
});
