// Guests under one customer number, whom two services meet at the same moment for the first time: however they meet, each owes what each
// ordered, within a limit of their own (C47).
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectBooksAgree } from '../support/books-agree.ts';
import { type Answer, atOnce, orderBody, type Pair, startPair, statusesOf } from '../support/pair.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterEach(() => expectBooksAgree(pair.query));
afterAll(() => pair.close());

const guests = [
  { firstName: 'Anna', lastName: 'Albrecht', email: 'anna@example.com' },
  { firstName: 'Bernd', lastName: 'Bauer', email: 'bernd@example.com' },
  { firstName: 'Clara', lastName: 'Cohn', email: 'clara@example.com' },
];

/** Of one of them; each day makes others of them, who owe nothing yet. */
function bodyOf(who: number, number: string, shared: string, day: number) {
  const { customer, ...body } = orderBody(number, 50, shared);
  const birthDate = `${1960 + who * 11}-05-${String(day).padStart(2, '0')}`;
  return { ...body, customer: { ...customer, ...guests[who], birthDate } };
}
const order = (who: number, number: string, shared: string, day: number): Promise<Answer> =>
  pair.ask('POST', '/api/v3/checkout/authorize', bodyOf(who, number, shared, day));

const owedOf = (number: string) =>
  pair.query(
    `select p.first_name as "firstName", e.held_minor::int as held, (select count(*)::int from orders o
       where o.merchant_id = c.merchant_id and o.customer_key = c.key and o.state = 'Authorized') as orders
     from customers c join exposures e on e.merchant_id = c.merchant_id and e.customer_key = c.key
     join customer_profiles p on p.merchant_id = c.merchant_id and p.customer_key = c.key
     where c.key in (select customer_key from orders where number like $1) order by 1`,
    [`${number}-%`],
  );

it('two at the same moment are two, each once', async () => {
  for (let round = 0; round < 12; round += 1) {
    const answers = await atOnce(4, (index) => order(index % 2, `pair${round}-${index}`, `pair${round}`, round + 1));
    expect(statusesOf(answers)).toEqual({ 200: 4 });
    const owed = await owedOf(`pair${round}`);
    expect(owed).toEqual(['Anna', 'Bernd'].map((firstName) => ({ firstName, held: 100_00, orders: 2 })));
  }
}, 60_000);

it('many at once share no limit, and none has two', async () => {
  const answers = await atOnce(90, (index) => order(index % 3, `crowd-${index}`, 'guest', 20));
  expect(statusesOf(answers)).toEqual({ 200: 90 });
  expect(await owedOf('crowd')).toEqual(guests.map(({ firstName }) => ({ firstName, held: 1000_00, orders: 20 })));
}, 60_000);

it('a repeated request is carried out once', async () => {
  await order(0, 'repeated-anna', 'repeated', 21);
  const sent = bodyOf(1, 'repeated-bernd', 'repeated', 21);
  const answers = await atOnce(8, () => pair.ask('POST', '/api/v3/checkout/authorize', sent, { 'idempotency-key': 'repeated' }));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.json['outcome']).toBe('Accepted');
});
