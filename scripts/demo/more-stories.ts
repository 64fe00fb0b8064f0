// Two stories beside the orders' lives: a buyer who is not accepted, and an answer that got lost on its way.
import { minorFromWire, minorToWire } from '../../service/src/core/money.ts';
import { type Example, named } from './examples.ts';
import { openOf } from './money.ts';
import type { Json, Shop } from './shop.ts';
import { authorize, Ended, readBack, type Story, voidRest, wordOf } from './story.ts';

/** The sandbox rejects by first name; the number stays free, so that the shop can try again with another buyer. */
export async function playRejection(example: Example, shop: Shop, story: Story): Promise<string> {
  const { authorize: body } = named(example, 'Reject');
  const answer = await shop.post('/checkout/authorize', body);
  const [message = {}] = (answer.json.riskCheckMessages ?? []) as Json[];
  story.took(
    'authorize',
    answer,
    `${wordOf(answer.json.outcome)} ${wordOf(message.code)}`,
    minorFromWire(body.order.totalGrossAmount),
  );
  if (answer.json.outcome !== 'Rejected' || message.code !== '200.901')
    story.fault(`expected Rejected 200.901, got ${answer.text.slice(0, 300)}`);
  const words = message.customerFacingMessage;
  if (typeof words !== 'string' || words === '') story.fault('a rejection without words for the customer');
  const missing = await shop.get(story.path);
  story.took('read', missing, 'no such order', undefined, 404);
  await authorize(example, shop, story, 'authorize again');
  await voidRest(shop, story);
  await readBack(example, shop, story);
  return wordOf(words);
}

/** Sent twice with one key, a request has one effect and one answer, byte for byte. */
export async function playRetry(example: Example, shop: Shop, story: Story): Promise<void> {
  const { authorize: body } = example;
  const number = body.order.number;
  const asked = minorFromWire(body.order.totalGrossAmount);
  await twice(
    story,
    'authorize',
    () => shop.post('/checkout/authorize', body, `${number}-authorize`),
    () => {
      story.amounts = { ...story.amounts, authorized: asked };
      return asked;
    },
  );
  const half = asked / 2n;
  const captureBody = { orderDetails: { totalGrossAmount: minorToWire(half), currency: body.order.currency } };
  await twice(
    story,
    'capture',
    () => shop.post(`${story.path}/captures`, captureBody, `${number}-capture`),
    () => {
      story.amounts = { ...story.amounts, captured: half };
      return half;
    },
  );
  await twice(
    story,
    'void',
    () => shop.post(`${story.path}/voids`, undefined, number),
    () => {
      const rest = openOf(story.amounts);
      story.amounts = { ...story.amounts, voided: rest };
      return rest;
    },
  );
  const whole = await shop.get(story.path);
  const counts = ['captures', 'cancellations'].map((member) => (whole.json[member] as unknown[] | undefined)?.length);
  if (counts.some((count) => count !== 1)) story.fault(`sent twice, stored ${counts.join(' and ')} times`);
  story.took('read back', whole, 'once each');
}

async function twice(story: Story, name: string, send: () => ReturnType<Shop['post']>, effect: () => bigint): Promise<void> {
  const first = await send();
  const asked = first.status === 200 ? effect() : 0n;
  story.took(name, first, 'done', asked);
  const second = await send();
  const same = second.text === first.text && second.headers.get('idempotent-replayed') === 'true';
  if (!same) story.fault(`${name} sent again was answered differently: ${second.status} ${second.text.slice(0, 200)}`);
  story.took(`${name} again`, second, same ? 'replayed, same' : 'ANOTHER ANSWER', asked);
}

/** Play a story to its end; one that cannot go on has noted why. */
export async function played<Result>(
  story: { fault(text: string): void },
  play: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await play();
  } catch (error) {
    if (!(error instanceof Ended)) story.fault(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
