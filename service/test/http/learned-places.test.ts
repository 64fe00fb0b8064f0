// Confirmed deliveries teach places that no register has: by several people of one merchant, never by one, never to others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advance, authorizeBody, type Json, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startApp();
  other = await startApp({}, app.connection);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const operator = { key: 'sandbox-operator' };
let count = 0;

/** Somebody has goods sent to a place; the number of the order. */
async function delivered(name: string, postalCode: string, postalPlace: string, receiver?: Json): Promise<string> {
  count += 1;
  const body = authorizeBody('DE', { customer: { firstName: name, lastName: `Muster${name}`, email: `${name}@example.com` } });
  const number = String((body['order'] as Json)['number']);
  const customer = { ...(body['customer'] as Json) };
  customer['address'] = { street: `Weg ${count}`, postalCode, postalPlace, countryCode: 'DE' };
  const sent = { ...body, customer, ...(receiver && { deliveryCustomer: receiver }) };
  const authorized = await app.ask('POST', '/api/v3/checkout/authorize', sent);
  expect(authorized.body['outcome'], authorized.text).toBe('Accepted');
  const order = body['order'] as Json;
  const amounts = { totalGrossAmount: order['totalGrossAmount'], totalNetAmount: order['totalNetAmount'] };
  const captured = await app.ask('POST', `/api/v3/orders/${number}/captures`, { orderDetails: amounts });
  expect(captured.status, captured.text).toBe(200);
  return `${number}/${String(captured.body['captureNumber'])}`;
}

const fitAt = async (postalCode: string, postalPlace: string, at = app, key = 'sandbox-de'): Promise<unknown> => {
  const { customer } = authorizeBody('DE');
  const address = { street: 'Weg', streetNumber: '1', postalCode, postalPlace, countryCode: 'DE' };
  return (await at.ask('POST', '/api/v3/validate/address', { customer: { ...customer, address } }, { key })).body['addressFit'];
};
const learn = async (): Promise<unknown> => (await app.ask('POST', '/admin/v1/jobs/learn-places/run', {}, operator)).body['done'];

describe('a place that no register has', () => {
  it('is learned when three people had goods there and kept them, and only by their merchant', async () => {
    for (const name of ['Anna', 'Berta']) await delivered(name, '17291', 'Hinterwald');
    for (let again = 0; again < 3; again += 1) await delivered('Einer', '17291', 'Alleinhausen');
    for (const name of ['Anna', 'Berta', 'Clara']) {
      const [number, capture] = (await delivered(name, '17291', 'Rückgabe')).split('/');
      const back = { captureNumber: capture };
      const told = await app.ask('POST', `/api/v3/orders/${number}/captures/return-notification`, back);
      expect(told.status, told.text).toBe(200);
    }
    await delivered('Clara', '10827', 'Berlin', {
      ...authorizeBody('DE').customer,
      address: { street: 'Hof', streetNumber: '2', postalCode: '17291', postalPlace: 'HINTERWALD', countryCode: 'DE' },
    });
    expect(await learn(), 'the time to withdraw is not over').toBe(0);
    const moved = await advance(app, 'DE', { advanceSeconds: 15 * 86_400 }); // the jobs run with it
    expect(moved.status, moved.text).toBe(200);
    for (const at of [app, other]) await expect.poll(() => fitAt('17291', 'Hinterwald', at), { timeout: 30_000 }).toBe('known');
    expect(await fitAt('17291', 'Alleinhausen'), 'one person teaches nothing').toBe('unknown');
    expect(await fitAt('17291', 'Rückgabe'), 'what came back was not delivered').toBe('unknown');
    expect(await fitAt('17292', 'Hinterwald'), 'another code').toBe('unknown');
    expect(await fitAt('17291', 'Hinterwald', app, 'sandbox-at'), 'another merchant').toBe('unknown');
    expect(await fitAt('17291', 'Hinterwlad'), 'it is never suggested').toBe('unknown');
    expect(await learn(), 'nothing twice').toBe(0);
  });

  it('is not learned where the register knows what was meant', async () => {
    for (const name of ['Dora', 'Emma', 'Frieda']) await delivered(name, '10827', 'Berlni');
    const moved = await advance(app, 'DE', { advanceSeconds: 15 * 86_400 }); // the jobs run with it
    expect(moved.status, moved.text).toBe(200);
    expect(await fitAt('10827', 'Berlni')).toBe('corrected');
  });
});
