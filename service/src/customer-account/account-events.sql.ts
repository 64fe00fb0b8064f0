// What happened on an account: events as they were sent, the stream of entries, movements by day, months, payments.
import type {
  AccountDay,
  AccountEntry,
  AccountEvent,
  AccountLetter,
  AccountMonth,
  AccountPayment,
  AccountWithdrawal,
} from '../core/account/account.ts';
import { reckoned, type Statement, selectList, type Table } from '../store/table.ts';

export const accountEvents: Table<AccountEvent> = {
  name: 'accountEvents',
  columns: {
    id: 'uuid',
    accountNumber: 'text',
    accountTransactionId: 'text',
    contentHash: 'text',
    eventType: 'text',
    categoryType: 'text',
    happenedAt: 'timestamptz',
    valueOn: 'date',
    amountMinor: 'bigint',
    taxMinor: 'bigint',
    countryCode: 'text',
    language: 'text',
    nfcId: 'text',
    posId: 'text',
    posName: 'text',
    items: 'json',
    state: 'text',
    outcome: 'text',
    reasons: 'json',
    insertedAt: 'timestamptz',
  },
  key: ['id'],
  sets: ['state'],
  personal: ['nfcId', 'items'],
};

export const accountEntries: Table<AccountEntry> = {
  name: 'accountEntries',
  columns: {
    accountNumber: 'text',
    number: 'int',
    kind: 'text',
    eventId: 'uuid',
    reference: 'text',
    valueOn: 'date',
    bookedOn: 'date',
    principalMinor: 'bigint',
    interestMinor: 'bigint',
    feesMinor: 'bigint',
    principalAfterMinor: 'bigint',
    interestAfterMinor: 'bigint',
    feesAfterMinor: 'bigint',
    insertedAt: 'timestamptz',
  },
  key: ['accountNumber', 'number'],
};

export const accountDays: Table<AccountDay> = {
  name: 'accountDays',
  columns: { accountNumber: 'text', day: 'date', principalMinor: 'bigint' },
  key: ['accountNumber', 'day'],
  adds: ['principalMinor'],
};

export const accountMonths: Table<AccountMonth> = {
  name: 'accountMonths',
  columns: {
    accountNumber: 'text',
    month: 'date',
    interestMinor: 'bigint',
    firstEntry: 'int',
    lastEntry: 'int',
    openingMinor: 'bigint',
    principalMinor: 'bigint',
    accruedMinor: 'bigint',
    feesMinor: 'bigint',
    minimumMinor: 'bigint',
    overdueMinor: 'bigint',
    dueOn: 'date',
    madeOn: 'date',
    documentId: 'uuid',
    statementTerms: 'json',
    insertedAt: 'timestamptz',
  },
  key: ['accountNumber', 'month'],
  defaults: { documentId: reckoned },
  adds: ['interestMinor'],
};

export const accountLetters: Table<AccountLetter> = {
  name: 'accountLetters',
  columns: {
    accountNumber: 'text',
    number: 'int',
    status: 'text',
    madeOn: 'date',
    payBy: 'date',
    feeMinor: 'bigint',
    overdueMinor: 'bigint',
    owedMinor: 'bigint',
    documentId: 'uuid',
    letterTerms: 'json',
    cancelledOn: 'date',
    insertedAt: 'timestamptz',
  },
  key: ['accountNumber', 'number'],
  sets: ['cancelledOn'],
};

export const accountPayments: Table<AccountPayment> = {
  name: 'accountPayments',
  columns: {
    accountNumber: 'text',
    transactionId: 'text',
    amountMinor: 'bigint',
    valueOn: 'date',
    feesMinor: 'bigint',
    interestMinor: 'bigint',
    principalMinor: 'bigint',
    entryNumber: 'int',
    inTimeCount: 'int',
    lateCount: 'int',
    returnedOn: 'date',
    returnedFeesMinor: 'bigint',
    returnEntryNumber: 'int',
    returnReference: 'text',
    insertedAt: 'timestamptz',
  },
  key: ['accountNumber', 'transactionId'],
  defaults: { inTimeCount: 0, lateCount: 0 },
  sets: ['returnedOn', 'returnedFeesMinor', 'returnEntryNumber', 'returnReference'],
};

export const accountWithdrawals: Table<AccountWithdrawal> = {
  name: 'accountWithdrawals',
  columns: {
    accountNumber: 'text',
    noticedOn: 'date',
    payBy: 'date',
    medium: 'text',
    principalMinor: 'bigint',
    interestMinor: 'bigint',
    returnedMinor: 'bigint',
    insertedAt: 'timestamptz',
  },
  key: ['accountNumber'],
};

/** Events by the sender's ids: accounts in $2, ids in $3. */
export const findAccountEvents: Statement = {
  name: 'find_account_events',
  text: `select ${selectList(accountEvents, 'e')} from account_events e
join unnest($2::text[], $3::text[]) as w(number, id) on e.account_number = w.number and e.account_transaction_id = w.id
where e.merchant_id = $1`,
};

/** The events that an account under review holds, earliest first. */
export const listHeldEvents: Statement = {
  name: 'list_held_events',
  text: `select ${selectList(accountEvents, 'e')} from account_events e
where e.merchant_id = $1 and e.account_number = any($2::text[]) and e.state = 'Held' order by e.inserted_at, e.id`,
};

/** The days on which something may be booked ($3) or, where an account counts from a later day, that day. */
export const listAccountDays: Statement = {
  name: 'list_account_days',
  text: `select ${selectList(accountDays, 'd')} from account_days d
join accounts a on a.merchant_id = d.merchant_id and a.number = d.account_number
join unnest($2::text[], $3::date[]) as w(number, day) on d.account_number = w.number and d.day in (w.day, a.opened_on)
where d.merchant_id = $1`,
};

/** Every day that may still be corrected: from the month of `correct_from` on. */
export const listOpenDays: Statement = {
  name: 'list_open_days',
  text: `select ${selectList(accountDays, 'd')} from account_days d
join accounts a on a.merchant_id = d.merchant_id and a.number = d.account_number
where d.merchant_id = $1 and d.account_number = any($2::text[]) and d.day >= date_trunc('month', a.correct_from)::date
order by d.day`,
};

/** Of the two months before the open one what is overdue may be too young for everything to fall due (core/account/dunning.ts). */
export const listOpenMonths: Statement = {
  name: 'list_open_months',
  text: `select ${selectList(accountMonths, 'h')} from account_months h
join accounts a on a.merchant_id = h.merchant_id and a.number = h.account_number
where h.merchant_id = $1 and h.account_number = any($2::text[])
  and h.month >= least(date_trunc('month', a.correct_from), a.open_month - interval '2 months')::date
order by h.month`,
};

/** Every day, every posted month and everything that moved fees: of an account that is withdrawn from, which is weeks old. */
export const listWholeDays: Statement = {
  name: 'list_whole_days',
  text: `select ${selectList(accountDays, 'd')} from account_days d
where d.merchant_id = $1 and d.account_number = any($2::text[]) order by d.day`,
};
export const listWholeMonths: Statement = {
  name: 'list_whole_months',
  text: `select ${selectList(accountMonths, 'h')} from account_months h
where h.merchant_id = $1 and h.account_number = any($2::text[]) order by h.month`,
};
export const listFeeEntries: Statement = {
  name: 'list_fee_entries',
  text: `select ${selectList(accountEntries, 'e')} from account_entries e
where e.merchant_id = $1 and e.account_number = any($2::text[]) and (e.fees_minor <> 0 or e.kind in ('ReminderCancelled', 'FeesReturned', 'CreditWithdrawn', 'OrderCharged', 'OrderRefunded'))
order by e.number`,
};
export const findAccountWithdrawals: Statement = {
  name: 'find_account_withdrawals',
  text: `select ${selectList(accountWithdrawals, 'w')} from account_withdrawals w
where w.merchant_id = $1 and w.account_number = any($2::text[])`,
};

/** Payments by the operator's ids: accounts in $2, ids in $3. */
export const findAccountPayments: Statement = {
  name: 'find_account_payments',
  text: `select ${selectList(accountPayments, 'p')} from account_payments p
join unnest($2::text[], $3::text[]) as w(number, id) on p.account_number = w.number and p.transaction_id = w.id
where p.merchant_id = $1`,
};

/** The letters ($2 accounts) since all fees fell. */
export const listAccountLetters: Statement = {
  name: 'list_account_letters',
  text: `select ${selectList(accountLetters, 'l')} from account_letters l
where l.merchant_id = $1 and l.account_number = any($2::text[])
  and not exists (select from account_withdrawals w where w.merchant_id = l.merchant_id and w.account_number = l.account_number
    and w.inserted_at >= l.inserted_at)
  and not exists (select from account_entries e where e.merchant_id = l.merchant_id and e.account_number = l.account_number
    and e.number > l.number and e.kind = 'FeesReturned')
order by l.account_number, l.number`,
};

/** A page of an account's stream: what comes after entry $3. */
export const listAccountEntries: Statement = {
  name: 'list_account_entries',
  text: `select ${selectList(accountEntries, 'e')} from account_entries e
where e.merchant_id = $1 and e.account_number = $2 and e.number > $3::int order by e.number limit $4::int`,
};

/** An account's statements, latest first, before the month $3. */
export const listAccountMonths: Statement = {
  name: 'list_account_months',
  text: `select ${selectList(accountMonths, 'h')} from account_months h
where h.merchant_id = $1 and h.account_number = $2 and h.month < $3::date order by h.month desc limit $4::int`,
};
