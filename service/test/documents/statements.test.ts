// Every month of a customer account leaves a statement that its holder can read and pay by: all entries, what is demanded,
// and a code that pays just that to just that account; the same file each time, and nobody else's to read.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CountryCode, countries, countryCodes } from '../../src/core/countries/countries.ts';
import { texts } from '../../src/core/texts/texts.ts';
import { add, applyBody } from '../support/accounts.ts';
import { advance, beginAt, type Json, keyOf, startApp, type TestApp } from '../support/app.ts';
import { canLook, lastCodeOf, picturesOf, qrOn, textOf } from '../support/pages.ts';

// Finding a code on a picture takes seconds where many tests share few processors.
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function statementsOf(country: CountryCode, number: string): Promise<Json[]> {
  const [merchant] = await app.query('select id from merchants where country = $1', country);
  const path = `/admin/v1/merchants/${String(merchant?.['id'])}/accounts/${number}/statements`;
  const answer = await app.ask('GET', path, undefined, { key: 'sandbox-operator' });
  expect(answer.status, answer.text).toBe(200);
  return answer.body['statements'] as Json[];
}

async function open(country: CountryCode, limit: number, over: Json = {}): Promise<{ number: string; ocr: string }> {
  const answer = await app.ask(
    'POST',
    '/api/v3/customer-account',
    { ...applyBody(country, limit), ...over },
    {
      key: keyOf(country),
    },
  );
  const account = answer.body['account'] as Json | undefined;
  expect(account, answer.text).toBeDefined();
  return { number: String(account?.['accountNumber']), ocr: String(account?.['ocr']) };
}

const begun = new Set<CountryCode>();
const until = async (country: CountryCode, day: string): Promise<void> => {
  if (!begun.has(country)) await beginAt(app, country, `${day}T10:59:00Z`);
  begun.add(country);
  const answer = await advance(app, country, { now: `${day}T11:00:00Z` });
  expect(answer.status, answer.text).toBe(200);
};

async function fetched(url: unknown, key?: string): Promise<{ status: number; bytes: Buffer; type: unknown }> {
  const response = await app.app.inject({ url: new URL(String(url)).pathname, ...(key && { headers: { 'x-auth-key': key } }) });
  return { status: response.statusCode, bytes: response.rawPayload, type: response.headers['content-type'] };
}

const plain = (pages: readonly string[]): string => pages.join('\n').replace(/[  ]/g, ' ');

const statementIn: Readonly<Record<string, string>> = {
  NO: 'Kontoutskrift',
  SV: 'Kontoutdrag',
  FI: 'Tiliote',
  DA: 'Kontoudtog',
  DE: 'Kontoauszug',
  NL: 'Rekeningoverzicht',
  FR: 'Relevé de compte',
  EN: 'Account statement',
};

/** An account with a purchase on the fifth of a month, seen on the second of the next. */
async function used(country: CountryCode, month: 4 | 6): Promise<{ number: string; ocr: string; statement: Json }> {
  await until(country, `2027-0${month}-05`);
  const { number, ocr } = await open(country, 500);
  const event = { countryCode: country, currency: countries[country].currency, totalAmount: 300, posName: 'Café Ærø, 2' };
  const added = await add(app, number, { ...event, time: `2027-0${month}-05T10:00:00Z` }, country);
  expect(added.body['eventAdded'], added.text).toBe(true);
  await until(country, `2027-0${month + 1}-02`);
  const [statement] = await statementsOf(country, number);
  return { number, ocr, statement: statement ?? {} };
}

describe('the statement of an account', () => {
  for (const country of countryCodes) {
    it(`in ${country} tells every entry and what is demanded, in its language, with a code that pays just that`, async () => {
      const { number, ocr, statement } = await used(country, 4);
      const { status, bytes, type } = await fetched(statement['statementUrl'], keyOf(country));
      expect(status).toBe(200);
      expect(type).toBe('application/pdf');
      if (!canLook) return;
      const text = plain(textOf(bytes));
      expect(text).toContain(statementIn[countries[country].language]);
      expect(text).toContain(number);
      expect(text).toContain('Café Ærø, 2');
      const toPay = Number(statement['minimumPayment']).toFixed(2);
      expect(Number(toPay)).toBeGreaterThan(0);
      expect(text).toMatch(new RegExp(toPay.replace('.', '[.,]')));
      const total = Number(statement['totalBalance']).toFixed(2);
      expect(text).toMatch(new RegExp(total.replace('.', '[.,]')));
      expect(text.replace(/[^0-9A-Z]/g, '')).toContain(ocr);
      expect(text).not.toContain('{');
      const hasCode = country !== 'NO' && country !== 'SE' && country !== 'DK';
      const [page] = picturesOf(bytes);
      const code = hasCode ? lastCodeOf(bytes, country === 'CH' ? 0.65 : 0) : page && qrOn(page);
      if (!hasCode) expect(code).toBeUndefined();
      else if (country === 'CH') expect(code?.split('\n').slice(18, 20)).toEqual([toPay, 'CHF']);
      else expect(code).toContain(`EUR${Number(toPay)}`);
      if (country === 'CH' || country === 'DE') expect(code).toContain(ocr);
    });
  }

  it('speaks the language that was applied in, whatever the shop speaks', async () => {
    const spoken = ['EN', 'FR', 'SV', 'FI', 'DA', 'NO', 'NL'];
    await until('CH', '2027-06-05');
    const numbers = await Promise.all(spoken.map((conversationLanguage) => open('CH', 100, { conversationLanguage })));
    await until('CH', '2027-07-02');
    for (const [index, { number }] of numbers.entries()) {
      const [statement] = await statementsOf('CH', number);
      const { bytes } = await fetched(statement?.['statementUrl'], 'sandbox-ch');
      if (canLook) expect(plain(textOf(bytes))).toContain(statementIn[spoken[index] ?? '']);
    }
  });

  it('is fetched by the link for its holder too, never by another shop, and is the same file byte for byte', async () => {
    const { number, statement } = await used('DE', 6);
    const first = await fetched(statement['statementUrl'], 'sandbox-de');
    expect((await fetched(statement['consumerStatementUrl'])).bytes.equals(first.bytes)).toBe(true);
    expect((await fetched(statement['statementUrl'], 'sandbox-at')).status).toBe(404);
    expect((await fetched(statement['statementUrl'])).status).toBe(401);
    // What came later, and another bank account of the shop, do not change a statement that was made.
    await add(app, number, { time: '2027-07-02T10:00:00Z', totalAmount: 7 });
    await app.query(
      `update merchants set contract = jsonb_set(contract::jsonb, '{payee,ibans,EUR}', '"DE02120300000000202051"')::json where country = 'DE'`,
    );
    await app.query('delete from documents where kind = $1', 'Statement');
    expect((await fetched(statement['statementUrl'], 'sandbox-de')).bytes.equals(first.bytes)).toBe(true);
    const [row] = await app.query('select content, bytes from documents where kind = $1', 'Statement');
    // It names a person: neither data nor file can be read in the table.
    expect(String(row?.['content'])).toMatch(/^2\.[0-9a-f]{8}\./);
    expect(String(row?.['bytes'])).toMatch(/^2\.[0-9a-f]{8}\./);
  });

  it('of 400 purchases has every one of them, and what is overdue is demanded with what is due', async () => {
    await until('AT', '2027-06-05');
    const { number } = await open('AT', 500);
    for (let first = 0; first < 400; first += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          add(
            app,
            number,
            { time: '2027-06-05T10:00:00Z', totalAmount: 1, countryCode: 'AT', posName: `till ${first + index}.` },
            'AT',
          ),
        ),
      );
    }
    await until('AT', '2027-08-02');
    const [july, june] = await statementsOf('AT', number);
    expect(june).toMatchObject({ firstEntry: 1, lastEntry: 401 });
    const pages = textOf((await fetched(june?.['statementUrl'], 'sandbox-at')).bytes);
    const after = (await fetched(july?.['statementUrl'], 'sandbox-at')).bytes;
    if (!canLook) return;
    expect(pages.join('').match(/till \d+\./g)).toHaveLength(400);
    const demanded = (Number(july?.['minimumPayment']) + Number(july?.['overdueAmount'])).toFixed(2);
    expect(Number(july?.['overdueAmount'])).toBeGreaterThan(0);
    expect(lastCodeOf(after)).toContain(`EUR${Number(demanded)}`);
    expect(plain(textOf(after))).toContain('überfällig');
  });

  it.skipIf(!canLook)(
    'offers a holder in arrears a way out and names debt advice, where the law of the day asks for it',
    async () => {
      const offered = async (country: CountryCode): Promise<boolean[]> => {
        const { number } = await used(country, 6);
        await until(country, '2027-08-02');
        const [july, june] = await statementsOf(country, number);
        expect(Number(july?.['overdueAmount'])).toBeGreaterThan(0);
        const { forbearance } = texts[countries[country].language].reminder;
        const advice = countries[country].law.debtAdvice.text.slice(0, 12);
        return Promise.all(
          [june, july].map(async (each) => {
            const text = plain(textOf((await fetched(each?.['statementUrl'], keyOf(country))).bytes)).replace(/\s+/g, ' ');
            expect(text.includes(advice)).toBe(text.includes(forbearance));
            return text.includes(forbearance);
          }),
        );
      };
      expect(await offered('FI')).toEqual([false, true]);
      expect(await offered('BE')).toEqual([false, false]);
    },
  );

  it('demands nothing of a holder who owes nothing, and says whose the money is that was paid over', async () => {
    await until('NL', '2027-06-05');
    const { number } = await open('NL', 200);
    const [merchant] = await app.query('select id from merchants where country = $1', 'NL');
    const paid = await app.ask(
      'POST',
      `/admin/v1/merchants/${String(merchant?.['id'])}/accounts/${number}/payments`,
      { amount: 12.34, valueDate: '2027-06-05', transactionId: 'over', allowOverpayment: true },
      { key: 'sandbox-operator' },
    );
    expect(paid.status, paid.text).toBe(200);
    await until('NL', '2027-07-02');
    const [statement] = await statementsOf('NL', number);
    const { bytes } = await fetched(statement?.['statementUrl'], 'sandbox-nl');
    if (!canLook) return;
    const text = plain(textOf(bytes));
    expect(text).toContain('Er is nu niets te betalen.');
    expect(text).toContain('het tegoed is van u');
    expect(text).toContain('−12,34');
    const [page] = picturesOf(bytes);
    expect(page && qrOn(page)).toBeUndefined();
  });
});
