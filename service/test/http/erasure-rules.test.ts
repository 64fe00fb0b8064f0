// When a person may be erased, what the law keeps meanwhile, and whoever was merged into them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorsOwn } from '../../src/book/audit.sql.ts';
import { attempt } from '../../src/privacy/erase.ts';
import { findNamed } from '../../src/privacy/person.ts';
import { openAccount } from '../support/accounts.ts';
import { advance, authorizeBody, type Json, orderNumber, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { camt, type Movement } from '../support/camt.ts';
import { todayIn } from '../support/days.ts';
import { debitedByContract } from '../support/debited-by-contract.ts';
import { startOrganisation } from '../support/organisations.ts';
import { buyer } from '../support/people.ts';
import { columnsWith, wholeDatabase } from '../support/whole-database.ts';

let app: TestApp;
let shop = '';
const operator = { key: 'sandbox-operator' };
beforeAll(async () => {
  app = await startApp();
  shop = String((await app.query(`select id from merchants where country = 'DE'`))[0]?.['id']);
});
afterAll(() => app.stop());

const persons = (what: 'erase' | 'export', body: Json) =>
  app.ask('POST', `/admin/v1/merchants/${shop}/persons/${what}`, { reason: 'asked for', ...body }, operator);
const erase = (customerNumber: string, more: Json = {}) => persons('erase', { customerNumber, ...more });
const refusalOf = async (body: Json) => {
  const { status, messages } = await persons('erase', body);
  return [status, messages[0]?.['code'], messages[0]?.['fieldReference']];
};

/** An order of somebody by number; captured and refunded in full where it is to be settled. */
async function order(customerNumber: string, settled: boolean): Promise<string> {
  const body = authorizeBody('DE', { customer: buyer('DE', { customerNumber }), order: { number: orderNumber() } });
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
  if (settled) {
    await app.ask('POST', path(body.order.number, '/captures'));
    await app.ask('POST', path(body.order.number, '/refunds'));
  }
  return body.order.number;
}

it('an erasure is refused in words while an order is open, money is owed, or an account is not settled', async () => {
  const number = await order('open', false);
  const open = await erase('open');
  expect([open.status, open.messages]).toMatchObject([409, [{ code: '400.362', fieldReference: 'customerNumber' }]]);
  expect(String(open.messages[0]?.['message'])).toContain(number);
  await app.ask('POST', path(number, '/captures'));
  const owing = await erase('open');
  expect([owing.status, owing.messages]).toMatchObject([409, [{ code: '400.363' }]]);
  expect(String(owing.messages[0]?.['message'])).toContain('104.95');
  await app.ask('POST', path(number, '/refunds'));
  expect((await erase('open')).status).toBe(200);

  const account = await openAccount(app, 'DE', 500, { customerNumber: 'on-account' });
  await app.ask('POST', `/api/v3/customer-account/${account}/event`, {
    eventType: 'Purchase',
    time: new Date().toISOString(),
    totalAmount: 40,
    currency: 'EUR',
    countryCode: 'DE',
    conversationLanguage: 'DE',
  });
  expect(await refusalOf({ customerNumber: 'on-account' })).toEqual([409, '400.364', 'customerNumber']);
});

it('an erasure names one person in one way, with a reason', async () => {
  expect(await refusalOf({})).toEqual([400, '400.002', 'customerNumber']);
  expect(await refusalOf({ customerNumber: 'a', orderNumber: 'b' })).toEqual([400, '400.365', 'orderNumber']);
  expect(await refusalOf({ customerNumber: 'nobody-at-all' })).toEqual([404, '400.361', 'customerNumber']);
  expect(await refusalOf({ customerNumber: 'a', reason: ' ' })).toEqual([400, '400.002', 'reason']);
  const elsewhere = String((await app.query(`select id from merchants where country = 'AT'`))[0]?.['id']);
  await order('of-germany', true);
  const foreign = await app.ask(
    'POST',
    `/admin/v1/merchants/${elsewhere}/persons/export`,
    { customerNumber: 'of-germany', reason: 'x' },
    operator,
  );
  expect(foreign.status).toBe(404);
});

it('an erasure keeps the documents that the law wants kept, drawn or not, and says until when', async () => {
  const number = await order('lawful', true);
  const [row] = await app.query(
    `select c.document_id as invoice, r.document_id as note from captures c join refunds r on r.capture_number = c.number
     join orders o on o.id = c.order_id where o.number = $1`,
    number,
  );
  const erased = await erase('lawful');
  const until = `${Number(todayIn('DE').slice(0, 4)) + 8}-12-31`;
  expect([erased.status, erased.body]).toMatchObject([200, { kept: [{ kind: 'documents', count: 2, until }] }]);
  for (const id of [row?.['invoice'], row?.['note']]) {
    const pdf = await app.ask('GET', `/documents/${String(id)}.pdf`);
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  }
  const [contents] = await app.query(
    'select customer from order_contents join orders on id = order_id where number = $1',
    number,
  );
  expect(contents).toEqual({ customer: null });
  const later = await persons('erase', { orderNumber: number, documents: 'Erase' });
  expect(later.body).toMatchObject({ kept: [], rows: { documents: 2 } });
  expect((await app.ask('GET', `/documents/${String(row?.['invoice'])}.pdf`)).status).toBe(404);
});

it('an erasure takes everybody who was merged into the person, and the export shows them whole', async () => {
  const [first, second] = [await order('merged-a', true), await order('merged-b', true)];
  const merged = await app.ask(
    'POST',
    `/admin/v1/merchants/${shop}/customers/merged-a/merge`,
    { into: 'merged-b', reason: 'one' },
    operator,
  );
  expect(merged.status).toBe(200);
  const told = await persons('export', { customerNumber: 'merged-a' });
  const { orders } = told.body['data'] as Record<string, Json[]>;
  expect(orders?.map((each) => each['number']).sort()).toEqual([first, second].sort());
  expect((await erase('merged-b')).status).toBe(200);
  const rows = await app.query(
    `select c.merged_into is not null as merged, c.erased_at is not null as erased, c.key like 'erased:%' as nobody, p.customer_key
     from orders o join customers c on c.merchant_id = o.merchant_id and c.key = o.customer_key
     left join customer_profiles p on p.merchant_id = c.merchant_id and p.customer_key = c.key where o.number in ($1, $2) order by merged`,
    first,
    second,
  );
  expect(rows).toEqual([false, true].map((each) => ({ merged: each, erased: true, nobody: true, customer_key: null })));
  expect((await erase('merged-a')).status).toBe(404);
});

it('an erasure comes to one end with orders of the same person at the same moment', async () => {
  await order('racing', true);
  const orders = Array.from({ length: 12 }, () =>
    app.ask(
      'POST',
      '/api/v3/checkout/authorize',
      authorizeBody('DE', { customer: buyer('DE', { customerNumber: 'racing' }), order: { number: orderNumber() } }),
    ),
  );
  const [erased, ...answers] = await Promise.all([erase('racing'), ...orders]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect([200, 409]).toContain(erased?.status);
  const stray = await app.query(
    `select o.number from orders o join customers c using (merchant_id) where c.key = o.customer_key
     and (c.erased_at is not null) <> (select n.customer is null from order_contents n where n.merchant_id = o.merchant_id and n.order_id = o.id)`,
  );
  expect(stray).toEqual([]);
});

it('an erasure leaves a customer alone who came under the key of the one that was found', async () => {
  const { deps } = app;
  await order('twice', true);
  const merchant = await deps.findMerchant(shop, null);
  const [named, sight] = [{ customerNumber: 'twice' }, { wholeOperator: true }];
  const person = merchant && (await findNamed(named, merchant, deps, sight));
  if (!merchant || !person) throw new Error('who ordered is not found');
  // Between the look and the lock another erasure comes, and an order of the same person.
  expect((await erase('twice')).status).toBe(200);
  const number = await order('twice', true);
  const key = `select c.key, c.erased_at from orders o join customers c on c.merchant_id = o.merchant_id and c.key = o.customer_key
    where o.number = $1`;
  expect(await app.query(key, number)).toEqual([{ key: person.links.keys[0], erased_at: null }]);
  const act = { merchantId: shop, actor: 'test', operation: 'erasePerson', requestId: '', reason: 'asked for' };
  const asked = { named, wanted: new Set<never>(), merchant, act, field: 'customerNumber', sight };
  expect(await attempt(person, asked, deps)).toBeUndefined();
  expect(await app.query(key, number)).toEqual([{ key: person.links.keys[0], erased_at: null }]);
});

it('an order number means the one whose order stands, not the one whose order was rejected under it', async () => {
  const number = orderNumber();
  const orderOf = async (customerNumber: string, firstName: string) => {
    const customer = buyer('DE', { customerNumber, firstName });
    const body = { ...authorizeBody('DE', { customer }), order: { ...authorizeBody('DE').order, number } };
    return (await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome'];
  };
  expect(await orderOf('turned-away', 'Reject')).toBe('Rejected');
  expect(await orderOf('taken-instead', 'Ida')).toBe('Accepted');
  await app.ask('POST', path(number, '/voids'));
  const exported = await persons('export', { orderNumber: number });
  expect(exported.text).toContain('taken-instead');
  expect(exported.text).not.toContain('turned-away');
  expect((await persons('erase', { orderNumber: number })).status).toBe(200);
  expect((await persons('export', { customerNumber: 'taken-instead' })).status).toBe(404);
  expect((await persons('export', { customerNumber: 'turned-away' })).status).toBe(200);
});

/** An order whose capture was paid in full; its number and its capture's. */
async function owed(customerNumber: string, key?: string): Promise<{ number: string; capture: string }> {
  const body = authorizeBody('DE', { customer: buyer('DE', { customerNumber }), order: { number: orderNumber() } });
  const more = key === undefined ? {} : { key };
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body, more)).body['outcome']).toBe('Accepted');
  const captured = await app.ask('POST', path(body.order.number, '/captures'), undefined, more);
  return { number: body.order.number, capture: String(captured.body['captureNumber']) };
}
const referenceOf = async (capture: string): Promise<string> =>
  String((await app.query('select payment_reference as r from captures where number = $1', capture))[0]?.['r']);
let files = 0;
async function bring(...movements: Movement[]): Promise<void> {
  files += 1;
  const dated = movements.map((movement, index) => ({
    on: todayIn('DE'),
    bankReference: `${files}-${index}`,
    ...movement,
  }));
  const answer = await app.ask('POST', '/admin/v1/bank-statements', camt(dated, { id: `E${files}` }), operator);
  expect(answer.status, answer.text).toBe(200);
}
const bankLeft = async (mark: string): Promise<string[]> => columnsWith(await wholeDatabase(app.query), [mark]);

it('an erased person’s request is not repeated: no answer is given again, and nothing is done again', async () => {
  const body = authorizeBody('DE', { customer: buyer('DE', { customerNumber: 'repeated' }), order: { number: orderNumber() } });
  const headers = { 'idempotency-key': 'erased-with-its-person' };
  const authorize = (sent: unknown) => app.ask('POST', '/api/v3/checkout/authorize', sent, { headers });
  expect((await authorize(body)).body['outcome']).toBe('Accepted');
  await app.ask('POST', path(body.order.number, '/voids'));
  expect((await erase('repeated')).status).toBe(200);
  const again = await authorize(body);
  expect([again.status, again.messages]).toMatchObject([409, [{ code: '400.366', fieldReference: 'Idempotency-Key' }]]);
  expect((await authorize({ ...body, payment: { type: 'Invoice', x: 1 } })).messages).not.toMatchObject([{ code: '400.366' }]);
  expect(await app.query('select count(*)::int as orders from orders where number = $1', body.order.number)).toEqual([
    { orders: 1 },
  ]);
});

it('an erasure takes from a bank’s entry what it says of the payer, once it was booked for the person', async () => {
  const { capture } = await owed('payer');
  await bring({ amount: '104.95', reference: await referenceOf(capture), name: 'Zqpayer', iban: 'DE75512108001245126199' });
  expect(JSON.stringify((await persons('export', { customerNumber: 'payer' })).body)).toContain('Zqpayer');
  expect(await bankLeft('Zqpayer')).toEqual(['bank_entries.details']);
  expect((await erase('payer', { documents: 'Erase' })).status).toBe(200);
  expect(await bankLeft('Zqpayer')).toEqual([]);
});

it('an erasure leaves who paid too much until the rest was sent back, and says so', async () => {
  const { number, capture } = await owed('overpaid');
  const iban = 'DE75512108001245126199';
  await bring({ amount: '204.95', reference: await referenceOf(capture), name: 'Zqoverpaid', iban });
  const [entry] = await app.query(`select id, state from bank_entries order by id desc limit 1`);
  expect(entry).toMatchObject({ state: 'Open' });
  const erased = await erase('overpaid', { documents: 'Erase' });
  expect([erased.status, erased.body['kept']]).toEqual([200, [{ kind: 'bankEntries', count: 1 }]]);
  const entries = (await app.ask('GET', '/admin/v1/bank-entries?unmask=refund', undefined, operator)).body['entries'] as Json[];
  const waiting = entries.find(({ entryId }) => entryId === entry?.['id']);
  expect(waiting).toMatchObject({ name: 'Zqoverpaid', iban, remainingAmount: 100 });
  const closed = { as: 'SentBack', reason: 'Zqoverpaid paid too much' };
  expect((await app.ask('POST', `/admin/v1/bank-entries/${String(entry?.['id'])}/close`, closed, operator)).status).toBe(200);
  const kept = (await persons('erase', { orderNumber: number })).body['kept'];
  expect(kept).toEqual([{ kind: 'bankEntries', count: 1 }]);
  expect((await persons('erase', { orderNumber: number, documents: 'Erase' })).body['kept']).toEqual([]);
  expect(await bankLeft('Zqoverpaid')).toEqual([]);
});

it('an erasure and an export leave out an entry of a bank that somebody named as the transaction of a payment of their own', async () => {
  await bring({ amount: '12.00', texts: ['nothing that we know'], name: 'Zqvictim', iban: 'DE75512108001245126199' });
  const [entry] = await app.query('select id from bank_entries order by id desc limit 1');
  const own = await startOrganisation(app);
  const { capture } = await owed('attacker', own.shopKey);
  const at = `/admin/v1/merchants/${own.merchantId}`;
  const ask = (to: string, body: Json) => app.ask('POST', `${at}/${to}`, { reason: 'tried', ...body }, { key: own.key });
  const transactionId = `bank-${String(entry?.['id'])}-1`;
  const payment = { captureNumber: capture, amount: 104.95, valueDate: todayIn('DE') };
  expect((await app.ask('POST', `${at}/payments`, { ...payment, transactionId }, operator)).status).toBe(200);
  expect((await ask('persons/export', { customerNumber: 'attacker' })).text).not.toContain('Zqvictim');
  expect((await ask('persons/erase', { customerNumber: 'attacker', documents: 'Erase' })).status).toBe(200);
  expect(await bankLeft('Zqvictim')).toEqual(['bank_entries.details']);
});

const collected = (customerNumber: string) => debitedByContract(app, shop, customerNumber);

it('an erasure takes from the entry by which a bank sent a direct debit back what it says of the payer', async () => {
  const { number, endToEndId } = await collected('returned');
  await bring({ amount: '104.95', debit: true, endToEndId, returnReason: 'AC04', name: 'Zqreturned' });
  await app.ask('POST', path(number, '/refunds'));
  expect(await app.query(`select state from bank_entries where bookings::text like '%' || $1 || '%'`, number)).toEqual([
    { state: 'Booked' },
  ]);
  expect(await bankLeft('Zqreturned')).toEqual(['bank_entries.details']);
  expect((await erase('returned', { documents: 'Erase' })).status).toBe(200);
  expect(await bankLeft('Zqreturned')).toEqual([]);
});

it('an erasure reaches what a bank told of a payer and was booked for nobody, by the account, and what waits stays', async () => {
  const iban = 'DE89370400440532013000';
  const payers = (what: 'erase' | 'export', body: Json, key = 'sandbox-operator') =>
    app.ask('POST', `/admin/v1/payers/${what}`, { reason: 'asked for', ...body }, { key });
  const movement = (at: number, name: string, from = iban): Movement => ({
    amount: '12.00',
    on: todayIn('DE'),
    bankReference: `payer-${at}`,
    texts: ['fuer Zqpayword'],
    name,
    iban: from,
  });
  const movements = [
    movement(1, 'Zqpayer, Ida'),
    movement(2, 'Jan Zqpayer'),
    movement(3, 'Ida Zqpayer', 'DE02120300000000202051'),
  ];
  const file = camt(movements, { id: 'payers' });
  await app.ask('POST', '/admin/v1/bank-statements', file, { ...operator, headers: { 'content-type': 'application/xml' } });
  const spelled = { iban: 'de89 3704 0044 0532 0130 00' };
  const told = await payers('export', spelled);
  const entries = told.body['entries'] as Json[];
  expect(entries.map(({ name, state }) => `${String(name)} ${String(state)}`).toSorted()).toEqual([
    'Jan Zqpayer Open',
    'Zqpayer, Ida Open',
  ]);
  const hers = await payers('export', { ...spelled, name: 'Ida Maria Zqpayer' });
  expect((hers.body['entries'] as Json[]).map(({ name }) => name)).toEqual(['Zqpayer, Ida']);
  expect((await payers('erase', spelled)).body).toEqual({ erased: 0, waiting: 2, kept: 0 });
  for (const { entryId } of entries) {
    const closed = { as: 'SentBack', reason: 'to Zqpayreason' };
    expect((await app.ask('POST', `/admin/v1/bank-entries/${String(entryId)}/close`, closed, operator)).status).toBe(200);
  }
  expect((await payers('erase', { ...spelled, name: 'Ida Zqpayer' })).body).toEqual({ erased: 1, waiting: 0, kept: 0 });
  expect(await bankLeft('Zqpayreason')).toEqual(['audit.reason', 'bank_entries.reason']);
  await app.deps.jobs.runNow('seal-ledger');
  expect((await payers('erase', spelled)).body).toEqual({ erased: 1, waiting: 0, kept: 0 });
  expect(await bankLeft('Zqpayreason')).toEqual([]);
  const proof = await app.ask('GET', `/admin/v1/merchants/${operatorsOwn}/chains/audit/proof`, undefined, operator);
  expect([proof.body['fault'], Number(proof.body['erasedWords']) >= 1]).toEqual([undefined, true]);
  const gone = await payers('export', spelled);
  expect([gone.status, gone.messages]).toMatchObject([404, [{ code: '400.361', fieldReference: 'iban' }]]);
  expect((await payers('export', { iban: ' - ' })).messages).toMatchObject([{ code: '400.002', fieldReference: 'iban' }]);
  // The same file again brings nobody back.
  await app.ask('POST', '/admin/v1/bank-statements', `${file} `, { ...operator, headers: { 'content-type': 'application/xml' } });
  expect((await payers('export', spelled)).status).toBe(404);
  const { key } = await startOrganisation(app);
  expect((await payers('export', spelled, key)).status).toBe(403);
});

it('an erasure takes a customer’s own account along, by the name on the entry, and what an older version brought in', async () => {
  const iban = 'DE91100000000123456789';
  const customer = buyer('DE', { customerNumber: 'own-account', firstName: 'Ulla', lastName: 'Zqown' });
  const body = {
    ...authorizeBody('DE', { customer, order: { number: orderNumber() } }),
    payment: { type: 'Invoice', directDebit: { bankAccount: iban } },
  };
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
  await app.ask('POST', path(body.order.number, '/voids'));
  const own = (at: number, name: string): Movement => ({
    amount: '7.00',
    on: todayIn('DE'),
    bankReference: `own-${at}`,
    texts: ['Zqownwords'],
    name,
    iban,
  });
  const file = camt([own(1, 'Zqown U.'), own(2, 'Kurt Zqother'), own(3, 'Ulla Zqown')], { id: 'own' });
  await app.ask('POST', '/admin/v1/bank-statements', file, { ...operator, headers: { 'content-type': 'application/xml' } });
  // As a version before brought them in, and as one brought in long ago.
  await app.query(`update bank_entries set party_key = null where bank_reference like 'own-%'`);
  await app.deps.jobs.runNow('purge-bank-entries');
  const told = (await persons('export', { customerNumber: 'own-account' })).body['data'] as Record<string, Json[]>;
  expect(told['bankEntries']?.map(({ bankReference }) => bankReference).toSorted()).toEqual(['own-1', 'own-3']);
  await app.query(`update bank_entries set state = 'Ignored' where bank_reference = 'own-1'`);
  const [other] = await app.query(`select id from bank_entries where bank_reference = 'own-2'`);
  const ignored = { as: 'Ignored', reason: 'Kurt Zqother again' };
  await app.ask('POST', `/admin/v1/bank-entries/${String(other?.['id'])}/close`, ignored, operator);
  const kept = (await erase('own-account', { documents: 'Erase' })).body['kept'];
  expect(kept).toEqual([{ kind: 'bankEntries', count: 1 }]);
  const rows = `select bank_reference as r from bank_entries where bank_reference like 'own-%' and details is not null order by 1`;
  expect(await app.query(rows)).toEqual([{ r: 'own-2' }, { r: 'own-3' }]);
  // In the end they go by themselves, but for what waits.
  await app.query(`update bank_entries set updated_at = now() - interval '399 days' where bank_reference = 'own-2'`);
  await app.deps.jobs.runNow('purge-bank-entries');
  expect(await app.query(rows)).toEqual([{ r: 'own-2' }, { r: 'own-3' }]);
  await app.query(`update bank_entries set updated_at = now() - interval '401 days' where bank_reference like 'own-%'`);
  await app.deps.jobs.runNow('purge-bank-entries');
  expect(await app.query(rows)).toEqual([{ r: 'own-3' }]);
  expect(await bankLeft('Kurt Zqother')).toEqual([]);
});

it('an export shows a person what is owed by nobody, because the bank took it back after an erasure; it is written off with a credit note', async () => {
  const { number, endToEndId } = await collected('gone-before');
  await bring({ amount: '104.95', endToEndId, name: 'Zqgone' });
  expect((await erase('gone-before')).status).toBe(200);
  await bring({ amount: '104.95', debit: true, endToEndId, returnReason: 'MD06' });
  const unmatched = async () =>
    ((await app.ask('GET', '/admin/v1/bank-entries', undefined, operator)).body['entries'] as Json[]).filter(
      ({ endToEndId: each }) => each === endToEndId,
    );
  const waiting = await unmatched();
  expect(waiting).toMatchObject([{ why: 'debtor_erased', remainingAmount: 0, bookings: [{ orderNumber: number }] }]);
  await advance(app, 'DE', { advanceSeconds: 60 * 86_400 });
  const overdue = async (query: string) =>
    (await app.ask('GET', `/admin/v1/merchants/${shop}/overdue?limit=200${query}`, undefined, operator)).body[
      'overdue'
    ] as Json[];
  expect(await overdue('&state=DebtorErased')).toMatchObject([
    { orderNumber: number, state: 'DebtorErased', openAmount: 104.95, reminders: [] },
  ]);
  expect((await overdue('&state=Overdue')).filter(({ orderNumber: each }) => each === number)).toEqual([]);
  const refunded = await app.ask('POST', path(number, '/refunds'));
  expect(refunded.status).toBe(200);
  expect(await overdue('&state=DebtorErased')).toEqual([]);
  const refunds = (await app.ask('GET', path(number, '/refunds'))).body['refunds'] as Json[];
  const note = await app.ask('GET', new URL(String(refunds[0]?.['creditNoteUrl'])).pathname);
  expect([note.status, note.headers['content-type']]).toEqual([200, 'application/pdf']);
  const closed = { as: 'Ignored', reason: 'written off' };
  await app.ask('POST', `/admin/v1/bank-entries/${String(waiting[0]?.['entryId'])}/close`, closed, operator);
  expect(await unmatched()).toEqual([]);
  await expectBooksAgree((text) => app.query(text));
});
