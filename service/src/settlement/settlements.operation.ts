// Statements of what a merchant is paid: read, looked at ahead, closed by hand, corrected by adjustments on the next one.
import { Readable } from 'node:stream';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { type Currency, currencies, minorFromWire, minorToWire } from '../core/money.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { adjust, endPayout } from '../core/settlement/payout.ts';
import type { Archive } from '../documents/archive.ts';
import { PrinterBusy } from '../documents/printer.ts';
import type { Deps } from '../http/deps.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { pageSize } from '../http/paging.ts';
import { SentFile } from '../http/sent-file.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { Amount, DayText, Opt, type Static, Text, Type, Uuid, Word } from '../wire/schema.ts';
import { closeNow } from './close.ts';
import { previewOf } from './preview.ts';
import { findSettlement, listSettlementBookings, listSettlementLines, listSettlements } from './settlements.sql.ts';
import {
  csvHeading,
  csvLine,
  LineRecord,
  lineToWire,
  type ReadLine,
  type ReadSettlement,
  SettlementRecord,
  settlementToWire,
  Totals,
  totalsToWire,
} from './to-wire.ts';

const path = '/admin/v1/merchants/:merchantId/settlements';
const pages = 'page by page: `?limit=` up to 200, `?after=` the `next` of the page before';
const AsText = Type.Unsafe<string>({ type: 'string' });

export const getSettlements = operation({
  id: 'listSettlements',
  method: 'GET',
  path,
  summary: 'The statements of a merchant',
  about: `Latest first, of one currency with \`?currency=\`, ${pages}.`,
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'page.unknown'],
  answer: Type.Object({ settlements: Type.Array(SettlementRecord), next: Opt(Type.String()) }),
  async run({ params, query }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const place = placeOf(query['after']);
    if (!place) return refuse('page.unknown', 'after');
    const size = pageSize(query);
    const currency = query['currency']?.toUpperCase() ?? null;
    const rows = (await deps.db.read(listSettlements, merchant.id, ...place, currency, size)) as unknown as ReadSettlement[];
    const last = rows.at(-1);
    return {
      settlements: rows.map((row) => settlementToWire(row, deps.publicUrl)),
      ...(last && rows.length === size && { next: Buffer.from(`${last.cutAt} ${last.number}`).toString('base64url') }),
    };
  },
});

function placeOf(after: string | undefined): readonly [string, string] | undefined {
  if (after === undefined || after === '') return ['infinity', ''];
  const [, at, number] = /^(\d{1,15}) ([A-Z]{3}-\d{6,9})$/.exec(Buffer.from(after, 'base64url').toString('utf8')) ?? [];
  return at === undefined || number === undefined ? undefined : [new Date(Number(at)).toISOString(), number];
}

interface Found {
  readonly merchant: MerchantOnClock;
  readonly settlement: ReadSettlement;
}

async function find({ params }: Pick<OperatorAsked<unknown>, 'params'>, deps: Deps): Promise<Found | Refusal> {
  const merchant = await findMerchant(params['merchantId'] ?? '', deps);
  if (!merchant) return refuse('merchant.not_found', 'merchantId');
  const [row] = await deps.db.read(findSettlement, merchant.id, (params['number'] ?? '').toUpperCase());
  return row ? { merchant, settlement: row as unknown as ReadSettlement } : refuse('settlement.not_found', 'number');
}

const readLines = async ({ merchant, settlement }: Found, after: number, size: number, deps: Deps): Promise<ReadLine[]> =>
  (await deps.db.read(listSettlementLines, merchant.id, settlement.number, after, size)) as unknown as ReadLine[];

const Booking = Type.Object({
  ledgerEntryId: Uuid(),
  debitAccount: Type.String(),
  creditAccount: Type.String(),
  amount: Type.Number(),
});

export const getSettlement = operation({
  id: 'getSettlement',
  method: 'GET',
  path: `${path}/:number`,
  summary: 'A statement with its lines',
  about: `Lines ${pages}. \`bookings\` are what closing it wrote into the ledger, as totals: fees, reserve, what is carried, and the payout.`,
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'settlement.not_found'],
  answer: Type.Object({
    settlement: SettlementRecord,
    bookings: Type.Array(Booking),
    lines: Type.Array(LineRecord),
    next: Opt(Type.String()),
  }),
  async run(asked, deps) {
    const found = await find(asked, deps);
    if (found instanceof Refusal) return found;
    const after = asked.query['after'] ?? '0';
    if (!/^\d{1,9}$/.test(after)) return refuse('page.unknown', 'after');
    const size = pageSize(asked.query);
    const { merchant, settlement } = found;
    const lines = await readLines(found, Number(after), size, deps);
    const bookings = await deps.db.read(listSettlementBookings, merchant.id, settlement.eventId);
    const last = lines.at(-1);
    return {
      settlement: settlementToWire(settlement, deps.publicUrl),
      bookings: bookings.map((row) => ({
        ledgerEntryId: String(row['id']),
        debitAccount: String(row['debitAccount']),
        creditAccount: String(row['creditAccount']),
        amount: minorToWire(BigInt(String(row['amountMinor']))),
      })),
      lines: lines.map((line) => lineToWire(line, line.reason)),
      ...(last && lines.length === size && { next: String(last.lineNumber) }),
    };
  },
});

export const getSettlementCsv = operation({
  id: 'getSettlementCsv',
  method: 'GET',
  path: `${path}/:number/lines.csv`,
  summary: 'The lines of a statement as comma-separated values',
  about:
    'RFC 4180 in UTF-8, one row a line of the statement; the column `net` adds up to the payout. Columns stay in their place, new ones go to the end. Text that a spreadsheet would take for a formula has an apostrophe before it.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'settlement.not_found'],
  media: 'text/csv',
  answer: AsText,
  async run(asked, deps) {
    const found = await find(asked, deps);
    if (found instanceof Refusal) return found;
    const { number } = found.settlement;
    return new SentFile('text/csv', `settlement-${number}.csv`, Readable.from(csvOf(found, deps)));
  },
});

const linesAtOnce = 2000;

async function* csvOf(found: Found, deps: Deps): AsyncGenerator<string> {
  yield csvHeading;
  for (let after = 0; ; ) {
    const lines = await readLines(found, after, linesAtOnce, deps);
    const last = lines.at(-1);
    if (!last) return;
    yield lines.map((line) => csvLine(line, found.settlement.currency)).join('');
    if (lines.length < linesAtOnce) return;
    after = last.lineNumber;
  }
}

export const getSettlementPdf = operation({
  id: 'getSettlementPdf',
  method: 'GET',
  path: `${path}/:number/statement.pdf`,
  summary: 'A statement as PDF, in the merchant’s language',
  about:
    'Drawn when it is first asked for, then kept with its hash. A statement of many lines shows them added up by day and kind; all of them are in the CSV.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'settlement.not_found', 'service.busy'],
  media: 'application/pdf',
  answer: AsText,
  async run(asked, deps: Deps & { readonly archive: Archive }) {
    const found = await find(asked, deps);
    if (found instanceof Refusal) return found;
    const { merchant, settlement } = found;
    const drawn = await deps.archive.fetch(merchant, settlement.documentId).catch((error: unknown) => {
      if (error instanceof PrinterBusy) return 'busy' as const;
      throw error;
    });
    if (drawn === 'busy') return refuse('service.busy');
    if (!drawn) return refuse('settlement.not_found', 'number');
    return new SentFile('application/pdf', `settlement-${settlement.number}.pdf`, drawn.bytes);
  },
});

const CurrencyMember = Opt(Word(currencies, 'The merchant’s own when nothing is said.'));
const previewLines = 200;

export const previewSettlement = operation({
  id: 'previewSettlement',
  method: 'POST',
  path: `${path}/preview`,
  summary: 'What the open period would come to now',
  about: `Reckoned as a statement is, from everything booked until this moment; nothing is written. \`lines\` are the first ${previewLines}.`,
  scope: 'admin:read',
  refusals: ['merchant.not_found'],
  body: Type.Object({ currency: CurrencyMember }, { title: 'PreviewSettlement' }),
  answer: Type.Object({ ...Totals, lines: Type.Array(LineRecord) }, { title: 'SettlementPreview' }),
  async run({ params, body }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const { settlement, lines } = await previewOf(deps.db, merchant, body.currency ?? merchant.currency, deps.clock);
    return { ...totalsToWire(settlement), lines: lines.slice(0, previewLines).map((line) => lineToWire(line)) };
  },
});

export const closeSettlementNow = operation({
  id: 'closeSettlement',
  method: 'POST',
  path,
  summary: 'Close the open period now',
  about:
    'Before its end, such as when a merchant leaves. A statement that is half made is finished first. Everything booked until this moment is settled and paid out, also below the agreed minimum; the next period begins now. The answer is the last statement.',
  scope: 'admin:money',
  settles: true,
  refusals: ['merchant.not_found', 'settlement.nothing'],
  body: Type.Object({ currency: CurrencyMember, reason: Text(500) }, { title: 'CloseSettlement' }),
  answer: Type.Object({ settlement: SettlementRecord }),
  async run({ params, body, actor, requestId }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
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

const Adjustment = Type.Object(
  {
    number: Type.String(),
    currency: Word(currencies),
    amount: Type.Number(),
    reason: Type.String(),
  },
  { title: 'SettlementAdjustment' },
);

export const adjustSettlement = operation({
  id: 'adjustSettlement',
  method: 'POST',
  path: `${path}/adjustments`,
  summary: 'Credit or charge a merchant on the next statement',
  about:
    'A closed statement never changes; what was wrong is put right on the next one. The same `number` again is answered as before and books nothing.',
  scope: 'admin:money',
  settles: true,
  refusals: ['merchant.not_found', 'adjustment.number_used'],
  body: Type.Object(
    {
      number: Text(50, 'Your own number of it: booked once, however often it is sent.'),
      amount: Amount('In the merchant’s favour above zero.'),
      currency: CurrencyMember,
      reason: Text(500, 'Stands on the statement.'),
    },
    { title: 'AdjustSettlement' },
  ),
  answer: Adjustment,
  async run({ params, body, actor, requestId }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const [number, reason] = [body.number.trim(), body.reason.trim()];
    if (number === '') return refuse('value.required', 'number');
    if (reason === '') return refuse('value.required', 'reason');
    if (body.amount === 0) return refuse('value.out_of_range', 'amount');
    const currency: Currency = body.currency ?? merchant.currency;
    const amountMinor = minorFromWire(body.amount);
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'adjustSettlement',
      requestId,
      reason,
      needs: { adjustment: number },
      decide({ adjustment }, setting) {
        const decided = adjust(adjustment, { number, currency, amountMinor, reason }, setting);
        if (decided instanceof Refusal) return decided;
        const { answer: row } = decided;
        return {
          ...decided,
          answer: JSON.stringify({ number, currency, amount: minorToWire(row.amountMinor), reason: row.reason }),
        };
      },
    });
    return answer instanceof Refusal ? answer : (JSON.parse(answer.text) as Static<typeof Adjustment>);
  },
});

export const endSettlementPayout = operation({
  id: 'endPayout',
  method: 'POST',
  path: `${path}/:number/payout`,
  summary: 'Say what became of a payout',
  about:
    '`Paid` when the bank carried it out, or it was paid otherwise; `Failed` when the bank refused it or it came back, with the reason. A failed payout is written into the next payout file again, to the account that is agreed then.',
  scope: 'admin:money',
  settles: true,
  refusals: ['merchant.not_found', 'settlement.not_found', 'payout.not_found', 'payout.state', 'payout.day'],
  body: Type.Object(
    {
      state: Word(['Paid', 'Failed']),
      paidOn: Opt(
        DayText('The day on which the money left, from the close of the statement to today; today when nothing is said.'),
      ),
      reason: Opt(Text(500, 'Needed for a failed one.')),
    },
    { title: 'EndPayout' },
  ),
  answer: Type.Object({ settlement: SettlementRecord }),
  async run(asked, deps) {
    const { body, actor, requestId } = asked;
    const found = await find(asked, deps);
    if (found instanceof Refusal) return found;
    const { merchant, settlement } = found;
    const reason = body.reason?.trim() || null;
    if (body.state === 'Failed' && reason === null) return refuse('value.required', 'reason');
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'endPayout',
      requestId,
      reason,
      needs: { payout: settlement.number },
      decide({ payout }, setting) {
        const decided = endPayout(payout, { state: body.state, paidOn: body.paidOn, reason }, setting, merchant.timeZone);
        return decided instanceof Refusal ? decided : { ...decided, answer: decided.answer.state };
      },
    });
    if (answer instanceof Refusal) return answer;
    const again = await find(asked, deps);
    return again instanceof Refusal ? again : { settlement: settlementToWire(again.settlement, deps.publicUrl) };
  },
});
