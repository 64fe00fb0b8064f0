// Account numbers are masked in every answer of the administration; in clear they are shown to a key with a scope of its own, for a
// reason that is kept. Reading what names people is kept as well.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskIbans } from '../../src/core/bank/masked.ts';
import { exampleContract } from '../../src/merchants/contract-shape.ts';
import { operations } from '../../src/operations.ts';
import { applyBody } from '../support/accounts.ts';
import { authorizeBody, type Json, startApp, type TestApp } from '../support/app.ts';
import { camt } from '../support/camt.ts';
import { done, operator, startOrganisation } from '../support/organisations.ts';

const payout = 'DE02120300000000202051';
const payer = 'DE75512108001245126199';
const grouped = 'FR14 2004 1010 0505 0001 3M02 606';
const collecting = exampleContract.payee.ibans.EUR;
const house = 'DE12500105170648489890';
const contract = {
  ...exampleContract,
  paymentTypes: ['Invoice', 'Installment', 'Account'],
  accountProfiles: [
    { profileNo: 1, interestRatePercent: 10, monthlyFee: 0, minimumPayment: 10, minimumPaymentPercent: 5, from: 50, to: 2000 },
  ],
  settlement: { period: 'weekly', payoutAccounts: { EUR: { name: 'Shop', iban: payout } } },
};

let app: TestApp;
let merchantId: string;
let reader: string;
let orderNumber: string;
let accountNumber: string;
beforeAll(async () => {
  app = await startApp();
  const { shopKey, ...made } = await startOrganisation(app, { contract });
  merchantId = made.merchantId;
  const order = authorizeBody('DE');
  await app.ask('POST', '/api/v3/checkout/authorize', order, { key: shopKey });
  orderNumber = String((order['order'] as Json)['number']);
  const account = await app.ask('POST', '/api/v3/customer-account', applyBody('DE', 500), { key: shopKey });
  if (!account.body['account']) throw new Error(account.text);
  accountNumber = String((account.body['account'] as Json)['accountNumber']);
  reader = String((await done(app, 'POST', '/keys', { name: 'reader', scopes: ['admin:read'], reason: 'a test' }))['key']);
  await done(app, 'PUT', '/house-accounts/EUR', { name: 'Operator', iban: house, reason: 'a test' });
  const texts = [`Von ${grouped} und IBAN${payer}`];
  const file = camt([{ amount: '12.00', name: 'Jörg Müller', iban: payer, texts, on: '2026-11-20', bankReference: 'D1' }], {
    account: collecting,
  });
  const brought = await app.ask('POST', '/admin/v1/bank-statements', file, {
    ...operator,
    headers: { 'content-type': 'application/xml' },
  });
  expect(brought.body).toMatchObject({ entries: 1 });
}, 60_000);
afterAll(() => app.stop());

const accounts = [payout, payer, grouped, collecting, house];
const shownIn = (text: string) => accounts.filter((account) => text.includes(account));
const rowsOf = (operation: string) =>
  app.query(`select subject, reason, actor from audit where operation = '${operation}' order by id`);

const pathOf = (path: string): string =>
  path
    .replace(':merchantId', merchantId)
    .replace(':version', 'active')
    .replace(':orderNumber', orderNumber)
    .replace(':accountNumber', accountNumber)
    .replace(/:\w*[iI]d\b/g, '00000000-0000-7000-8000-0000000000ff')
    .replace(/:\w+/g, '1');

describe('an account number', () => {
  const reading = operations.filter(({ method, discloses }) => method === 'GET' && discloses !== 'accounts');
  it.each(reading.map(({ id, path }) => [id, path]))('is masked in %s', async (_, path) => {
    const answer = await app.ask('GET', `${pathOf(path)}${path.endsWith('/bank-entries') ? '?state=all' : ''}`, undefined, {
      key: reader,
    });
    expect([answer.status < 500, shownIn(answer.text)], answer.text).toEqual([true, []]);
  });

  const showing = [
    ['getMerchantContract', '/merchants/:merchantId/contracts/active', [payout, collecting]],
    ['listContracts', '/merchants/:merchantId/contracts', [payout, collecting]],
    ['listBankEntries', '/bank-entries?state=all', [payer, grouped, collecting]],
    ['listHouseAccounts', '/house-accounts', [house]],
  ] as const;
  it.each(showing)('is in clear in %s for a key that may and says why, and that is kept', async (id, path, whole) => {
    const at = `/admin/v1${path.replace(':merchantId', merchantId)}`;
    const clear = (why: string, key = operator.key) =>
      app.ask('GET', `${at}${at.includes('?') ? '&' : '?'}unmask=${encodeURIComponent(why)}`, undefined, { key });
    const masked = await app.ask('GET', at, undefined, operator);
    expect([masked.status, shownIn(masked.text)]).toEqual([200, []]);
    expect(masked.text).toContain('…');
    const before = (await rowsOf(id)).length;
    expect((await clear('Complaint 4711', reader)).messages).toMatchObject([{ code: '400.241', fieldReference: 'unmask' }]);
    expect((await clear(' ')).messages).toMatchObject([{ code: '400.002', fieldReference: 'unmask' }]);
    expect(await rowsOf(id)).toHaveLength(before);
    const shown = await clear('Complaint 4711');
    expect([shown.status, shownIn(shown.text).toSorted()]).toEqual([200, [...whole].toSorted()]);
    expect((await rowsOf(id)).slice(before)).toMatchObject([{ reason: 'Complaint 4711' }]);
  });

  it('is masked however somebody wrote it into a text', async () => {
    const ways = [
      `mein konto ${payer.toLowerCase()}, danke`,
      payer.replace(/.{4}(?=.)/g, '$&-'),
      payer.replace(/.{4}(?=.)/g, '$&\u00a0'),
      payer.replace(/.{4}(?=.)/g, '$&.').replace('DE', 'De'),
      payer.replace(/^(DE)(..)(?=.)/, '$1 $2 '),
      `konto ${payer.replace(/.{4}(?=.)/g, '$&/')}`,
      payer.replace('DE', 'D E'),
      payer.replace('DE', '\uff24\uff25'),
    ];
    const file = camt(
      ways.map((text, at) => ({ amount: '12.00', texts: [text], on: '2026-11-20', bankReference: `W${at}` })),
      { account: collecting },
    );
    const headers = { 'content-type': 'application/xml' };
    expect((await app.ask('POST', '/admin/v1/bank-statements', file, { ...operator, headers })).body).toMatchObject({
      entries: 8,
    });
    const { text } = await app.ask('GET', '/admin/v1/bank-entries?state=all', undefined, { key: reader });
    expect(text).toContain('mein konto DE75…6199, danke');
    expect(
      text
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, ''),
    ).not.toContain(payer);
  });

  it('is not seen in an id or a hash, whose letters are small by chance', () => {
    const [account, id] = [`be${payer.slice(2)}`, 'x:be71096123456769'];
    expect([maskIbans('BE71 0961 2345 6769'), maskIbans(id), maskIbans(account)]).toEqual(['BE71…6769', id, account]);
  });

  it('that is sent back masked stays as it is', async () => {
    const at = `/merchants/${merchantId}/contracts`;
    const { contract: shown } = (await done(app, 'GET', `${at}/active`)) as { contract: object };
    await done(app, 'POST', at, { contract: { ...shown, invoiceDays: 21 }, reason: 'Longer.' });
    const [row] = await app.query(`select contract::text as text from merchants where id = '${merchantId}'`);
    expect(shownIn(String(row?.['text'])).toSorted()).toEqual([payout, collecting].toSorted());
    const other = { ...shown, settlement: { period: 'weekly', payoutAccounts: { EUR: { name: 'Shop', iban: 'DE02…2052' } } } };
    expect((await app.ask('POST', `/admin/v1${at}`, { contract: other, reason: 'x' }, operator)).status).toBe(400);
  });

  it('is shown whole to no key that was made without naming the scope', async () => {
    const { scopes } = (await done(app, 'POST', '/keys', { name: 'usual', reason: 'a test' })) as { scopes: string[] };
    expect(scopes).toEqual(['admin:read', 'admin:write']);
  });
});

describe('what names people', () => {
  const people = operations.filter(({ discloses }) => discloses === 'people');
  it.each(people.map((each) => [each.id, each] as const))(
    'leaves an audit row when it is read: %s',
    async (id, { method, path }) => {
      const body = method === 'POST' ? { name: 'Jörg Müller' } : undefined;
      const before = (await rowsOf(id)).length;
      const answer = await app.ask(method, pathOf(path), body, { key: reader });
      expect(answer.status, answer.text).toBe(200);
      expect(await rowsOf(id)).toHaveLength(before + 1);
    },
  );

  it('has the links of consumers for keys that may act for them, and for no other', async () => {
    const withLinks = async (...scopes: string[]): Promise<boolean[]> => {
      const { key } = await done(app, 'POST', '/keys', { name: scopes.join(), scopes, reason: 'a test' });
      const answers = ['getAccount', 'getOrderStory'].map(async (id) => {
        const { path } = people.find((each) => each.id === id) ?? { path: '' };
        const { status, text } = await app.ask('GET', pathOf(path), undefined, { key: String(key) });
        expect([status, text.includes('/documents/')]).toEqual([200, id === 'getAccount']);
        return text.includes('/documents/shared/');
      });
      return Promise.all(answers);
    };
    expect(await withLinks('admin:read')).toEqual([false, false]);
    expect(await withLinks('admin:read', 'admin:keys')).toEqual([false, false]);
    expect(await withLinks('admin:read', 'admin:money')).toEqual([true, false]);
    expect(await withLinks('admin:read', 'admin:privacy')).toEqual([true, false]);
    expect(await withLinks('admin:read', 'admin:write')).toEqual([true, false]);
  });

  it('is read as a paper by a key for the data of people alone, which does not count as opened by the consumer', async () => {
    const account = async () =>
      (await done(app, 'GET', `/merchants/${merchantId}/accounts/${accountNumber}`))['papers'] as Json[];
    const [agreement] = await account();
    const [id = ''] = /[0-9a-f-]{36}(?=\.pdf)/.exec(String(agreement?.['url'])) ?? [];
    const path = (documentId: string): string => `/admin/v1/merchants/${merchantId}/documents/${documentId}/paper.pdf`;
    expect((await app.ask('GET', path(id), undefined, { key: reader })).status).toBe(403);
    const { key } = await done(app, 'POST', '/keys', { name: 'privacy', scopes: ['admin:privacy'], reason: 'a test' });
    const before = (await rowsOf('getPaper')).length;
    const paper = await app.ask('GET', path(id), undefined, { key: String(key) });
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(paper.headers['content-disposition']).toBe(`attachment; filename="contract-${accountNumber}.pdf"`);
    expect((await rowsOf('getPaper')).slice(before)).toMatchObject([{ subject: id }]);
    expect((await account())[0]).not.toHaveProperty('openedAt');
    const link = new URL(String(agreement?.['consumerUrl'])).pathname;
    expect((await app.ask('GET', link)).text).toBe(paper.text);
    expect((await account())[0]).toHaveProperty('openedAt');
    for (const unknown of [merchantId, 'no-id', id.toUpperCase()]) {
      const missing = await app.ask('GET', path(unknown), undefined, operator);
      expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('400.207')]);
    }
  });

  it('is every list of names that a key may read, and what has links of their papers', () => {
    expect(people.map(({ id }) => id).toSorted()).toEqual([
      'getAccount',
      'getOrderStory',
      'listAccountStatements',
      'listBankEntries',
      'listDuplicateCustomers',
      'listOverdue',
      'listReviews',
      'searchOrdersOfPerson',
    ]);
  });
});
