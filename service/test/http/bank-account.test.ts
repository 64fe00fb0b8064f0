// POST /validate/bank-account as shops ask it and as the public API is seen to answer (C05, C06).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ibanOf } from '../../src/core/bank/iban.ts';
import { type Answer, authorizeBody, item, type Json, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const validate = (body: unknown, key = 'sandbox-de'): Promise<Answer> =>
  app.ask('POST', '/api/v3/validate/bank-account', body, { key });

describe('a bank account', () => {
  it('of every country is valid as an IBAN', async () => {
    const ibans = [
      'NO9386011117947',
      'DE89370400440532013000',
      'AT611904300234573201',
      'CH9300762011623852957',
      'FI2112345600000785',
      'SE4550000000058398257466',
      'DK5000400440116243',
      'NL91ABNA0417164300',
      'BE68539007547034',
      'de89 3704 0044 0532 0130 00',
    ];
    for (const bankAccount of ibans) {
      const { status, body } = await validate({ bankAccount });
      expect([bankAccount, status, body['isValid'], body['riskCheckMessages']]).toEqual([bankAccount, 200, true, undefined]);
    }
    expect((await validate({ bankAccount: 'DE89370400440532013000' })).body).toEqual({
      isValid: true,
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      bankName: expect.stringContaining('Commerzbank'),
    });
    expect((await validate({ iban: 'DE89370400440532013000' })).body['isValid']).toBe(true);
  });

  it('is the same with blanks that do not break, as copied from a page, and with none', async () => {
    const [nobreak, narrow] = ['\u00a0', '\u202f'];
    const grouped = (blank: string): string => ['DE89', '3704', '0044', '0532', '0130', '00'].join(blank);
    for (const blank of [nobreak, narrow]) {
      expect((await validate({ bankAccount: grouped(blank) })).body).toMatchObject({ isValid: true, iban: grouped('') });
      const national = { bankAccount: `0532${blank}0130${blank}00`, bankNumber: '37040044' };
      expect((await validate(national)).body).toMatchObject({ isValid: true, iban: grouped('') });
    }
    for (const sign of ['\t', '\u200b', '\u2003'])
      expect((await validate({ bankAccount: grouped(sign) })).body, JSON.stringify(sign)).toMatchObject({ isValid: false });
  });

  it('is no QR-IBAN, which only bills are paid to, written as an IBAN or with the clearing number', async () => {
    const own = { bankAccount: 'CH44 3199 9123 0008 8901 2' };
    for (const body of [
      own,
      { bankAccount: '000889012', bankNumber: '31999' },
      { bankAccount: '000889012', bankNumber: '30000' },
    ])
      expect((await validate(body, 'sandbox-ch')).body).toMatchObject({
        isValid: false,
        riskCheckMessages: [{ code: '200.910' }],
      });
    for (const bankNumber of ['29999', '32000'])
      expect((await validate({ bankAccount: '000889012', bankNumber }, 'sandbox-ch')).body).toMatchObject({ isValid: true });
    expect((await validate(own)).body).toMatchObject({ isValid: false });
  });

  it('with wrong check digits or signs is not valid, and the consumer is asked again', async () => {
    const wrong = [
      'DE89370400440532013001',
      'GB09HAO',
      'DE89-3704-0044-0532!',
      'NO9386011117948',
      'FI3712345600000788',
      'DE٨٩370400440532013000',
    ];
    for (const bankAccount of wrong.filter((each) => !each.startsWith('GB'))) {
      const { status, body } = await validate({ bankAccount });
      expect([bankAccount, status, body]).toMatchObject([
        bankAccount,
        200,
        {
          isValid: false,
          riskCheckMessages: [
            {
              type: 'BusinessError',
              code: '200.910',
              message: 'Value format is incorrect.',
              actionCode: 'AskConsumerToReEnterData',
              fieldReference: 'bankAccount',
            },
          ],
        },
      ]);
    }
    expect((await validate({ bankAccount: 'GB09HAO' })).body['isValid']).toBe(false);
  });

  it('of another country, or of one outside the merchant’s list, is not supported', async () => {
    for (const [bankAccount, key] of [
      ['AL35202111090000000001234567', 'sandbox-de'],
      ['AL35 2021\t1109 0000 0000 0123 4567', 'sandbox-de'],
      // Who collects no euro is free to choose.
      ['EE471000001020145685', 'sandbox-no'],
      ['LI21 0881 0000 2324 013A A', 'sandbox-no'],
      ['EE47 1000\t0010 2014 5685', 'sandbox-no'],
    ]) {
      const { status, body } = await validate({ bankAccount }, key);
      expect([status, body]).toMatchObject([
        200,
        {
          isValid: false,
          riskCheckMessages: [{ code: '200.909', actionCode: 'AskConsumerToReEnterData', fieldReference: 'bankAccount' }],
        },
      ]);
    }
    await app.query(
      `update merchants set contract = (contract::jsonb || '{"bankCountries": ["DK"]}')::json where country = 'DK'`,
    );
    app.deps.auth.forget();
    expect((await validate({ bankAccount: 'DE89370400440532013000' }, 'sandbox-dk')).body).toMatchObject({
      isValid: false,
      riskCheckMessages: [{ code: '200.909' }],
    });
    expect((await validate({ bankAccount: 'DK5000400440116243' }, 'sandbox-dk')).body['isValid']).toBe(true);
  });

  it('too short, too long, empty or missing is refused', async () => {
    const refused = async (body: unknown) => {
      const { status, messages } = await validate(body);
      expect(status).toBe(400);
      expect(messages[0]).toMatchObject({ actionCode: 'AskConsumerToReEnterData', fieldReference: 'bankAccount' });
      return [messages[0]?.['code'], messages[0]?.['message']];
    };
    expect(await refused({ bankAccount: '123456' })).toEqual(['400.006', 'A string value with minimum length 7 is required.']);
    expect(await refused({ bankAccount: '1'.repeat(35) })).toEqual(['400.005', 'A string value exceeds maximum length of 34.']);
    for (const body of [{}, { bankAccount: '' }, { bankAccount: null }, { bankAccount: '   ' }]) {
      expect(await refused(body)).toEqual(['400.002', 'Value is required.']);
    }
    expect((await validate('nothing')).messages[0]).toMatchObject({ code: '400.001' });
    expect((await validate(undefined)).messages[0]).toMatchObject({ code: '400.001' });
  });

  it('is named in what is said by the name it was sent by', async () => {
    for (const name of ['bankAccount', 'iban', 'accountNumber']) {
      const told = async (account: string) => {
        const { body, messages } = await validate({ [name]: account });
        const [message] = Array.isArray(body) ? messages : (body['riskCheckMessages'] as Json[]);
        return [message?.['fieldReference'], message?.['actionCode']];
      };
      for (const account of ['123456', '1'.repeat(35), '1'.repeat(300), 'DE89370400440532013001', 'AL35202111090000000001234567'])
        expect([name, account, ...(await told(account))]).toEqual([name, account, name, 'AskConsumerToReEnterData']);
    }
    const long = await validate({ bankAccount: 'DE89370400440532013000', bankCode: 'X'.repeat(60) });
    expect(long.messages[0]).toMatchObject({ fieldReference: 'bankCode', actionCode: 'AskConsumerToReEnterData' });
  });

  it('that is valid has a token where one is asked for, the same for each way to write it', async () => {
    const tokenOf = async (body: Json, key = 'sandbox-de') => (await validate({ createToken: true, ...body }, key)).body['token'];
    const token = await tokenOf({ bankAccount: 'DE89 3704 0044 0532 0130 00' });
    expect(token).toMatch(/^[\w-]{20,50}$/);
    expect(await tokenOf({ iban: 'de89370400440532013000' })).toBe(token);
    expect(await tokenOf({ accountNumber: '0532013000', bankCode: '37040044' })).toBe(token);
    expect(await tokenOf({ bankAccount: 'DE02120300000000202051' })).not.toBe(token);
    expect(await tokenOf({ bankAccount: 'DE89370400440532013000' }, 'sandbox-at')).not.toBe(token);
    for (const body of [
      { createToken: false },
      { createToken: null },
      { createToken: true, bankAccount: 'DE89370400440532013001' },
    ])
      expect((await validate({ bankAccount: 'DE89370400440532013000', ...body })).body).not.toHaveProperty('token');
  });

  it('as number and code becomes an IBAN with BIC and bank', async () => {
    for (const code of [{ bankCode: '37040044' }, { bankNumber: '370 400 44' }]) {
      const sent = { accountNumber: '0532013000', ...code };
      expect((await validate(sent)).body).toMatchObject({ isValid: true, iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' });
    }
    expect((await validate({ bankAccount: '0532013100', bankCode: '37040044' })).body).toMatchObject({
      isValid: false,
      reasons: ['nationalCheckDigits'],
    });
    expect((await validate({ bankAccount: '8601.11.17947' }, 'sandbox-no')).body).toMatchObject({
      isValid: true,
      iban: 'NO9386011117947',
    });
    expect((await validate({ bankAccount: '86011117949' }, 'sandbox-no')).body['isValid']).toBe(false);
  });

  it('as bank code and number in one field is read where that can be done in one way only', async () => {
    const joined = async (bankAccount: string, key: string) => (await validate({ bankAccount }, key)).body;
    const german = { isValid: true, iban: 'DE89370400440532013000', bankName: expect.stringContaining('Commerzbank') };
    for (const written of ['370400440532013000', '37040044 0532013000', '370 400 44 / 0532013000'])
      expect([written, await joined(written, 'sandbox-de')]).toMatchObject([written, german]);
    for (const written of ['1904300234573201', '19043 00234573201'])
      expect([written, await joined(written, 'sandbox-at')]).toMatchObject([
        written,
        { isValid: true, iban: 'AT611904300234573201' },
      ]);
    // A wrong check digit, shorter ones, a code that cannot be, and the account before the code.
    for (const written of ['370400440532013100', '37040044532013000', '970400440532013000', '053201300037040044'])
      expect([written, await joined(written, 'sandbox-de')]).toMatchObject([written, { isValid: false }]);
    for (const written of ['190430023457320', '19043002345732011'])
      expect([written, await joined(written, 'sandbox-at')]).toMatchObject([written, { isValid: false }]);
    const body = authorizeBody('DE', { items: [item('DE', 'SOFA', 120_00)] });
    const payment = { type: 'Invoice', directDebit: { bankAccount: '370400440532013000' } };
    const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, payment });
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
  });

  it('whose BIC is of another country is not valid; one of another bank in the country is a notice', async () => {
    const iban = 'DE89370400440532013000';
    expect((await validate({ bankAccount: iban, bankCode: 'COBADEFF' })).body).toMatchObject({ isValid: true });
    for (const bankCode of ['DABASESX', 'COBAATWX', 'COBADKKK001']) {
      expect((await validate({ bankAccount: iban, bankCode })).body, bankCode).toMatchObject({
        isValid: false,
        reasons: ['bicOtherCountry'],
        riskCheckMessages: [{ code: '200.910', fieldReference: 'bankCode' }],
      });
    }
    expect((await validate({ bankAccount: iban, bic: 'NOBIC' })).body).toMatchObject({ isValid: false, reasons: ['bic'] });
    expect((await validate({ bankAccount: iban, bic: 'DEUTDEFF500' })).body).toMatchObject({
      isValid: true,
      reasons: ['bicOtherBank'],
      riskCheckMessages: [{ type: 'NotificationMessage', code: '200.911', fieldReference: 'bic' }],
    });
    expect((await validate({ bankAccount: '0417164300', bic: 'COBADEFF' }, 'sandbox-nl')).body).toMatchObject({
      isValid: false,
      reasons: ['bicOtherCountry'],
    });
  });

  it('whose national bank code is another bank’s is not valid, and the member that was sent is named', async () => {
    const iban = 'DE89370400440532013000';
    expect((await validate({ bankAccount: iban, bankNumber: '370 400 44' })).body).toMatchObject({ isValid: true });
    for (const [sent, fieldReference] of [
      [{ bankCode: '10000000' }, 'bankCode'],
      [{ bankNumber: '100 000 00' }, 'bankNumber'],
      [{ bic: 'DEUTFRPP' }, 'bic'],
    ] as const) {
      expect((await validate({ bankAccount: iban, ...sent })).body).toMatchObject({
        isValid: false,
        riskCheckMessages: [{ code: '200.910', fieldReference }],
      });
    }
    // A number that is no bank code of the country is not compared.
    expect((await validate({ bankAccount: iban, bankNumber: '12' })).body).toMatchObject({ isValid: true });
    expect((await validate({ bankAccount: 'CH9300762011623852957', bankNumber: '762' })).body).toMatchObject({ isValid: true });
  });

  it('in a Swedish IBAN holds by its clearing number, or gets a notice', async () => {
    const withDigits = (digits: string) => validate({ bankAccount: ibanOf('SE', digits) });
    for (const digits of [
      '50000000058398257466',
      '60000000000806967498',
      '30000000008506049827',
      '80000810340009783242',
      '95000099602612312312',
    ]) {
      expect((await withDigits(digits)).body, digits).not.toHaveProperty('reasons');
    }
    for (const digits of ['50000000058398257467', '60000000000806967499', '30000000008506049828']) {
      expect((await withDigits(digits)).body).toMatchObject({ isValid: true, reasons: ['undecided'] });
    }
  });

  it('that nobody’s rules decide is valid, with a notice', async () => {
    const { body } = await validate({ bankAccount: '1234567', bankCode: '99999999' });
    expect(body).toMatchObject({ isValid: true, reasons: ['undecided'], riskCheckMessages: [{ type: 'NotificationMessage' }] });
    expect((await validate({ bankAccount: '0040 0440116243' }, 'sandbox-dk')).status).toBe(200);
  });

  it('that is undecided, or of another country, is no slip that typing it again would mend: the consumer reads what it is', async () => {
    const words = async (body: Json, key: string) => {
      const answer = (await validate({ conversationLanguage: 'EN', ...body }, key)).body;
      return [answer['isValid'], ...(answer['riskCheckMessages'] as Json[]).map((each) => each['customerFacingMessage'])];
    };
    const undecided = [true, expect.stringMatching(/could not .* check .* If they are right/)];
    expect(await words({ bankAccount: '00234573201', bankNumber: '19043' }, 'sandbox-at')).toEqual(undecided);
    expect(await words({ bankAccount: '0040 0440116243' }, 'sandbox-dk')).toEqual(undecided);
    expect(await words({ bankAccount: '8327-9,33 100 500-0' }, 'sandbox-se')).toEqual(undecided);
    expect(await words({ bankAccount: 'AL35202111090000000001234567' }, 'sandbox-de')).toEqual([
      false,
      expect.stringContaining('country'),
    ]);
    expect(await words({ bankAccount: 'DE89370400440532013001' }, 'sandbox-de')).toEqual([
      false,
      'Please check this entry and try again.',
    ]);
  });
});
