// Organisations and merchants in tests, made as an operator makes them.

import { exampleContract } from '../../src/merchants/contract-shape.ts';
import type { Json, TestApp } from './app.ts';
import { nextOf } from './counting.ts';

export const operator = { key: 'sandbox-operator' };

/** A successful answer of the administration. */
export async function done(
  app: Pick<TestApp, 'ask'>,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: Json,
  key = operator.key,
) {
  const answer = await app.ask(method, `/admin/v1${path}`, body, { key });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** An organisation with a merchant in Germany, and a key of each. */
export async function startOrganisation(app: Pick<TestApp, 'ask'>, over: Json = {}) {
  const name = `Organisation ${nextOf('organisation')}`;
  const { id } = await done(app, 'POST', '/organisations', { name, reason: 'a test' });
  const organisationId = String(id);
  const merchantId = await makeMerchant(app, organisationId, over);
  const made = await done(app, 'POST', '/keys', { name, organisationId, reason: 'a test' });
  const shop = await done(app, 'POST', `/merchants/${merchantId}/keys`, { name, reason: 'a test' });
  return { organisationId, merchantId, key: String(made['key']), shopKey: String(shop['key']) };
}

export async function makeMerchant(app: Pick<TestApp, 'ask'>, organisationId: string, over: Json = {}): Promise<string> {
  const body = {
    organisationId,
    name: `Shop ${nextOf('organisation')}`,
    country: 'DE',
    contract: exampleContract,
    reason: 'a test',
    ...over,
  };
  return String((await done(app, 'POST', '/merchants', body))['id']);
}
