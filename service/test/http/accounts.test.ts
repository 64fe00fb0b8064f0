// Applying for an account, finding it again, and what an operator decides about it (C65, C66).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CountryCode, countries } from '../../src/core/countries/countries.ts';
import { accountPath, add, applyBody, limitOf, openAccount } from '../support/accounts.ts';
import { type Answer, authorizeBody, item, type Json, keyOf, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { todayIn } from '../support/days.ts';
import { buyer } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => expectBooksAgree(app.query));
afterAll(() => app.stop());

const apply = (body: object, country: CountryCode = 'DE') =>
  app.ask('POST', '/api/v3/customer-account', body, { key: keyOf(country) });
const accountOf = ({ body }: Answer): Json => (body['account'] ?? {}) as Json;

async function administer(method: 'GET' | 'POST' | 'PUT', rest: string, body?: Json, country = 'DE'): Promise<Answer> {
  const [merchant] = await app.query('select id from merchants where country = $1', country);
  return app.ask(method, `/admin/v1/merchants/${String(merchant?.['id'])}${rest}`, body, { key: 'sandbox-operator' });
}
const operate = (method: 'GET' | 'POST' | 'PUT', rest: string, body?: Json, country: CountryCode = 'DE'): Promise<Answer> =>
  administer(method, `/accounts${rest}`, body, country);

describe('an application', () => {
  it.each(Object.keys(countries) as CountryCode[])('opens an account in %s', async (country) => {
    const answer = await apply(applyBody(country, 100), country);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      outcome: 'Accepted',
      temporaryExternalProblem: false,
      customer: { firstName: 'Kim', customerNumber: expect.any(String), customerAccountId: expect.any(String) },
      account: {
        accountNumber: expect.stringMatching(/^\d{4}\.\d{7}$/),
        accountProfile: '1',
        accountStatus: 'Ok',
        accountLimit: 100,
        balance: 0,
        bankAccount: expect.any(String),
        isStopped: false,
        ocr: expect.stringMatching(/^[A-Z0-9]{5,27}$/),
        createdAt: expect.stringMatching(/Z$/),
        nextNoticeDate: expect.stringMatching(/-01T00:00:00Z$/),
      },
    });
    expect('riskCheckMessages' in answer.body).toBe(false);
  });

  it('grants what was asked for, at most what the policy allows, and less what is owed already', async () => {
    expect(accountOf(await apply(applyBody('DE', 5000)))['accountLimit']).toBe(1000);
    const who = buyer('DE', { customerNumber: 'A-granted' });
    const order = authorizeBody('DE', { items: [item('DE', 'THING', 30_000)], customer: who });
    expect((await app.ask('POST', '/api/v3/checkout/authorize', order)).body['outcome']).toBe('Accepted');
    expect(accountOf(await apply(applyBody('DE', 5000, {}, who)))['accountLimit']).toBe(700);
    const more = authorizeBody('DE', { items: [item('DE', 'THING', 100)], customer: who });
    expect((await app.ask('POST', '/api/v3/checkout/authorize', more)).body).toMatchObject({ outcome: 'Rejected' });
  });

  it('of somebody whose limit is smaller is granted that, and nothing when nothing is left', async () => {
    expect(accountOf(await apply(applyBody('DE', 500, { firstName: '250' })))['accountLimit']).toBe(250);
    const none = await apply(applyBody('DE', 500, { firstName: '0' }));
    expect(none.body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.903' }] });
    expect('account' in none.body).toBe(false);
  });

  it('of a second time answers the first account, whatever was asked for and whatever the name', async () => {
    const who = buyer('SE');
    const first = await apply(applyBody('SE', 400, {}, who), 'SE');
    const number = String(who['identificationNumber']);
    const again = await apply(
      applyBody('SE', 900, { firstName: 'Other', organizationPersonalNo: `19${number.replace('-', '')}` }, who),
      'SE',
    );
    expect(accountOf(again)).toEqual(accountOf(first));
    expect(again.body['outcome']).toBe('Accepted');
  });

  it('at one moment opens one account', async () => {
    const body = applyBody('DE', 100, { customerNumber: 'A-race' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(body)));
    expect(new Set(answers.map((answer) => accountOf(answer)['accountNumber'])).size).toBe(1);
  });

  it('of a company, and in another currency of the contract, is one of its own', async () => {
    const company = {
      category: 'Company',
      companyName: 'Nord GmbH',
      firstName: undefined,
      lastName: undefined,
      customerNumber: 'C-1',
    };
    const euro = await apply(applyBody('DE', 100, company));
    const francs = await apply(applyBody('DE', 100, { ...company, currency: 'CHF' }));
    expect(euro.body).toMatchObject({ outcome: 'Accepted', customer: { lastName: 'Nord GmbH' } });
    expect(accountOf(francs)['accountNumber']).not.toBe(accountOf(euro)['accountNumber']);
  });

  it('is rejected as an order would be, and a Nordic one needs a number', async () => {
    const rejected = await apply(applyBody('DE', 100, { firstName: 'Reject' }));
    expect(rejected.body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.901' }] });
    const unknown = await apply(applyBody('NO', 100, { organizationPersonalNo: undefined }), 'NO');
    expect(unknown.body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ actionCode: 'RequiresSsn' }] });
  });

  it.each([
    [{ accountLimit: undefined }, '400.002', 'accountLimit'],
    [{ accountLimit: 0 }, '400.003', 'accountLimit'],
    [{ countryCode: 'XX' }, '400.004', 'countryCode'],
    [{ conversationLanguage: undefined }, '400.002', 'conversationLanguage'],
    [{ firstNoticeDate: 'soon' }, '400.004', 'firstNoticeDate'],
    [{ customer: undefined }, '400.002', 'customer'],
  ])('with %j is refused, in a list', async (over, code, field) => {
    const { status, messages } = await apply({ ...applyBody('DE', 100), ...over });
    expect([status, messages[0]?.['code'], messages[0]?.['fieldReference']]).toEqual([400, code, field]);
  });

  it.each([
    ['category', undefined, '400.002'],
    ['currency', undefined, '400.002'],
    ['currency', 'USD', '400.004'],
    ['lastName', undefined, '400.002'],
    ['organizationPersonalNo', '-', '400.004'],
    ['directPhone', '12', '400.004'],
    ['mobilePhone', '12', '400.004'],
  ])('with a customer whose %s is %s is refused', async (field, value, code) => {
    const { status, messages } = await apply(applyBody('DE', 100, { [field]: value }));
    expect([status, messages[0]?.['code'], messages[0]?.['fieldReference']]).toEqual([400, code, `customer.${field}`]);
  });
});

describe('an account', () => {
  it('tells what is left of it', async () => {
    const number = await openAccount(app, 'DE', 100);
    await add(app, number, { totalAmount: 31.5 });
    expect((await limitOf(app, number)).body).toEqual({
      remainingCreditLimit: 68.5,
      balance: 31.5,
      isOpenForNewTransactions: true,
      accountMessage: 'Ihr Konto kann genutzt werden.',
      totalBalance: 31.5,
    });
    expect((await limitOf(app, number.replace('.', ''))).status).toBe(200);
    expect((await limitOf(app, number, 'AT')).messages[0]).toMatchObject({ code: '400.300', fieldReference: 'accountNumber' });
  });

  it('is found by the owner’s number in any of its forms, and by nobody else’s', async () => {
    const who = buyer('SE');
    const number = accountOf(await apply(applyBody('SE', 100, {}, who), 'SE'))['accountNumber'];
    const written = String(who['identificationNumber']);
    const [born = '', rest = ''] = written.split('-');
    for (const form of [written, `${born}${rest}`, `19${born}-${rest}`, `19${born}${rest}`]) {
      const found = await app.ask('GET', accountPath(form), undefined, { key: keyOf('SE') });
      expect([found.status, accountOf(found)['accountNumber']], form).toEqual([200, number]);
      expect(found.headers['cache-control']).toContain('no-store');
      expect(found.body['customer']).toMatchObject({ lastName: who.lastName, addressList: [{ countryCode: 'SE' }] });
    }
    const missing = await app.ask('GET', accountPath(String(buyer('SE')['identificationNumber'])), undefined, {
      key: keyOf('SE'),
    });
    expect([missing.status, missing.messages[0]?.['fieldReference']]).toEqual([404, 'ssn']);
    expect((await app.ask('GET', accountPath(written), undefined, { key: keyOf('NO') })).status).toBe(404);
    const stored = await app.query(`select o::text as row from account_owners o where national_id is not null`);
    expect(stored.some(({ row }) => String(row).includes(`${born}`))).toBe(false);
  });

  it('that is stopped takes nothing but corrections until it goes on', async () => {
    const number = await openAccount(app, 'DE', 100);
    await add(app, number, { totalAmount: 10 });
    expect((await operate('PUT', `/${number}/stopped`, { stopped: true })).body).toMatchObject({ isStopped: true });
    expect((await limitOf(app, number)).body['isOpenForNewTransactions']).toBe(false);
    expect((await add(app, number)).body).toMatchObject({
      eventAdded: false,
      outcome: 'Rejected',
      riskCheckMessages: [{ code: '200.923' }],
    });
    expect((await add(app, number, { eventType: 'WithdrawalCorrection', totalAmount: 10 })).body['outcome']).toBe('Accepted');
    await operate('PUT', `/${number}/stopped`, { stopped: false });
    expect((await add(app, number)).body['outcome']).toBe('Accepted');
  });
});

describe('a review', () => {
  const underReview = async (limit: number): Promise<string> => {
    const answer = await apply(applyBody('DE', limit, { firstName: 'Review' }));
    expect(answer.body).toMatchObject({ outcome: 'Pending', riskCheckMessages: [{ code: '200.922' }] });
    return String(accountOf(answer)['accountNumber']);
  };

  const decide = (number: string, decision: string) =>
    administer('POST', `/reviews/${number}`, { kind: 'account', decision, reason: 'known here', decidedBy: 'Ida' });

  it('that approves books what was held, in its order and as far as the limit goes', async () => {
    const number = await underReview(100);
    for (const totalAmount of [60, 50, 30]) await add(app, number, { totalAmount });
    expect((await operate('GET', '?state=UnderReview')).body['accounts']).toMatchObject([{ accountNumber: number }]);
    expect((await decide(number, 'approve')).body).toEqual({ kind: 'account', accountNumber: number, outcome: 'Accepted' });
    expect((await operate('GET', `/${number}`)).body).toMatchObject({ state: 'Open', balance: 90 });
    const { body } = await operate('GET', `/${number}/entries`);
    expect((body['entries'] as Json[]).map(({ kind, balance }) => [kind, balance])).toEqual([
      ['Held', 0],
      ['Held', 0],
      ['Held', 0],
      ['Purchase', 60],
      ['HeldDeclined', 60],
      ['Purchase', 90],
    ]);
    const again = await decide(number, 'decline');
    expect([again.status, again.messages[0]?.['code']]).toEqual([409, '400.307']);
    expect(again.messages[0]?.['message']).toBe('The application is not under review; the account is Open.');
  });

  it('that declines leaves no account and gives the promise back', async () => {
    const who = buyer('DE', { firstName: 'Review', customerNumber: 'A-declined' });
    const number = String(accountOf(await apply(applyBody('DE', 1000, {}, who)))['accountNumber']);
    await add(app, number, { totalAmount: 10 });
    expect(
      (await operate('POST', `/${number}/payments`, { amount: 1, valueDate: '2026-01-01', transactionId: 'x' })).messages[0],
    ).toMatchObject({ code: '400.308' });
    expect((await decide(number, 'decline')).body).toMatchObject({ outcome: 'Rejected' });
    expect((await limitOf(app, number)).status).toBe(404);
    expect((await add(app, number)).status).toBe(404);
    const again = await apply(applyBody('DE', 1000, { firstName: 'Kim', customerNumber: 'A-declined' }, who));
    expect(accountOf(again)).toMatchObject({ accountLimit: 1000 });
  });
});

describe('payments', () => {
  const pay = (number: string, amount: number, transactionId: string, valueDate = '2026-11-20') =>
    operate('POST', `/${number}/payments`, { amount, valueDate, transactionId, allowOverpayment: true });
  const today = todayIn('DE');

  it('pay fees, then interest, then principal, and more than is owed is credit', async () => {
    const number = await openAccount(app, 'DE', 100);
    await add(app, number, { totalAmount: 50 });
    await add(app, number, { eventType: 'WithdrawalCommission', totalAmount: 2 });
    await add(app, number, { eventType: 'InterestCorrection', totalAmount: 1 });
    expect((await pay(number, 2.5, 'P-1', today)).body).toMatchObject({
      feesAmount: 2,
      interestAmount: 0.5,
      principalAmount: 0,
      totalBalance: 50.5,
    });
    expect((await pay(number, 60, 'P-2', today)).body).toMatchObject({
      interestAmount: 0.5,
      principalAmount: 59.5,
      totalBalance: -9.5,
    });
    expect((await limitOf(app, number)).body).toMatchObject({ balance: -9.5, remainingCreditLimit: 109.5 });
  });

  it('leave nothing behind where interest was given back', async () => {
    const number = await openAccount(app, 'DE', 200);
    await add(app, number, { totalAmount: 100 });
    await add(app, number, { eventType: 'InterestCorrection', totalAmount: -9.67 });
    expect((await limitOf(app, number)).body).toMatchObject({ balance: 100, totalBalance: 90.33 });
    expect((await pay(number, 90.33, 'P-all', today)).body).toMatchObject({ principalAmount: 90.33, totalBalance: 0 });
    expect((await limitOf(app, number)).body).toMatchObject({ balance: 0, totalBalance: 0 });
    const { entries } = (await operate('GET', `/${number}/entries`)).body as { entries: Json[] };
    expect(entries.map(({ kind, balance }) => [kind, balance])).toContainEqual(['InterestCredited', 90.33]);
  });

  it('are refused above what is owed, unless they say so', async () => {
    const number = await openAccount(app, 'DE', 100);
    await add(app, number, { totalAmount: 50 });
    const plain = (amount: number, more: Json = {}) =>
      operate('POST', `/${number}/payments`, { amount, valueDate: today, transactionId: 'P-over', ...more });
    for (const more of [{}, { allowOverpayment: false }]) {
      const over = await plain(50.01, more);
      expect([over.status, over.messages]).toMatchObject([409, [{ code: '400.309', fieldReference: 'amount' }]]);
      expect(over.text).toContain('50.00');
    }
    expect((await plain(50)).body).toMatchObject({ totalBalance: 0 });
    const nothing = await operate('POST', `/${number}/payments`, { amount: 0.01, valueDate: today, transactionId: 'P-none' });
    expect(nothing.messages[0]?.['code']).toBe('400.309');
    expect((await pay(number, 5, 'P-credit', today)).body).toMatchObject({ totalBalance: -5 });
  });

  it('are booked once under their number, and not before they came', async () => {
    const number = await openAccount(app, 'DE', 100);
    await add(app, number, { totalAmount: 50 });
    const first = await pay(number, 20, 'P-1', today);
    expect((await pay(number, 20, 'P-1', today)).text).toBe(first.text);
    const other = await pay(number, 21, 'P-1', today);
    expect([other.status, other.messages[0]?.['code']]).toEqual([409, '400.306']);
    const early = await pay(number, 1, 'P-3', '2099-01-01');
    expect([early.status, early.messages[0]?.['fieldReference']]).toEqual([400, 'valueDate']);
    expect((await pay('0100.0000008', 1, 'P-4', today)).status).toBe(404);
  });
});

describe('a payment that is taken back', () => {
  const pay = (number: string, amount: number, transactionId: string, valueDate = today) =>
    operate('POST', `/${number}/payments`, { amount, valueDate, transactionId, allowOverpayment: true });
  const takeBack = (number: string, transactionId: string, over: Json = {}, country: CountryCode = 'DE') =>
    operate(
      'POST',
      `/${number}/payments/${encodeURIComponent(transactionId)}/return`,
      { returnedOn: today, reason: 'Recalled', ...over },
      country,
    );
  const today = todayIn('DE');
  const owing = async (): Promise<string> => {
    const number = await openAccount(app, 'DE', 100);
    await add(app, number, { totalAmount: 50 });
    await add(app, number, { eventType: 'WithdrawalCommission', totalAmount: 2 });
    await add(app, number, { eventType: 'InterestCorrection', totalAmount: 1 });
    return number;
  };

  it('is owed again as it was laid; entries, ledger, audit and event say so', async () => {
    const number = await owing();
    await pay(number, 20, 'bank/20 & 1');
    const answer = await takeBack(number, 'bank/20 & 1');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        accountNumber: number,
        transactionId: 'bank/20 & 1',
        amount: 20,
        returnedOn: today,
        feesAmount: 2,
        interestAmount: 1,
        principalAmount: 17,
        totalBalance: 53,
        status: 'Ok',
      },
    ]);
    expect((await limitOf(app, number)).body).toMatchObject({ balance: 50, totalBalance: 53, remainingCreditLimit: 47 });
    const { entries } = (await operate('GET', `/${number}/entries`)).body as { entries: Json[] };
    expect(entries.at(-1)).toMatchObject({
      kind: 'PaymentReturned',
      reference: 'bank/20 & 1',
      valueDate: today,
      principal: 17,
      interest: 1,
      fees: 2,
    });
    const booked = await app.query(
      `select debit_account, credit_account, amount_minor::int as minor from ledger
       where account_number = $1 and credit_account = 'consumer_payments' order by minor`,
      number,
    );
    expect(booked.map((row) => [row['debit_account'], row['minor']])).toEqual([
      ['account_interest', 100],
      ['account_fees', 200],
      ['account_principal', 1700],
    ]);
    const [audited] = await app.query(
      `select operation, reason from audit where account_number = $1 and operation = 'returnAccountPayment'`,
      number,
    );
    expect(audited).toMatchObject({ reason: 'Recalled' });
    const [event] = await app.query(
      `select data from outbox where account_number = $1 and type = 'account.payment_returned'`,
      number,
    );
    expect(event?.['data']).toMatchObject({
      amount: 20,
      returnedOn: today,
      feesAmount: 2,
      interestAmount: 1,
      principalAmount: 17,
      account: { number, owedAmount: 53 },
    });
  });

  it('is taken back once, also by many at one moment, and on another day not again', async () => {
    const number = await owing();
    await pay(number, 20, 'R-1', '2026-11-20');
    const answers = await Promise.all(Array.from({ length: 8 }, () => takeBack(number, 'R-1')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ totalBalance: 53 });
    const { entries } = (await operate('GET', `/${number}/entries`)).body as { entries: Json[] };
    expect(entries.filter(({ kind }) => kind === 'PaymentReturned')).toHaveLength(1);
    const refused = await takeBack(number, 'R-1', { returnedOn: '2026-11-21' });
    expect([refused.status, refused.messages[0]?.['code'], refused.messages[0]?.['fieldReference']]).toEqual([
      409,
      '400.440',
      'transactionId',
    ]);
    expect(refused.text).toContain(today);
    // The same payment sent again is the one that went back.
    expect((await pay(number, 20, 'R-1', '2026-11-20')).body).toMatchObject({ totalBalance: 53 });
  });

  it('is one of this account and of this merchant, on a day that can be, with a reason', async () => {
    const number = await owing();
    const other = await owing();
    await pay(number, 20, 'R-2');
    for (const [answer, status, code, field] of [
      [await takeBack(number, 'R-none'), 404, '400.347', 'transactionId'],
      [await takeBack(other, 'R-2'), 404, '400.347', 'transactionId'],
      [await takeBack(number, 'R-2', {}, 'AT'), 404, '400.300', 'accountNumber'],
      [await takeBack('0100.0000008', 'R-2'), 404, '400.300', 'accountNumber'],
      [await takeBack(number, 'R-2', { returnedOn: '2099-01-01' }), 400, '400.003', 'returnedOn'],
      [await takeBack(number, 'R-2', { returnedOn: '2020-01-01' }), 400, '400.003', 'returnedOn'],
      [await takeBack(number, 'R-2', { reason: ' ' }), 400, '400.002', 'reason'],
    ] as const)
      expect([answer.status, answer.messages[0]?.['code'], answer.messages[0]?.['fieldReference']]).toEqual([
        status,
        code,
        field,
      ]);
    expect((await limitOf(app, number)).body).toMatchObject({ totalBalance: 33 });
  });
});

describe('the stream of entries', () => {
  it('is read page by page, each entry once, with the balance after it', async () => {
    const number = await openAccount(app, 'DE', 100);
    for (let count = 1; count <= 7; count += 1) await add(app, number, { totalAmount: count });
    const seen: Json[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const { body }: Answer = await operate('GET', `/${number}/entries?limit=3&after=${next}`);
      seen.push(...(body['entries'] as Json[]));
      next = body['next'] as string | undefined;
    }
    expect(seen.map(({ number: place, balance }) => [place, balance])).toEqual(
      [1, 3, 6, 10, 15, 21, 28].map((sum, index) => [index + 1, sum]),
    );
    expect((await operate('GET', `/${number}/entries?after=x`)).status).toBe(400);
  });
});
