// Papers about a customer account: its agreement, the reminder of the right of withdrawal and letters about what is overdue, and the search for what has to be reminded.
import type { DutyOf } from '../core/law/with-duty.ts';
import type { Statement } from '../store/table.ts';

const seconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/** Earliest first. */
export const listAccountPapers: Statement = {
  name: 'list_account_papers',
  text: `select d.kind, d.id as "documentId", ${seconds('d.made_at')} as "madeAt", ${seconds('d.opened_at')} as "openedAt", null::date as "cancelledOn" from documents d
where d.merchant_id = $1 and d.kind in ('Contract', 'WithdrawalReminder') and d.subject = $2
union all select l.status, l.document_id, ${seconds('l.inserted_at')}, ${seconds('d.opened_at')}, l.cancelled_on from account_letters l
left join documents d on d.merchant_id = l.merchant_id and d.id = l.document_id
where l.merchant_id = $1 and l.account_number = $2 order by "madeAt", "documentId"`,
};

const now = `($1::timestamptz + m.clock_offset_ms * interval '1 millisecond')`;
/** Of an account that an order agreed on, the order's letter reminds (orders/remind-of-withdrawal.job.ts). When an account was opened: at once, or when a person approved it. */
const concluded = `greatest(a.inserted_at, w.decided_at)`;
const due = `${concluded} + interval '1 day'`;
const remindable = (duties: readonly DutyOf[]): string => `from merchants m
join (values ${duties.map(({ country, since }) => `('${country}', '${since}'::date)`).join(', ')}) as d (country, since) on d.country = m.country
join accounts a on a.merchant_id = m.id
join account_owners o on o.merchant_id = a.merchant_id and o.account_number = a.number
left join account_reviews w on w.merchant_id = a.merchant_id and w.account_number = a.number and w.decision = 'approve'
left join documents p on p.merchant_id = a.merchant_id and p.kind = 'Contract' and p.subject = a.number
where a.state = 'Open' and not a.stopped and a.order_number is null and o.customer is not null and o.customer ->> 'category' is distinct from 'Company'
  and (${concluded} at time zone m.time_zone)::date >= d.since
  and (p.id is null or ${concluded} - p.made_at < interval '1 day')
  and not exists (select 1 from account_withdrawals t where t.merchant_id = a.merchant_id and t.account_number = a.number)
  and not exists (select 1 from documents x where x.merchant_id = a.merchant_id and x.id = a.id)`;

/** Accounts whose reminder of the right of withdrawal is due; where the time does not end, for two weeks. */
export const accountRemindersDue = (duties: readonly DutyOf[]): Statement => ({
  name: 'list_account_withdrawal_reminders',
  text: `select a.merchant_id as "merchantId", a.number, a.id, o.customer, ${seconds('p.made_at')} as "informedAt",
  ${seconds(concluded)} as "concludedAt", ${due} as "at", (extract(epoch from ${now} - (${due})) * 1000)::float8 as "lateMs"
${remindable(duties)} and ${due} <= ${now} and ${due} > ${now} - interval '14 days' and ($5::uuid is null or m.id = $5)
  and (${due}, a.id) > ($2::timestamptz, $3::uuid)
order by ${due}, a.id limit $4::int`,
});

/** When the next one of merchant $1 is due after $2. */
export const nextAccountReminder = (duties: readonly DutyOf[]): Statement => ({
  name: 'find_next_account_withdrawal_reminder',
  text: `select min(${due}) as "at" ${remindable(duties)} and m.id = $1 and ${due} > $2::timestamptz`,
});
