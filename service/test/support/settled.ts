// Whatever was settled: every entry on merchant_payables before a cut is on one statement, the lines of each add up to its
// payout and to the ledger, and closing leaves nothing of what it settled on merchant_payables.
import { expect } from 'vitest';
import type { Json } from './app.ts';

type Query = (text: string) => Promise<Record<string, unknown>[]>;

export const cents = (amount: number): number => Math.round(amount * 100);
export const sumOf = (rows: readonly Json[], member: string): number =>
  rows.reduce((sum, row) => sum + cents(Number(row[member])), 0);

const own = `('merchant_fees', 'merchant_reserve', 'merchant_carried', 'payouts_due')`;
const payable = (alias: string) =>
  `(case when ${alias}.credit_account = 'merchant_payables' then ${alias}.amount_minor when ${alias}.debit_account = 'merchant_payables' then -${alias}.amount_minor else 0 end)`;

const disagreements = {
  'lines and the payout': `select s.number from settlements s where s.state = 'Closed' and s.payout_minor <>
    (select coalesce(sum(l.net_minor), 0) from settlement_lines l where l.merchant_id = s.merchant_id and l.settlement_number = s.number)`,
  'lines and the totals': `select s.number from settlements s, lateral (select count(*) as count,
      coalesce(sum(l.percent_fee_minor + l.fixed_fee_minor), 0) as fees, coalesce(sum(l.reserve_minor), 0) as reserve,
      coalesce(sum(l.amount_minor) filter (where l.kind in ('Capture', 'AccountPurchase', 'AccountWithdrawal')), 0) as captures,
      coalesce(-sum(l.amount_minor) filter (where l.kind in ('Refund', 'AccountCorrection')), 0) as refunds
      from settlement_lines l where l.merchant_id = s.merchant_id and l.settlement_number = s.number) t
    where (s.line_count, s.fees_minor, s.reserve_withheld_minor, s.captures_minor, s.refunds_minor)
      <> (t.count, t.fees, t.reserve, t.captures, t.refunds)`,
  'lines and their ledger entries': `select l.settlement_number, l.line_number from settlement_lines l
    where l.kind not in ('CarriedIn', 'CarriedOut', 'ReserveReleased') and l.amount_minor is distinct from
      (select sum(${payable('g')}) from settlement_entries e join ledger g on g.merchant_id = e.merchant_id and g.id = e.ledger_id
       where e.merchant_id = l.merchant_id and e.settlement_number = l.settlement_number and e.line_number = l.line_number)`,
  'a statement and merchant_payables': `select s.number from settlements s where s.state = 'Closed' and 0 <>
    (select coalesce(sum(${payable('g')}), 0) from settlement_entries e
      join ledger g on g.merchant_id = e.merchant_id and g.id = e.ledger_id
      where e.merchant_id = s.merchant_id and e.settlement_number = s.number)
    + (select coalesce(sum(${payable('g')}), 0) from ledger g where g.merchant_id = s.merchant_id and g.event_id = s.event_id)`,
  'what was booked before the last cut and the statements': `select g.id from ledger g
    join lateral (select max(s.cut_at) as cut_at from settlements s
      where s.merchant_id = g.merchant_id and s.currency = g.currency and s.state = 'Closed') s on g.booked_at < s.cut_at
    where ((g.debit_account = 'merchant_payables' and g.credit_account not in ${own})
        or (g.credit_account = 'merchant_payables' and g.debit_account not in ${own}))
      and not exists (select 1 from settlement_entries e where e.merchant_id = g.merchant_id and e.ledger_id = g.id)`,
  'one statement and the next': `select s.number from settlements s
    join settlements n on n.merchant_id = s.merchant_id and n.currency = s.currency and n.position = s.position + 1
    where n.carried_in_minor <> s.carried_out_minor`,
  'reserves withheld and released': `select s.number from settlements s where s.reserve_released_minor <>
    (select coalesce(sum(r.reserve_withheld_minor), 0) from settlements r
     where r.merchant_id = s.merchant_id and r.released_by = s.number and r.currency = s.currency)`,
  'payouts and what left': `select m.id from merchants m where
    (select coalesce(sum(p.amount_minor) filter (where p.state = 'Paid'), 0) from payouts p where p.merchant_id = m.id) <>
    (select coalesce(sum(case when g.credit_account = 'payouts' then g.amount_minor when g.debit_account = 'payouts' then -g.amount_minor end), 0)
     from ledger g where g.merchant_id = m.id)`,
};

export async function expectSettled(query: Query): Promise<void> {
  for (const [between, text] of Object.entries(disagreements)) {
    expect(await query(text), `disagreement between ${between}`).toEqual([]);
  }
}
