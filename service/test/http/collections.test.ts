// Direct debits: what is due is asked of the bank once, in a file of the standard's form; what was collected is booked on it, and
// what the bank takes back is owed again, to the cent, and reminded of from then on.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { advance, authorizeBody, beginAt, item, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { all, textAt } from '../support/bank-xml.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { camt, type Movement } from '../support/camt.ts';
import { dayIn } from '../support/days.ts';
import { expectWhole } from '../support/pain-008.ts';

let app: TestApp;
let merchantId: string;
beforeAll(async () => {
  app = await startApp();
  const [merchant] = await app.query(`select id from merchants where country = 'DE'`);
  merchantId = String(merchant?.['id']);
  await beginAt(app, 'DE', '2027-01-31T10:00:00Z');
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const iban = 'DE02120300000000202051';

interface Debt {
  readonly order: string;
  readonly capture: string;
}

/** An order with a mandate, captured. */
async function captured(payment: Json, amount = 400): Promise<Debt> {
  const { customer, order } = authorizeBody('DE', { items: [item('DE', 'SOFA', amount * 100)] });
  const begun = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order });
  const checkoutId = String(begun.body['checkoutId']);
  const paymentInfo = { ...payment, directDebit: { bankAccount: iban } };
  const contract = await app.ask('POST', `/api/v3/checkout/${checkoutId}/contract`, { paymentInfo });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', {
    checkoutId,
    payment: { ...payment, contractId: contract.body['contractId'] },
  });
  expect(answer.body['outcome'], `${contract.text} ${answer.text}`).toBe('Accepted');
  await app.ask('POST', path(order.number, '/captures'));
  const [capture] = (await app.ask('GET', path(order.number))).body['captures'] as Json[];
  return { order: order.number, capture: String(capture?.['captureNumber']) };
}
const invoice = { type: 'Invoice' };
const installments = { type: 'Installment', installment: { profileNo: 4 } };
const collections = (rest = '') => `/admin/v1/merchants/${merchantId}/collections${rest}`;
const make = (dueUntil?: string, over: Json = {}) =>
  app.ask('POST', collections(), { ...(dueUntil !== undefined && { dueUntil }), ...over }, operator);
const balance = async ({ order }: Debt): Promise<unknown> =>
  ((await app.ask('GET', path(order, '/captures'))).body['captures'] as Json[])[0]?.['balance'];
let files = 0;
async function bring(...movements: Movement[]): Promise<Json[]> {
  files += 1;
  const numbered = movements.map((movement, index) => ({ on: '2027-01-31', bankReference: `${files}-${index}`, ...movement }));
  const { body } = await app.ask('POST', '/admin/v1/bank-statements', camt(numbered, { id: `D${files}` }), operator);
  const query = `state=all&importId=${String(body['importId'])}`;
  return (await app.ask('GET', `/admin/v1/bank-entries?${query}`, undefined, operator)).body['entries'] as Json[];
}
const eventsOf = async ({ capture }: Debt): Promise<unknown[]> => {
  const rows = await app.query(
    `select type from outbox where subject = $1 and type <> 'order.captured' order by (data->'resource'->>'version')::int`,
    capture,
  );
  return rows.map(({ type }) => type);
};

describe('a file of direct debits', () => {
  it('asks for what is due once, on a day on which the euro settles, and is the same bytes again', async () => {
    const [whole, parts] = [await captured(invoice), await captured(installments)];
    const early = await make('2027-02-01');
    expect([early.status, early.body], early.text).toMatchObject([200, { count: 0 }]);
    // Due on 14 February, a Sunday; the first installment on 1 March.
    const answer = await make('2027-03-01');
    expect([answer.status, answer.body], answer.text).toMatchObject([200, { count: 2, currency: 'EUR' }]);
    expect(answer.body['collections']).toMatchObject([
      { captureNumber: whole.capture, amount: 400, collectOn: '2027-02-15', sequenceType: 'OOFF', state: 'Exported' },
      { captureNumber: parts.capture, installment: 1, collectOn: '2027-03-01', sequenceType: 'FRST' },
    ]);
    const xml = String(answer.body['content']);
    const root = expectWhole(xml);
    expect(all(root, 'DrctDbtTxInf').map((each) => textAt(each, 'IBAN'))).toEqual([iban, iban]);
    const again = await app.ask('GET', collections(`/${String(answer.body['fileId'])}`), undefined, operator);
    expect([again.body['content'], again.body['sha256']]).toEqual([xml, answer.body['sha256']]);
    expect((await make('2027-03-01')).body).toEqual({ count: 0, totalAmount: 0, currency: 'EUR' });
    const next = await make('2027-04-01');
    expect(next.body['collections']).toMatchObject([{ captureNumber: parts.capture, installment: 2, sequenceType: 'RCUR' }]);
    const unsaid = { captureNumber: parts.capture, reason: 'The customer has money now' };
    const which = await app.ask('POST', collections('/again'), unsaid, operator);
    expect(which.messages[0]?.['message']).toContain('say which installment; asked for were 1, 2');
    const listed = await app.ask('GET', collections(), undefined, operator);
    expect((listed.body['files'] as Json[]).map((each) => [each['count'], each['content']])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    const stored = await app.query('select content, creditor from collection_files');
    expect(JSON.stringify(stored)).not.toContain(iban);
  });

  it('asks for what a shop ordered with a bank account alone, by the mandate that was given with the order', async () => {
    const directDebit = { bankAccount: iban };
    const byInstallments = { type: 'Installment', installment: { profileNo: 1 } };
    const shown = await app.ask('POST', '/api/v3/checkout/payment-methods', { order: { totalGrossAmount: 120 } });
    const offered = (shown.body['paymentMethods'] as Json[]).filter(({ type }) => type === 'Installment');
    expect(offered.map((each) => each['directDebit'])).toEqual(offered.map(() => ({ available: true })));
    const place = async (payment: Json): Promise<string> => {
      const body = authorizeBody('DE', { items: [item('DE', 'SOFA', 120_00)] });
      const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, payment });
      expect(answer.body['outcome'], answer.text).toBe('Accepted');
      expect((await app.ask('POST', path(body.order.number, '/captures'))).status).toBe(200);
      return body.order.number;
    };
    const numbers = [await place({ ...byInstallments, directDebit }), await place({ ...invoice, directDebit })];
    await place(byInstallments);
    const file = (await make('2027-03-01')).body;
    const asked = file['collections'] as Json[];
    expect(asked).toMatchObject([
      { orderNumber: numbers[1], amount: 120, sequenceType: 'OOFF' },
      { orderNumber: numbers[0], installment: 1, amount: 40, sequenceType: 'FRST', collectOn: '2027-03-01' },
    ]);
    for (const each of asked) {
      const read = await app.ask('GET', path(String(each['orderNumber'])));
      expect(read.body['payment']).toMatchObject({ directDebit: { bankAccount: iban, mandateNumber: each['mandateNumber'] } });
    }
    const root = expectWhole(String(file['content']));
    expect(all(root, 'MndtId').map(({ text }) => text)).toEqual(asked.map((each) => each['mandateNumber']));
    expect(all(root, 'DtOfSgntr').map(({ text }) => text)).toEqual(['2027-01-31', '2027-01-31']);
    const later = (await make('2027-05-01')).body['collections'] as Json[];
    const further = later.filter(({ orderNumber }) => orderNumber === numbers[0]);
    const common = { sequenceType: 'RCUR', mandateNumber: asked[1]?.['mandateNumber'] };
    expect(further).toMatchObject([
      { installment: 2, ...common },
      { installment: 3, ...common },
    ]);
  });

  it('leaves out whom no mandate covers, and merchants that cannot collect', async () => {
    const body = authorizeBody('DE', { items: [item('DE', 'LAMP', 5000)] });
    const payment = { type: 'Invoice', directDebit: { bankAccount: iban } };
    await app.ask('POST', '/api/v3/checkout/authorize', { ...body, payment });
    await app.ask('POST', path(body.order.number, '/captures'));
    // An order from before mandates were given with orders.
    await app.query(`update orders set terms = (terms::jsonb - 'mandateNumber')::json where number = $1`, body.order.number);
    const answer = await make('2027-03-01');
    expect(answer.body).toMatchObject({ count: 0, leftOut: [{ orderNumber: body.order.number, why: 'no_mandate' }] });
    // Once is enough: the consumer is asked from now on.
    expect((await make('2027-03-01')).body).toEqual({ count: 0, totalAmount: 0, currency: 'EUR' });
    const [norway] = await app.query(`select id from merchants where country = 'NO'`);
    const refused = await app.ask('POST', `/admin/v1/merchants/${String(norway?.['id'])}/collections`, {}, operator);
    expect(refused.messages[0]).toMatchObject({ code: '400.348' });
    for (const id of ['nonsense', '0190d3b0-0000-7000-8000-000000000000'])
      expect((await app.ask('GET', collections(`/${id}`), undefined, operator)).messages[0]).toMatchObject({ code: '400.349' });
  });
});

describe('the account of a contract', () => {
  const national = { bankAccount: '532013000', bankCode: '37040044' };
  const ofContract = 'DE89370400440532013000';
  async function place(directDebit: Json | undefined) {
    const { customer, order } = authorizeBody('DE', { items: [item('DE', 'SOFA', 90_00)] });
    const begun = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order });
    const checkoutId = String(begun.body['checkoutId']);
    const paymentInfo = { ...invoice, directDebit: national };
    const contract = await app.ask('POST', `/api/v3/checkout/${checkoutId}/contract`, { paymentInfo });
    const payment = { ...invoice, contractId: contract.body['contractId'], ...(directDebit && { directDebit }) };
    return { number: order.number, answer: await app.ask('POST', '/api/v3/checkout/authorize', { checkoutId, payment }) };
  }

  it('is the one that is collected from, however an order names it', async () => {
    // What others of these tests left.
    await make('2027-12-31');
    const numbers: string[] = [];
    for (const directDebit of [national, { bankAccount: ofContract }, { bankAccount: national.bankAccount }, undefined]) {
      const { number, answer } = await place(directDebit);
      expect(answer.body['outcome'], answer.text).toBe('Accepted');
      await app.ask('POST', path(number, '/captures'));
      numbers.push(number);
    }
    const file = (await make('2027-12-31')).body;
    expect(new Set((file['collections'] as Json[]).map(({ orderNumber }) => orderNumber))).toEqual(new Set(numbers));
    expect(all(expectWhole(String(file['content'])), 'DbtrAcct').map((each) => textAt(each, 'IBAN'))).toEqual(
      numbers.map(() => ofContract),
    );
  });

  it('is no other of the same number at another bank, nor one that cannot be', async () => {
    for (const bankCode of ['70150000', '50010517']) {
      const { answer } = await place({ ...national, bankCode });
      expect(answer.messages[0]?.['code'], answer.text).toBe('400.109');
    }
    const other = (await place({ bankAccount: iban })).answer;
    expect(other.messages[0]?.['code'], other.text).toBe('400.109');
  });
});

describe('what the bank says of a direct debit', () => {
  it('collected is booked on it; taken back is owed again, and reminded of from then on', async () => {
    const debt = await captured(invoice, 100);
    const file = await make('2027-03-15');
    const [asked] = file.body['collections'] as Json[];
    const endToEndId = String(asked?.['endToEndId']);
    expect(await bring({ amount: '100.00', endToEndId })).toMatchObject([{ state: 'Booked', bookedAmount: 100 }]);
    expect(await balance(debt)).toBe(0);
    // The same collection credited once more is nobody's any more.
    expect(await bring({ amount: '100.00', endToEndId })).toMatchObject([{ state: 'Open' }]);
    const back: Movement = { amount: '100.00', debit: true, endToEndId, returnReason: 'AM04' };
    expect(await bring({ ...back, amount: '103.50' })).toMatchObject([{ state: 'Open', why: 'returned' }]);
    expect(await bring(back)).toMatchObject([{ state: 'Booked', returnReason: 'AM04' }]);
    expect(await balance(debt)).toBe(100);
    expect(await bring(back)).toMatchObject([{ state: 'Open', why: 'returned' }]);
    expect(await eventsOf(debt)).toEqual([
      'capture.collection_exported',
      'capture.paid',
      'capture.collection_returned',
      'capture.payment_returned',
    ]);
    const read = await app.ask('GET', collections(`/${String(file.body['fileId'])}`), undefined, operator);
    expect(read.body['collections']).toMatchObject([{ state: 'Returned', returnReason: 'AM04' }]);
    // Never asked of the bank again, and nobody's fault but the payer's from now on.
    expect((await make('2027-03-15')).body['count']).toBe(0);
    await advance(app, 'DE', { advanceSeconds: 40 * 86_400 });
    expect((await eventsOf(debt)).filter((type) => type === 'capture.reminded')).toHaveLength(2);
  });

  it('refused before it was collected only opens the way for reminders', async () => {
    const debt = await captured(invoice, 50);
    const [asked] = (await make('2027-06-30')).body['collections'] as Json[];
    const back: Movement = { amount: '50', debit: true, endToEndId: String(asked?.['endToEndId']), returnReason: 'AC04' };
    expect(await bring({ ...back, on: '2027-03-12' })).toMatchObject([{ state: 'Booked' }]);
    expect(await balance(debt)).toBe(50);
    expect(await eventsOf(debt)).toEqual(['capture.collection_exported', 'capture.collection_returned']);
  });
});

describe('money and returns that cross', () => {
  const asked = async (amount: number): Promise<{ debt: Debt; endToEndId: string; back: Movement }> => {
    const debt = await captured(invoice, amount);
    const all = (await make('2027-12-31')).body['collections'] as Json[];
    const endToEndId = String(all.find(({ captureNumber }) => captureNumber === debt.capture)?.['endToEndId']);
    return {
      debt,
      endToEndId,
      back: { amount: String(amount), debit: true, endToEndId, returnReason: 'MD06', on: '2027-03-12' },
    };
  };
  const referenceOf = async ({ capture }: Debt): Promise<string> => {
    const [row] = await app.query('select payment_reference as reference from captures where number = $1', capture);
    return String(row?.['reference']);
  };

  it('a credit and its return in one file: it is owed again, whichever the file names first', async () => {
    const [first, second] = [await asked(61), await asked(62)];
    const on = '2027-03-12';
    const { endToEndId } = first;
    await bring({ amount: '61', endToEndId, on }, first.back, second.back, { amount: '62', endToEndId: second.endToEndId, on });
    expect([await balance(first.debt), await balance(second.debt)]).toEqual([61, 62]);
  });

  it('a return leaves what the consumer paid beside the direct debit', async () => {
    const { debt, back } = await asked(63);
    await bring({ amount: '63', texts: [await referenceOf(debt)], on: '2027-03-12' });
    expect(await balance(debt)).toBe(0);
    expect(await bring(back)).toMatchObject([{ state: 'Booked' }]);
    expect(await balance(debt)).toBe(0);
  });

  it('a debit of which a part was owed: that part is owed again, and the rest of both waits for a person', async () => {
    const { debt, endToEndId, back } = await asked(64);
    const items = [{ productId: 'SOFA', description: 'x', quantity: 1, grossUnitPrice: 20, netUnitPrice: 20 }];
    const refund = { captureNumber: debt.capture, items };
    expect((await app.ask('POST', path(debt.order, '/refunds'), refund)).status).toBe(200);
    const rest = { state: 'Open', why: 'rest', bookedAmount: 44 };
    expect(await bring({ amount: '64', endToEndId, on: '2027-03-12' })).toMatchObject([rest]);
    expect(await bring(back)).toMatchObject([rest]);
    expect(await balance(debt)).toBe(44);
  });

  it('a credit without the id that a person assigns: what of it comes back is owed again', async () => {
    const { debt, back } = await asked(67);
    const [entry] = await bring({ amount: '67', on: '2027-03-12' });
    const whole = { merchantId, captureNumber: debt.capture, reason: 'the debit of March' };
    const assigned = await app.ask('POST', `/admin/v1/bank-entries/${String(entry?.['entryId'])}/assign`, whole, operator);
    expect(assigned.status, assigned.text).toBe(200);
    expect(await balance(debt)).toBe(0);
    expect(await bring(back)).toMatchObject([{ state: 'Booked' }]);
    expect(await balance(debt)).toBe(67);
  });

  it('a sum of several debits that a person divides: what of it comes back is owed again', async () => {
    const [one, other] = [await asked(65), await asked(66)];
    const sum: Movement = { amount: '131', on: '2027-03-12', batchOf: 2 };
    const [entry] = await bring(sum);
    expect(entry).toMatchObject({ state: 'Open', why: 'undivided' });
    for (const [{ debt }, amount] of [
      [one, 65],
      [other, 66],
    ] as const) {
      const part = { merchantId, captureNumber: debt.capture, amount, reason: 'of the file of March' };
      const assigned = await app.ask('POST', `/admin/v1/bank-entries/${String(entry?.['entryId'])}/assign`, part, operator);
      expect(assigned.status, assigned.text).toBe(200);
    }
    expect(await bring(other.back)).toMatchObject([{ state: 'Booked' }]);
    expect([await balance(one.debt), await balance(other.debt)]).toEqual([0, 66]);
  });
});

describe('a direct debit that came back', () => {
  const again = (debt: Debt, more: Json = {}) =>
    app.ask(
      'POST',
      collections('/again'),
      { captureNumber: debt.capture, reason: 'The customer has money now', ...more },
      operator,
    );
  const clock = async (): Promise<string> =>
    dayIn('DE', (await app.ask('GET', `/admin/v1/merchants/${merchantId}/clock`, undefined, operator)).body['now']);

  it('is asked for once more by hand, by the same mandate and sequence, and booked and returned like the first', async () => {
    const debt = await captured(invoice, 70);
    const [first] = (await make('2027-12-31')).body['collections'] as Json[];
    const answer = (code: string, why: RegExp) => [409, [{ code, message: expect.stringMatching(why) }]];
    const refused = async (on: Debt, more?: Json) => {
      const { status, messages } = await again(on, more);
      return [status, messages.map(({ code, message }) => ({ code, message }))];
    };
    expect(await refused(debt)).toEqual(answer('400.367', /did not return/));
    const on = await clock();
    const back: Movement = { amount: '70', debit: true, endToEndId: String(first?.['endToEndId']), returnReason: 'AM04', on };
    await bring({ amount: '70', endToEndId: String(first?.['endToEndId']), on });
    expect(await bring(back)).toMatchObject([{ state: 'Booked' }]);
    expect(await balance(debt)).toBe(70);
    expect((await again(debt, { reason: ' ' })).messages[0]).toMatchObject({ code: '400.002' });
    expect(await refused(debt, { installment: 1 })).toEqual(answer('400.367', /as a whole/));

    const asked = await again(debt);
    expect(asked.status, asked.text).toBe(200);
    expectWhole(String(asked.body['content']));
    const [second] = asked.body['collections'] as Json[];
    const { sequenceType, mandateNumber, captureNumber } = first ?? {};
    expect(second).toMatchObject({ amount: 70, sequenceType, mandateNumber, captureNumber, state: 'Exported' });
    expect(second?.['endToEndId']).not.toBe(first?.['endToEndId']);
    expect(await refused(debt)).toEqual(answer('400.367', /second time already/));
    const [row] = await app.query('select reminders_paused_until::text as until from captures where number = $1', debt.capture);
    expect(String(row?.['until']) > String(second?.['collectOn'])).toBe(true);

    const endToEndId = String(second?.['endToEndId']);
    expect(await bring({ amount: '70', endToEndId, on })).toMatchObject([{ state: 'Booked' }]);
    expect(await balance(debt)).toBe(0);
    expect(await bring({ ...back, endToEndId })).toMatchObject([{ state: 'Booked' }]);
    expect(await balance(debt)).toBe(70);
    expect(await refused(debt)).toEqual(answer('400.367', /second time already/));
    const audit = await app.query(`select reason from audit where operation = 'collectAgain'`);
    expect(audit).toEqual([{ reason: 'The customer has money now' }]);
  });

  it('is not asked for again where the account is gone or nothing is owed, and in part where a part was paid', async () => {
    const [gone, paid, part] = [await captured(invoice, 30), await captured(invoice, 40), await captured(invoice, 50)];
    const asked = (await make('2027-12-31')).body['collections'] as Json[];
    const on = await clock();
    const backOf = (debt: Debt, returnReason: string): Movement => {
      const own = asked.find((each) => each['captureNumber'] === debt.capture);
      return { amount: String(own?.['amount']), debit: true, endToEndId: String(own?.['endToEndId']), returnReason, on };
    };
    await bring(backOf(gone, 'AC04'), backOf(paid, 'AM04'), backOf(part, 'MS03'));
    const pay = async ({ capture }: Debt, amount: number) =>
      app.ask(
        'POST',
        `/admin/v1/merchants/${merchantId}/payments`,
        { captureNumber: capture, amount, valueDate: on, transactionId: capture },
        operator,
      );
    expect((await pay(paid, 40)).status).toBe(200);
    expect((await pay(part, 20)).status).toBe(200);
    expect((await again(gone)).messages[0]?.['message']).toMatch(/for good \(AC04\)/);
    expect((await again(paid)).messages[0]?.['message']).toMatch(/nothing is left/);
    expect((await again({ ...gone, capture: 'none' })).messages[0]).toMatchObject({ code: '400.201' });
    expect((await again(part)).body['collections']).toMatchObject([{ amount: 30 }]);
  });
});

describe('a payment that is taken back by hand', () => {
  const today = async (): Promise<string> =>
    dayIn('DE', (await app.ask('GET', `/admin/v1/merchants/${merchantId}/clock`, undefined, operator)).body['now']);
  const takeBack = async (transaction: string, reason = 'recalled') => {
    const body = { returnedOn: await today(), reason };
    return app.ask('POST', `/admin/v1/merchants/${merchantId}/payments/${transaction}/return`, body, operator);
  };
  const pay = async ({ capture }: Debt, amount: number, transactionId: string) => {
    const body = { captureNumber: capture, amount, valueDate: await today(), transactionId };
    expect((await app.ask('POST', `/admin/v1/merchants/${merchantId}/payments`, body, operator)).status).toBe(200);
  };
  const transfer = async (payment: Json, amount: number): Promise<Debt> => {
    const body = authorizeBody('DE', { items: [item('DE', 'LAMP', amount * 100)] });
    const accepted = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, payment });
    expect(accepted.body['outcome'], accepted.text).toBe('Accepted');
    await app.ask('POST', path(body.order.number, '/captures'));
    const [capture] = (await app.ask('GET', path(body.order.number))).body['captures'] as Json[];
    return { order: body.order.number, capture: String(capture?.['captureNumber']) };
  };

  it('is owed again, once; also after a refund, whose credit the money is no longer there for', async () => {
    const debt = await transfer(invoice, 100);
    await pay(debt, 60, 'one');
    await pay(debt, 40, 'two');
    await app.ask('POST', path(debt.order, '/refunds'), {
      captureNumber: debt.capture,
      refundItems: undefined,
      items: [{ productId: 'LAMP', description: 'x', quantity: 1, grossUnitPrice: 30, netUnitPrice: 30 }],
    });
    const first = await takeBack('one');
    expect([first.status, first.body], first.text).toMatchObject([
      200,
      { amount: 60, principalAmount: 60, captureNumber: debt.capture },
    ]);
    expect((await takeBack('one')).body).toEqual(first.body);
    expect(await balance(debt)).toBe(30);
    await takeBack('two');
    expect(await balance(debt)).toBe(70);
    expect((await takeBack('three')).messages[0]).toMatchObject({ code: '400.347' });
    expect((await takeBack('one', ' ')).status).toBe(400);
  });

  it('leaves the capture unsettled for the operator too, and one that is paid again is settled on that day', async () => {
    const debt = await transfer(invoice, 100);
    const settledOn = async (): Promise<unknown> => {
      const { body } = await app.ask('GET', `/admin/v1/merchants/${merchantId}/orders/${debt.order}`, undefined, operator);
      return (body['captures'] as Json[])[0]?.['settledOn'];
    };
    await pay(debt, 100, 'bounced');
    expect(await settledOn()).toMatch(/^\d{4}-\d\d-\d\d$/);
    await takeBack('bounced');
    expect(await settledOn()).toBeUndefined();
    await pay(debt, 100, 'paid again');
    expect(await settledOn()).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('of installments opens the latest first, with their interest', async () => {
    const debt = await captured(installments, 400);
    const before = await balance(debt);
    await pay(debt, 150, 'plan-1');
    const between = Number(await balance(debt));
    await pay(debt, 50, 'plan-2');
    // Both are more than the next installment, so that each lowers what is to come; what the other lowered stays.
    const saved = between - 50 - Number(await balance(debt));
    await takeBack('plan-1');
    expect(await balance(debt)).toBeCloseTo(Number(before) - 50 - saved, 2);
    await takeBack('plan-2');
    expect(await balance(debt)).toBe(before);
  });
});

describe('an account that has no IBAN', () => {
  it('is refused with the order; an order that has one is reminded of instead, and left out once', async () => {
    const body = authorizeBody('DE', { items: [item('DE', 'LAMP', 5000)] });
    const directDebit = { bankAccount: '532013000' };
    const refused = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, payment: { ...invoice, directDebit } });
    expect(refused.messages).toMatchObject([{ code: '400.004', fieldReference: 'payment.directDebit.bankCode' }]);
    expect(refused.messages[0]?.['message']).toContain('37040044');

    const payment = { ...invoice, directDebit: { ...directDebit, bankCode: '37040044' } };
    await app.ask('POST', '/api/v3/checkout/authorize', { ...body, payment });
    await app.ask('POST', path(body.order.number, '/captures'));
    const [capture] = (await app.ask('GET', path(body.order.number))).body['captures'] as Json[];
    const debt = { order: body.order.number, capture: String(capture?.['captureNumber']) };
    await app.query(
      `update order_contents set payment = (payment::jsonb - 'directDebit')::json
       where order_id = (select id from orders where number = $1)`,
      debt.order,
    );
    await advance(app, 'DE', { advanceSeconds: 10 * 86_400 });
    expect((await make(undefined, { reason: 'the fifth' })).body).toMatchObject({
      count: 0,
      leftOut: [{ orderNumber: debt.order, why: 'no_iban' }],
    });
    const audit = await app.query(`select reason from audit where operation = 'makeCollections' and subject = $1`, debt.order);
    expect(audit).toEqual([{ reason: 'the fifth' }]);
    expect((await make()).body).not.toHaveProperty('leftOut');
    await advance(app, 'DE', { advanceSeconds: 30 * 86_400 });
    expect(await eventsOf(debt)).toEqual(['capture.reminded', 'capture.reminded']);
  });
});
