import { operatorsOwn } from '../book/audit.sql.ts';
import { type Currency, currencies, minorToWire } from '../core/money.ts';
import { Refusal } from '../core/refusals.ts';
import { payoutStates } from '../core/settlement/rows.ts';
import { id, word } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { keyParts, pageOf } from '../http/paging.ts';
import { DayText, Opt, type Static, Type, Uuid, Word } from '../wire/schema.ts';
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
  query: { state: word(payoutStates, 'In this state.'), fileId: id('Those that this file holds.') },
  refusals: ['page.unknown', 'value.format'],
  answer: Type.Object({ payouts: Type.Array(PayoutRow), next: Opt(Type.String()) }),
  async run({ query }, deps) {
    const { state = null, fileId = null } = query;
    const page = pageOf(query, [keyParts.day, keyParts.id, keyParts.text], ['0001-01-01', operatorsOwn, '']);
    if (page instanceof Refusal) return page;
    const rows = await deps.db.read(selectPayouts, state, fileId, ...page.after, page.rows);
    const keyOf = (row: Record<string, unknown>) => [String(row['payoutOn']), String(row['merchantId']), String(row['number'])];
    const { shown, next } = page.of(rows, keyOf);
    const payouts = shown.map(
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
    return { payouts, ...next };
  },
});

const optional = (row: Record<string, unknown>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (typeof row[name] === 'string' ? [[name, row[name]]] : [])));
