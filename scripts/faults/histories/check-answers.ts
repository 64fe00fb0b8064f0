// Was every answer right? Done exactly once where it was answered, not at all where it was refused, at most once where nobody knows; the
// answer is what the model says of that moment, and a refusal was right at some moment between question and answer.
import { type Books, grouped, type Life } from './check.ts';
import { type Attempt, passing, type Request, underWaySince } from './clients.ts';
import type { Row } from './memory-server.ts';
import { captured, leftOf, type ModelOrder, open, refunded } from './model.ts';
import { unkeyed, type Wish } from './wishes.ts';

export function complaintsOfAnswers(requests: readonly Request[], lives: readonly Life[], books: Books): string[] {
  const audit = grouped(books.rows('audit'), 'requestId');
  const doneBy = ({ requestId }: Attempt): number => audit.get(requestId)?.length ?? 0;
  const byNumber = new Map<string, Life[]>();
  for (const life of lives) byNumber.set(String(life.row['number']), [...(byNumber.get(String(life.row['number'])) ?? []), life]);
  const own = requests.flatMap((request) => [
    ...complaintsOfCounts(request, doneBy),
    ...complaintsOfTexts(request, lives),
    ...unjustified(request, 'order' in request.wish ? (byNumber.get(request.wish.order) ?? []) : [], requests),
  ]);
  const rejected = books.rows('outbox').filter((event) => event['type'] === 'account.event_rejected');
  const nothingBooked = grouped(
    rejected.map((event) => event['data'] as Row),
    'requestId',
  );
  return [...own, ...complaintsOfNumbers(requests, doneBy, nothingBooked)];
}

const says = (wish: Wish): string => JSON.stringify(wish);

function complaintsOfCounts({ wish, key, attempts }: Request, doneBy: (attempt: Attempt) => number): string[] {
  if (inSteps.has(wish.do)) return [];
  const complaints: string[] = [];
  let done = 0;
  let answered = false;
  for (const attempt of attempts) {
    const times = doneBy(attempt);
    done += times;
    if (times > 1) complaints.push(`one sending was done ${times} times: ${says(wish)}`);
    if (attempt.answer?.kind === 'refused' && times > 0)
      complaints.push(`refused (${attempt.answer.id}), and done: ${says(wish)}`);
    if (attempt.answer?.kind !== 'answered') continue;
    answered = true;
    if (!naturallyOnce.has(wish.do) && !attempt.answer.replayed && times !== 1)
      complaints.push(`answered, and done ${times} times: ${says(wish)}`);
    if (attempt.answer.replayed && times > 0) complaints.push(`answered as before, and done: ${says(wish)}`);
  }
  const once = key !== undefined && !unkeyed.has(wish.do);
  if (once && done > 1) complaints.push(`done ${done} times under one key: ${says(wish)}`);
  if (once && answered && done === 0 && !naturallyOnce.has(wish.do)) complaints.push(`answered and lost: ${says(wish)}`);
  const texts = new Set(attempts.flatMap(({ answer }) => (answer?.kind === 'answered' ? [answer.text] : [])));
  if (once && texts.size > 1) complaints.push(`answered differently under one key: ${[...texts].join(' and ')}`);
  return complaints;
}

/** Asked for a second time under the same number, they are answered and do nothing. */
const naturallyOnce: ReadonlySet<Wish['do']> = new Set([
  ...[...unkeyed].filter((kind) => kind !== 'merge' && kind !== 'erase'),
  'account event',
  'apply',
]);
/** Each step is written by itself, and any process goes on with it: what it came to says the books (check-settlement.ts). */
const inSteps: ReadonlySet<Wish['do']> = new Set(['settle']);

/** A number of the sender's is used once, whoever asks. */
function complaintsOfNumbers(
  requests: readonly Request[],
  doneBy: (attempt: Attempt) => number,
  nothingBooked: ReadonlyMap<string, unknown>,
): string[] {
  const done = new Map<string, number>();
  const answered = new Set<string>();
  for (const { wish, attempts } of requests) {
    const name = numberOf(wish);
    if (name === undefined) continue;
    for (const attempt of attempts.filter(({ requestId }) => !nothingBooked.has(requestId))) {
      done.set(name, (done.get(name) ?? 0) + doneBy(attempt));
      if (attempt.answer?.kind === 'answered' && !attempt.answer.text.includes('"eventAdded":false')) answered.add(name);
    }
  }
  const twice = [...done].filter(([, times]) => times > 1).map(([name, times]) => `${name} was done ${times} times`);
  const lost = [...answered].filter((name) => done.get(name) === 0).map((name) => `${name} was answered and lost`);
  return [...twice, ...lost];
}

function numberOf(wish: Wish): string | undefined {
  switch (wish.do) {
    case 'pay':
      return `payment ${wish.transactionId}`;
    case 'adjust':
      return `adjustment ${wish.number}`;
    case 'account event':
      return `event ${wish.transactionId} of account ${wish.account}`;
    case 'capture':
      return wish.number === undefined ? undefined : `capture ${wish.number}`;
    case 'refund':
      return wish.number === undefined ? undefined : `refund ${wish.number}`;
    default:
      return undefined;
  }
}

const euros = (minor: bigint): number => Number(minor) / 100;

/** The answer of the sending that did it is what the model says of the order right after. */
function complaintsOfTexts({ wish, attempts }: Request, lives: readonly Life[]): string[] {
  return attempts.flatMap(({ requestId, answer }) => {
    if (answer?.kind !== 'answered' || answer.replayed) return [];
    const found = lives.flatMap(({ states }) => states.filter((each) => each.requestId === requestId)).at(-1);
    if (!found) return [];
    const said = JSON.parse(answer.text) as Record<string, unknown>;
    const expected = expectedOf(wish, found.state, found.event['amountMinor'] as bigint);
    return Object.entries(expected)
      .filter(([name, value]) => said[name] !== value)
      .map(([name, value]) => `${says(wish)} was answered ${name} ${String(said[name])}, and it is ${String(value)}`);
  });
}

function expectedOf(wish: Wish, state: ModelOrder, moved: bigint): Readonly<Record<string, number>> {
  const asked = 'amount' in wish && wish.amount !== null ? BigInt(wish.amount) : moved;
  switch (wish.do) {
    case 'capture':
      return {
        capturedAmount: euros(asked),
        remainingAuthorizedAmount: euros(open(state)),
        totalCapturedAmount: euros(captured(state)),
        totalRefundedAmount: euros(refunded(state)),
      };
    case 'refund':
      return { totalCapturedAmount: euros(captured(state)), totalRefundedAmount: euros(refunded(state)) };
    case 'void':
      return {
        voidedAmount: euros(asked),
        remainingAuthorizedAmount: euros(open(state)),
        totalCapturedAmount: euros(captured(state)),
      };
    case 'pay':
      return { amount: euros(asked) };
    default:
      return {};
  }
}

/** Refusals that no state between question and answer would have caused. */
function unjustified(request: Request, lives: readonly Life[], requests: readonly Request[]): string[] {
  const { wish, attempts } = request;
  return attempts.flatMap((attempt) => {
    const { answer, endedAt = Number.POSITIVE_INFINITY } = attempt;
    const since = underWaySince(request, attempt);
    if (answer?.kind !== 'refused' || passing.has(answer.id) || answer.id === 'idempotency.erased') return [];
    const between = lives
      .filter(({ row }) => row['state'] !== 'Rejected')
      .flatMap(({ states }) =>
        states.filter(({ at }, index) => at <= endedAt && (states[index + 1]?.at ?? Number.POSITIVE_INFINITY) >= since),
      );
    const missingAtFirst = lives.every(({ row, states }) => row['state'] === 'Rejected' || (states[0]?.at ?? 0) >= since);
    const usedElsewhere = sendingsOf(numberOf(wish), requests) > 1;
    const right = (missingAtFirst && wish.do !== 'authorize') || between.some(({ state }) => mayRefuse(wish, state));
    return right || usedElsewhere || timeIsOver(answer.id) ? [] : [`refused (${answer.id}) for no reason: ${says(wish)}`];
  });
}

/** How often a number of the sender's was sent. */
const sendingsOf = (number: string | undefined, requests: readonly Request[]): number =>
  number === undefined ? 0 : requests.reduce((sum, each) => sum + (numberOf(each.wish) === number ? each.attempts.length : 0), 0);

/** The history's clock jumps; whether an order had expired by then is not the model's matter. */
const timeIsOver = (id: string): boolean => id.includes('expired');

function mayRefuse(wish: Wish, state: ModelOrder): boolean {
  switch (wish.do) {
    case 'authorize':
      return true;
    case 'update':
      return captured(state) > 0n || state.voided > 0n;
    case 'capture':
    case 'void':
      return open(state) === 0n || BigInt(wish.amount ?? 0) > open(state);
    case 'refund': {
      const capture = state.captures.get(wish.capture);
      return !capture || capture.amount === capture.refunded || BigInt(wish.amount ?? 0) > capture.amount - capture.refunded;
    }
    case 'pay': {
      const capture = state.captures.get(wish.capture);
      return !capture || BigInt(wish.amount) > leftOf(capture);
    }
    default:
      return true;
  }
}
