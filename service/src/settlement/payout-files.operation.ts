// Payouts of all merchants, the files that carry them to the bank, and the accounts they are made from.
import { operatorsOwn } from '../book/audit.sql.ts';
import { audited } from '../book/auditing.ts';
import { compactAccount, readBic } from '../core/bank/iban.ts';
import type { BankAccount } from '../core/bank-file/pain-001.ts';
import { type CountryCode, countryCodes } from '../core/countries/countries.ts';
import { nextBusinessDay } from '../core/countries/holidays.ts';
import { dayAt } from '../core/dates.ts';
import { type Currency, currencies, minorToWire } from '../core/money.ts';
import { like, oneOf, Refusal, refuse } from '../core/refusals.ts';
import { payoutAccountFaults } from '../core/settlement/agreement.ts';
import { payoutStates } from '../core/settlement/rows.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { cursorOf, pageSize, placeOf, uuid } from '../http/paging.ts';
import { SentFile } from '../http/sent-file.ts';
import { chance } from '../runtime/chance.ts';
import { type LeftOut, whyLeftOut } from '../settlement/export.ts';
import { instantToWire } from '../wire/instants.ts';
import { DayText, InstantText, Opt, type Static, Text, Type, Uuid, uuidExample, Word } from '../wire/schema.ts';
import { exportPayouts, mostPayments } from './export.ts';
import { findPayoutFile, listHouseAccounts, listPayoutFiles, listPayouts, setHouseAccount } from './payout-files.sql.ts';

const HouseAccount = Type.Object(
  {
    currency: Word(currencies),
    name: Type.String(),
    iban: Type.String({ description: 'The first four and the last four characters.' }),
    bic: Opt(Type.String()),
  },
  { title: 'HouseAccount' },
);

const currencyOf = (text: string | undefined): Currency | undefined =>
  currencies.find((currency) => currency === text?.toUpperCase());

const accountToWire = (currency: string, { name, iban, bic }: BankAccount): Static<typeof HouseAccount> => ({
  currency: currency as Currency,
  name,
  iban: `${iban.slice(0, 4)}…${iban.slice(-4)}`,
  ...(bic && { bic }),
});

async function houseAccounts({ db, secrets }: Deps): Promise<Map<string, BankAccount>> {
  const rows = await db.read(listHouseAccounts);
  return new Map(rows.map((row) => [String(row['currency']), JSON.parse(secrets.open(String(row['content']))) as BankAccount]));
}

export const getHouseAccounts = operation({
  id: 'listHouseAccounts',
  method: 'GET',
  path: '/admin/v1/house-accounts',
  summary: 'The accounts that payouts are made from',
  scope: 'admin:read',
  answer: Type.Object({ accounts: Type.Array(HouseAccount) }),
  async run(_asked, deps) {
    return { accounts: Array.from(await houseAccounts(deps), ([currency, account]) => accountToWire(currency, account)) };
  },
});

export const putHouseAccount = operation({
  id: 'setHouseAccount',
  method: 'PUT',
  path: '/admin/v1/house-accounts/:currency',
  summary: 'Set the account that payouts in a currency are made from',
  scope: 'admin:write',
  refusals: ['payout.account_invalid', 'value.format'],
  body: Type.Object({ name: Text(70), iban: Text(42), bic: Opt(Text(11)), reason: Opt(Text(500)) }, { title: 'SetHouseAccount' }),
  answer: HouseAccount,
  async run({ params, body, actor, requestId }, deps) {
    const currency = currencyOf(params['currency']);
    if (!currency) return refuse('value.format', 'currency', oneOf(currencies));
    const bic = body.bic?.trim() ? body.bic.trim() : null;
    const account = { name: body.name.trim(), iban: compactAccount(body.iban), bic: bic && (readBic(bic) ?? bic) };
    const [fault, ...others] = payoutAccountFaults(account, '');
    if (fault) return new Refusal([withoutDot(fault), ...others.map(withoutDot)]);
    const act = {
      merchantId: operatorsOwn,
      actor,
      operation: 'setHouseAccount',
      subject: currency,
      requestId,
      reason: body.reason ?? null,
      happenedAt: deps.clock(),
    };
    const sealed = deps.secrets.seal(JSON.stringify(account));
    const { statement, values } = audited(setHouseAccount, [currency, sealed], act, chance.id());
    await deps.db.read(statement, ...values);
    return accountToWire(currency, account);
  },
});

const withoutDot = <Fault extends { readonly field?: string }>(fault: Fault): Fault => ({
  ...fault,
  ...(fault.field !== undefined && { field: fault.field.replace(/^\./, '') }),
});

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

export const getPayouts = operation({
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
    const rows = await deps.db.read(listPayouts, state, fileId, ...start, size);
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

const PayoutFile = Type.Object(
  {
    id: Uuid(),
    messageId: Type.String(),
    currency: Word(currencies),
    executionDate: DayText(),
    paymentCount: Type.Integer(),
    sum: Type.Number(),
    madeAt: InstantText(),
    url: Type.String({ description: 'The file itself.' }),
  },
  { title: 'PayoutFile' },
);

const fileToWire = (row: Record<string, unknown>, { publicUrl }: Deps): Static<typeof PayoutFile> => ({
  id: String(row['id']),
  messageId: String(row['messageId']),
  currency: row['currency'] as Currency,
  executionDate: String(row['executionOn']),
  paymentCount: Number(row['paymentCount']),
  sum: minorToWire(row['sumMinor'] as bigint),
  madeAt: instantToWire(Number(row['madeAt'])),
  url: `${publicUrl}/admin/v1/payout-files/${String(row['id'])}/pain.001.xml`,
});

const LeftOutRow = Type.Object(
  {
    merchantId: Uuid(),
    merchantName: Type.String(),
    settlementNumber: Type.String(),
    currency: Word(currencies),
    amount: Type.Number(),
    why: Word(whyLeftOut),
  },
  { title: 'PayoutLeftOut' },
);

const leftOutToWire = ({ merchantId, name, number, currency, amountMinor, why }: LeftOut): Static<typeof LeftOutRow> => ({
  merchantId,
  merchantName: name,
  settlementNumber: number,
  currency,
  amount: minorToWire(amountMinor),
  why,
});

export const makePayoutFile = operation({
  id: 'makePayoutFile',
  method: 'POST',
  path: '/admin/v1/payout-files',
  summary: 'Write the payouts that are due into a file for the bank',
  about: `ISO 20022 pain.001.001.09, one file for all merchants of a currency, at most ${mostPayments} payments: SEPA credit transfers for the euro, plain transfers with shared charges and the receiver’s address otherwise. A payout is written into one file; one that failed is written again. \`skipped\` is all that is due and not in the file, with why: it is in another currency (\`other_currency\`), there is no account that can be paid to (\`no_account\`), it is above 999 999 999.99, the most that a transfer carries (\`above_transfer\`), or the next file has it (\`next_file\`). Where all is left out there is no \`file\`.`,
  scope: 'admin:write',
  refusals: ['house_account.missing', 'payout.none_due', 'service.busy'],
  body: Type.Object(
    {
      currency: Opt(Word(currencies, 'EUR when nothing is said.')),
      executionDate: Opt(DayText('When the bank shall carry it out; the next business day when nothing is said.')),
      dueUntil: Opt(DayText('Payouts due until this day; until each merchant’s business date when nothing is said.')),
      reason: Opt(Text(500)),
    },
    { title: 'MakePayoutFile' },
  ),
  answer: Type.Object({
    file: Opt(PayoutFile),
    skipped: Type.Array(LeftOutRow),
  }),
  async run({ body, actor, requestId }, deps) {
    const currency = body.currency ?? 'EUR';
    const debtor = (await houseAccounts(deps)).get(currency);
    if (!debtor) return refuse('house_account.missing', 'currency', { currency });
    const country = countryCodes.find((code) => code === debtor.iban.slice(0, 2)) ?? ('DE' satisfies CountryCode);
    const executionOn = body.executionDate ?? nextBusinessDay(country, dayAt(deps.clock(), 'UTC'));
    const exported = await exportPayouts({
      db: deps.db,
      secrets: deps.secrets,
      now: deps.clock(),
      currency,
      debtor,
      executionOn,
      dueUntil: body.dueUntil ?? null,
      actor,
      requestId,
      reason: body.reason ?? null,
    });
    if (!exported) return refuse('service.busy');
    const skipped = exported.skipped.map(leftOutToWire);
    if (exported.fileId === undefined) return skipped.length > 0 ? { skipped } : refuse('payout.none_due', 'currency');
    const [row] = await deps.db.read(findPayoutFile, exported.fileId);
    if (!row) return refuse('payout_file.not_found', 'fileId');
    return { file: fileToWire(row, deps), skipped };
  },
});

export const getPayoutFiles = operation({
  id: 'listPayoutFiles',
  method: 'GET',
  path: '/admin/v1/payout-files',
  summary: 'The files of payouts',
  about: 'Latest first, page by page: `?limit=` up to 200, `?after=` the `next` of the page before.',
  scope: 'admin:read',
  refusals: ['page.unknown'],
  answer: Type.Object({ files: Type.Array(PayoutFile), next: Opt(Type.String()) }),
  async run({ query }, deps) {
    const place = query['after'] ? placeOf(query['after']) : (['infinity', operatorsOwn] as const);
    if (!place) return refuse('page.unknown', 'after');
    const size = pageSize(query);
    const rows = await deps.db.read(listPayoutFiles, ...place, size);
    const last = rows.at(-1);
    return {
      files: rows.map((row) => fileToWire(row, deps)),
      ...(last && rows.length === size && { next: cursorOf(Number(last['madeAt']), String(last['id'])) }),
    };
  },
});

export const getPayoutFile = operation({
  id: 'getPayoutFile',
  method: 'GET',
  path: '/admin/v1/payout-files/:fileId/pain.001.xml',
  summary: 'A file of payouts, the same bytes each time',
  scope: 'admin:read',
  refusals: ['payout_file.not_found'],
  media: 'application/xml',
  answer: Type.Unsafe<string>({ type: 'string' }),
  async run({ params }, deps) {
    const id = params['fileId'] ?? '';
    const [row] = uuid.test(id) ? await deps.db.read(findPayoutFile, id) : [];
    if (!row) return refuse('payout_file.not_found', 'fileId');
    return new SentFile('application/xml', `${String(row['messageId'])}.xml`, deps.secrets.open(String(row['content'])));
  },
});
