// Who is granted credit and up to what (C44, C46).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/core/dates.ts';
import { authorizeBody, item, part, path, startApp, type TestApp } from '../support/app.ts';
import { todayIn } from '../support/days.ts';
import { accepted, exposures, orderOf, outcomeOf, tooMuch } from '../support/limits.ts';
import { buyer } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';
describe('personas of the sandbox', () => {
  test.each([
    ['Reject', ['Rejected', '200.901', 'OfferSecurePaymentMethods']],
    ['reject', ['Rejected', '200.901', 'OfferSecurePaymentMethods']],
    ['Underage', ['Rejected', '200.001', 'OfferSecurePaymentMethods']],
    ['ChargebackPresent', ['Rejected', '200.912', 'OfferSecurePaymentMethods']],
    ['StrongCustomerAuthentication', ['Pending', '200.019', 'AskConsumerToIdentify']],
    ['Review', ['Pending', '200.900', 'Unavailable']],
    ['99', tooMuch],
    ['100', accepted],
    ['Rejecta', accepted],
    ['Accept', accepted],
  ])('decide by the first name %s', async (firstName, expected) => {
    expect(await outcomeOf(app, { firstName })).toEqual(expected);
  });

  test('give every outcome but Accepted something to tell the consumer, and an accepted one nothing', async () => {
    for (const firstName of ['Reject', 'Underage', 'ChargebackPresent', 'StrongCustomerAuthentication', 'Review', '1']) {
      const { body } = await app.ask('POST', authorize, orderOf({ firstName }, 10_000));
      expect(body['riskCheckMessages']).toEqual([
        expect.objectContaining({ customerFacingMessage: expect.stringMatching(/\S/), message: expect.stringMatching(/\S/) }),
      ]);
    }
    expect((await app.ask('POST', authorize, authorizeBody('DE'))).body).not.toHaveProperty('riskCheckMessages');
  });

  test('reserve nothing by a rejection, but do by a pending order', async () => {
    const before = await exposures(app);
    const rejected = await app.ask('POST', authorize, orderOf({ firstName: 'Reject' }, 10_000));
    expect(rejected.body).not.toHaveProperty('reservationId');
    expect(rejected.body).not.toHaveProperty('expirationDate');
    expect(await exposures(app)).toBe(before);
    const pending = await app.ask('POST', authorize, orderOf({ firstName: 'Review' }, 10_000));
    expect(pending.body).toMatchObject({ reservationId: expect.any(String), expirationDate: expect.any(String) });
    expect(await exposures(app)).not.toBe(before);
  });

  test('are of an age that counts in whole years on the shop’s own day', async () => {
    const today = todayIn('DE');
    // On a leap day those born on the last of February have their birthday behind them.
    const birthday = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`.replace('02-29', '02-28');
    expect(await outcomeOf(app, { birthDate: birthday })).toEqual(accepted);
    expect(await outcomeOf(app, { birthDate: addDays(birthday, 1) })).toEqual([
      'Rejected',
      '200.001',
      'OfferSecurePaymentMethods',
    ]);
    expect(await outcomeOf(app, { birthDate: addDays(birthday, 1), customerCategory: 'Company', companyName: 'A GmbH' })).toEqual(
      accepted,
    );
  });
});

describe('limits', () => {
  test('let one person owe 1 000 EUR in all open orders, the last cent included', async () => {
    const person = buyer('DE');
    expect(await outcomeOf(app, person, 100_001)).toEqual(tooMuch);
    expect(await outcomeOf(app, person, 60_000)).toEqual(accepted);
    expect(await outcomeOf(app, person, 40_001)).toEqual(tooMuch);
    expect(await outcomeOf(app, person, 40_000)).toEqual(accepted);
    expect(await outcomeOf(app, person, 1)).toEqual(tooMuch);
    expect(await outcomeOf(app, buyer('DE'), 100_000)).toEqual(accepted);
  });

  test('are 10 000 SEK, NOK and DKK, and 1 000 CHF', async () => {
    for (const [country, cents] of [
      ['SE', 1_000_000],
      ['NO', 1_000_000],
      ['DK', 1_000_000],
      ['CH', 100_000],
      ['FI', 100_000],
    ] as const) {
      const ask = (amount: number) =>
        app.ask('POST', authorize, authorizeBody(country, { items: [item(country, 'A', amount)] }), {
          key: `sandbox-${country.toLowerCase()}`,
        });
      expect([country, (await ask(cents)).body['outcome']]).toEqual([country, 'Accepted']);
      expect([country, (await ask(cents + 1)).body['outcome']]).toEqual([country, 'Rejected']);
    }
  });

  test('give back what is voided or refunded, and not what is captured', async () => {
    const person = buyer('DE');
    const first = orderOf(person, 100_000);
    await app.ask('POST', authorize, first);
    const at = (rest: string) => path(first.order.number, rest);
    await app.ask('POST', at('/captures'), { orderDetails: part(300) });
    expect(await outcomeOf(app, person, 1)).toEqual(tooMuch);
    await app.ask('POST', at('/voids'), { cancellationDetails: part(200) });
    expect(await outcomeOf(app, person, 20_001)).toEqual(tooMuch);
    expect(await outcomeOf(app, person, 20_000)).toEqual(accepted);
    await app.ask('POST', at('/refunds'));
    expect(await outcomeOf(app, person, 30_001)).toEqual(tooMuch);
    expect(await outcomeOf(app, person, 30_000)).toEqual(accepted);
  });

  test('are never passed by ten orders together at once', async () => {
    const person = buyer('DE');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(app, person, 30_000)));
    expect(outcomes.filter(([word]) => word === 'Accepted')).toHaveLength(3);
    const personal = buyer('DE', { firstName: '50' });
    const own = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(app, personal, 2000)));
    expect(own.filter(([word]) => word === 'Accepted')).toHaveLength(2);
  });

  test('are of the same person under another spelling, and not of another person', async () => {
    const person = buyer('DE', { lastName: 'Müßig-Ångström' });
    expect(await outcomeOf(app, person, 90_000)).toEqual(accepted);
    expect(await outcomeOf(app, { ...person, lastName: 'MUSSIG ANGSTROM', email: 'other@example.com' }, 90_000)).toEqual(tooMuch);
    expect(await outcomeOf(app, { ...person, birthDate: '1984-12-09' }, 90_000)).toEqual(accepted);
  });

  test('do not matter for a payment type that the shop does not have, which is refused', async () => {
    const answer = await app.ask('POST', authorize, { ...authorizeBody('DE'), payment: { type: 'PayinX' } });
    expect([answer.status, answer.messages]).toMatchObject([400, [{ code: '400.108', fieldReference: 'payment.type' }]]);
  });
});
