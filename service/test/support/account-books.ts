// Where the numbers of customer accounts could disagree: counters with the stream, the stream with itself, both with the
// days that interest is computed from, and all of it with the ledger.
export const accountDisagreements = {
  'accounts and their entries': `select a.number from accounts a,
    lateral (select count(*) as entries, coalesce(sum(e.principal_minor), 0) as principal, coalesce(sum(e.interest_minor), 0) as interest,
        coalesce(sum(e.fees_minor), 0) as fees
      from account_entries e where e.merchant_id = a.merchant_id and e.account_number = a.number) s
    where a.entry_count <> s.entries or a.principal_minor <> s.principal or a.interest_minor <> s.interest or a.fees_minor <> s.fees`,
  'entries and the balances after them': `select e.account_number, e.number from (select *,
      sum(principal_minor) over w as principal, sum(interest_minor) over w as interest, sum(fees_minor) over w as fees,
      row_number() over w as place
    from account_entries window w as (partition by merchant_id, account_number order by number)) e
    where e.number <> e.place or e.principal_after_minor <> e.principal or e.interest_after_minor <> e.interest
      or e.fees_after_minor <> e.fees`,
  'accounts and their days': `select a.number from accounts a where a.principal_minor <>
    (select coalesce(sum(d.principal_minor), 0) from account_days d where d.merchant_id = a.merchant_id and d.account_number = a.number)`,
  'days and entries': `select d.account_number, d.day from account_days d where d.principal_minor <>
    (select coalesce(sum(e.principal_minor), 0) from account_entries e
      where e.merchant_id = d.merchant_id and e.account_number = d.account_number and e.value_on = d.day)`,
  'accounts and the ledger': `select a.number from accounts a,
    lateral (select coalesce(sum(case when l.debit_account = 'account_principal' then l.amount_minor
          when l.credit_account = 'account_principal' then -l.amount_minor end), 0) as principal,
        coalesce(sum(case when l.debit_account = 'account_interest' then l.amount_minor
          when l.credit_account = 'account_interest' then -l.amount_minor end), 0) as interest,
        coalesce(sum(case when l.debit_account = 'account_fees' then l.amount_minor
          when l.credit_account = 'account_fees' then -l.amount_minor end), 0) as fees,
        coalesce(sum(case when l.credit_account = 'holds' then l.amount_minor
          when l.debit_account = 'holds' then -l.amount_minor end), 0) as held
      from ledger l where l.merchant_id = a.merchant_id and l.account_number = a.number) s
    where a.principal_minor <> s.principal or a.interest_minor <> s.interest or a.fees_minor <> s.fees
      or s.held <> case when a.state = 'Declined' then 0 else a.limit_minor end`,
  'accounts and what was taken': `select a.number from accounts a where a.used_minor <>
    (select coalesce(sum(case when e.event_type in ('Purchase', 'Withdrawal') then e.amount_minor
        when e.event_type = 'WithdrawalCorrection' then -e.amount_minor end), 0)
      from account_events e where e.merchant_id = a.merchant_id and e.account_number = a.number and e.state = 'Booked')`,
  'accounts and the events they hold': `select a.number from accounts a where a.held_count <>
    (select count(*) from account_events e
      where e.merchant_id = a.merchant_id and e.account_number = a.number and e.state = 'Held')`,
  'months and the interest posted for them': `select h.account_number, h.month from account_months h where h.interest_minor <>
    (select coalesce(sum(e.interest_minor), 0) from account_entries e where e.merchant_id = h.merchant_id
      and e.account_number = h.account_number and e.kind in ('Interest', 'InterestAdjustment')
      and date_trunc('month', e.value_on)::date = h.month)`,
};
