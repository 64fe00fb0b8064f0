// A customer account as a shop uses it: applied for, used event by event until the limit stops it, and found again.
import { minorFromWire } from '../../service/src/core/money.ts';
import type { AccountEventBody, AccountExample } from './examples.ts';
import { money } from './money.ts';
import type { Answer, Json, Shop } from './shop.ts';
import { amountOf, Ended, type Story, wordOf } from './story.ts';

/** What the account's numbers have to be by now. */
export interface AccountSums {
  readonly limit: bigint;
  readonly balance: bigint;
  readonly charges: bigint;
}

export const noAccount: AccountSums = { limit: 0n, balance: 0n, charges: 0n };

export function leftOf({ limit, balance, charges }: AccountSums): bigint {
  const left = limit - balance - charges;
  return left > 0n ? left : 0n;
}

/** What an event does, as the documentation says. */
const moves: Readonly<Record<string, readonly [part: 'balance' | 'charges', sign: bigint]>> = {
  Purchase: ['balance', 1n],
  Withdrawal: ['balance', 1n],
  WithdrawalCorrection: ['balance', -1n],
  WithdrawalCommission: ['charges', 1n],
  InterestCorrection: ['charges', 1n],
};
const usesCredit = new Set(['Purchase', 'Withdrawal', 'WithdrawalCommission']);

type AccountStory = Story<AccountSums>;

export async function playAccount({ apply, events }: AccountExample, shop: Shop, story: AccountStory): Promise<void> {
  const asked = minorFromWire(apply.accountLimit);
  const applied = await shop.post('/customer-account', apply);
  const account = (applied.json.account ?? {}) as Json;
  story.amounts = { ...noAccount, limit: amountOf(account, 'accountLimit') ?? 0n };
  story.took('apply', applied, wordOf(applied.json.outcome), asked);
  if (applied.json.outcome !== 'Accepted' || story.amounts.limit !== asked) {
    story.fault(`the application was answered with ${applied.text.slice(0, 300)}`);
    throw new Ended();
  }
  const path = `/customer-account/${wordOf(account.accountNumber)}`;
  const answers: Answer[] = [];
  for (const event of events) answers.push(await add(event, path, shop, story));
  await addAgain(events[0], answers[0], path, shop, story);
  await readLimit(path, shop, story);
  const { organizationPersonalNo } = apply.customer;
  if (organizationPersonalNo === undefined) return;
  const found = await shop.get(`/customer-account/${organizationPersonalNo}`);
  const known = (found.json.account ?? {}) as Json;
  if (known.accountNumber !== account.accountNumber) story.fault(`another account is found: ${found.text.slice(0, 300)}`);
  story.took('find by number', found, wordOf(known.accountStatus));
}

async function add(event: AccountEventBody, path: string, shop: Shop, story: AccountStory): Promise<Answer> {
  const { eventType } = event;
  const asked = minorFromWire(event.totalAmount ?? 0);
  const above = usesCredit.has(eventType) && asked > leftOf(story.amounts);
  const answer = await shop.post(`${path}/event`, event);
  const { eventAdded, outcome } = answer.json;
  if (eventAdded === above)
    story.fault(`${eventType} of ${money(asked)} with ${money(leftOf(story.amounts))} left: ${answer.text}`);
  const move = moves[eventType];
  if (move && !above) {
    const [part, sign] = move;
    story.amounts = { ...story.amounts, [part]: story.amounts[part] + sign * asked };
  }
  story.took(eventType, answer, eventAdded === true ? wordOf(outcome) : `${wordOf(outcome)}, not added`, asked);
  return answer;
}

/** The same event again is the same event: one effect, the first answer. */
async function addAgain(
  event: AccountEventBody | undefined,
  first: Answer | undefined,
  path: string,
  shop: Shop,
  story: AccountStory,
): Promise<void> {
  if (!event || !first) return;
  const again = await shop.post(`${path}/event`, event);
  const same = again.text === first.text;
  if (!same) story.fault(`an event sent again was answered differently: ${again.text.slice(0, 300)}`);
  story.took('the first again', again, same ? 'the same answer' : 'ANOTHER ANSWER');
}

async function readLimit(path: string, shop: Shop, story: AccountStory): Promise<void> {
  const answer = await shop.get(`${path}/credit-limit`);
  const { balance, charges } = story.amounts;
  story.demand('credit limit', answer, {
    remainingCreditLimit: leftOf(story.amounts),
    balance,
    totalBalance: balance + charges,
  });
  story.took('credit limit', answer, answer.json.isOpenForNewTransactions === true ? 'open' : 'not open');
}
