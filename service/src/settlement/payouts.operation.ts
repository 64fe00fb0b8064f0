import { operatorsOwn } from '../book/audit.sql.ts';
import { type Currency, currencies, minorToWire } from '../core/money.ts';
import { like, oneOf, refuse } from '../core/refusals.ts';
import { payoutStates } from '../core/settlement/rows.ts';
import { operation } from '../http/operation.ts';
import { pageSize, uuid } from '../http/paging.ts';
import { DayText, Opt, type Static, Type, Uuid, uuidExample, Word } from '../wire/schema.ts';
import { listPayouts as selectPayouts } from './payout-files.sql.ts';

const PayoutRow = Type.Object(
  {
    merchantId: Uuid(),
    merchantName: Type.String(),
    settlementNumber: Type.String(),
    currency: Word(currencies),
    amount: Type.Number(),
    date: DayText(),
    state: Word(payoutStates),
    endToEndId: Opt(Type.String()),
    fileId: Opt(Uuid()),
    paidOn: Opt(DayText()),
    reason: Opt(Type.String()),
  },
  { title: 'Payout' },
);

export const listPayouts = operation({
  id: 'listPayouts',
  method: 'GET',
  path: '/admin/v1/payouts',
  summary: 'Payouts of all merchants',
  about:
    'The longest due first; with `?state=` Open, Exported, Paid or Failed, with `?fileId=` those of a file, page by page: `?limit=` up to 200, `?after=` the `next` of the page before.',
  scope: 'admin:read',
  refusals: ['page.unknown', 'value.format'],
  answer: Type.Object({ payouts: Type.Array(PayoutRow), next: Opt(Type.String()) }),
  async run({ query }, deps) {
    const state = payoutStates.find((each) => each.toLowerCase() === query['state']?.toLowerCase()) ?? null;
    if (query['state'] && state === null) return refuse('value.format', 'state', oneOf(payoutStates));
    const fileId = query['fileId'] || null;
    if (fileId !== null && !uuid.test(fileId)) return refuse('value.format', 'fileId', like(uuidExample));
    const text = Buffer.from(query['after'] ?? '', 'base64url').toString('utf8');
    const [, day, merchantId, number] = /^(\d{4}-\d\d-\d\d) ([0-9a-f-]{36}) ([A-Z]{3}-\d{6,9})$/.exec(text) ?? [];
    if (query['after'] && (day === undefined || !uuid.test(merchantId ?? ''))) return refuse('page.unknown', 'after');
    const size = pageSize(query);
    const start = [day ?? '0001-01-01', merchantId ?? operatorsOwn, number ?? ''] as const;
    const rows = await deps.db.read(selectPayouts, state, fileId, ...start, size);
    const payouts = rows.map(
      (row): Static<typeof PayoutRow> => ({
        merchantId: String(row['merchantId']),
        merchantName: String(row['merchantName']),
        settlementNumber: String(row['number']),
        currency: row['currency'] as Currency,
        amount: minorToWire(row['amountMinor'] as bigint),
        date: String(row['payoutOn']),
        state: row['state'] as Static<typeof PayoutRow>['state'],
        ...optional(row, ['endToEndId', 'fileId', 'paidOn', 'reason']),
      }),
    );
    const last = payouts.at(-1);
    const next = last && `${last.date} ${last.merchantId} ${last.settlementNumber}`;
    return { payouts, ...(next && rows.length === size && { next: Buffer.from(next).toString('base64url') }) };
  },
});

const optional = (row: Record<string, unknown>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (typeof row[name] === 'string' ? [[name, row[name]]] : [])));
