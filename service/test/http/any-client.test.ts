// What every client may do, whichever plug-in it is: leave the content type out, and say a full operation in many ways (C06).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorized, part, path, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('any client', () => {
  test('may leave the content type out, say text/json or anything +json, and any charset of UTF-8', async () => {
    for (const type of [
      'application/json',
      'text/json',
      'application/json; charset=UTF-8',
      'application/vnd.shop+json',
      'Application/JSON;charset="utf-8"',
      '',
    ]) {
      const number = await authorized(app);
      const answer = await app.ask('POST', path(number, '/captures'), JSON.stringify({ orderDetails: part(1) }), {
        headers: { 'content-type': type },
      });
      expect([type, answer.status, answer.body['capturedAmount']]).toEqual([type, 200, 1]);
    }
    const number = await authorized(app);
    const bare = await app.inject({
      method: 'POST',
      url: path(number, '/captures'),
      headers: { 'x-auth-key': 'sandbox-de' },
      payload: Buffer.from('{"orderDetails":{"totalGrossAmount":1}}'),
    });
    expect(bare.body['capturedAmount']).toBe(1);
  });

  test('may say a full operation in every way there is', async () => {
    const always: unknown[] = [
      undefined,
      '',
      ' ',
      'null',
      '{}',
      '{"yourReference":null,"merchantId":"","TransactionReference":{}}',
    ];
    const emptied = '{"items":null,"currency":"","imageUrl":{}}';
    for (const way of [...always, '{"orderDetails":null,"shippingDetails":[]}', `{"orderDetails":${emptied}}`])
      expect((await app.ask('POST', path(await authorized(app), '/captures'), way)).body).toMatchObject({ capturedAmount: 100 });
    for (const way of [...always, '{"cancellationDetails":{}}', `{"cancellationDetails":${emptied}}`])
      expect((await app.ask('POST', path(await authorized(app), '/voids'), way)).body).toMatchObject({ voidedAmount: 100 });
    for (const way of [...always, '{"captureNumber":"","items":[],"orderItems":null}']) {
      const number = await authorized(app);
      await app.ask('POST', path(number, '/captures'));
      expect((await app.ask('POST', path(number, '/refunds'), way)).body).toMatchObject({ totalRefundedAmount: 100 });
    }
    // A content type of any kind matters only when there is a body.
    for (const type of ['text/html', ',,,', '']) {
      const number = await authorized(app);
      const answer = await app.ask('POST', path(number, '/captures'), undefined, { headers: { 'content-type': type } });
      expect([type, answer.status]).toEqual([type, 200]);
    }
  });
});
