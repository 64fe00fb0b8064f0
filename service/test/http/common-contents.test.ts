// What many rows say alike is kept once, and each row says for ever what it said: also when the merchant's contract is another by
// now, and also a row of an earlier version, which has it in itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeBody, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { shopPath } from '../support/merchant.ts';
import { canLook, textOf } from '../support/pages.ts';

let app: TestApp;
let second: TestApp;
let shop = '';
const operator = { key: 'sandbox-operator' };

beforeAll(async () => {
  app = await startApp();
  second = await startApp({}, app.connection);
  shop = await shopPath(app.query);
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

async function captured(by: TestApp): Promise<{ order: string; invoice: string }> {
  const body = authorizeBody('DE');
  const authorized = await by.ask('POST', '/api/v3/checkout/authorize', body, { key: 'sandbox-de' });
  expect(authorized.body['outcome'], authorized.text).toBe('Accepted');
  const answer = await by.ask('POST', path(body.order.number, '/captures'), undefined, { key: 'sandbox-de' });
  expect(answer.status, answer.text).toBe(200);
  const read = await by.ask('GET', path(body.order.number), undefined, { key: 'sandbox-de' });
  const [capture] = read.body['captures'] as Json[];
  return { order: body.order.number, invoice: new URL(String(capture?.['invoiceUrl'])).pathname };
}

async function invoiceOf(path: string): Promise<string> {
  const response = await app.app.inject({ url: path, headers: { 'x-auth-key': 'sandbox-de' } });
  expect(response.statusCode).toBe(200);
  return canLook ? textOf(response.rawPayload).join('\n') : '';
}

const decisionOn = async (order: string): Promise<Json | undefined> => {
  const { body } = await app.ask('GET', `${shop}/orders/${order}/decisions`, undefined, operator);
  return (body['decisions'] as Json[])[0];
};

describe('what many rows say alike', () => {
  it('is kept once, whichever processes write at the same moment', async () => {
    await Promise.all(Array.from({ length: 12 }, (_none, index) => captured(index % 2 === 0 ? app : second)));
    const [kept] = await app.query(
      `select (select count(*)::int from common_contents) as contents,
        (select count(distinct policy_mark)::int from credit_decisions where policy is null) as policies,
        (select count(distinct invoice_terms_mark)::int from captures where invoice_terms is null) as terms`,
    );
    expect(kept).toEqual({ contents: 2, policies: 1, terms: 1 });
  });

  it('is what a row says when the contract says something else by now', async () => {
    const before = await captured(app);
    const [{ contract } = {}] = await app.query(`select contract from merchants where country = 'DE'`);
    await app.query(
      `update merchants set name = 'Another shop', contract = jsonb_set(contract::jsonb, '{payee,name}', '"Another payee"')::json where country = 'DE'`,
    );
    app.deps.auth.forget();
    const after = await captured(app);
    const [old, young] = [await invoiceOf(before.invoice), await invoiceOf(after.invoice)];
    if (canLook) {
      expect(old).toContain('Lampenladen Berlin');
      expect(old).not.toContain('Another');
      expect(young).toContain('Another payee');
    }
    await app.query(
      `update merchants set name = 'Lampenladen Berlin', contract = $1 where country = 'DE'`,
      JSON.stringify(contract),
    );
    app.deps.auth.forget();
  });

  it('is in the row itself where an earlier version wrote it, and read from there', async () => {
    const [one, other] = [await captured(app), await captured(app)];
    const before = await decisionOn(one.order);
    expect(before).toMatchObject({ policyVersion: 'demo-1', again: 'same' });
    await app.query(
      `update credit_decisions d set policy_mark = null, policy = k.content
        from common_contents k, orders o where k.merchant_id = d.merchant_id and k.mark = d.policy_mark
          and o.merchant_id = d.merchant_id and o.id = d.order_id and o.number = $1`,
      one.order,
    );
    await app.query(
      `update captures c set invoice_terms_mark = null, invoice_due = null, due_on = '2031-01-15',
          invoice_terms = (k.content::jsonb || jsonb_build_object('due', '[{"on":"2031-01-15","minor":"10495"}]'::jsonb))::json
        from common_contents k, orders o where k.merchant_id = c.merchant_id and k.mark = c.invoice_terms_mark
          and o.merchant_id = c.merchant_id and o.id = c.order_id and o.number = $1`,
      one.order,
    );
    expect(await decisionOn(one.order)).toEqual(before);
    const [old, young] = [await invoiceOf(one.invoice), await invoiceOf(other.invoice)];
    if (!canLook) return;
    expect(old).toContain('Lampenladen Berlin');
    expect(old).toContain('15.01.2031');
    expect(young).toContain('Lampenladen Berlin');
    expect(young).not.toContain('2031');
  });

  it('may not be missing: a decision has a policy', async () => {
    const { order } = await captured(app);
    const lost = app.query(
      `update credit_decisions d set policy_mark = null from orders o
        where o.merchant_id = d.merchant_id and o.id = d.order_id and o.number = $1`,
      order,
    );
    await expect(lost).rejects.toThrow('credit_decisions_policy');
  });
});
