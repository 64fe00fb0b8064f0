// Policies and decisions at the terminal of a risk analyst: against a listening service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizeBody, item, startApp, type TestApp } from '../../service/test/support/app.ts';
import { asOperator, command } from './support/command.ts';

let app: TestApp;
let url: string;
const folder = mkdtempSync(join(tmpdir(), 'dps-policy-'));

beforeAll(async () => {
  app = await startApp();
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

const run = (...parameters: string[]) => command(parameters, asOperator(url));

const file = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const shownPolicy = async () => JSON.parse((await run('policy', 'show', '--merchant', 'de', '--json')).out) as { policy: object };

async function order(cents: number, customer: object = {}): Promise<string> {
  const body = authorizeBody('DE', { items: [item('DE', 'X', cents)], customer });
  await app.ask('POST', '/api/v3/checkout/authorize', body);
  return body.order.number;
}

it('shows a policy, sets a changed one at once, and lists its versions', async () => {
  const { policy } = await shownPolicy();
  const changed = file('changed.json', { ...policy, minimumAge: 21 });
  const set = await run('policy', 'set', changed, '--merchant', 'de', '--reason', 'Twenty-one for wine');
  expect([set.code, set.out]).toEqual([0, 'Lampenladen Berlin (DE): version 2 holds now.\n']);
  expect((await run('policy', 'show', '--merchant', 'de')).out).toMatch(
    /version 2, holds, made .*\nbecause: Twenty-one for wine\n.*"minimumAge": 21/s,
  );
  expect((await run('policy', 'list', '--merchant', 'de')).out).toMatch(/2 +holds .*Twenty-one for wine\ndemo-1 .*As agreed/);
  // What --json shows can be set as it is.
  const again = file('again.json', (await run('policy', 'show', '--merchant', 'de', '--version', 'demo-1', '--json')).out);
  expect((await run('policy', 'set', again, '--merchant', 'de', '--reason', 'Back')).out).toContain('version 3 holds now');
});

it('refuses a broken policy with every fault, and says what is no policy at all', async () => {
  const broken = await run(
    'policy',
    'set',
    file('broken.json', { minimumAge: 3, limit: {} }),
    '--merchant',
    'de',
    '--reason',
    'x',
  );
  expect(broken.code).toBe(1);
  expect(broken.err).toContain('3 things are wrong:');
  for (const fault of ['policy.limit: There is no such member.', 'policy.minimumAge: ', 'policy.limits: Value is required.'])
    expect(broken.err).toContain(fault);
  const text = await run('policy', 'set', file('text.json', 'minimumAge: 18'), '--merchant', 'de', '--reason', 'x');
  expect([text.code, text.err]).toMatchObject([2, expect.stringContaining('is no JSON')]);
});

it('explains a decision to a person: facts, weights, probabilities, policy, and that it comes to the same again', async () => {
  const number = await order(12_000, { email: 'x99@mailinator.com', riskData: { ipAddress: '203.0.113.50' } });
  const { code, out } = await run('risk', 'explain', number);
  expect(code).toBe(0);
  expect(out).toContain(`Order ${number} (now Authorized), 120.00 EUR`);
  expect(out).toMatch(/Accepted, by policy version \w+/);
  expect(out).toContain('Decided by: nothing spoke against it');
  expect(out).toMatch(/Probability of default \d+\.\d\d %, of fraud \d+\.\d\d %/);
  expect(out).toMatch(/e-mail +disposable +\+\d+ +\+\d+/);
  expect(out).toMatch(/orders before by ip +0 in 1 h, 0 in 24 h, 0 in 7 d/);
  expect(out).toContain('Run again: the same outcome, to the last figure.');
  // Nothing that names anybody is kept with a decision.
  expect(out).not.toMatch(/mailinator|203\.0\.113|Kim|Hauptstra/);
});

it('explains every try on a number that rejections left free', async () => {
  const body = authorizeBody('DE', { items: [item('DE', 'X', 120_000)] });
  await app.ask('POST', '/api/v3/checkout/authorize', body);
  const items = [item('DE', 'X', 20_000)];
  await app.ask('POST', '/api/v3/checkout/authorize', {
    ...body,
    order: { ...body.order, ...authorizeBody('DE', { items }).order, number: body.order.number },
  });
  const { out } = await run('risk', 'explain', body.order.number.toUpperCase(), '--merchant', 'de');
  expect(out).toMatch(/Rejected, told to the shop as 200\.903.*limit of an order.*Accepted, by policy/s);
  const missing = await run('risk', 'explain', 'nobody-has-this');
  expect([missing.code, missing.err]).toMatchObject([1, expect.stringContaining('No merchant has an order')]);
  const [shop] = await app.query(`select id from merchants where country = 'SE'`);
  const elsewhere = `/admin/v1/merchants/${String(shop?.['id'])}/orders/${body.order.number}/decisions`;
  expect((await app.ask('GET', elsewhere, undefined, { key: 'sandbox-operator' })).messages).toMatchObject([{ code: '400.283' }]);
});

it('says loudly when a decision does not come to the same again, and plainly when an older engine made it', async () => {
  const number = await order(10_000);
  const change = (text: string) =>
    app.query(`update credit_decisions d set ${text} from orders o where o.id = d.order_id and o.number = $1`, number);
  await change(`facts = jsonb_set(facts::jsonb, '{exposureMinor}', '"99999999"')`);
  const tampered = await run('risk', 'explain', number);
  expect(tampered.out).toContain('RUN AGAIN IT COMES TO SOMETHING ELSE. It comes to Rejected by limit of the person');
  // As decisions were kept before there was a scorecard.
  await change(`result = null, application = '{"category":"Person","currency":"EUR","orderMinor":"10000","addsMinor":"10000","ageYears":41,"needsNationalId":false}',
    facts = '{"today":"2026-11-01","identified":false,"exposureMinor":"0","bureau":{"verdict":"clear"}}',
    policy = '{"version":"demo-1","minimumAge":18,"limits":{"EUR":{"orderMinor":"100000","customerMinor":"100000"}}}'`);
  const older = await run('risk', 'explain', number);
  expect([older.code, older.out]).toMatchObject([0, expect.stringContaining('Not run again: an earlier version of the engine')]);
  expect(older.out).toMatch(/age +41/);
});

it('replays decisions under another policy, with counts, amounts and reasons', async () => {
  const { policy } = await shownPolicy();
  await app.query('delete from credit_decisions');
  for (const cents of [10_000, 45_000, 60_000]) await order(cents);
  await order(150_000);
  const stricter = file('stricter.json', { ...policy, limits: { EUR: { order: 400, customer: 400 } } });
  const { code, out, err } = await run('risk', 'replay', '--policy', stricter, '--since', '1d', '--merchant', 'de');
  expect(code).toBe(0);
  expect(err).toMatch(/4 decisions, up to /);
  expect(out).toMatch(/4 decisions since .*, 2 would be others/);
  expect(out).toMatch(/Accepted → Rejected +2 +1050\.00 +EUR/);
  expect(out).toMatch(/Rejected → Rejected +1 +1500\.00 +EUR/);
  expect(out).toMatch(/Accepted → Rejected +limit of an order +2/);
  const looser = file('looser.json', { ...policy, limits: { EUR: { order: 2000, customer: 2000 } } });
  expect((await run('risk', 'replay', '--policy', looser, '--since', '1d', '--merchant', 'de')).out).toMatch(
    /Rejected → Accepted +1 +1500\.00 +EUR.*Rejected → Accepted +limit of an order +1/s,
  );
  const future = await run('risk', 'replay', '--policy', looser, '--since', '2099-01-01', '--merchant', 'de', '--json');
  expect(JSON.parse(future.out)).toMatchObject({ decisions: 0, changed: 0, moves: [] });
});

it('replays page by page: pages add up to the whole', async () => {
  const { policy } = await shownPolicy();
  const [shop] = await app.query(`select id from merchants where country = 'DE'`);
  const path = `/admin/v1/merchants/${String(shop?.['id'])}/policies/replay`;
  let after: unknown;
  const counts: unknown[] = [];
  do {
    const body = { policy, since: '2020-01-01T00:00:00Z', limit: 3, ...(after !== undefined && { after }) };
    const page = (await app.ask('POST', path, body, { key: 'sandbox-operator' })).body;
    counts.push(page['decisions']);
    after = page['next'];
  } while (after !== undefined);
  expect(counts).toEqual([3, 1]);
  const lost = await app.ask('POST', path, { policy, since: '2020-01-01T00:00:00Z', after: 'x' }, { key: 'sandbox-operator' });
  expect(lost.messages).toMatchObject([{ code: '400.274' }]);
});

it('tells of a checkout which methods were offered, which not and why', async () => {
  const { order: basket } = authorizeBody('DE', { items: [item('DE', 'X', 10_000)] });
  const answer = await app.ask('POST', '/api/v3/checkout/payment-methods', { order: basket });
  const checkoutId = String(answer.body['checkoutId']);
  const { code, out } = await run('risk', 'explain', checkoutId.toUpperCase());
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`Checkout ${checkoutId}, 100.00 EUR`));
  expect(out).toMatch(/Installment +1 +yes/);
  expect(out).toMatch(/Installment +3 +no +outOfRange/);
  const [merchant] = await app.query('select id from merchants where country = $1', 'AT');
  // Another merchant's checkout is none.
  const foreign = `/admin/v1/merchants/${String(merchant?.['id'])}/checkouts/${checkoutId}/decisions`;
  const refused = await app.ask('GET', foreign, undefined, { key: 'sandbox-operator' });
  expect([refused.status, refused.messages[0]?.['code']]).toEqual([404, '400.284']);
  const missing = await run('risk', 'explain', '00000000-0000-7000-8000-00000000abcd');
  expect([missing.code === 0, missing.err]).toEqual([false, expect.stringContaining('No merchant has an order')]);
});
