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
import type { Job, RunningDeps } from '../jobs/jobs.ts';
import { fewAtOnce } from '../runtime/few-at-once.ts';
import { arrayText } from '../store/table.ts';
import { findNextCharge, listCapturesToCharge } from './charges.sql.ts';

const pageSize = 500;
const beginning = ['-infinity', lowestId, ''] as const;
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

export const chargeAccounts: Job = {
  name: 'charge-accounts',
  everySeconds: 5,
  due: findNextCharge,
  async lateMs({ db, clock }) {
    const [oldest] = await db.read(listCapturesToCharge, new Date(clock()).toISOString(), ...beginning, 1, null);
    return Number(oldest?.['lateMs'] ?? 0);
  },
  async run(deps) {
    let done = 0;
    let failed = 0;
    let after: readonly [string, string, string] = beginning;
    for (;;) {
      const now = new Date(deps.clock()).toISOString();
      const rows = await deps.db.read(listCapturesToCharge, now, ...after, pageSize, deps.only ?? null);
      const candidates = rows as unknown as Candidate[];
      const tried = await fewAtOnce(candidates, (each) => chargeOne(deps, each), deps.stopping);
      done += tried.filter((each) => each.status === 'fulfilled' && each.value).length;
      failed += tried.filter((each) => each.status === 'rejected').length;
      const last = candidates.at(-1);
      if (last) after = [new Date(last.insertedAt).toISOString(), last.merchantId, last.number];
      if (candidates.length < pageSize || deps.stopping()) break;
    }
    // One that fails must not keep the others from being charged; the run as a whole is reported as failed.
    if (failed > 0) throw new Error(`${failed} captures could not be charged`);
    return done;
  },
};

/** On the account that is meant by now; was anything done? */
async function chargeOne({ db, book }: RunningDeps, candidate: Candidate): Promise<boolean> {
  for (let turn = 0; turn < tries; turn += 1) {
    const number = await findAccount(db, candidate);
    const answer = await book.submit(writeOf(candidate, number));
    if (!('text' in answer) || answer.text !== 'again') return 'text' in answer && answer.text === 'done';
  }
  return false;
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
  { merchantId, number: captureNumber, orderNumber, customerKey, valueOn }: Candidate,
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
    ...(account !== undefined && { account: { number: account, day: valueOn, with: ['open'] } }),
  },
  decide(inHand, setting): Decided<string> {
    const { order, contents, account: found, accountsOfPerson: accounts } = inHand;
    return (order && charge({ order, contents, accounts, account: found }, { captureNumber, valueOn }, setting)) ?? nothing;
  },
});
