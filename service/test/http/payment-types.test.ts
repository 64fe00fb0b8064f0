// How an order can be paid (C40): what the shop says is held against the merchant's contract, and what was agreed is kept
// with the order, so that later steps do not depend on what the merchant offers by then.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { termsOf } from '../../src/core/checkout/terms.ts';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { addDays, daysBetween, monthEnd } from '../../src/core/dates.ts';
import type { Json as StoredJson } from '../../src/core/json.ts';
import {
  type Answer,
  advance,
  authorizeBody,
  item,
  type Json,
  keyOf,
  part,
  path,
  startApp,
  type TestApp,
} from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const bankAccount = 'DE89 3704 0044 0532 0130 00';

/** An order of some cents, paid so. */
async function pay(payment: Json, grossCents = 18_500, country: CountryCode = 'DE', over: Json = {}) {
  const body = { ...authorizeBody(country, { items: [item(country, 'THING', grossCents)] }), payment, ...over };
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf(country) });
  return { ...answer, number: body.order.number };
}

const refusalOf = ({ status, messages }: Answer) => [status, messages[0]?.['code'], messages[0]?.['fieldReference']];

async function termsKept(number: string) {
  const [row] = await app.query('select terms from orders where number = $1', number);
  return termsOf({ terms: (row?.['terms'] ?? null) as StoredJson });
}

describe('installments', () => {
  test('need nothing but a profile, or everything that plug-ins send', async () => {
    for (const installment of [
      { profileNo: 1 },
      { profileNo: '1', numberOfInstallments: '3', customerInterestRate: '0' },
      { profileNo: 1, numberOfInstallments: 0 },
    ]) {
      const answer = await pay({ type: 'Installment', installment });
      expect(answer.body['outcome'], answer.text).toBe('Accepted');
      expect(await termsKept(answer.number)).toMatchObject({
        installment: { profileNo: 1, numberOfInstallments: 3, interestRateBps: 0 },
      });
      const read = await app.ask('GET', path(answer.number));
      expect(read.body['payment']).toMatchObject({ type: 'Installment', installment: { profileNo: 1 } });
    }
  });

  test('keep their rate when the merchant’s profile changes afterwards', async () => {
    const answer = await pay({ type: 'Installment', installment: { profileNo: 4, customerInterestRate: 19.5 } }, 100_000, 'NO');
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    await app.query(
      `update merchants set contract = jsonb_set(contract::jsonb, '{installmentProfiles,1,interestRateBps}', '10')::json where country = 'NO'`,
    );
    expect(await termsKept(answer.number)).toMatchObject({
      installment: { interestRateBps: 1950, startupFeeMinor: 9500n, monthlyFeeMinor: 2900n, numberOfInstallments: 6 },
    });
  });

  test('refuse what was not agreed, each with its own code', async () => {
    const installment = { profileNo: 1 };
    const cases = [
      [{ type: 'Installment' }, 18_500, '400.002', 'payment.installment.profileNo'],
      [{ type: 'Installment', installment: {} }, 18_500, '400.002', 'payment.installment.profileNo'],
      [{ type: 'Installment', installment: { profileNo: 99 } }, 18_500, '400.110', 'payment.installment.profileNo'],
      [{ type: 'Installment', installment }, 4_499, '400.111', 'payment.installment.profileNo'],
      [
        { type: 'Installment', installment: { ...installment, numberOfInstallments: 6 } },
        18_500,
        '400.113',
        'payment.installment.numberOfInstallments',
      ],
      [
        { type: 'Installment', installment: { ...installment, customerInterestRate: 9.9 } },
        18_500,
        '400.263',
        'payment.installment.customerInterestRate',
      ],
      [{ type: 'Installment', installment: { profileNo: 4 } }, 40_000, '400.109', 'payment.contractId'],
    ] as const;
    for (const [payment, cents, code, field] of cases)
      expect(refusalOf(await pay(payment, cents)), JSON.stringify(payment)).toEqual([400, code, field]);
  });

  test('too small to be split, or dearer than the law allows, are refused', async () => {
    const change = (at: string, value: unknown) =>
      app.query(
        `update merchants set contract = jsonb_set(contract::jsonb, $1::text[], $2::jsonb)::json where country = 'BE'`,
        `{installmentProfiles,0,${at}}`,
        JSON.stringify(value),
      );
    await change('fromMinor', '1');
    expect(refusalOf(await pay({ type: 'Installment', installment: { profileNo: 1 } }, 1, 'BE'))).toEqual([
      400,
      '400.112',
      'payment.installment.numberOfInstallments',
    ]);
    await change('interestRateBps', 9900);
    expect(refusalOf(await pay({ type: 'Installment', installment: { profileNo: 1 } }, 18_500, 'BE'))).toEqual([
      400,
      '400.108',
      'payment.type',
    ]);
  });

  test('show the rate that the plan showed: nominal or effective', async () => {
    for (const [customerInterestRate, status] of [
      [19.5, 200],
      [21.34, 200],
      [21.35, 400],
      [0, 400],
    ]) {
      const answer = await pay({ type: 'Installment', installment: { profileNo: 3, customerInterestRate } }, 75_000, 'NO');
      expect(answer.status, String(customerInterestRate)).toBe(status);
    }
  });
});

describe('an account', () => {
  test('is agreed on with its profile', async () => {
    const answer = await pay({ type: 'Account', account: { profileNo: 1 } });
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    expect(await termsKept(answer.number)).toMatchObject({ account: { profileNo: 1, interestRateBps: 990 } });
  });

  test('needs a profile that there is', async () => {
    expect(refusalOf(await pay({ type: 'Account' }))).toEqual([400, '400.002', 'payment.account.profileNo']);
    expect(refusalOf(await pay({ type: 'Account', account: { profileNo: 7 } }))).toEqual([
      400,
      '400.114',
      'payment.account.profileNo',
    ]);
    expect(refusalOf(await pay({ type: 'Account', account: { profileNo: 1 } }, 999))).toEqual([
      400,
      '400.114',
      'payment.account.profileNo',
    ]);
  });
});

describe('direct debit', () => {
  test('is read back with each capture as the order names its account, with the BIC of the bank', async () => {
    for (const [directDebit, swift] of [
      [{ bankAccount }, 'COBADEFFXXX'],
      [{ bankAccount: '0532013000', bankCode: '37040044' }, 'COBADEFFXXX'],
    ] as const) {
      const { number } = await pay({ type: 'Invoice', directDebit });
      await app.ask('POST', path(number, '/captures'));
      const expected = { directDebitBankAccount: directDebit.bankAccount, directDebitSwift: swift };
      for (const read of [await app.ask('GET', path(number, '/captures')), await app.ask('GET', path(number))])
        expect(read.body['captures']).toMatchObject([expected]);
    }
    const plain = await pay({ type: 'Invoice' });
    await app.ask('POST', path(plain.number, '/captures'));
    const [read] = (await app.ask('GET', path(plain.number, '/captures'))).body['captures'] as Json[];
    expect(read).not.toHaveProperty('directDebitBankAccount');
  });

  test('is an invoice with a bank account, in its newer and its older form', async () => {
    for (const type of ['Invoice', 'DirectDebitInvoice']) {
      const answer = await pay({ type, directDebit: { bankAccount, bankCode: '' } });
      expect(answer.body['outcome'], answer.text).toBe('Accepted');
      expect(await termsKept(answer.number)).toMatchObject({ directDebit: true });
      const read = await app.ask('GET', path(answer.number));
      expect(read.body['payment']).toMatchObject({ type, directDebit: { bankAccount } });
      const [row] = await app.query(
        'select c::text as stored from order_contents c join orders o on o.id = c.order_id where o.number = $1',
        answer.number,
      );
      expect(row?.['stored']).not.toContain('3704');
    }
  });

  test('is not meant by an empty block, needs an account, and a shop that has it', async () => {
    const plain = await pay({ type: 'Invoice', directDebit: {}, campaign: { campaignNumber: 0 }, installment: {}, account: {} });
    expect(plain.body['outcome']).toBe('Accepted');
    expect((await termsKept(plain.number)).directDebit).toBe(false);
    expect(refusalOf(await pay({ type: 'DirectDebitInvoice' }))).toEqual([400, '400.002', 'payment.directDebit.bankAccount']);
    expect(refusalOf(await pay({ type: 'Invoice', directDebit: { bankAccount: '12' } }))).toEqual([
      400,
      '400.006',
      'payment.directDebit.bankAccount',
    ]);
    expect(refusalOf(await pay({ type: 'Invoice', directDebit: { bankCode: 'COBADEFF' } }))).toEqual([
      400,
      '400.002',
      'payment.directDebit.bankAccount',
    ]);
    const block = { directDebit: { bankAccount } };
    const byInstallments = { type: 'Installment', installment: { profileNo: 1 } };
    for (const [payment, country] of [
      [{ type: 'Invoice', ...block }, 'SE'],
      [{ type: 'Consolidatedinvoice', ...block }, 'SE'],
      [{ ...byInstallments, ...block }, 'SE'],
      [{ ...byInstallments, ...block }, 'CH'],
    ] as const)
      expect(refusalOf(await pay(payment, 18_500, country))).toEqual([400, '400.108', 'payment.directDebit']);
    expect((await pay(byInstallments, 18_500, 'CH')).body['outcome']).toBe('Accepted');
  });
});

describe('a campaign', () => {
  test('puts the due day of the capture off, and has to be one', async () => {
    const answer = await pay({ type: 'Invoice', campaign: { campaignNumber: 60 } });
    const capture = await app.ask('POST', path(answer.number, '/captures'));
    const read = await app.ask('GET', path(answer.number, `/captures/${String(capture.body['captureNumber'])}`));
    const [record] = read.body['captures'] as { invoiceDate: string; dueDate: string }[];
    expect((Date.parse(record?.dueDate ?? '') - Date.parse(record?.invoiceDate ?? '')) / 86_400_000).toBe(60);
    expect(refusalOf(await pay({ type: 'Invoice', campaign: { campaignNumber: 61 } }))).toEqual([
      400,
      '400.262',
      'payment.campaign.campaignNumber',
    ]);
  });
});

describe('a campaign of a capture', () => {
  const capture = async (payment: Json, body: Json) => {
    const { number } = await pay(payment);
    const answer = await app.ask('POST', path(number, '/captures'), body);
    if (answer.status !== 200) return refusalOf(answer);
    const read = await app.ask('GET', path(number, `/captures/${String(answer.body['captureNumber'])}`));
    const [record] = read.body['captures'] as { invoiceDate: string; dueDate: string; campaignNumber?: number }[];
    const days = (Date.parse(record?.dueDate ?? '') - Date.parse(record?.invoiceDate ?? '')) / 86_400_000;
    return [days, record?.campaignNumber];
  };
  const invoice = { type: 'Invoice' };
  const inCampaign = { ...invoice, campaign: { campaignNumber: 60 } };
  const refused = [400, '400.262', 'campaignNumber'];

  test('puts its due day off, and has to be one of the contract', async () => {
    expect(await capture(invoice, { campaignNumber: 60 })).toEqual([60, 60]);
    expect(await capture(invoice, { campaignNumber: '60' })).toEqual([60, 60]);
    for (const none of [0, '0', null]) expect(await capture(invoice, { campaignNumber: none })).toEqual([14, undefined]);
    expect(await capture(invoice, { campaignNumber: 61 })).toEqual(refused);
    for (const type of [{ type: 'Installment', installment: { profileNo: 1 } }, { type: 'Consolidatedinvoice' }])
      expect(await capture(type, { campaignNumber: 60 })).toEqual(refused);
  });

  test('that the order was agreed on still holds when the contract has it no more', async () => {
    const { number } = await pay(inCampaign);
    const set = (campaigns: Json[]) =>
      app.query(
        `update merchants set contract = jsonb_set(contract::jsonb, '{campaigns}', $1::jsonb)::json where country = 'DE'`,
        JSON.stringify(campaigns),
      );
    const [before] = await app.query(`select contract->'campaigns' as campaigns from merchants where country = 'DE'`);
    await set([]);
    expect(await capture(invoice, { campaignNumber: 60 })).toEqual(refused);
    const answer = await app.ask('POST', path(number, '/captures'), { campaignNumber: 60 });
    expect(answer.status, answer.text).toBe(200);
    await set(before?.['campaigns'] as Json[]);
  });
});

describe('what is not kept', () => {
  test('is refused and never dropped: an agreement for later direct debits', async () => {
    const recurringDirectDebit = { directDebitAgreement: 'CreateNew', bankAccount };
    for (const payment of [{ type: 'Invoice' }, { type: 'Installment', installment: { profileNo: 1 } }]) {
      const answer = await pay({ ...payment, recurringDirectDebit });
      expect(refusalOf(answer)).toEqual([400, '400.391', 'payment.recurringDirectDebit']);
      expect(answer.messages[0]?.['message']).toContain('send directDebit with each order');
    }
    expect((await pay({ type: 'Invoice', recurringDirectDebit: {} })).body['outcome']).toBe('Accepted');
  });

  test('is a token apart from the account that it was made of', async () => {
    const validated = await app.ask('POST', '/api/v3/validate/bank-account', { bankAccount, createToken: true });
    const { token } = validated.body;
    const directDebit = { bankAccount: bankAccount.replaceAll(' ', ''), token };
    expect((await pay({ type: 'Invoice', directDebit })).body['outcome']).toBe('Accepted');
    const other = { bankAccount: 'DE02120300000000202051', token };
    expect(refusalOf(await pay({ type: 'Invoice', directDebit: other }))).toEqual([400, '400.004', 'payment.directDebit.token']);
  });
});

describe('a contract id', () => {
  test('that nobody made is refused, in its newer and in its older place; one of zeros is not meant', async () => {
    const contractId = randomUUID();
    const invoice = { type: 'Invoice' };
    expect(refusalOf(await pay({ ...invoice, contractId }))).toEqual([400, '400.109', 'payment.contractId']);
    expect(refusalOf(await pay(invoice, 18_500, 'DE', { contractId }))).toEqual([400, '400.109', 'payment.contractId']);
    const zeros = '00000000-0000-0000-0000-000000000000';
    expect((await pay({ ...invoice, contractId: zeros }, 18_500, 'DE', { contractId: zeros })).body['outcome']).toBe('Accepted');
  });
});

describe('a monthly invoice', () => {
  test('is due at the end of a month that leaves two weeks, also of what is sent on a month’s last day, and promises no common paper', async () => {
    const number = (await pay({ type: 'Consolidatedinvoice' })).number;
    const [first] = await capturesOn(number, 0);
    const leftOfMonth = daysBetween(first?.on ?? '', monthEnd(first?.on ?? ''));
    const last = (await capturesOn(number, leftOfMonth)).at(-1);
    expect(last?.on).toBe(monthEnd(first?.on ?? ''));
    expect([first?.due, last?.due]).toEqual([monthEnd(addDays(first?.on ?? '', 14)), monthEnd(addDays(last?.on ?? '', 14))]);
    expect(daysBetween(last?.on ?? '', last?.due ?? '')).toBeGreaterThan(27);
    const methods = await app.ask('POST', '/api/v3/checkout/payment-methods', {
      conversationLanguage: 'EN',
      order: { totalGrossAmount: 185, currency: 'EUR' },
    });
    expect(methods.body['paymentMethods']).toContainEqual(
      expect.objectContaining({
        title: 'Monthly invoice',
        tag: expect.stringMatching(/^At the end of the month, at least 14 days/),
      }),
    );
  });

  /** Captures a part when so many more days have passed, and reads all captures with their days. */
  async function capturesOn(number: string, days: number) {
    if (days > 0) await advance(app, 'DE', { advanceSeconds: days * 86_400 });
    await app.ask('POST', path(number, '/captures'), { orderDetails: part(10) });
    const read = await app.ask('GET', path(number, '/captures'));
    const captures = read.body['captures'] as { invoiceDate: string; dueDate: string }[];
    return captures.map(({ invoiceDate, dueDate }) => ({ on: invoiceDate.slice(0, 10), due: dueDate.slice(0, 10) }));
  }
});
