// Payouts of all merchants, the files that carry them to the bank, and the accounts they are made from.

import { operatorsOwn } from '../book/audit.sql.ts';
import { dayAtBank, nextBankDay } from '../core/countries/holidays.ts';
import { type Currency, currencies, minorToWire } from '../core/money.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { compactPayoutAccount, payoutAccountFaults } from '../core/settlement/agreement.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { latestFirst, pageOf } from '../http/paging.ts';
import { instantToWire } from '../wire/instants.ts';
import { DayText, InstantText, Opt, type Static, Text, Type, Uuid, Word } from '../wire/schema.ts';
import { exportPayouts, type LeftOut, mostPayments, whyLeftOut } from './export.ts';
import { accountsInForce } from './house-account.ts';
import { findPayoutFile, listPayoutFiles as selectPayoutFiles } from './payout-files.sql.ts';

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
  about: `ISO 20022 pain.001.001.09, one file for all merchants of a currency, at most ${mostPayments} payments: SEPA credit transfers for the euro, plain transfers with shared charges and the receiver’s address otherwise. A payout is written into one file; one that failed is written again. \`skipped\` is all that is due and not in the file, with why: it is in another currency (\`other_currency\`), there is no account to pay to (\`no_account\`), no transfer in the currency reaches the account (\`account_invalid\`: propose another), it is above 999 999 999.99, the most that a transfer carries (\`above_transfer\`), a change of its account is in force and could not be applied (\`account_change\`: reject it, or have it mended), or the next file has it (\`next_file\`). Where all is left out there is no \`file\`.`,
  scope: 'admin:write',
  refusals: [
    'house_account.missing',
    'house_account.invalid',
    'payout_file.day',
    'account_change.failed',
    'payout.none_due',
    'service.busy',
  ],
  body: Type.Object(
    {
      currency: Opt(Word(currencies, 'EUR when nothing is said.')),
      executionDate: Opt(
        DayText(
          'When the bank shall carry it out, today or later; when nothing is said today, where it is a business day of the bank, else the next one. Days are those of the country of the account that is paid from.',
        ),
      ),
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
    const { accounts, failed } = await accountsInForce(deps);
    const held = failed.filter((each) => each.currency === currency);
    const own = held.find(({ merchantId }) => merchantId === operatorsOwn);
    if (own) return refuse('account_change.failed', 'currency', { currency, change: own.id });
    const kept = accounts.get(currency);
    if (!kept) return refuse('house_account.missing', 'currency', { currency });
    // It may be older than what is asked of one now; a bank refuses the whole file, whose payouts would count as sent.
    const [fault] = payoutAccountFaults(kept, currency, '');
    if (fault) return refuse('house_account.invalid', 'currency', { currency, fault: String(fault.values?.['why'] ?? 'name') });
    const debtor = compactPayoutAccount(kept);
    const today = dayAtBank(debtor.iban, deps.clock());
    const executionOn = body.executionDate ?? nextBankDay(debtor.iban, today);
    if (executionOn < today) return refuse('payout_file.day', 'executionDate', { today });
    const exported = await exportPayouts({
      db: deps.db,
      secrets: deps.secrets,
      chance: deps.chance,
      now: deps.clock(),
      currency,
      debtor,
      held: new Set(held.map(({ merchantId }) => merchantId)),
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

export const listPayoutFiles = operation({
  id: 'listPayoutFiles',
  method: 'GET',
  path: '/admin/v1/payout-files',
  summary: 'The files of payouts',
  about: 'Latest first, page by page: `?limit=` up to 200, `?after=` the `next` of the page before.',
  scope: 'admin:read',
  refusals: ['page.unknown'],
  answer: Type.Object({ files: Type.Array(PayoutFile), next: Opt(Type.String()) }),
  async run({ query }, deps) {
    const page = pageOf(query, ...latestFirst);
    if (page instanceof Refusal) return page;
    const rows = await deps.db.read(selectPayoutFiles, ...page.after, page.rows);
    const { shown, next } = page.of(rows, (row) => [Number(row['madeAt']), String(row['id'])]);
    return { files: shown.map((row) => fileToWire(row, deps)), ...next };
  },
});
