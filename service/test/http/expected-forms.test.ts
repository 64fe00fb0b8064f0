// A refusal says what was expected instead: an example, the words to choose from, the place where JSON breaks, whether there was
// a key at all, and which address was meant (C05). What was sent is never repeated, as it may be personal.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPostalCode } from '../../src/core/address/postal-codes.ts';
import { judgeAccount } from '../../src/core/bank/bank-account.ts';
import { isEmail, phoneOf } from '../../src/core/contact.ts';
import { type CountryCode, countries, countryCodes } from '../../src/core/countries/countries.ts';
import { readNationalNumber } from '../../src/core/countries/rules.ts';
import { languages, texts } from '../../src/core/texts/texts.ts';
import { parseJson } from '../../src/wire/json.ts';
import { breakOf } from '../../src/wire/json-break.ts';
import { emailExample } from '../../src/wire/schema.ts';
import { authorizeBody, type Json, keyOf, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const today = '2026-11-22';
const authorize = '/api/v3/checkout/authorize';

test.each(countryCodes)('the examples of %s are right by its own rules', (country) => {
  const { person, company, postalCode, phone, iban } = countries[country].examples;
  expect(readNationalNumber(person, country, today)).toMatchObject({ holder: 'Person' });
  expect(readNationalNumber(company, country, today)).toMatchObject({ holder: 'Company' });
  expect(readPostalCode(postalCode, country)).toBeDefined();
  expect(phoneOf(phone, country)).toBe(phone);
  expect(judgeAccount({ account: iban }, country, [...countryCodes])).toMatchObject({ isValid: true });
  expect(isEmail(emailExample)).toBe(true);
});

/** A number of the country with its last digit, or letter, another: right in form and wrong in its check digit. */
function misspelt(country: CountryCode): string {
  const { person } = countries[country].examples;
  for (const sign of '0123456789ABCDEFHJKLMNPRSTUVWXY') {
    const text = `${person.slice(0, -1)}${sign}`;
    if (readNationalNumber(text, country, today) === 'check') return text;
  }
  return '';
}

describe('a national number', () => {
  // Denmark gives numbers whose check digit does not hold.
  test.each(countryCodes.filter((country) => country !== 'DK'))(
    'of %s with a wrong check digit is out of range, wherever it is sent; one of no form has the wrong format',
    async (country) => {
      const wrong = misspelt(country);
      expect(wrong).not.toBe('');
      const { person } = countries[country].examples;
      for (const [number, code, message] of [
        [wrong, '400.003', 'Value out of range.'],
        ['zzz', '400.004', `Value format is incorrect. Write it like ${person}.`],
      ] as const) {
        const { customer, order, payment } = authorizeBody(country, { customer: { identificationNumber: number } });
        const account = {
          ...customer,
          organizationPersonalNo: number,
          category: 'Person',
          currency: order['currency'],
          distributionType: 'Email',
        };
        const bodies: [string, string, Json][] = [
          [authorize, 'customer.identificationNumber', { customer, order, payment }],
          ['/api/v3/checkout/payment-methods', 'customer.identificationNumber', { customer, order }],
          ['/api/v3/validate/address', 'customer.identificationNumber', { customer }],
          ['/api/v3/lookup/customer', 'identificationNumber', { identificationNumber: number, countryCode: country }],
          [
            '/api/v3/customer-account',
            'customer.organizationPersonalNo',
            { accountLimit: 100, countryCode: country, conversationLanguage: 'EN', customer: account },
          ],
        ];
        for (const [url, fieldReference, body] of bodies) {
          const answer = await app.ask('POST', url, { ...body, conversationLanguage: 'EN' }, { key: keyOf(country) });
          const found = answer.messages.find((each) => each['fieldReference'] === fieldReference);
          expect({ url, status: answer.status, ...found }).toMatchObject({ url, status: 400, code, message });
          expect(found?.['customerFacingMessage']).toBe(
            `${texts.EN.refusals.checkEntry} ${texts.EN.refusals.writeLike.replace('{example}', person)}`,
          );
          expect(answer.text).not.toContain(wrong);
        }
      }
    },
  );

  test('of a company is shown as one', async () => {
    const customer = { customerCategory: 'Company', companyName: 'Lamp AB', identificationNumber: 'x' };
    const answer = await app.ask('POST', authorize, authorizeBody('SE', { customer }), { key: 'sandbox-se' });
    expect(answer.messages[0]).toMatchObject({ message: 'Value format is incorrect. Write it like 556000-0001.' });
  });
});

describe('what is expected of a value', () => {
  const cases: [string[], unknown, string][] = [
    [['customer', 'birthDate'], '8.12.84', '1984-12-08'],
    [['customer', 'riskData'], { customerSince: 'long ago' }, '2026-11-20T09:30:00Z'],
    [['checkoutId'], 'nothing', '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11'],
    [['customer', 'address', 'postalCode'], 'ABC', '10827'],
    [['customer', 'mobilePhone'], '12', '+4915123456789'],
    [['customer', 'email'], 'nobody', 'anna@example.com'],
    [['order', 'number'], 'a b', 'WEB-1001'],
    [['order', 'totalGrossAmount'], 'much', '104.95'],
    [['payment', 'directDebit'], { bankAccount: 'DE89370400440532013001' }, 'DE89 3704 0044 0532 0130 00'],
  ];
  test.each(cases)('%j is said by an example', async (steps, value, example) => {
    const body = structuredClone(authorizeBody('DE')) as Json;
    const holder = steps.slice(0, -1).reduce((at, step) => at[step] as Json, body);
    holder[steps.at(-1) ?? ''] = value;
    for (const language of languages) {
      const answer = await app.ask('POST', authorize, { ...body, conversationLanguage: language });
      const found = answer.messages.find(({ message }) => String(message).includes(example));
      expect(found, answer.text).toMatchObject({
        code: '400.004',
        message: `Value format is incorrect. Write it like ${example}.`,
        customerFacingMessage: `${texts[language].refusals.checkEntry} ${texts[language].refusals.writeLike.replace('{example}', example)}`,
      });
    }
  });

  test('is said by the words there are, to the consumer as well', async () => {
    const answer = await app.ask('POST', authorize, {
      ...authorizeBody('DE', { customer: { salutation: 'Sir' } }),
      conversationLanguage: 'FR',
    });
    expect(answer.messages).toMatchObject([
      {
        code: '400.004',
        message: 'Value format is incorrect. It is one of Mr, Mrs, Miss, Diverse.',
        customerFacingMessage: expect.stringContaining('Mr, Mrs, Miss, Diverse'),
      },
    ]);
  });

  test('is said of the time of an account event, too', async () => {
    const answer = await app.ask('POST', '/api/v3/customer-account/0100.0000008/event', {
      eventType: 'Info',
      time: 'yesterday',
      currency: 'EUR',
      countryCode: 'DE',
      conversationLanguage: 'EN',
    });
    expect(answer.body).toMatchObject({ message: 'Value format is incorrect. Write it like 2026-11-20T09:30:00+01:00.' });
  });
});

describe('a body that cannot be read', () => {
  test.each([
    ['{"a": 1,}', 'line 1, column 9: expected a member’s name in double quotes'],
    ['{\n  "order": {\n    "number": 1 "x": 2\n}', 'line 3, column 17: expected a comma or }'],
    ['{\r\n"a": \'Weber\'}', 'line 2, column 6: expected a value'],
    ['{"Weber', 'line 1, column 8: expected a closing double quote'],
    ['{"ä😀": tru', 'line 1, column 8: expected a value'],
    ['{"a": 1} Weber', 'line 1, column 10: expected the end of the text'],
    ['{"a": "Weber\n"}', 'line 1, column 13: expected no line break or control character within text'],
    ['{"a":\n[1', 'line 2, column 3: expected a comma or ]'],
  ])('%j says where it breaks', async (text, why) => {
    const answer = await app.ask('POST', authorize, text);
    expect(answer.messages).toMatchObject([{ code: '400.001', fieldReference: 'request' }]);
    expect(answer.messages[0]?.['message']).toContain(`(it is not JSON at ${why})`);
    expect(answer.text).not.toContain('Weber');
  });

  test('says so of what is there twice, or missing', async () => {
    const message = async (text: string | undefined) => (await app.ask('POST', authorize, text)).messages[0]?.['message'];
    expect(await message('{"a": 1,\n "A": 2}')).toContain('is there twice, at line 2, column 2');
    expect(await message('[]')).toContain('it has to be an object');
    expect(await message(undefined)).toContain('there is none');
  });

  test('is found to break exactly where JSON.parse refuses it', () => {
    const text = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc.tuple(fc.json({ maxDepth: 4 }), fc.nat(60), fc.string({ maxLength: 2 })).map(([json, at, other]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + other + json.slice(place + 1);
      }),
    );
    fc.assert(
      fc.property(text, (sent) => {
        const broken = breakOf(sent);
        const read = parseJson(Buffer.from(sent));
        let isJson = true;
        try {
          JSON.parse(sent);
        } catch {
          isJson = false;
        }
        expect(broken === undefined).toBe(isJson);
        expect(broken === undefined || (broken.at >= 0 && broken.at <= sent.length)).toBe(true);
        // What stands before the break can be completed to JSON, so the break is not too late; nor does it come too early.
        if (!isJson && 'fault' in read && !read.fault.includes('twice')) expect(read.fault).toMatch(/line \d+, column \d+|UTF-8/);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a client without a key or at the wrong address', () => {
  test('is told whether a key came, and no more', async () => {
    const denied = 'Authorization has been denied for this request.';
    const none = await app.inject({ method: 'GET', url: '/api/v3/version' });
    const basic = await app.inject({ method: 'GET', url: '/api/v3/version', headers: { authorization: 'Basic c2FuZGJveA==' } });
    for (const { body } of [none, basic])
      expect(body['message']).toBe(`${denied} No key was sent: send it as X-Auth-Key, or as Authorization: Bearer.`);
    for (const headers of [{ 'x-auth-key': 'not-ours' }, { authorization: 'Bearer not-ours' }]) {
      const unknown = await app.inject({ method: 'GET', url: '/api/v3/version', headers });
      expect(unknown.body['message']).toBe(`${denied} The key that was sent is not known here, or not valid.`);
      expect(unknown.text).not.toContain('not-ours');
    }
  });

  test.each([
    ['POST', '/checkout/authorize', '/api/v3/checkout/authorize'],
    ['POST', '/v3/checkout/authorize/', '/api/v3/checkout/authorize'],
    ['POST', '/api/checkout/authorize?x=1', '/api/v3/checkout/authorize'],
    ['POST', '/api/v2/checkout/authorize', '/api/v3/checkout/authorize'],
    ['GET', '/api/v3/api/v3/orders/WEB-1', '/api/v3/orders/{orderNumber}'],
    ['GET', '/orders/WEB-1/captures', '/api/v3/orders/{orderNumber}/captures'],
    ['GET', '/customer-account/19811218-9876', '/api/v3/customer-account/{ssn}'],
    ['GET', '/api/v3/Version', '/api/v3/version'],
    ['GET', '/version', '/api/v3/version'],
  ] as const)('%s %s is asked whether %s was meant', async (method, url, meant) => {
    const answer = await app.ask(method, url);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({
      code: '400.242',
      message: `There is no such address; see /docs. Did you mean ${meant}?`,
    });
    expect(answer.text).not.toContain('19811218');
  });

  test('is asked nothing where no address is near', async () => {
    for (const url of ['/nothing', '/api/v3/orders/1/captures/2/3', '/', '//'])
      expect((await app.ask('POST', url)).text).not.toContain('Did you mean');
  });

  test('is told the address below the path that the service lives at', async () => {
    const below = await startApp({ BASE_PATH: '/pay', PUBLIC_URL: 'https://shop.example.com/pay' });
    try {
      const answer = await below.ask('POST', '/pay/checkout/authorize', {});
      expect(answer.body['message']).toContain('Did you mean /pay/api/v3/checkout/authorize?');
    } finally {
      await below.stop();
    }
  });
});
