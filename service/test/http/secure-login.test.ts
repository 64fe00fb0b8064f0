// A consumer who has to confirm the identity: the order waits, the page confirms or declines it, once.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectBooksAgree } from '../support/books-agree.ts';
import { orderBody, type Pair, startPair, summary } from '../support/pair.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterEach(() => expectBooksAgree(pair.query));
afterAll(() => pair.close());

async function pending(number: string, customer = number): Promise<string> {
  const body = orderBody(number, 100, customer);
  const steered = {
    ...body,
    customer: { ...body.customer, firstName: 'StrongCustomerAuthentication', conversationLanguage: 'DE' },
  };
  const { json } = await pair.ask('POST', '/api/v3/checkout/authorize', steered);
  expect(json).toMatchObject({
    outcome: 'Pending',
    riskCheckMessages: [{ code: '200.019', actionCode: 'AskConsumerToIdentify' }],
    redirectUrl: json['secureLoginUrl'],
  });
  return new URL(String(json['secureLoginUrl'])).pathname;
}

const send = async (method: 'GET' | 'HEAD' | 'POST', path: string, payload?: string) => {
  const answer = await pair.services[0]?.app.inject({
    method,
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer?.statusCode, text: answer?.body ?? '' };
};
const tokenOn = (text: string): string => /name="page" value="([^"]+)"/.exec(text)?.[1] ?? '';
/** As a browser does: the page's own form. */
const page = async (method: 'GET' | 'POST', path: string, code?: string) =>
  code === undefined ? send(method, path) : send('POST', path, `page=${tokenOn((await send('GET', path)).text)}&code=${code}`);
const codeOn = (text: string): string => /<code>(\d{6})<\/code>/.exec(text)?.[1] ?? '';
const statusOf = async (number: string): Promise<unknown> => {
  const { json } = await pair.ask('GET', `/api/v3/orders/${number}`);
  return (json['orderDetails'] as Record<string, unknown> | undefined)?.['status'];
};

it('the page confirms with the code, and the order can be captured', async () => {
  const path = await pending('confirm');
  expect((await pair.ask('POST', '/api/v3/orders/confirm/captures')).status).toBe(409);
  const shown = await page('GET', path);
  expect(shown.text).toContain('Bitte bestätigen Sie Ihre Identität');
  const done = await page('POST', path, codeOn(shown.text));
  expect(done.text).toContain('Ihr Kauf ist bestätigt');
  expect(await statusOf('confirm')).toBe('Accepted');
  expect((await pair.ask('POST', '/api/v3/orders/confirm/captures')).status).toBe(200);
});

it('the identity is confirmed for a later, higher total as well', async () => {
  const path = await pending('raise');
  await page('POST', path, codeOn((await page('GET', path)).text));
  const raised = await pair.ask('POST', '/api/v3/orders/raise/updateOrder', { updateOrderSummary: summary(150) });
  expect(raised.json['outcome']).toBe('Accepted');
});

it('the page declines after five wrong codes, gives the limit back and leaves the number free', async () => {
  const path = await pending('decline', 'declined');
  const wrong = codeOn((await page('GET', path)).text) === '000000' ? '111111' : '000000';
  for (let tried = 1; tried < 5; tried += 1) expect((await page('POST', path, wrong)).text).toContain('Dieser Code stimmt nicht');
  expect((await page('POST', path, wrong)).text).toContain('Der Kauf wurde nicht bestätigt');
  expect(await statusOf('decline')).toBe('Cancelled');
  const again = await pair.ask('POST', '/api/v3/checkout/authorize', orderBody('decline', 1000, 'declined'));
  expect(again.json['outcome']).toBe('Accepted');
  const late = await page('POST', path, wrong);
  expect(late.text).toContain('Der Kauf wurde nicht bestätigt');
});

it('a confirmation is one decision, however often it is sent at once', async () => {
  const path = await pending('twice');
  const code = codeOn((await page('GET', path)).text);
  const answers = await Promise.all(Array.from({ length: 6 }, () => page('POST', path, code)));
  expect(answers.every((answer) => answer.text.includes('Ihr Kauf ist bestätigt'))).toBe(true);
  const events = await pair.query(
    `select e.type from outbox e join orders o on o.id = e.order_id where o.number = 'twice' and e.type = 'order.approved'`,
  );
  expect(events).toHaveLength(1);
});

it('an order is neither tried nor declined by what only looks at the link', async () => {
  const path = await pending('previewed');
  const other = tokenOn((await page('GET', await pending('beside'))).text);
  for (let count = 0; count < 6; count += 1) {
    await send('HEAD', path);
    await send('GET', path);
    for (const form of [undefined, '', 'code=000000', 'page=&code=000000', `page=${other}&code=000000`, 'page=x'])
      expect((await send('POST', path, form)).text).toContain('<form');
  }
  expect(
    await pair.query(`select c.* from identity_checks c join orders o on o.id = c.order_id where o.number = 'previewed'`),
  ).toEqual([]);
  expect(await statusOf('previewed')).toBe('Pending');
  const shown = await page('GET', path);
  expect((await page('POST', path, codeOn(shown.text))).text).toContain('Ihr Kauf ist bestätigt');
});

it('the page cannot be reached by a link that was not made here', async () => {
  const path = await pending('forged');
  expect((await page('GET', `${path}x`)).status).toBe(404);
  expect(
    (
      await page(
        'GET',
        path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      )
    ).status,
  ).toBe(404);
  expect((await page('GET', '/secure-login/x')).status).toBe(404);
});
