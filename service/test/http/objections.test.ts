// The rights of a person whom the engine rejected: the answer says that it was automated and where to contest it, a letter and a
// page say what decided, a person looks at it within a month and answers in writing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { clearedMs } from '../../src/core/risk/objection.ts';
import { applyBody } from '../support/accounts.ts';
import {
  type Answer,
  advance,
  authorizeBody,
  item,
  type Json,
  keyOf,
  path,
  startApp,
  summary,
  type TestApp,
} from '../support/app.ts';
import { canLook, textOf } from '../support/pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const idOf = async (country: CountryCode): Promise<string> =>
  String((await app.query('select id from merchants where country = $1', country))[0]?.['id']);
const reviews = async (country: CountryCode): Promise<string> => `/admin/v1/merchants/${await idOf(country)}/reviews`;

interface Rejected {
  readonly body: ReturnType<typeof authorizeBody>;
  /** The page's path. */
  readonly page: string;
  readonly said: string;
}

const saidIn = (answer: Answer): string => {
  const [message] = answer.body['riskCheckMessages'] as Json[];
  return String(message?.['customerFacingMessage']);
};
const pageIn = (said: string): string => /https?:\/\/[^/]+(\/decisions\/\S+)$/.exec(said)?.[1] ?? '';

async function rejected(country: CountryCode, customer: Json = { firstName: 'Reject' }, more: Json = {}): Promise<Rejected> {
  const body = authorizeBody(country, { customer, ...more });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf(country) });
  expect(answer.body, answer.text).toMatchObject({ outcome: 'Rejected' });
  const said = saidIn(answer);
  return { body, said, page: pageIn(said) };
}

const open = (page: string): Promise<Answer> => app.inject({ method: 'GET', url: page });
async function ask(page: string, statement: string): Promise<Answer> {
  const { text } = await open(page);
  const token = /name="page" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const payload = new URLSearchParams({ page: token, statement }).toString();
  return app.inject({ method: 'POST', url: page, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
}
const letterIn = (text: string, nth = 0): string =>
  [...text.matchAll(/href="https?:\/\/[^/]+(\/documents\/shared\/[^"]+)"/g)][nth]?.[1] ?? '';
/** What a letter says. */
async function letter(url: string): Promise<string> {
  const { headers, rawPayload } = await app.app.inject({ url });
  expect(headers['content-type']).toBe('application/pdf');
  const folder = process.env['KEEP_PAGES'];
  if (folder) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${/filename="(.*)"/.exec(String(headers['content-disposition']))?.[1]}`, rawPayload);
  }
  return canLook ? textOf(rawPayload).join('\n') : '';
}
const waiting = async (country: CountryCode): Promise<Json[]> =>
  (await app.ask('GET', await reviews(country), undefined, operator)).body['reviews'] as Json[];
const answerIt = async (country: CountryCode, number: unknown, body: Json): Promise<Answer> =>
  app.ask(
    'POST',
    `${await reviews(country)}/${String(number)}`,
    { kind: 'rejection', reason: 'looked at the file', ...body },
    operator,
  );

describe('a rejection', () => {
  it.each([
    ['DE', 'automatisiert getroffen', 'Auskunft dieser Stelle zurück: Sandbox credit bureau'],
    ['NO', 'avgjort automatisk', 'dette registeret: Sandbox credit bureau'],
    ['SE', 'beslutades automatiskt', 'detta register: Sandbox credit bureau'],
    ['FI', 'päätettiin automaattisesti', 'tämän rekisterin vastaukseen: Sandbox credit bureau'],
    ['DK', 'afgjort automatisk', 'dette register: Sandbox credit bureau'],
    ['NL', 'geautomatiseerd besloten', 'dit register: Sandbox credit bureau'],
    ['BE', 'geautomatiseerd besloten', 'dit register: Sandbox credit bureau'],
    ['AT', 'automatisiert getroffen', 'Auskunft dieser Stelle zurück: Sandbox credit bureau'],
    ['CH', 'automatisiert getroffen', 'Auskunft dieser Stelle zurück: Sandbox credit bureau'],
  ] as const)(
    'in %s says that it was automated and how to contest it, and the page names the register',
    async (country, automated, register) => {
      const { said, page } = await rejected(country);
      expect(said).toContain(automated);
      const shown = await open(page);
      expect(shown.status, shown.text).toBe(200);
      expect(shown.text).toContain(register);
      expect(shown.headers['cache-control']).toBe('no-store');
      const written = await letter(letterIn(shown.text));
      if (canLook) expect(written).toContain('Sandbox credit bureau');
    },
  );

  it('says so wherever it is answered: to a question for methods, an application for an account, a higher total', async () => {
    const customer = authorizeBody('DE', { customer: { firstName: 'Reject' } }).customer;
    const methods = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order: { totalGrossAmount: 50 } });
    const account = await app.ask('POST', '/api/v3/customer-account', applyBody('DE', 100, { firstName: 'Reject' }));
    const body = authorizeBody('DE', {});
    await app.ask('POST', '/api/v3/checkout/authorize', body);
    const items = [item('DE', 'DEAR', 999_999)];
    const update = await app.ask('POST', path(body.order.number, '/updateOrder'), {
      updateOrderSummary: { ...summary(items), items },
    });
    for (const answer of [methods, account, update]) {
      expect(answer.body, answer.text).toMatchObject({ outcome: 'Rejected' });
      const page = pageIn(saidIn(answer));
      expect((await open(page)).status).toBe(200);
      expect((await ask(page, 'please look')).text).toContain('role="status"');
    }
    expect(await waiting('DE')).toHaveLength(3);
  });

  it('names no register where none led to it, and tells fraud apart from credit', async () => {
    const shop = `/admin/v1/merchants/${await idOf('AT')}`;
    const entry = { list: 'negative', kind: 'email', email: 'known@fraud.example', reason: 'chargebacks' };
    await app.ask('POST', `${shop}/lists`, { entries: [entry] }, operator);
    const { page } = await rejected('AT', { email: 'known@fraud.example' });
    const { text } = await open(page);
    expect(text).toContain('Schutz vor Missbrauch');
    expect(text).not.toContain('Auskunft');
    expect(text).not.toContain('Liste');
  });

  it('of a company or one that only asks for a number says nothing of it, and a made-up link leads nowhere', async () => {
    const company = { customerCategory: 'Company', companyName: 'Muster GmbH', firstName: 'Reject' };
    expect((await rejected('DE', company)).said).not.toContain('/decisions/');
    const { page } = await rejected('CH');
    expect((await open(`${page.slice(0, -2)}xx`)).status).toBe(404);
  });
});

describe('a person who contests it', () => {
  it('waits in the queue, is answered in writing, and what was wrong is not held against the next order', async () => {
    const { body, page } = await rejected('NL');
    const asked = await ask(page, 'Ik heb alles betaald. <b>Kijk</b> er nog eens naar.');
    expect(asked.text).toContain('schriftelijk antwoord');
    // A second time changes nothing.
    await ask(page, 'again');
    const [waits, ...others] = await waiting('NL');
    expect(others).toEqual([]);
    expect(waits).toMatchObject({
      kind: 'rejection',
      orderNumber: body.order.number,
      statement: 'Ik heb alles betaald. <b>Kijk</b> er nog eens naar.',
      late: false,
      facts: { bureau: 'negative' },
      customer: expect.stringContaining('Amsterdam'),
    });
    const decisionId = waits?.['decisionId'];
    expect((await answerIt('NL', decisionId, { decision: 'approve' })).body).toMatchObject([{ code: '400.002' }]);
    const answer = 'Het register had u met iemand anders verwisseld.\n\nExcuses.';
    const answered = await answerIt('NL', decisionId, { decision: 'approve', answer });
    expect(answered.body, answered.text).toMatchObject({ kind: 'rejection', decisionId, outcome: 'Accepted' });
    expect(await waiting('NL')).toEqual([]);
    expect((await answerIt('NL', decisionId, { decision: 'decline', answer })).body).toMatchObject([{ code: '400.273' }]);
    const after = await open(page);
    // Its paragraphs are seen as they were written.
    expect(after.text).toContain(`<p class="answer">${answer}</p>`);
    expect((await open('/assets/pages.css')).text).toContain('.answer { white-space: pre-line; }');
    const written = await letter(letterIn(after.text, 1));
    if (canLook) expect(written).toContain('Excuses');
    if (canLook) expect(written).toContain('<b>Kijk</b>');
    const next = authorizeBody('NL', { customer: body.customer as unknown as Json });
    expect((await app.ask('POST', '/api/v3/checkout/authorize', next, { key: keyOf('NL') })).body).toMatchObject({
      outcome: 'Accepted',
    });
    await advance(app, 'NL', { advanceSeconds: clearedMs / 1000 });
    const late = authorizeBody('NL', { customer: body.customer as unknown as Json });
    expect((await app.ask('POST', '/api/v3/checkout/authorize', late, { key: keyOf('NL') })).body).toMatchObject({
      outcome: 'Rejected',
    });
  });

  it('whose time passed is shown as late to both, and is answered late rather than never', async () => {
    const { page } = await rejected('BE');
    await ask(page, '');
    await advance(app, 'BE', { advanceSeconds: 31 * 86_400 });
    const [waits] = await waiting('BE');
    expect(waits).toMatchObject({ kind: 'rejection', late: true });
    expect(waits).not.toHaveProperty('statement');
    expect((await open(page)).text).toContain('role="alert"');
    const answered = await answerIt('BE', waits?.['decisionId'], { decision: 'decline', answer: 'Het blijft zo.' });
    expect(answered.body).toMatchObject({ outcome: 'Rejected' });
    expect((await open(page)).text).toContain('Het besluit blijft staan.');
  });
});

it('what was accepted is not cancelled for a test that would turn out badly later', async () => {
  const body = authorizeBody('FI', {});
  const accepted = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf('FI') });
  expect(accepted.body).toMatchObject({ outcome: 'Accepted' });
  const entry = { list: 'negative', kind: 'email', email: body.customer.email, reason: 'late elsewhere' };
  await app.ask('POST', `/admin/v1/merchants/${await idOf('FI')}/lists`, { entries: [entry] }, operator);
  const again = authorizeBody('FI', { customer: body.customer as unknown as Json });
  expect((await app.ask('POST', '/api/v3/checkout/authorize', again, { key: keyOf('FI') })).body).toMatchObject({
    outcome: 'Rejected',
  });
  const items = body.order.items.slice(0, 1);
  const update = await app.ask(
    'POST',
    path(body.order.number, '/updateOrder'),
    { updateOrderSummary: { ...summary(items), items } },
    { key: keyOf('FI') },
  );
  expect(update.body, update.text).toMatchObject({ outcome: 'Accepted' });
  await advance(app, 'FI', { advanceSeconds: 3 * 86_400 });
  const capture = await app.ask('POST', path(body.order.number, '/captures'), undefined, { key: keyOf('FI') });
  expect(capture.status, capture.text).toBe(200);
});

describe('a rejection that was changed', () => {
  /** Rejects by any score, until the policy from before is set again. */
  async function rejectByScore(country: CountryCode): Promise<() => Promise<Answer>> {
    const policies = `/admin/v1/merchants/${await idOf(country)}/policies`;
    const before = (await app.ask('GET', `${policies}/active`, undefined, operator)).body['policy'] as Json;
    const strict = { ...before, cutOffs: { any: { rejectDefaultPercent: 0 } } };
    expect((await app.ask('POST', policies, { policy: strict, reason: 'test' }, operator)).status).toBe(200);
    return () => app.ask('POST', policies, { policy: before, reason: 'back' }, operator);
  }
  const authorize = async (country: CountryCode, customer: Json) => {
    const body = authorizeBody(country, { customer });
    return { body, answer: await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf(country) }) };
  };
  const update = (country: CountryCode, number: string) => {
    const items = [item(country, 'DEARER', 30_000)];
    const updateOrderSummary = { ...summary(items), items };
    return app.ask('POST', path(number, '/updateOrder'), { updateOrderSummary }, { key: keyOf(country) });
  };
  async function change(country: CountryCode, answer: Answer): Promise<void> {
    await ask(pageIn(saidIn(answer)), 'please look');
    const [waits] = await waiting(country);
    const answered = await answerIt(country, waits?.['decisionId'], { decision: 'approve', answer: 'Das war falsch.' });
    expect(answered.body, answered.text).toMatchObject({ outcome: 'Accepted' });
  }

  it('of an update lets the same update through', async () => {
    const { body } = await authorize('CH', {});
    const back = await rejectByScore('CH');
    const rejectedUpdate = await update('CH', body.order.number);
    expect(rejectedUpdate.body, rejectedUpdate.text).toMatchObject({ outcome: 'Rejected' });
    await change('CH', rejectedUpdate);
    const again = await update('CH', body.order.number);
    expect(again.body, again.text).toMatchObject({ outcome: 'Accepted' });
    await back();
  });

  it('lets updates through for thirty days, also of an order that was accepted by it, and no longer', async () => {
    const customer = { customerNumber: 'cleared' };
    const back = await rejectByScore('AT');
    await change('AT', (await authorize('AT', customer)).answer);
    await advance(app, 'AT', { advanceSeconds: 20 * 86_400 });
    const [early, late] = [await authorize('AT', customer), await authorize('AT', customer)];
    expect([early.answer.body, late.answer.body]).toMatchObject([{ outcome: 'Accepted' }, { outcome: 'Accepted' }]);
    expect((await update('AT', early.body.order.number)).body).toMatchObject({ outcome: 'Accepted' });
    await advance(app, 'AT', { advanceSeconds: 11 * 86_400 });
    expect((await update('AT', late.body.order.number)).body).toMatchObject({ outcome: 'Rejected' });
    await back();
  });
});
