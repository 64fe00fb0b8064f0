// Customer accounts as the operator sees and keeps them: lists, payments, and stopping one.
import type { AccountNeed } from '../book/needs.ts';
import { type Account, accountStates, accountStatuses, blockedBy, remainingMinor, totalMinor } from '../core/account/account.ts';
import type { AccountInHand } from '../core/account/in-hand.ts';
import { readAccountNumber } from '../core/account/number.ts';
import { type Paid, payAccount } from '../core/account/payment.ts';
import { stopAccount } from '../core/account/review.ts';
import type { Decided } from '../core/changes.ts';
import { dayAt } from '../core/dates.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { minorFromWire, minorToWire } from '../core/money.ts';
import { oneOf, Refusal, type RefusalId, refuse } from '../core/refusals.ts';
import type { Setting } from '../core/setting.ts';
import type { Deps } from '../http/deps.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { pageSize } from '../http/paging.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { instantToWire } from '../wire/instants.ts';
import {
  chooses,
  DayText,
  Flag,
  InstantText,
  Opt,
  PositiveAmount,
  Reason,
  type Static,
  Text,
  Type,
  Word,
} from '../wire/schema.ts';
import { findAccountByNumber, listAccounts } from './accounts.sql.ts';

const path = '/admin/v1/merchants/:merchantId/accounts';

const AccountRecord = Type.Object(
  {
    accountNumber: Type.String(),
    customerNumber: Type.String(),
    currency: Type.String(),
    state: Word(accountStates),
    status: Word(accountStatuses),
    isStopped: Type.Boolean(),
    isOpenForNewTransactions: Type.Boolean(),
    accountLimit: Type.Number(),
    remainingCreditLimit: Type.Number(),
    balance: Type.Number({ description: 'Without fees and interest.' }),
    interest: Type.Number(),
    fees: Type.Number(),
    totalBalance: Type.Number(),
    dueAmount: Type.Number({ description: 'Demanded by the latest statement.' }),
    dueDate: Opt(DayText()),
    overdueAmount: Type.Number(),
    ocr: Type.String(),
    openedOn: DayText(),
    postedThrough: Opt(DayText('Interest is posted to the end of this day.')),
    nextStepOn: Opt(DayText('When something falls due next: month’s end, due date, reminder; absent when nothing will.')),
    entryCount: Type.Number(),
    updatedAt: InstantText(),
  },
  { title: 'AccountRecord' },
);

export function accountRecord(account: Account): Static<typeof AccountRecord> {
  const { number: accountNumber, customerNumber, currency, state, status, ocr, openedOn, nextStepOn, entryCount } = account;
  return {
    accountNumber,
    customerNumber,
    currency,
    state,
    status,
    isStopped: account.stopped,
    isOpenForNewTransactions: blockedBy(account) === undefined,
    accountLimit: minorToWire(account.limitMinor),
    remainingCreditLimit: minorToWire(remainingMinor(account)),
    balance: minorToWire(account.principalMinor),
    interest: minorToWire(account.interestMinor),
    fees: minorToWire(account.feesMinor),
    totalBalance: minorToWire(totalMinor(account)),
    dueAmount: minorToWire(account.dueMinor),
    ...(account.dueMinor > 0n && { dueDate: account.dueOn }),
    overdueAmount: minorToWire(account.overdueMinor),
    ocr,
    openedOn,
    ...(account.openMonth > openedOn && { postedThrough: dayAt(Date.parse(account.openMonth) - 1, 'UTC') }),
    ...(nextStepOn !== null && { nextStepOn }),
    entryCount,
    updatedAt: instantToWire(account.updatedAt),
  };
}

export const getAccounts = operation({
  id: 'listAccounts',
  method: 'GET',
  path,
  summary: 'The customer accounts of a merchant',
  about:
    'Page by page: `?limit=` up to 200, `?after=` the `next` of the page before; `?state=` those ' +
    'of a state, `?status=FirstReminder` and so on the accounts in dunning.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'value.format'],
  answer: Type.Object({ accounts: Type.Array(AccountRecord), next: Opt(Type.String()) }),
  async run({ params, query }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const size = pageSize(query);
    const { after = '', state = null, status = null } = query;
    for (const [name, asked, words] of [
      ['state', state, accountStates],
      ['status', status, accountStatuses],
    ] as const)
      if (asked !== null && !words.some((word) => word === asked)) return refuse('value.format', name, oneOf(words));
    const rows = (await deps.db.read(listAccounts, merchant.id, after, state, status, size)) as unknown as Account[];
    const last = rows.at(-1);
    return { accounts: rows.map(accountRecord), ...(last && rows.length === size && { next: last.number }) };
  },
});

/** Which account an operation is about. */
export interface Found {
  readonly merchant: MerchantOnClock;
  readonly account: Account;
}

export async function findAccountOf({ params }: Pick<OperatorAsked<unknown>, 'params'>, deps: Deps): Promise<Found | Refusal> {
  const merchant = await findMerchant(params['merchantId'] ?? '', deps);
  if (!merchant) return refuse('merchant.not_found', 'merchantId');
  const number = readAccountNumber(params['accountNumber'] ?? '') ?? '';
  const [account] = (await deps.db.read(findAccountByNumber, merchant.id, number)) as unknown as Account[];
  return account ? { merchant, account } : refuse('account.not_found', 'accountNumber');
}

const missing: readonly RefusalId[] = ['merchant.not_found', 'account.not_found'];

export const getAccount = operation({
  id: 'getAccount',
  method: 'GET',
  path: `${path}/:accountNumber`,
  summary: 'One customer account',
  scope: 'admin:read',
  refusals: missing,
  answer: AccountRecord,
  async run(asked, deps) {
    const found = await findAccountOf(asked, deps);
    return found instanceof Refusal ? found : accountRecord(found.account);
  },
});

type Decide<Answer> = (inHand: AccountInHand | undefined, setting: Setting) => Decided<Answer> | Refusal;

/** One decision about an account, through the book. */
async function submit<Answer>(
  { params, actor, requestId, body }: OperatorAsked<{ readonly reason?: string }>,
  deps: Deps,
  operationId: string,
  need: (merchant: MerchantOnClock) => Omit<AccountNeed, 'number'>,
  decide: Decide<Answer>,
  write: (answer: Answer) => object,
): Promise<object | Refusal> {
  const merchant = await findMerchant(params['merchantId'] ?? '', deps);
  if (!merchant) return refuse('merchant.not_found', 'merchantId');
  const answer = await deps.book.submit({
    merchantId: merchant.id,
    actor,
    operation: operationId,
    requestId,
    reason: body.reason ?? null,
    needs: { account: { number: readAccountNumber(params['accountNumber'] ?? '') ?? '', ...need(merchant) } },
    decide({ account }, setting) {
      const decided = decide(account, setting);
      return decided instanceof Refusal ? decided : { ...decided, answer: JSON.stringify(write(decided.answer)) };
    },
  });
  return answer instanceof Refusal ? answer : (JSON.parse(answer.text) as object);
}

const AccountPayment = Type.Object(
  {
    accountNumber: Type.String(),
    transactionId: Type.String(),
    amount: PositiveAmount(),
    valueDate: DayText(),
    feesAmount: Type.Number({ description: 'Of the amount, on fees; so with the next two.' }),
    interestAmount: Type.Number(),
    principalAmount: Type.Number({ description: 'What is over the debt is here too: the balance goes below zero.' }),
    totalBalance: Type.Number(),
    status: Word(accountStatuses),
  },
  { title: 'AccountPayment' },
);

export const bookAccountPayment = operation({
  id: 'bookAccountPayment',
  method: 'POST',
  path: `${path}/:accountNumber/payments`,
  summary: 'Book money that came in for a customer account',
  about:
    'On fees, interest and principal in the order of the merchant’s contract; it counts for interest from `valueDate` on. ' +
    'The same `transactionId` again with the same content is answered with the first booking.',
  scope: 'admin:money',
  refusals: [...missing, 'account.payment_used', 'account.not_open'],
  body: Type.Object(
    {
      amount: PositiveAmount(),
      valueDate: DayText('The day on which the money arrived.'),
      transactionId: Text(100, 'Your own number of the transaction: booked once, however often it is sent.'),
      reason: Opt(Reason()),
    },
    { title: 'AccountPaymentRequest', ...chooses({ amount: ['amount'] }) },
  ),
  answer: AccountPayment,
  run(asked, deps) {
    const { amount, valueDate: valueOn, transactionId } = asked.body;
    const write = ({ account, payment }: Paid): Static<typeof AccountPayment> => ({
      accountNumber: account.number,
      transactionId,
      amount: minorToWire(payment.amountMinor),
      valueDate: payment.valueOn,
      feesAmount: minorToWire(payment.feesMinor),
      interestAmount: minorToWire(payment.interestMinor),
      principalAmount: minorToWire(payment.principalMinor),
      totalBalance: minorToWire(totalMinor(account)),
      status: account.status,
    });
    const request = { transactionId, amountMinor: minorFromWire(amount), valueOn };
    const decide: Decide<Paid> = (inHand, setting) => payAccount(inHand, request, setting);
    const need = () => ({ day: valueOn, paymentId: transactionId, with: ['owner'] as const });
    return submit(asked, deps, 'bookAccountPayment', need, decide, write) as Promise<Static<typeof AccountPayment> | Refusal>;
  },
});

export const setAccountStopped = operation({
  id: 'setAccountStopped',
  method: 'PUT',
  path: `${path}/:accountNumber/stopped`,
  summary: 'Stop an account for new purchases and withdrawals, or let it go on',
  scope: 'admin:write',
  refusals: missing,
  body: Type.Object({ stopped: Flag(), reason: Opt(Reason()) }, { title: 'AccountStop' }),
  answer: AccountRecord,
  run(asked, deps) {
    const decide: Decide<Account> = (inHand, setting) => stopAccount(inHand, asked.body.stopped, setting);
    return submit(asked, deps, 'setAccountStopped', () => ({}), decide, accountRecord) as Promise<
      Static<typeof AccountRecord> | Refusal
    >;
  },
});
