// Nothing of a person in what is meant for others: not in the log at its most talkative, not in the metrics, not in the answer
// to a mistake, whatever goes wrong.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { basket, path, startApp, summary, type TestApp } from '../support/app.ts';
import { byOperator, fullLife, iban, type Marked, markOf, marks, nationalId, person } from '../support/marked-person.ts';

const lines: string[] = [];
const everything = [...marks.DE, ...marks.SE, nationalId];
const personal = (text: string): string[] => everything.filter((mark) => text.toLowerCase().includes(mark.toLowerCase()));

let app: TestApp;
let marked: Marked;
beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'trace' }, undefined, { write: (line: string) => void lines.push(line) });
  const rows = await app.query('select id, country from merchants');
  marked = { app, shops: Object.fromEntries(rows.map((row) => [String(row['country']), String(row['id'])])) };
});
afterAll(() => app.stop());

it('nothing of a person is in the log and the metrics of a whole life', async () => {
  await fullLife(marked, 'SE');
  await fullLife(marked, 'DE');
  for (const country of ['SE', 'DE'] as const) {
    await byOperator(marked, country, 'persons/export', { customerNumber: `${markOf[country]}-${country}`, reason: 'asked' });
  }
  for (const name of app.deps.jobs.names) await app.deps.jobs.runNow(name);
  const metrics = await app.ask('GET', '/metrics', undefined, { key: 'sandbox-operator' });
  expect(metrics.text).toContain('# TYPE');
  expect(personal(metrics.text)).toEqual([]);
  expect(lines.filter((line) => line.includes('authorize')).length).toBeGreaterThan(3);
  expect(personal(lines.join(''))).toEqual([]);
});

it('nothing of a person is logged or answered when something is wrong: in addresses, bodies, and in the database', async () => {
  const order = { number: 'leak-1', ...summary(basket('DE')) };
  const body = { payment: { type: 'Invoice' }, customer: person('DE'), order };
  const wrong = [
    app.ask('GET', `/api/v3/customer-account/${nationalId}`, undefined, { key: 'sandbox-se' }),
    app.ask('GET', path(`${markOf.DE} 1761234077`)),
    app.ask('GET', `/api/v3/${markOf.DE}?iban=${iban}`),
    app.ask(
      'POST',
      `/admin/v1/merchants/${markOf.DE}/persons/erase`,
      { customerNumber: markOf.DE, reason: markOf.DE },
      { key: 'sandbox-operator' },
    ),
    app.ask('POST', '/api/v3/checkout/authorize', body, { key: `${markOf.DE}-key` }),
    app.ask('POST', '/api/v3/checkout/authorize', `{"customer":{"firstName":"${markOf.DE}`),
    app.ask('POST', '/api/v3/checkout/authorize', { ...body, order: { ...order, totalGrossAmount: markOf.DE } }),
    app.ask('POST', '/api/v3/checkout/authorize', body, { headers: { 'idempotency-key': `${markOf.DE}\u0007` } }),
    app.ask('POST', '/api/v3/validate/bank-account', { bankAccount: `${iban}${markOf.DE}` }),
    app.ask('PATCH', `/api/v3/customers/${markOf.DE}/updateCustomer`, { email: `${markOf.DE}@`, distributionType: 'Email' }),
  ];
  for (const answer of await Promise.all(wrong)) expect(answer.status).toBeLessThan(500);
  // The database itself refuses: its own words would name the row.
  await app.query('alter table order_contents add constraint nobody check (customer is null) not valid');
  const [refused] = [await app.ask('POST', '/api/v3/checkout/authorize', { ...body, order: { ...order, number: 'leak-2' } })];
  expect(refused.status).toBe(500);
  expect(personal(refused.text)).toEqual([]);
  await app.query('alter table order_contents drop constraint nobody');
  await app.query('alter table customers rename to customers_away');
  const lost = await app.ask('POST', '/api/v3/checkout/authorize', {
    ...body,
    order: { ...order, number: 'leak-3' },
  });
  await app.query('alter table customers_away rename to customers');
  expect(lost.status).toBe(500);
  expect(personal(lost.text)).toEqual([]);
  expect(lines.filter((line) => line.includes('"fault"')).length).toBeGreaterThan(0);
  expect(personal(lines.join(''))).toEqual([]);
});
