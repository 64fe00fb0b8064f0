// Customer accounts as the operator sees and keeps them: lists, payments, and stopping one.

import { type Account, accountStates, accountStatuses } from '../core/account/account.ts';
import { Refusal } from '../core/refusals.ts';
import { documentUrls } from '../documents/link.ts';
import { word } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { keyParts, pageOf } from '../http/paging.ts';
import { instantToWire } from '../wire/instants.ts';
import { DayText, InstantText, Opt, Type, Word } from '../wire/schema.ts';
import { listAccountPapers } from './account-papers.sql.ts';
import { listAccounts as selectAccounts } from './accounts.sql.ts';
import { AccountRecord, accountRecord, type Found, findAccountOf, missing } from './operators-account.ts';

export const listAccounts = operation({
  id: 'listAccounts',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/accounts',
  summary: 'The customer accounts of a merchant',
  about:
    'Page by page: `?limit=` up to 200, `?after=` the `next` of the page before; `?state=` those ' +
    'of a state, `?status=FirstReminder` and so on the accounts in dunning.',
  scope: 'admin:read',
  query: {
    state: word(accountStates, 'In this state.'),
    status: word(accountStatuses, 'With this status.'),
  },
  refusals: ['merchant.not_found', 'page.unknown'],
  answer: Type.Object({ accounts: Type.Array(AccountRecord), next: Opt(Type.String()) }),
  async run({ merchant, query }, deps) {
    const page = pageOf(query, [keyParts.text], ['']);
    if (page instanceof Refusal) return page;
    const { state = null, status = null } = query;
    const rows = await deps.db.read(selectAccounts, merchant.id, ...page.after, state, status, page.rows);
    const { shown, next } = page.of(rows as unknown as Account[], ({ number }) => [number]);
    return { accounts: shown.map(accountRecord), ...next };
  },
});

const paperKinds = ['Contract', 'WithdrawalReminder', 'FirstReminder', 'SecondReminder', 'UnderCancelation'] as const;

const AccountWithPapers = Type.Object(
  {
    ...AccountRecord.properties,
    papers: Type.Array(
      Type.Object({
        kind: Word(paperKinds),
        givenAt: InstantText('When it was made and handed to the shop for the consumer; a contract has the form before it.'),
        openedAt: Opt(InstantText('When it was first fetched by the consumer’s link.')),
        cancelledOn: Opt(DayText('Of a letter: when it was cancelled, as the money had come before it.')),
        url: Type.String({ description: 'As PDF, with the merchant’s key.' }),
        consumerUrl: Opt(
          Type.String({
            description: 'The same by a signed link, for 30 days. Only for keys with `admin:money` or `admin:privacy`.',
          }),
        ),
      }),
      { description: 'Earliest first.' },
    ),
  },
  { title: 'AccountWithPapers' },
);

/** A row of `list_account_papers`. */
interface PaperRow {
  readonly kind: (typeof paperKinds)[number];
  readonly documentId: string;
  readonly madeAt: number;
  readonly openedAt: number | null;
  readonly cancelledOn: string | null;
}

const paperToWire = (
  { kind, documentId, madeAt, openedAt, cancelledOn }: PaperRow,
  { merchant }: Found,
  deps: Parameters<typeof documentUrls>[0],
) => ({
  kind,
  givenAt: instantToWire(madeAt),
  ...(openedAt !== null && { openedAt: instantToWire(openedAt) }),
  ...(cancelledOn !== null && { cancelledOn }),
  ...documentUrls(deps, merchant.id, documentId),
});

export const getAccount = operation({
  id: 'getAccount',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/accounts/:accountNumber',
  summary: 'One customer account',
  scope: 'admin:read',
  discloses: 'people',
  refusals: missing,
  about:
    'With its agreement, when that was given to the consumer, the reminder of the right to withdraw, and letters about what is overdue.',
  answer: AccountWithPapers,
  async run(asked, deps) {
    const found = await findAccountOf(asked, deps);
    if (found instanceof Refusal) return found;
    const papers = await deps.db.read(listAccountPapers, found.merchant.id, found.account.number);
    return { ...accountRecord(found.account), papers: papers.map((row) => paperToWire(row as unknown as PaperRow, found, deps)) };
  },
});
