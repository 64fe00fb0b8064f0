// Who a customer is: a rejected first try must not decide it for good, and what fills a form is not a number (C47).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderBody, type Pair, startPair } from '../support/pair.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.close());

async function order(number: string, customer: object) {
  const { customer: person, ...body } = orderBody(number, 10);
  const address = { street: 'Storgatan 1', postalCode: '11136', postalPlace: 'Stockholm' };
  const sent = { ...body, customer: { ...person, address, ...customer } };
  const answer = await pair.ask('POST', '/api/v3/checkout/authorize', sent, { 'x-auth-key': 'sandbox-se' });
  const [message] = (answer.json['riskCheckMessages'] as { actionCode: string }[] | undefined) ?? [];
  return { ...answer, outcome: answer.json['outcome'], action: message?.actionCode };
}

it('a customer number is known once a national number came with it, also when it was first sent alone', async () => {
  expect(await order('k-1', { customerNumber: 'K-1' })).toMatchObject({ outcome: 'Rejected', action: 'RequiresSsn' });
  expect(await order('k-2', { customerNumber: 'K-1', identificationNumber: '900101-0017' })).toMatchObject({
    outcome: 'Accepted',
  });
  expect(await order('k-3', { customerNumber: 'K-1' })).toMatchObject({ outcome: 'Accepted' });
});

it('a dash that fills a form is no national number', async () => {
  for (const identificationNumber of ['-', 'no', '0', '------']) {
    const answer = await order('dash', { customerNumber: undefined, identificationNumber });
    expect([answer.status, answer.json]).toMatchObject([
      400,
      [{ code: '400.004', fieldReference: 'customer.identificationNumber', actionCode: 'AskConsumerToReEnterData' }],
    ]);
  }
});
