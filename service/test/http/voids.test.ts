// Voids: what the state of an order forbids, and slips that must not void everything (C06).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorized, type Json, part, path, startApp, type TestApp } from '../support/app.ts';
import { refusalOf, slipOf } from '../support/refused.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('a void', () => {
  test('takes no more than is open, and leaves a cancelled order to which nothing can be done', async () => {
    const number = await authorized(app);
    expect(await refusalOf(app, number, '/voids', { cancellationDetails: part(100.01) })).toEqual([
      409,
      '400.215',
      'cancellationDetails.totalGrossAmount',
    ]);
    expect((await app.ask('POST', path(number, '/voids'))).status).toBe(200);
    expect(await refusalOf(app, number, '/voids')).toEqual([409, '400.212', undefined]);
    expect(await refusalOf(app, number, '/captures')).toEqual([409, '400.212', undefined]);
    expect((await app.ask('GET', path(number))).body['orderDetails']).toMatchObject({
      status: 'Cancelled',
      totalGrossAmount: 100,
    });
    expect((await app.ask('GET', path(number, '/voids/1'))).messages[0]).toMatchObject({
      code: '400.203',
      fieldReference: 'voidNumber',
    });
  });

  test.each<[Json, string, string]>([
    [{ orderDetails: part(10) }, 'orderDetails', 'cancellationDetails'],
    [{ cancelationDetail: part(10) }, 'cancelationDetail', 'cancellationDetails'],
    [{ totalGrossAmount: 10 }, 'totalGrossAmount', 'cancellationDetails.totalGrossAmount'],
    [{ amount: 10, merchantId: 'M' }, 'amount', 'cancellationDetails.totalGrossAmount'],
    [{ amount: {} }, 'amount', 'cancellationDetails.totalGrossAmount'],
    [
      { cancellationDetails: { totalGrossAmuont: 10 } },
      'cancellationDetails.totalGrossAmuont',
      'cancellationDetails.totalGrossAmount',
    ],
  ])('names the slip in %j and what it is taken for, and writes nothing', async (body, field, nearest) => {
    const number = await authorized(app);
    expect(await slipOf(app, path(number, '/voids'), body)).toEqual([field, nearest]);
  });
});
