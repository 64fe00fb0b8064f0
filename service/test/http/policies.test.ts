// Policies changed while the service runs: what holds decides at once, what is broken never comes to hold, and every decision
// names the version it followed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyFromForm, policyToForm } from '../../src/core/risk/policy-form.ts';
import { standardPolicy } from '../../src/core/risk/standard-policy.ts';
import { commonRead } from '../../src/store/table.ts';
import { authorizeBody, item, type Json, startApp, type TestApp } from '../support/app.ts';
import { ofAllMerchants, shopPath } from '../support/merchant.ts';

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

const activePolicy = async () => (await app.ask('GET', `${shop}/policies/active`, undefined, operator)).body['policy'] as Json;
const setPolicy = (policy: Json, more: Json = {}) =>
  app.ask('POST', `${shop}/policies`, { policy, reason: 'Tried in a test', ...more }, operator);
const outcomeAt = async (on: TestApp, cents: number) =>
  (await on.ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE', { items: [item('DE', 'X', cents)] }))).body['outcome'];

describe('a policy', () => {
  it('is read back as it is written, and written as it is read', () => {
    const again = policyFromForm(JSON.parse(JSON.stringify(policyToForm(standardPolicy))), standardPolicy.version);
    expect(again).toEqual(standardPolicy);
  });

  it('holds at once in every process, and decisions name it', async () => {
    const before = await activePolicy();
    expect(before['version']).toBe('demo-1');
    expect(await outcomeAt(second, 50_000)).toBe('Accepted');
    const made = await setPolicy({ ...before, limits: { EUR: { order: 400, customer: 400 } } });
    expect([made.status, made.body]).toMatchObject([
      200,
      { version: '2', active: true, country: 'DE', reason: 'Tried in a test' },
    ]);
    // The other process has asked for the merchant a moment ago, and still follows the new policy with its next decision.
    expect(await outcomeAt(second, 50_000)).toBe('Rejected');
    expect(await outcomeAt(app, 40_000)).toBe('Accepted');
    const versions = await app.query(`select ${ofAllMerchants(commonRead('policy', 'd'), 'd')} ->> 'version' as version
      from credit_decisions d order by d.decided_at, d.id`);
    expect(versions.map(({ version }) => version)).toEqual(['demo-1', '2', '2']);
    expect(await app.query(`select subject, reason from audit where operation = 'setPolicy'`)).toEqual([
      { subject: 'policy', reason: 'Tried in a test' },
    ]);
    await setPolicy(before);
    const listed = await app.ask('GET', `${shop}/policies`, undefined, operator);
    expect((listed.body['policies'] as Json[]).map(({ version, active }) => [version, active])).toEqual([
      ['3', true],
      ['2', false],
      ['demo-1', false],
    ]);
  });

  it('that is broken is refused with all its faults, and the one before stays', async () => {
    const before = await activePolicy();
    const broken = await setPolicy({
      minimumAge: 12,
      limits: { EUR: { order: -1, customer: 1000 }, USD: { order: 1, customer: 1 }, SEK: { order: 1.005 } },
      whenSilent: 'Perhaps',
      cutOffs: { any: { reviewFraudPercent: 30, rejectFraudPercent: 20 }, Cash: {} },
      limitSteps: [
        { aboveDefaultPercent: 5, sharePercent: 20 },
        { aboveDefaultPercent: 2, sharePercent: 60 },
      ],
      velocity: { person: { hour: 0, minute: 3 } },
      velocities: {},
    });
    expect(broken.status).toBe(400);
    expect(broken.messages.map(({ code, fieldReference }) => `${String(fieldReference)} ${String(code)}`).sort()).toEqual([
      'policy.cutOffs.Cash 400.282',
      'policy.cutOffs.any.reviewFraudPercent 400.003',
      'policy.limitSteps[1].aboveDefaultPercent 400.003',
      'policy.limitSteps[1].sharePercent 400.003',
      'policy.limits.EUR.order 400.003',
      'policy.limits.SEK.customer 400.002',
      'policy.limits.SEK.order 400.007',
      'policy.limits.USD 400.282',
      'policy.minimumAge 400.003',
      'policy.velocities 400.282',
      'policy.velocity.person.hour 400.003',
      'policy.velocity.person.minute 400.282',
      'policy.whenSilent 400.004',
    ]);
    for (const nothing of [{}, [], { limits: {} }, { minimumAge: '18', limits: { EUR: null } }])
      expect((await setPolicy(nothing as Json)).status, JSON.stringify(nothing)).toBe(400);
    expect(await activePolicy()).toEqual(before);
    expect(await outcomeAt(app, 90_000)).toBe('Accepted');
  });

  it('does not replace a version that somebody else made meanwhile, and needs a reason', async () => {
    const before = await activePolicy();
    const twice = await Promise.all([1, 2].map(() => setPolicy(before, { replaces: Number(before['version']) })));
    expect(twice.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(twice.find(({ status }) => status === 409)?.messages).toMatchObject([{ code: '400.281' }]);
    expect((await setPolicy(before, { reason: ' ' })).status).toBe(400);
    expect((await app.ask('GET', `${shop}/policies/77`, undefined, operator)).messages).toMatchObject([{ code: '400.280' }]);
    expect((await app.ask('POST', `${shop}/policies`, { policy: before, reason: 'x' })).status).toBe(401);
  });

  it('stops a burst under a mark that many people share, where it says so', async () => {
    const before = await activePolicy();
    await setPolicy({ ...before, velocity: { ip: { hour: 3 } } });
    const order = () => {
      const body = authorizeBody('DE', { items: [item('DE', 'X', 1000)] });
      return app.ask('POST', '/api/v3/checkout/authorize', {
        ...body,
        customer: { ...body.customer, riskData: { ipAddress: '198.51.100.9' } },
      });
    };
    const answers = [];
    for (let count = 0; count < 5; count += 1) answers.push(await order());
    expect(answers.map(({ body }) => body['outcome'])).toEqual(['Accepted', 'Accepted', 'Accepted', 'Rejected', 'Rejected']);
    expect(answers[3]?.text).not.toMatch(/198\.51|velocity|hour/);
    await setPolicy(before);
  });

  it('with cut-offs of a payment type holds for that type alone', async () => {
    const before = await activePolicy();
    const never = { rejectDefaultPercent: 0 };
    await setPolicy({ ...before, cutOffs: { Consolidatedinvoice: never } });
    const pay = async (type: string) =>
      (await app.ask('POST', '/api/v3/checkout/authorize', { ...authorizeBody('DE'), payment: { type } })).body['outcome'];
    expect([await pay('Invoice'), await pay('Consolidatedinvoice')]).toEqual(['Accepted', 'Rejected']);
    const offered = await app.ask('POST', '/api/v3/checkout/payment-methods', { order: { totalGrossAmount: 50 } });
    const types = (offered.body['paymentMethods'] as Json[]).map(({ type }) => type);
    expect(types).toContain('Invoice');
    expect(types).not.toContain('Consolidatedinvoice');
    await setPolicy(before);
  });
});
