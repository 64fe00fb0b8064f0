// A customer account as the operator sees it, and what an operator does to one.

import type { AccountNeed } from '../book/needs.ts';
import { type Account, accountStates, accountStatuses, blockedBy, remainingMinor, totalMinor } from '../core/account/account.ts';
import type { AccountInHand } from '../core/account/in-hand.ts';
import { readAccountNumber } from '../core/account/number.ts';
import type { Decided } from '../core/changes.ts';
import { dayAt } from '../core/dates.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { minorToWire } from '../core/money.ts';
import { Refusal, type RefusalId, refuse } from '../core/refusals.ts';
import type { Setting } from '../core/setting.ts';
import type { Deps } from '../http/deps.ts';
import type { AskedOfMerchant } from '../http/operation.ts';
import { instantToWire } from '../wire/instants.ts';
import { DayText, InstantText, Opt, type Static, Type, Word } from '../wire/schema.ts';
import { findAccountByNumber } from './accounts.sql.ts';

export const AccountRecord = Type.Object(
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
    orderNumber: Opt(Type.String({ description: 'The order by whose agreement it was opened, where none was applied for.' })),
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
    ...(account.orderNumber !== null && { orderNumber: account.orderNumber }),
    ...(account.openMonth > openedOn && { postedThrough: dayAt(Date.parse(account.openMonth) - 1, 'UTC') }),
    ...(nextStepOn !== null && { nextStepOn }),
    entryCount,
    updatedAt: instantToWire(account.updatedAt),
  };
}

/** Which account an operation is about. */
export interface Found {
  readonly merchant: MerchantOnClock;
  readonly account: Account;
}

export async function findAccountOf(
  { merchant, params }: Pick<AskedOfMerchant<unknown>, 'merchant' | 'params'>,
  deps: Deps,
): Promise<Found | Refusal> {
  const number = readAccountNumber(params['accountNumber'] ?? '') ?? '';
  const [account] = (await deps.db.read(findAccountByNumber, merchant.id, number)) as unknown as Account[];
  return account ? { merchant, account } : refuse('account.not_found', 'accountNumber');
}

export const missing: readonly RefusalId[] = ['merchant.not_found', 'account.not_found'];

export type Decide<Answer> = (inHand: AccountInHand | undefined, setting: Setting) => Decided<Answer> | Refusal;

/** One decision about an account, through the book. */
export async function submit<Answer>(
  { merchant, params, actor, requestId, body }: AskedOfMerchant<{ readonly reason?: string }>,
  deps: Deps,
  operationId: string,
  need: (merchant: MerchantOnClock) => Omit<AccountNeed, 'number'>,
  decide: Decide<Answer>,
  write: (answer: Answer) => object,
): Promise<object | Refusal> {
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
