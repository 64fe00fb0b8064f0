// Contracts of a checkout: what a buyer agrees to is told completely and in the buyer's language, holds as it was made, and
// is good for the one order it was made for.
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { contentOf } from '../../src/core/documents/content.ts';
import { lawOn } from '../../src/core/law/law-on.ts';
import { languages } from '../../src/core/texts/texts.ts';
import { documents } from '../../src/documents/documents.sql.ts';
import { withoutDoubleSlash } from '../../src/http/entrance.ts';
import { createSecrets } from '../../src/store/secrets.ts';
import { placeOf } from '../../src/store/table.ts';
import { advance, authorizeBody, item, type Json, keyOf, path, startApp, type TestApp } from '../support/app.ts';
import { todayIn } from '../support/days.ts';
import { canLook, lastCodeOf, picturesOf, qrOn, textOf } from '../support/pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const secrets = createSecrets([Buffer.alloc(32, 7)]);
const directDebit = { bankAccount: 'DE89 3704 0044 0532 0130 00' };
const byInstallments = { type: 'Installment', installment: { profileNo: 4 }, directDebit };

interface Entry {
  readonly contractType: string;
  readonly contractContent: string;
  readonly contractNumber: string;
}

/** A checkout of somebody new, for so many cents. */
async function begin(grossCents = 40_000, country: CountryCode = 'DE', over: Json = {}) {
  const { customer, order } = authorizeBody(country, { items: [item(country, 'THING', grossCents)] });
  const body = { customer, order, ...over };
  const answer = await app.ask('POST', '/api/v3/checkout/payment-methods', body, { key: keyOf(country) });
  expect(answer.status, answer.text).toBe(200);
  return { ...body, checkoutId: String(answer.body['checkoutId']), country };
}
type Begun = Awaited<ReturnType<typeof begin>>;

const contractOf = (
  { checkoutId, country }: Pick<Begun, 'checkoutId' | 'country'>,
  paymentInfo: unknown,
  more: Json = {},
  headers = {},
) => app.ask('POST', `/api/v3/checkout/${checkoutId}/contract`, { paymentInfo, ...more }, { key: keyOf(country), headers });
const authorize = ({ checkoutId, country }: Pick<Begun, 'checkoutId' | 'country'>, payment: Json, more: Json = {}) =>
  app.ask('POST', '/api/v3/checkout/authorize', { checkoutId, payment, ...more }, { key: keyOf(country) });
const entriesOf = ({ body }: { body: Json }): Entry[] => body['contractList'] as Entry[];
const readable = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('a contract', () => {
  test('of installments by direct debit is two: the credit and the mandate', async () => {
    const answer = await contractOf(await begin(), byInstallments);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      contractId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      requireCustomerConfirmation: true,
    });
    const [credit, mandate] = entriesOf(answer);
    expect([credit?.contractType, mandate?.contractType]).toEqual(['Installment', 'DirectDebit']);
    expect(credit?.contractNumber).not.toBe(mandate?.contractNumber);
    expect(readable(credit?.contractContent ?? '')).toMatch(
      /Ratenkaufvertrag .*Nettodarlehensbetrag 400,00.€ .*Anzahl der Raten 12 .*Effektiver Jahreszins 8,\d\d % .*14 Tagen/,
    );
    const words = readable(mandate?.contractContent ?? '');
    expect(words).toContain('DE98ZZZ09999999999');
    expect(words).toContain('DE•••• 3000');
    expect(words).not.toContain('0532');
  });

  test('leads to the order, which keeps its terms and its account', async () => {
    const begun = await begin();
    const { contractId } = (await contractOf(begun, byInstallments)).body;
    const payment = {
      type: 'Installment',
      installment: { profileNo: 4, numberOfInstallments: 12, customerInterestRate: 7.9 },
      contractId,
    };
    // The merchant's profile is gone by now; the buyer's contract holds.
    await app.query(
      `update merchants set contract = jsonb_set(contract::jsonb, '{installmentProfiles,3,interestRateBps}', '1')::json where country = 'DE'`,
    );
    const answer = await authorize(begun, payment);
    await app.query(
      `update merchants set contract = jsonb_set(contract::jsonb, '{installmentProfiles,3,interestRateBps}', '790')::json where country = 'DE'`,
    );
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    const [row] = await app.query('select terms from orders where number = $1', begun.order.number);
    expect(row?.['terms']).toMatchObject({ directDebit: true, installment: { profileNo: 4, interestRateBps: 790 } });
    const read = await app.ask('GET', path(begun.order.number));
    expect(read.body['payment']).toMatchObject({ type: 'Installment', directDebit });
  });

  test('is written in every language, complete and within its length, whatever the buyer is called', async () => {
    const name = `${'&'.repeat(20)}<script>"'`;
    const begun = await begin(90_000, 'DE');
    const titles = await Promise.all(
      languages.map(async (conversationLanguage) => {
        const named = await begin(90_000, 'DE', {
          conversationLanguage,
          customer: { ...begun.customer, lastName: name.padEnd(50, '&') },
        });
        const answer = await contractOf(named, { ...byInstallments, installment: { profileNo: 6 } });
        for (const { contractContent } of entriesOf(answer)) {
          expect(contractContent.length).toBeLessThanOrEqual(4096);
          expect(contractContent).not.toContain('<script');
          expect(contractContent).not.toMatch(/\{\w+\}|undefined/);
        }
        return /<h3>(.*?)<\/h3>/.exec(entriesOf(answer)[0]?.contractContent ?? '')?.[1];
      }),
    );
    expect(new Set(titles).size).toBe(8);
  });

  test('of an invoice by direct debit is its mandate; a plain invoice and an account have one of their own', async () => {
    const debit = await contractOf(await begin(), { type: 'DirectDebitInvoice', directDebit });
    expect(entriesOf(debit).map(({ contractType }) => contractType)).toEqual(['DirectDebit']);
    // Where the law takes an invoice for a credit, nobody is bound without an act of their own.
    for (const [country, confirmed] of [
      ['DE', true],
      ['AT', false],
    ] as const) {
      const invoice = await contractOf(await begin(40_000, country), { type: 'Invoice' });
      expect([invoice.body['requireCustomerConfirmation'], entriesOf(invoice)[0]?.contractType]).toEqual([confirmed, 'Invoice']);
    }
    const account = await contractOf(await begin(), { type: 'Account', account: { profileNo: 1 } });
    expect(entriesOf(account).map(({ contractType }) => contractType)).toEqual(['Account']);
  });

  test('has a paper that says all of it', async () => {
    const begun = await begin();
    const answer = await contractOf(begun, byInstallments);
    const [credit, mandate] = entriesOf(answer);
    const [row] = await app.query(
      'select merchant_id, id, content, kind from documents where subject = $1',
      credit?.contractNumber,
    );
    expect(String(row?.['content'])).not.toContain(begun.customer.lastName);
    const paper = contentOf(
      secrets.open(String(row?.['content']), placeOf(documents, 'content', String(row?.['merchant_id']), row ?? {})),
    );
    expect(paper).toMatchObject({
      kind: 'Contract',
      language: 'DE',
      creditor: { name: 'Lampenladen Berlin', addressLines: ['Torstraße 100', '10119 Berlin'] },
      buyer: { category: 'Person', addressLines: ['Hauptstraße 12', '10827 Berlin'] },
      credit: { type: 'Installment', amountMinor: 40_000n, nominalRate: '7.90', withdrawalDays: 14 },
      directDebit: { reference: mandate?.contractNumber, creditorId: 'DE98ZZZ09999999999', recurrent: true },
    });
    if (paper.kind !== 'Contract' || !paper.credit) throw new Error('no credit');
    const { installments, totalMinor, lateInterestRate, lateRule, reminderFeeMinor } = paper.credit;
    const rateBps = lawOn('DE', todayIn('DE')).rows.lateInterest?.value;
    // Of a day whose rate is not known the paper names the statutory interest without a number.
    expect([lateInterestRate, lateRule]).toEqual(rateBps ? [(rateBps / 100).toFixed(2), 'halfYears'] : [null, undefined]);
    expect(reminderFeeMinor).toBeNull();
    expect(installments.length).toBe(12);
    expect(installments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(totalMinor);
    expect(installments.at(-1)?.balanceMinor).toBe(0n);
  });

  test('names no fee that a debt of its size may not be charged', async () => {
    const [shop] = await app.query(`select id, contract from merchants where country = 'NL'`);
    const contract = shop?.['contract'] as Json;
    const set = (value: Json) =>
      app.query('update merchants set contract = $2::json where id = $1', shop?.['id'], JSON.stringify(value));
    await set({ ...contract, reminders: { feeMinor: '677500' } });
    app.deps.auth.forget();
    const answer = await contractOf(await begin(40_000, 'NL'), { type: 'Invoice' });
    await set(contract);
    app.deps.auth.forget();
    const { rawPayload } = await app.app.inject({ url: new URL(String(answer.body['contractUrl'])).pathname });
    // By the scale 15 % of 400.
    if (canLook) expect(textOf(rawPayload)[0]).toMatch(/Een aanmaning kost EUR\s60,00/);
  });

  test('is fetched as a PDF through its link, the same bytes each time and on another service', async () => {
    const answer = await contractOf(await begin(), byInstallments);
    const url = new URL(String(answer.body['contractUrl'])).pathname;
    const first = await app.app.inject({ method: 'GET', url });
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/pdf']);
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    const drawn = hash(first.rawPayload);
    expect(hash((await app.app.inject({ method: 'GET', url })).rawPayload)).toBe(drawn);
    // Drawn anew from the same data: as if nobody had asked before.
    await app.query('update documents set bytes = null, sha256 = null where subject = $1', entriesOf(answer)[0]?.contractNumber);
    expect(hash((await app.app.inject({ method: 'GET', url })).rawPayload)).toBe(drawn);
    expect((await app.app.inject({ method: 'GET', url: url.replace(/.\.pdf$/, '.pdf') })).statusCode).toBe(404);
  });

  test.skipIf(!canLook)('paid by hand prints the payment code whose reference the first invoice keeps', async () => {
    const begun = await begin();
    const answer = await contractOf(begun, { type: 'Invoice' });
    const url = new URL(String(answer.body['contractUrl'])).pathname;
    const { rawPayload } = await app.app.inject({ method: 'GET', url });
    const code = picturesOf(rawPayload)
      .map((page) => qrOn(page))
      .find((each) => each !== undefined);
    const [, reference = ''] = /\nEUR400\.00\n+(RF\d+)/.exec(code ?? '') ?? [];
    expect(reference, code).toMatch(/^RF\d{15}$/);

    const ordered = await authorize(begun, { type: 'Invoice', contractId: answer.body['contractId'] });
    expect(ordered.body['outcome'], ordered.text).toBe('Accepted');
    const captures = path(begun.order.number, '/captures');
    for (const gross of [100, 300])
      expect((await app.ask('POST', captures, { orderDetails: { totalGrossAmount: gross } })).status).toBe(200);
    const { body } = await app.ask('GET', captures);
    const references = (body['captures'] as Json[]).map((capture) => String(capture['ocr']).replaceAll(' ', ''));
    expect(references[0]).toBe(reference);
    expect(new Set(references).size).toBe(2);
  });

  test.skipIf(!canLook)('in Switzerland ends in a QR-bill with the buyer on it, so that nobody fills it in by hand', async () => {
    const begun = await begin(40_000, 'CH');
    const answer = await contractOf(begun, { type: 'Invoice' });
    const { rawPayload } = await app.app.inject({ method: 'GET', url: new URL(String(answer.body['contractUrl'])).pathname });
    const lines = lastCodeOf(rawPayload, 0.65)?.split('\n') ?? [];
    const { firstName, lastName, address } = begun.customer;
    const { street, streetNumber, postalCode, postalPlace } = address;
    // Swiss implementation guidelines 2.3: the debtor in parts, after the currency.
    expect(lines.slice(18, 27)).toEqual(
      ['400.00', 'CHF', 'S', `${firstName} ${lastName}`, street, streetNumber, postalCode, postalPlace, 'CH'].map(String),
    );
  });

  test('sent again with its idempotency key is the same one', async () => {
    const begun = await begin();
    const headers = { 'idempotency-key': `contract-${begun.checkoutId}` };
    const first = await contractOf(begun, byInstallments, {}, headers);
    const again = await contractOf(begun, byInstallments, {}, headers);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  });
});

test('the address of a contract may end with a blank, as an old module sends it', async () => {
  const { checkoutId } = await begin();
  for (const end of ['%20', '%09', '%20/', '%20%20?x=1']) {
    const { status, text } = await app.ask('POST', `/api/v3/checkout/${checkoutId}/contract${end}`, {
      paymentInfo: { type: 'Invoice' },
    });
    expect([end, status], text).toEqual([end, 200]);
  }
});

test('a base address that ends in a slash works, and what lacks a number is found no less for it', async () => {
  const doubled = await app.ask('POST', '/api/v3//lookup/installment-plans?x=//1', { amount: 300 });
  expect(doubled.status, doubled.text).toBe(200);
  expect((await app.ask('GET', '/api/v3//version', undefined, { key: 'none' })).status).toBe(401);
  expect((await app.ask('GET', '/api/v3/orders//captures')).status).toBe(404);
  expect(['//api/v3/version', '/api/v3///orders//x', '/api/v30//x', '//admin/v1/keys'].map(withoutDoubleSlash)).toEqual([
    '/api/v3/version',
    '/api/v3/orders//x',
    '/api/v30//x',
    '//admin/v1/keys',
  ]);
});

describe('a contract that is refused', () => {
  test('could not be ordered so, which each code says', async () => {
    const begun = await begin();
    const cases = [
      [undefined, '400.002', 'paymentInfo'],
      [{ type: 'PayinX' }, '400.108', 'paymentInfo.type'],
      [{ type: 'Installment', installment: { profileNo: 99 } }, '400.110', 'paymentInfo.installment.profileNo'],
      [{ type: 'Installment', installment: { profileNo: 6 } }, '400.111', 'paymentInfo.installment.profileNo'],
      [
        { ...byInstallments, installment: { profileNo: 4, numberOfInstallments: 3 } },
        '400.113',
        'paymentInfo.installment.numberOfInstallments',
      ],
      [{ type: 'Account', account: { profileNo: 9 } }, '400.114', 'paymentInfo.account.profileNo'],
      [{ type: 'Installment', installment: { profileNo: 4 } }, '400.002', 'paymentInfo.directDebit.bankAccount'],
      [
        { ...byInstallments, directDebit: { bankAccount: 'DE89370400440532013001' } },
        '400.004',
        'paymentInfo.directDebit.bankAccount',
      ],
    ] as const;
    for (const [paymentInfo, code, field] of cases) {
      const { status, messages } = await contractOf(begun, paymentInfo);
      expect([status, messages[0]?.['code'], messages[0]?.['fieldReference']], JSON.stringify(paymentInfo)).toEqual([
        400,
        code,
        field,
      ]);
    }
  });

  test('has no buyer to agree to it', async () => {
    const paid = [
      { type: 'Installment', installment: { profileNo: 4 }, directDebit },
      { type: 'Account', account: { profileNo: 1 } },
      { type: 'Invoice', directDebit },
    ];
    const { customer } = authorizeBody('DE');
    const { address, firstName: _first, ...unnamed } = customer;
    const { street: _street, ...placeless } = address;
    const nothing = ['firstName', 'lastName', 'address.street', 'address.postalCode', 'address.postalPlace'];
    for (const [sent, missing] of [
      [undefined, nothing],
      [{ ...unnamed, address: placeless }, ['firstName', 'address.street']],
      [{ customerCategory: 'Company', address }, ['companyName']],
    ] as const) {
      const begun = await begin(40_000, 'DE', { customer: sent, order: { totalGrossAmount: 400 } });
      for (const paymentInfo of paid) {
        const { status, messages } = await contractOf(begun, paymentInfo);
        expect(status).toBe(400);
        expect(messages.map(({ code, fieldReference }) => [code, fieldReference])).toEqual(
          missing.map((member) => ['400.002', `customer.${member}`]),
        );
      }
      // A plain invoice is agreed to by ordering: its terms may be shown before it is known who does.
      expect((await contractOf(begun, { type: 'Invoice' })).status).toBe(200);
    }
  });

  test('has a checkout that does not exist, is another shop’s, was used or is over', async () => {
    const begun = await begin(40_000, 'AT');
    const invoice = { type: 'Invoice' };
    const unknown = [randomUUID(), 'nonsense', '00000000-0000-0000-0000-000000000000'].map((checkoutId) => ({
      ...begun,
      checkoutId,
    }));
    for (const each of [...unknown, { ...begun, country: 'DE' as const }]) {
      const { status, messages } = await contractOf(each, invoice);
      expect([status, messages[0]?.['code']]).toEqual([404, '400.260']);
    }
    await authorize(begun, invoice);
    expect((await contractOf(begun, invoice)).messages).toMatchObject([{ code: '400.261' }]);
    const old = await begin(40_000, 'AT');
    await advance(app, 'AT', { advanceSeconds: 86_400 });
    expect((await contractOf(old, invoice)).messages).toMatchObject([{ code: '400.260' }]);
  });
});

describe('an order', () => {
  test('is not placed on a contract of another checkout, method, amount, account or moment', async () => {
    const begun = await begin(40_000, 'DE');
    const other = await begin(40_000, 'DE');
    const { contractId } = (await contractOf(begun, byInstallments)).body;
    const payment = { type: 'Installment', installment: { profileNo: 4 }, contractId };
    const refused = async (answer: ReturnType<typeof authorize>) => {
      const { status, messages } = await answer;
      expect([status, messages[0]?.['code'], messages[0]?.['fieldReference']]).toEqual([400, '400.109', 'payment.contractId']);
    };
    await refused(authorize(other, payment));
    await refused(authorize(begun, { ...payment, type: 'Invoice', installment: undefined }));
    await refused(authorize(begun, { ...payment, installment: { profileNo: 1 } }));
    await refused(authorize(begun, { ...payment, directDebit: { bankAccount: 'AT611904300234573201' } }));
    const cheaper = authorizeBody('DE', { items: [item('DE', 'THING', 39_999)] });
    await refused(authorize(begun, payment, { order: cheaper.order }));
    const { order } = authorizeBody('DE', { items: [item('DE', 'THING', 40_000)] });
    const first = await authorize(begun, payment);
    expect(first.body['outcome'], first.text).toBe('Accepted');
    // One step with a contract that was used.
    const again = await app.ask('POST', '/api/v3/checkout/authorize', { payment, customer: other.customer, order });
    expect(again.messages).toMatchObject([{ code: '400.109' }]);
  });

  test('is not placed in one step on a contract that names somebody else', async () => {
    const begun = await begin(40_000, 'DE');
    const { contractId } = (await contractOf(begun, byInstallments)).body;
    const payment = { type: 'Installment', installment: { profileNo: 4 }, contractId };
    const placed = (customer: object) => app.ask('POST', '/api/v3/checkout/authorize', { payment, customer, order: begun.order });
    for (const other of [
      authorizeBody('DE').customer,
      { ...begun.customer, birthDate: '1985-12-08' },
      { ...begun.customer, firstName: 'Kai' },
    ])
      expect((await placed(other)).messages).toMatchObject([{ code: '400.109', fieldReference: 'payment.contractId' }]);
    const { lastName, birthDate, ...rest } = begun.customer;
    const same = await placed({ ...rest, lastName: lastName.toUpperCase() });
    expect(same.body['outcome'], same.text).toBe('Accepted');
    expect(birthDate).toBeDefined();
  });

  test('in one step uses the checkout of its contract up', async () => {
    const begun = await begin(30_000, 'DE');
    const { contractId } = (await contractOf(begun, byInstallments)).body;
    const second = (await contractOf(begun, byInstallments)).body['contractId'];
    const inOneStep = (contract: unknown, mark: string) => {
      const payment = { type: 'Installment', installment: { profileNo: 4 }, contractId: contract };
      const order = { ...begun.order, number: `${begun.order.number}-${mark}` };
      return app.ask('POST', '/api/v3/checkout/authorize', { payment, customer: begun.customer, order });
    };
    const first = await inOneStep(contractId, 'one');
    expect(first.body['outcome'], first.text).toBe('Accepted');
    expect((await authorize(begun, { type: 'Invoice' }, { order: { number: 'again-2' } })).messages).toMatchObject([
      { code: '400.261', fieldReference: 'checkoutId' },
    ]);
    expect((await contractOf(begun, byInstallments)).messages).toMatchObject([{ code: '400.261' }]);
    expect((await inOneStep(second, 'two')).messages).toMatchObject([{ code: '400.109', fieldReference: 'payment.contractId' }]);
  });

  test('is not placed twice on one contract at once', async () => {
    const begun = await begin(30_000, 'DE');
    const { contractId } = (await contractOf(begun, byInstallments)).body;
    const payment = { type: 'Installment', installment: { profileNo: 4 }, contractId };
    const both = await Promise.all(
      ['a', 'b'].map((mark) => {
        const order = { ...begun.order, number: `${begun.order.number}-${mark}` };
        return app.ask('POST', '/api/v3/checkout/authorize', { payment, customer: begun.customer, order });
      }),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });

  test('is made of no checkout whose buyer was rejected, who gets another one from a new question', async () => {
    const { customer } = authorizeBody('DE');
    const rejected = await begin(40_000, 'DE', { customer: { ...customer, firstName: 'Reject' } });
    for (const payment of [byInstallments, { type: 'Invoice' }])
      expect(await contractOf(rejected, payment)).toMatchObject({
        status: 400,
        messages: [{ code: '400.108', fieldReference: 'paymentInfo.type' }],
      });
    expect(await app.query('select 1 from contracts where checkout_id = $1', rejected.checkoutId)).toEqual([]);
    expect((await contractOf(await begin(40_000, 'DE', { customer }), byInstallments)).status).toBe(200);
  });

  test('of a foreign shop never finds it, and what became no order is deleted with its paper', async () => {
    const begun = await begin(30_000, 'DE');
    const made = await contractOf(begun, byInstallments);
    const foreign = await begin(30_000, 'AT');
    const { contractId } = made.body;
    expect((await authorize(foreign, { type: 'Invoice', contractId })).messages).toMatchObject([{ code: '400.109' }]);
    const left = async () => [
      (await app.query('select 1 from contracts where id = $1', contractId)).length,
      (await app.query('select 1 from documents where subject = $1', entriesOf(made)[0]?.contractNumber)).length,
    ];
    expect(await left()).toEqual([1, 1]);
    await app.query(`update contracts set inserted_at = now() - interval '49 hours' where id = $1`, contractId);
    await app.deps.jobs.runNow('purge-checkouts');
    expect(await left()).toEqual([0, 0]);
  });
});
