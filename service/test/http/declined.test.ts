// An order that waited and was then declined: it can be read with the reason, nothing can be done with it, and its number is
// free for a new one (C20).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, advance, authorizeBody, keyOf, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';

let app: TestApp;
let shops: Record<string, string>;
beforeAll(async () => {
  app = await startApp();
  const rows = await app.query('select id, country from merchants');
  shops = Object.fromEntries(rows.map((row) => [String(row['country']), String(row['id'])]));
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

type Country = 'DE' | 'SE' | 'AT';
const operator = { key: 'sandbox-operator' };
const ask = (country: Country, method: 'GET' | 'POST' | 'PATCH', address: string, body?: unknown): Promise<Answer> =>
  app.ask(method, address, body, { key: keyOf(country) });

async function place(country: Country, firstName: string, number?: string): Promise<Answer & { readonly number: string }> {
  const body = authorizeBody(country, { customer: { firstName }, ...(number !== undefined && { order: { number } }) });
  const answer = await ask(country, 'POST', '/api/v3/checkout/authorize', body);
  return { ...answer, number: body.order.number };
}
async function declined(country: Country, number?: string): Promise<string> {
  const placed = await place(country, 'Review', number);
  expect(placed.body['outcome']).toBe('Pending');
  const decision = { decision: 'decline', reason: 'seen before', decidedBy: 'Ida' };
  const answer = await app.ask('POST', `/admin/v1/merchants/${shops[country]}/reviews/${placed.number}`, decision, operator);
  expect(answer.body).toMatchObject({ outcome: 'Rejected' });
  return placed.number;
}
const details = async (country: Country, number: string): Promise<unknown> =>
  (await ask(country, 'GET', path(number))).body['orderDetails'];

describe('a declined order', () => {
  it('reads Cancelled with the reason, and nothing of it is left', async () => {
    const number = await declined('DE');
    for (const written of [number, number.toLowerCase()]) {
      const answer = await ask('DE', 'GET', path(written));
      expect([answer.status, answer.body]).toMatchObject([
        200,
        {
          orderDetails: {
            orderNumber: number,
            status: 'Cancelled',
            statusReason: {
              code: '200.930',
              actionCode: 'Unavailable',
              message: expect.stringContaining('declined'),
              customerFacingMessage: expect.stringContaining('Zahlungsart'),
            },
            remainingAuthorizedAmount: 0,
          },
          captures: [],
          refunds: [],
          cancellations: [],
        },
      ]);
      // What the reviewer wrote stays with the operator.
      expect(answer.text).not.toContain('seen before');
    }
    for (const [part, name] of [
      ['captures', 'captures'],
      ['refunds', 'refunds'],
      ['voids', 'cancellations'],
    ] as const) {
      expect((await ask('DE', 'GET', path(number, `/${part}`))).body).toEqual({ [name]: [] });
      expect((await ask('DE', 'GET', path(number, `/${part}/1`))).status).toBe(404);
    }
  });

  it('takes no step, of the shop or of the operator, and says why', async () => {
    const number = await declined('DE');
    const before = await app.rowCounts();
    const items = [{ productId: 'a', description: 'a', quantity: 1, grossUnitPrice: 10, netUnitPrice: 10 }];
    const shipped = { type: 'Shipment', shippingCompany: 'DHL', trackingId: '1' };
    const steps = [
      ['POST', '/captures', undefined],
      ['POST', '/captures', { orderDetails: { totalGrossAmount: 10, totalNetAmount: 10 } }],
      ['POST', '/refunds', undefined],
      ['POST', '/refunds', { captureNumber: '1', items }],
      ['POST', '/voids', undefined],
      ['POST', '/updateOrder', { updateOrderSummary: { totalGrossAmount: 10, totalNetAmount: 10, items } }],
      ['POST', '/captures/return-notification', { captureNumber: '1' }],
      ['POST', '/captures/1/shipping-details', shipped],
      ['PATCH', '/captures/1/shipping-details/1', shipped],
    ] as const;
    for (const [method, step, body] of steps) {
      const answer = await ask('DE', method, path(number, step), body);
      expect([step, answer.status, answer.messages]).toMatchObject([
        step,
        409,
        [{ code: '400.265', fieldReference: 'orderNumber', customerFacingMessage: expect.any(String) }],
      ]);
    }
    for (const [act, body] of [
      ['captures', { reason: 'x' }],
      ['voids', { reason: 'x' }],
      ['release', { reason: 'x' }],
      ['refunds', { reason: 'x' }],
      ['expiry', { reason: 'x', expiresOn: '2099-01-01' }],
    ] as const) {
      const answer = await app.ask('POST', `/admin/v1/merchants/${shops['DE']}/orders/${number}/${act}`, body, operator);
      expect([act, answer.status, answer.messages]).toMatchObject([act, 409, [{ code: '400.265' }]]);
    }
    expect(await app.rowCounts()).toEqual(before);
  });

  it('says why it was: reviewed, not confirmed, or nobody decided in time; in the customer’s language', async () => {
    const [unconfirmed, overdue] = [await place('SE', 'StrongCustomerAuthentication'), await place('SE', 'Review')];
    await advance(app, 'SE', { advanceSeconds: 73 * 3600 });
    const late = { status: 'Cancelled', statusReason: { customerFacingMessage: expect.stringContaining('Välj') } };
    expect(await details('SE', unconfirmed.number)).toMatchObject({ ...late, statusReason: { code: '200.931' } });
    expect(await details('SE', overdue.number)).toMatchObject({ ...late, statusReason: { code: '200.932' } });
    expect(await details('SE', await declined('SE'))).toMatchObject({ ...late, statusReason: { code: '200.930' } });
  });
});

describe('its number', () => {
  it('is free, and then the newer order is read, whatever becomes of it', async () => {
    const number = await declined('AT');
    expect((await place('AT', 'Kim', number)).body['outcome']).toBe('Accepted');
    const newer = await details('AT', number);
    expect(newer).toMatchObject({ status: 'Accepted', remainingAuthorizedAmount: 104.95 });
    expect(newer).not.toHaveProperty('statusReason');
    expect((await ask('AT', 'POST', path(number, '/voids'))).status).toBe(200);
    const voided = await details('AT', number);
    expect(voided).toMatchObject({ status: 'Cancelled' });
    expect(voided).not.toHaveProperty('statusReason');
    expect((await place('AT', 'Kim', number)).messages).toMatchObject([{ code: '400.100' }]);
  });

  it('means the last that was declined, also after one that was rejected at once', async () => {
    const number = await declined('AT');
    const first = (await details('AT', number)) as { orderId: string };
    await declined('AT', number);
    const second = (await details('AT', number)) as { orderId: string };
    expect(second.orderId).not.toBe(first.orderId);
    expect((await place('AT', 'Reject', number)).body['outcome']).toBe('Rejected');
    expect(await details('AT', number)).toEqual(second);
    const story = await app.ask('GET', `/admin/v1/merchants/${shops['AT']}/orders/${number}`, undefined, operator);
    expect(story.body).toMatchObject({ id: second.orderId, state: 'Rejected', openAmount: 0 });
    expect(story.text).toContain('seen before');
    expect((await ask('AT', 'POST', path(number, '/captures'))).messages).toMatchObject([{ code: '400.265' }]);
  });

  it('is 404 everywhere when it was only ever rejected, or is another shop’s', async () => {
    const rejected = (await place('DE', 'Reject')).number;
    const number = await declined('DE');
    for (const [country, missing] of [
      ['DE', rejected],
      ['AT', number],
    ] as const) {
      for (const part of ['', '/captures', '/refunds', '/voids', '/captures/1'])
        expect((await ask(country, 'GET', path(missing, part))).messages).toMatchObject([{ code: '400.115' }]);
      for (const step of ['/captures', '/refunds', '/voids'])
        expect((await ask(country, 'POST', path(missing, step))).messages).toMatchObject([{ code: '400.115' }]);
    }
  });

  it('is taken by one of two that come for it at once', async () => {
    const number = await declined('DE');
    const answers = await Promise.all([place('DE', 'Kim', number), place('DE', 'Kim', number), place('DE', 'Review', number)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});
