// C68: captures of orders by account are charged to their buyers' customer accounts, within seconds and each once: the capture says what of
// it was charged, and each is decided again under the locks of customer, account and order.
import type { Account } from '../core/account/account.ts';
import { accountOf, charge } from '../core/account/charge.ts';
import type { Decided } from '../core/changes.ts';
import type { Day } from '../core/dates.ts';
import type { Json } from '../core/json.ts';
import type { Currency } from '../core/money.ts';
import { lowestId } from '../core/seal.ts';
import { listAccountsOfPerson } from '../customer-account/accounts.sql.ts';
import { candidateJob } from '../jobs/each-candidate.ts';
import type { RunningDeps } from '../jobs/jobs.ts';
import { arrayText } from '../store/table.ts';
import { findNextCharge, listCapturesToCharge } from './charges.sql.ts';

/** Another capture of the same buyer may have opened an account meanwhile. */
const tries = 5;

/** A row of the statement. */
interface Candidate {
  readonly merchantId: string;
  readonly number: string;
  readonly insertedAt: number;
  readonly orderNumber: string;
  readonly terms: Json;
  readonly currency: Currency;
  readonly customerKey: string;
  readonly chargedAccount: string | null;
  readonly isBack: boolean;
  readonly valueOn: Day;
}

export const chargeAccounts = candidateJob<Candidate>({
  name: 'charge-accounts',
  everySeconds: 5,
  statement: listCapturesToCharge,
  due: findNextCharge,
  beginning: ['-infinity', lowestId, ''],
  placeOf: ({ insertedAt, merchantId, number }) => [new Date(insertedAt).toISOString(), merchantId, number],
  work: chargeOne,
});

/** On the account that is meant by now; 1 where anything was done. */
async function chargeOne({ db, book }: RunningDeps, candidate: Candidate): Promise<number> {
  for (let turn = 0; turn < tries; turn += 1) {
    const number = await findAccount(db, candidate);
    const answer = await book.submit(writeOf(candidate, number));
    if (!('text' in answer) || answer.text !== 'again') return 'text' in answer && answer.text === 'done' ? 1 : 0;
  }
  return 0;
}

async function findAccount(
  db: RunningDeps['db'],
  { merchantId, customerKey, isBack, chargedAccount, terms, currency }: Candidate,
): Promise<string | undefined> {
  if (isBack) return chargedAccount ?? undefined;
  const accounts = await db.read(listAccountsOfPerson, merchantId, arrayText('text', [customerKey]));
  return accountOf({ chargedAccount }, { terms, currency }, accounts as unknown as Account[])?.number;
}

const nothing: Decided<string> = { answer: '', changes: [], events: [] };

const writeOf = (
  { merchantId, number: captureNumber, orderNumber, customerKey, isBack, valueOn }: Candidate,
  account: string | undefined,
): Parameters<RunningDeps['book']['submit']>[0] => ({
  merchantId,
  actor: 'job',
  operation: 'charge-accounts',
  requestId: '',
  needs: {
    order: orderNumber,
    with: ['captures', 'contents'],
    person: { key: customerKey, number: null, byNumber: false, known: true },
    accountsOfPerson: true,
    ...(account !== undefined && {
      account: isBack ? { number: account, with: ['whole'] } : { number: account, day: valueOn, with: ['open'] },
    }),
  },
  decide(inHand, setting): Decided<string> {
    const { order, contents, account: found, accountsOfPerson: accounts } = inHand;
    return (order && charge({ order, contents, accounts, account: found }, { captureNumber, valueOn }, setting)) ?? nothing;
  },
});
