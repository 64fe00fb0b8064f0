// Shops that ask: a few orders, persons and accounts between them, so that they meet. What is not answered is asked again with the
// same key, perhaps of another process; some ask twice at once, some leave, some come back much later for the same answer.
import type { Answer, Sent } from './process.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';
import { type Asking, type BankLine, endingOf, placing, sentFor, type Wish, wishOf } from './wishes.ts';

/** One sending of a request, and what became of it; none where the connection broke or the process died. */
export interface Attempt {
  readonly requestId: string;
  readonly sentAt: number;
  answer?: Answer;
  endedAt?: number;
  /** From here on no process works on it; later than `endedAt` where the client left. */
  overAt?: number;
}

/** A request with all its sendings. */
export interface Request {
  readonly wish: Wish;
  readonly key: string | undefined;
  readonly sent: Asking;
  readonly attempts: Attempt[];
}

/** The fewer orders and pauses, the more often clients meet. */
export interface Crowd {
  readonly orders: number;
  readonly persons: number;
  readonly pauseMs: number;
}

/** What all clients of a history know. */
export interface Shop {
  readonly random: Random;
  readonly time: VirtualTime;
  readonly crowd: Crowd;
  readonly requests: Request[];
  /** Captures and accounts that were learned of, to be refunded, paid or used. */
  readonly captures: { readonly order: string; readonly number: string }[];
  readonly accounts: string[];
  /** Transactions of payments. */
  readonly payments: string[];
  /** Statements that were closed by hand. */
  readonly settlements: string[];
  /** What payers of captures and accounts write on their payments, and what the bank said of payments so far. */
  readonly references: string[];
  readonly bankLines: BankLine[];
  readonly bankFiles: (readonly BankLine[])[];
  /** Any living process. */
  readonly ask: (sent: Sent) => Promise<Answer | undefined>;
  /** The moment as the shops' clocks say it. */
  readonly now: () => string;
}

/**
 * Since when an answer may be from. A request under a key shares the answer of an earlier sending that is still under way when it comes
 * (C07), so that a refusal may have been right before it was sent.
 */
export function underWaySince({ key, attempts }: Request, { sentAt }: Attempt): number {
  const shared = attempts.filter((each) => key !== undefined && each.sentAt < sentAt && (each.overAt ?? sentAt) >= sentAt);
  return Math.min(sentAt, ...shared.map((each) => each.sentAt));
}

const mostSendings = 8;

/** One client: one wish after the other. */
export async function client(shop: Shop, which: number, wishes: number): Promise<void> {
  const { random, time } = shop;
  for (let count = 0; count < wishes; count += 1) {
    await time.sleep(random.next() * shop.crowd.pauseMs);
    const wish = count === 0 ? placing(which % shop.crowd.orders, shop) : wishOf(shop);
    if (wish.do === 'erase' && random.happens(0.7)) for (const each of endingOf(wish, shop)) await want(shop, each);
    await want(shop, wish);
  }
}

async function want(shop: Shop, wish: Wish): Promise<void> {
  const { random, requests } = shop;
  const key = random.happens(0.75) ? `k${requests.length}` : undefined;
  const request: Request = { wish, key, attempts: [], sent: sentFor(wish, shop.now()) };
  requests.push(request);
  const twins = key !== undefined && random.happens(0.15) ? 2 : 1;
  await Promise.all(Array.from({ length: twins }, () => insist(shop, request)));
  await learn(shop, request);
  if (random.happens(0.1)) await send(shop, request);
}

/** Asked until it is answered; without a key only where it is known that nothing was done. */
async function insist(shop: Shop, request: Request): Promise<void> {
  const { random, time } = shop;
  for (let sending = 0; sending < mostSendings; sending += 1) {
    const answer = await send(shop, request);
    const isBusy = answer?.kind === 'refused' && passing.has(answer.id);
    if (answer && answer.kind !== 'fault' && !isBusy) return;
    if (!isBusy && request.key === undefined) return;
    await time.sleep(random.next() * 200 * 2 ** sending);
  }
}

/** To be asked again later. */
export const passing: ReadonlySet<string> = new Set(['service.busy', 'idempotency.in_progress']);

/** One sending. Undefined where no answer came, as the process died or the client left. */
export async function send(shop: Shop, request: Request): Promise<Answer | undefined> {
  const { random, time } = shop;
  const all = shop.requests.reduce((sum, { attempts }) => sum + attempts.length, 0);
  const attempt: Attempt = { requestId: `a${all}`, sentAt: time.now() };
  request.attempts.push(attempt);
  let left = false;
  const leaving = random.happens(0.03) ? time.sleep(random.next() * 20) : undefined;
  const asked = shop.ask({ ...request.sent, key: request.key, requestId: attempt.requestId, left: () => left });
  const answering = asked.finally(() => {
    attempt.overAt = time.now();
  });
  const answer = await (leaving ? Promise.race([answering, leaving]) : answering);
  left = true;
  if (!answer) return undefined;
  attempt.answer = answer;
  attempt.endedAt = time.now();
  return answer;
}

async function learn(shop: Shop, { wish, attempts }: Request): Promise<void> {
  const { captures, accounts, settlements, references } = shop;
  for (const { answer } of attempts) {
    if (answer?.kind !== 'answered') continue;
    const said = JSON.parse(answer.text) as {
      captureNumber?: string;
      account?: { accountNumber: string; ocr: string };
      settlement?: { number: string };
    };
    if (wish.do === 'capture' && said.captureNumber !== undefined) {
      captures.push({ order: wish.order, number: said.captureNumber });
      references.push(...(await referencesOf(shop, wish.order)));
    }
    if (wish.do === 'pay') shop.payments.push(wish.transactionId);
    if (wish.do === 'settle' && said.settlement) settlements.push(said.settlement.number);
    if (wish.do !== 'apply' || !said.account) continue;
    accounts.push(said.account.accountNumber);
    references.push(said.account.ocr);
  }
}

/** Of the captures of an order, as its consumer sees them; none where no answer comes. */
async function referencesOf({ ask, requests }: Shop, orderNumber: string): Promise<string[]> {
  const requestId = `r${requests.length}`;
  const asked = { operation: 'getOrder', params: { orderNumber }, body: {}, key: undefined, requestId, left: () => false };
  const answer = await ask(asked);
  if (answer?.kind !== 'answered') return [];
  const { captures = [] } = JSON.parse(answer.text) as { captures?: { ocr?: string }[] };
  return captures.flatMap(({ ocr }) => ocr ?? []);
}
