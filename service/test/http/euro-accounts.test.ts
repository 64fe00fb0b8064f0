// Who collects euro takes the accounts of every state of the European Economic Area (Regulation (EU) No 260/2012 art. 9(2)): where they
// are validated, ordered with, agreed to and collected from.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeBody, beginAt, item, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { all, textAt } from '../support/bank-xml.ts';
import { expectWhole } from '../support/pain-008.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await beginAt(app, 'DE', '2027-01-31T10:00:00Z');
});
afterAll(() => app.stop());

/** One of each state, as the registry of IBANs shows it. */
const area = [
  'AT61 1904 3002 3457 3201',
  'BE68 5390 0754 7034',
  'BG80 BNBG 9661 1020 3456 78',
  'CY17 0020 0128 0000 0012 0052 7600',
  'CZ65 0800 0000 1920 0014 5399',
  'DE89 3704 0044 0532 0130 00',
  'DK50 0040 0440 1162 43',
  'EE38 2200 2210 2014 5685',
  'ES91 2100 0418 4502 0005 1332',
  'FI21 1234 5600 0007 85',
  'FR14 2004 1010 0505 0001 3M02 606',
  'GR16 0110 1250 0000 0001 2300 695',
  'HR12 1001 0051 8630 0016 0',
  'HU42 1177 3016 1111 1018 0000 0000',
  'IE29 AIBK 9311 5212 3456 78',
  'IS14 0159 2600 7654 5510 7303 39',
  'IT60 X054 2811 1010 0000 0123 456',
  'LI21 0881 0000 2324 013A A',
  'LT12 1000 0111 0100 1000',
  'LU28 0019 4006 4475 0000',
  'LV80 BANK 0000 4351 9500 1',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'NL91 ABNA 0417 1643 00',
  'NO93 8601 1117 947',
  'PL61 1090 1014 0000 0712 1981 2874',
  'PT50 0002 0123 1234 5678 9015 4',
  'RO49 AAAA 1B31 0075 9384 0000',
  'SE45 5000 0000 0583 9825 7466',
  'SI56 2633 0001 2039 086',
  'SK31 1200 0000 1987 4263 7541',
];
const albania = 'AL35202111090000000001234567';
const france = 'FR1420041010050500013M02606';

const validated = async (body: Json, key = 'sandbox-de') =>
  (await app.ask('POST', '/api/v3/validate/bank-account', body, { key })).body;
async function order(directDebit: Json, country: 'DE' | 'NO' = 'DE') {
  const body = authorizeBody(country, { items: [item(country, 'SOFA', 120_00)] });
  const payment = { type: 'Invoice', directDebit };
  const key = `sandbox-${country.toLowerCase()}`;
  return {
    number: body.order.number,
    answer: await app.ask('POST', '/api/v3/checkout/authorize', { ...body, payment }, { key }),
  };
}
const narrowed = (countries: readonly string[] | null): Promise<unknown> => {
  const written = JSON.stringify({ bankCountries: countries });
  app.deps.auth.forget();
  return app.query(
    countries === null
      ? `update merchants set contract = (contract::jsonb - 'bankCountries')::json where country = 'DE'`
      : `update merchants set contract = (contract::jsonb || '${written}')::json where country = 'DE'`,
  );
};

describe('a shop that collects euro', () => {
  it('takes an account of every state of the area, whatever its contract says of countries', async () => {
    expect(new Set(area.map((each) => each.slice(0, 2))).size).toBe(30);
    for (const countries of [null, ['DE']]) {
      await narrowed(countries);
      for (const bankAccount of area) {
        const body = await validated({ bankAccount });
        expect([bankAccount, body]).toMatchObject([bankAccount, { isValid: true, iban: bankAccount.replaceAll(' ', '') }]);
      }
      for (const bankAccount of area.filter((each) => /^(FR|ES|IT|IE|LT|LU|EE)/.test(each))) {
        const { answer } = await order({ bankAccount });
        expect([bankAccount, answer.body['outcome']], answer.text).toEqual([bankAccount, 'Accepted']);
      }
    }
    await narrowed(null);
  });

  it('refuses one whose digits are wrong by its form, and one outside by its country, wherever it is sent', async () => {
    for (const [bankAccount, said, refused] of [
      ['FR1420041010050500013M02607', '200.910', '400.004'],
      ['EE38220022102014568', '200.910', '400.004'],
      [albania, '200.909', '400.393'],
      ['GB29NWBK60161331926819', '200.909', '400.393'],
    ] as const) {
      expect([bankAccount, await validated({ bankAccount })]).toMatchObject([
        bankAccount,
        { isValid: false, riskCheckMessages: [{ code: said }] },
      ]);
      const { answer } = await order({ bankAccount });
      expect([bankAccount, answer.status, answer.messages], answer.text).toMatchObject([
        bankAccount,
        400,
        [{ code: refused, fieldReference: 'payment.directDebit.bankAccount', actionCode: 'AskConsumerToReEnterData' }],
      ]);
    }
    const { answer } = await order({ bankAccount: albania });
    expect(answer.messages[0]?.['message']).toBe('Account number from this country is not supported for this merchant.');
    expect(answer.messages[0]?.['customerFacingMessage']).toContain('diesem Land');
  });

  it('chooses among countries outside the area by its contract', async () => {
    const swiss = { bankAccount: 'CH9300762011623852957' };
    expect(await validated(swiss)).toMatchObject({ isValid: true });
    await narrowed(['DE', 'AT']);
    expect(await validated(swiss)).toMatchObject({ isValid: false, reasons: ['country'] });
    expect((await order(swiss)).answer.messages).toMatchObject([{ code: '400.393' }]);
    await narrowed(null);
    expect((await order(swiss)).answer.body['outcome']).toBe('Accepted');
  });

  it('takes a BIC of the account’s country, and of France those of its territories', async () => {
    for (const bankCode of ['PSSTFRPPXXX', 'SOGEGPGX', 'BRMQMQMX'])
      expect(await validated({ bankAccount: france, bankCode })).toMatchObject({ isValid: true, bic: bankCode });
    expect(await validated({ bankAccount: france, bankCode: 'COBADEFF' })).toMatchObject({ reasons: ['bicOtherCountry'] });
    expect(await validated({ bankAccount: 'DE89370400440532013000', bankCode: 'SOGEGPGX' })).toMatchObject({
      reasons: ['bicOtherCountry'],
    });
  });

  it('agrees with the buyer on it, and collects from it', async () => {
    const { customer, order: basket } = authorizeBody('DE', { items: [item('DE', 'SOFA', 120_00)] });
    const begun = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order: basket });
    const checkoutId = String(begun.body['checkoutId']);
    const paymentInfo = { type: 'Invoice', directDebit: { bankAccount: 'fr14 2004 1010 0505 0001 3m02 606' } };
    const contract = await app.ask('POST', `/api/v3/checkout/${checkoutId}/contract`, { paymentInfo });
    expect(contract.status, contract.text).toBe(200);
    const { token } = await validated({ bankAccount: france, createToken: true });
    const payment = { type: 'Invoice', contractId: contract.body['contractId'], directDebit: { bankAccount: france, token } };
    const answer = await app.ask('POST', '/api/v3/checkout/authorize', { checkoutId, payment });
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    const alone = await order({ bankAccount: 'IE29 AIBK 9311 5212 3456 78' });
    for (const number of [basket.number, alone.number]) await app.ask('POST', path(number, '/captures'));
    const [merchant] = await app.query(`select id from merchants where country = 'DE'`);
    const collections = `/admin/v1/merchants/${String(merchant?.['id'])}/collections`;
    const file = await app.ask('POST', collections, { dueUntil: '2027-03-01' }, { key: 'sandbox-operator' });
    expect([file.status, file.body['count']], file.text).toEqual([200, 2]);
    const root = expectWhole(String(file.body['content']));
    const ibans = all(root, 'DrctDbtTxInf').map((each) => textAt(each, 'IBAN'));
    expect(ibans.sort()).toEqual([france, 'IE29AIBK93115212345678']);
  });
});

it('a shop that collects none is free to choose: validation and order say the same', async () => {
  expect(await validated({ bankAccount: france }, 'sandbox-no')).toMatchObject({ isValid: false, reasons: ['country'] });
  const { answer } = await order({ bankAccount: france }, 'NO');
  expect([answer.status, answer.messages.length > 0], answer.text).toEqual([400, true]);
});
