import type { DocumentUrls } from '../book/endpoint.ts';
import type { AccountMonth } from '../core/account/account.ts';
import { minorToWire } from '../core/money.ts';
import { Refusal } from '../core/refusals.ts';
import { documentUrls } from '../documents/link.ts';
import { operation } from '../http/operation.ts';
import { keyParts, pageOf } from '../http/paging.ts';
import { DayText, Opt, type Static, Type } from '../wire/schema.ts';
import { listAccountMonths } from './account-events.sql.ts';
import { findAccountOf } from './operators-account.ts';

const StatementRecord = Type.Object(
  {
    month: Type.String({ description: 'YYYY-MM' }),
    madeOn: DayText(),
    openingBalance: Type.Number({ description: 'Everything owed before.' }),
    balance: Type.Number({ description: 'Without fees and interest.' }),
    interest: Type.Number(),
    fees: Type.Number(),
    totalBalance: Type.Number(),
    interestPosted: Type.Number({ description: 'For the days of this month, later corrections included.' }),
    minimumPayment: Type.Number(),
    overdueAmount: Type.Number({ description: 'Demanded before, to be paid besides.' }),
    dueDate: DayText(),
    firstEntry: Type.Number(),
    lastEntry: Type.Number(),
    statementUrl: Type.String({ description: 'The statement as PDF, fetched with the key of the merchant.' }),
    consumerStatementUrl: Opt(
      Type.String({
        description:
          'The same for the account holder: a signed link that needs no key and ends after 30 days. Only for keys with `admin:money` or `admin:privacy`.',
      }),
    ),
  },
  { title: 'AccountStatement' },
);

function statementRecord(month: AccountMonth, { url, consumerUrl }: DocumentUrls): Static<typeof StatementRecord> {
  return {
    month: month.month.slice(0, 7),
    madeOn: month.madeOn,
    openingBalance: minorToWire(month.openingMinor),
    balance: minorToWire(month.principalMinor),
    interest: minorToWire(month.accruedMinor),
    fees: minorToWire(month.feesMinor),
    totalBalance: minorToWire(month.principalMinor + month.accruedMinor + month.feesMinor),
    interestPosted: minorToWire(month.interestMinor),
    minimumPayment: minorToWire(month.minimumMinor),
    overdueAmount: minorToWire(month.overdueMinor),
    dueDate: month.dueOn,
    firstEntry: month.firstEntry,
    lastEntry: month.lastEntry,
    statementUrl: url,
    consumerStatementUrl: consumerUrl,
  };
}

export const listAccountStatements = operation({
  id: 'listAccountStatements',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/accounts/:accountNumber/statements',
  summary: 'The monthly statements of an account',
  about: 'Latest first, page by page: `?limit=` up to 200, `?after=` the `next` of the page before.',
  scope: 'admin:read',
  discloses: 'people',
  refusals: ['merchant.not_found', 'account.not_found', 'page.unknown'],
  answer: Type.Object({ statements: Type.Array(StatementRecord), next: Opt(Type.String()) }),
  async run(asked, deps) {
    const found = await findAccountOf(asked, deps);
    if (found instanceof Refusal) return found;
    const page = pageOf({ limit: 24, ...asked.query }, [keyParts.day], ['infinity']);
    if (page instanceof Refusal) return page;
    const rows = await deps.db.read(listAccountMonths, found.merchant.id, found.account.number, ...page.after, page.rows);
    const { shown, next } = page.of(rows as unknown as AccountMonth[], ({ month }) => [month]);
    const urlsOf = ({ documentId }: AccountMonth): DocumentUrls => documentUrls(deps, found.merchant.id, documentId);
    return { statements: shown.map((month) => statementRecord(month, urlsOf(month))), ...next };
  },
});
