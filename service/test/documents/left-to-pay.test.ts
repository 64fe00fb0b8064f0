// After something was credited or paid, every paper of an invoice says what is left to pay and has a code for just that: the old
// amount is not asked for any more. Who pays it nevertheless pays no more than is left; the rest waits to be sent back.
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { advance, authorizeBody, item, type Json, keyOf, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { camt } from '../support/camt.ts';
import { todayIn } from '../support/days.ts';
import { canLook, lastCodeOf, type Picture, picturesOf, qrOn, textOf } from '../support/pages.ts';

vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };

interface Sold {
  readonly country: CountryCode;
  readonly number: string;
  readonly capture: string;
}

async function sold(country: CountryCode, grossCents: number, payment: Json = { type: 'Invoice' }): Promise<Sold> {
  const key = keyOf(country);
  const body = authorizeBody(country, { items: [item(country, 'THING', grossCents)] });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, payment }, { key });
  expect(answer.body['outcome'], answer.text).toBe('Accepted');
  const captured = await app.ask('POST', path(body.order.number, '/captures'), undefined, { key });
  expect(captured.status, captured.text).toBe(200);
  return { country, number: body.order.number, capture: String(captured.body['captureNumber']) };
}

/** The numbers of the refunds. */
async function refund({ country, number, capture }: Sold, amount?: number): Promise<string> {
  const body =
    amount === undefined
      ? { captureNumber: capture }
      : { captureNumber: capture, items: [{ grossUnitPrice: amount, quantity: 1 }] };
  const answer = await app.ask('POST', path(number, '/refunds'), body, { key: keyOf(country) });
  expect(answer.status, answer.text).toBe(200);
  return String((answer.body['refundNumbers'] as string[])[0]);
}

const merchantOf = async (country: CountryCode): Promise<string> =>
  String((await app.query('select id from merchants where country = $1', country))[0]?.['id']);

async function pay({ country, capture }: Sold, amount: number): Promise<Json> {
  const [row] = await app.query('select invoiced_on::text as day from captures where number = $1', capture);
  const body = {
    captureNumber: capture,
    amount,
    valueDate: row?.['day'],
    transactionId: `T-${capture}-${amount}-${Math.random()}`,
    reason: 'a test',
  };
  const url = `/admin/v1/merchants/${await merchantOf(country)}/payments`;
  const answer = await app.ask('POST', url, body, operator);
  return { status: answer.status, ...answer.body };
}

async function pdf(url: unknown, country: CountryCode, name?: string): Promise<Buffer> {
  const response = await app.app.inject({ url: new URL(String(url)).pathname, headers: { 'x-auth-key': keyOf(country) } });
  expect(response.statusCode, String(url)).toBe(200);
  const folder = process.env['KEEP_PAGES'];
  if (folder && name) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${name}.pdf`, response.rawPayload);
  }
  return response.rawPayload;
}

async function papers({ country, number, capture }: Sold): Promise<{ invoice: Json; notes: Json[] }> {
  const key = keyOf(country);
  const captures = await app.ask('GET', path(number, `/captures/${capture}`), undefined, { key });
  const refunds = await app.ask('GET', path(number, '/refunds'), undefined, { key });
  return { invoice: (captures.body['captures'] as Json[])[0] ?? {}, notes: (refunds.body['refunds'] ?? []) as Json[] };
}

const read = (bytes: Buffer): string =>
  textOf(bytes)
    .join('\n')
    .replace(/[\u00a0\u202f]/g, ' ');

const hasCode = (country: CountryCode): boolean => !['NO', 'SE', 'DK'].includes(country);

/** What the code of a paper asks for; nothing where it has none. */
function asked(bytes: Buffer, country: CountryCode): string | undefined {
  const code = lastCodeOf(bytes, country === 'CH' ? 0.65 : 0);
  if (country === 'CH') return code?.split('\n')[18];
  return code?.split('\n')[7]?.replace('EUR', '');
}

/** What is left of 1234.00, or of 794.00 where more is not granted, after 43.99 was credited. */
const written: Readonly<Record<CountryCode, string>> = {
  NO: '1 190,01 NOK',
  SE: '1 190,01 SEK',
  FI: '750,01 EUR',
  DK: '1.190,01 DKK',
  DE: '750,01 EUR',
  AT: 'EUR 750,01',
  CH: 'CHF 750.01',
  NL: 'EUR 750,01',
  BE: 'EUR 750,01',
};

describe('a credit note', () => {
  it.each(countryCodes)(
    'in %s says what is left to pay, as the country writes it, with a code for just that',
    async (country) => {
      const order = await sold(country, written[country].includes('190') ? 123_400 : 79_400);
      const before = await pdf((await papers(order)).invoice['invoiceUrl'], country);
      await refund(order, 43.99);
      const { invoice, notes } = await papers(order);
      const note = await pdf(notes[0]?.['creditNoteUrl'], country, `note-${country}`);
      const copy = await pdf(invoice['invoiceUrl'], country, `copy-${country}`);
      if (!canLook) return;
      const reference = String(invoice['ocr']);
      for (const bytes of [note, copy]) {
        expect(read(bytes)).toContain(written[country]);
        expect(read(bytes).replace(/[^0-9A-Z]/g, '')).toContain(reference);
        if (hasCode(country)) expect(asked(bytes, country)).toBe('750.01');
        if (country === 'FI') expect(read(bytes).replace(/\s/g, '')).toMatch(/4\d{16}00075001/);
      }
      if (hasCode(country)) expect(asked(before, country)).toBe('794.00');
      // The same state is the same file.
      expect((await pdf(invoice['consumerInvoiceUrl'], country)).equals(copy)).toBe(true);
      expect((await pdf(notes[0]?.['consumerCreditNoteUrl'], country)).equals(note)).toBe(true);
    },
  );

  it('of a later refund, and an earlier one fetched again, ask for what is left by then', async () => {
    const order = await sold('DE', 10_000);
    await refund(order, 10);
    const first = await pdf((await papers(order)).notes[0]?.['creditNoteUrl'], 'DE');
    await refund(order, 20);
    const { notes } = await papers(order);
    const [again, second] = await Promise.all(notes.map((each) => pdf(each['creditNoteUrl'], 'DE')));
    const [kept] = await app.query(
      'select count(*)::int as count from documents where subject = any($1::text[])',
      notes
        .map((each) => String(each['refundNumber']))
        .join(',')
        .replace(/^(.*)$/, '{$1}'),
    );
    expect(kept).toEqual({ count: 2 });
    if (!canLook) return;
    expect([first, again, second].map((each) => asked(each as Buffer, 'DE'))).toEqual(['90.00', '70.00', '70.00']);
    expect(read(again as Buffer)).toContain('Kopie');
    expect(read(second as Buffer)).not.toContain('Kopie');
  });

  it('of all says that nothing is left, without a code', async () => {
    const order = await sold('NL', 10_000);
    await refund(order);
    const { invoice, notes } = await papers(order);
    for (const url of [notes[0]?.['creditNoteUrl'], invoice['invoiceUrl']]) {
      const bytes = await pdf(url, 'NL', url === invoice['invoiceUrl'] ? 'full-copy-NL' : 'full-NL');
      if (!canLook) continue;
      expect(read(bytes)).toContain('hoeft u niets meer te betalen');
      expect(read(bytes)).not.toContain('Zo betaalt u');
      expect(qrOn(picturesOf(bytes)[0] as Picture)).toBeUndefined();
    }
  });

  it('of what was paid says what the consumer gets back, and asks for nothing', async () => {
    const order = await sold('DE', 10_000);
    await pay(order, 80);
    await refund(order, 50);
    const { invoice, notes } = await papers(order);
    const bytes = await pdf(notes[0]?.['creditNoteUrl'], 'DE', 'back-DE');
    expect(invoice['creditAmount']).toBe(30);
    if (!canLook) return;
    expect(read(bytes)).toContain('Davon hatten Sie 30,00 EUR schon bezahlt');
    expect(read(bytes)).toContain('nichts mehr zu zahlen');
    expect(qrOn(picturesOf(bytes)[0] as Picture)).toBeUndefined();
  });

  it('of an order in installments shows those that are left, and asks for the next', async () => {
    const order = await sold('DE', 75_000, { type: 'Installment', installment: { profileNo: 3 } });
    const planned = (await papers(order)).invoice['installments'] as { amount: number }[];
    await pay(order, Number(planned[0]?.amount));
    await refund(order, 150);
    const { invoice, notes } = await papers(order);
    const schedule = (invoice['installments'] as { amount: number; dueDate: string; paidAmount?: number }[]).slice(1);
    const note = await pdf(notes[0]?.['creditNoteUrl'], 'DE', 'note-installments-DE');
    const copy = await pdf(invoice['invoiceUrl'], 'DE', 'copy-installments-DE');
    const left = schedule.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect(left / 100).toBeCloseTo(Number(invoice['balance']), 5);
    if (!canLook) return;
    for (const bytes of [note, copy]) {
      expect(asked(bytes, 'DE')).toBe(schedule[0]?.amount.toFixed(2));
      for (const { amount } of schedule) expect(read(bytes)).toContain(amount.toFixed(2).replace('.', ','));
      expect(read(bytes).replace(/ +/g, ' ')).toContain(`Noch zu zahlen ${(left / 100).toFixed(2).replace('.', ',')}`);
    }
  });

  it('of an order that is collected by direct debit asks for no transfer', async () => {
    const order = await sold('DE', 10_000, { type: 'Invoice', directDebit: { bankAccount: 'DE89370400440532013000' } });
    await refund(order, 40);
    const bytes = await pdf((await papers(order)).notes[0]?.['creditNoteUrl'], 'DE', 'debit-DE');
    if (!canLook) return;
    expect(read(bytes)).toMatch(/Noch zu zahlen\s+60,00/);
    expect(read(bytes)).toContain('DE89 •••• •••• 3000');
    expect(qrOn(picturesOf(bytes)[0] as Picture)).toBeUndefined();
  });
});

describe('an invoice', () => {
  it('that was paid in part or whole asks for the rest, and for all again when the bank took the payment back', async () => {
    const order = await sold('AT', 10_000);
    const url = (await papers(order)).invoice['invoiceUrl'];
    const original = await pdf(url, 'AT');
    await pay(order, 25);
    const part = await pdf(url, 'AT');
    await pay(order, 75);
    const whole = await pdf(url, 'AT');
    // What was drawn first is kept as it was.
    const [row] = await app.query('select sha256 from documents where subject = $1', order.capture);
    expect(row?.['sha256']).toMatch(/^[0-9a-f]{64}$/);
    if (!canLook) return;
    expect([original, part].map((each) => asked(each, 'AT'))).toEqual(['100.00', '75.00']);
    expect(read(whole)).toContain('nichts mehr zu zahlen');
    expect(qrOn(picturesOf(whole)[0] as Picture)).toBeUndefined();
  });
});

describe('an invoice whose day a return moved', () => {
  const notify = async ({ country, number }: Sold): Promise<readonly [before: string, after: string]> => {
    const day = async () => String((await papers({ country, number, capture: '' })).invoice['dueDate']).slice(0, 10);
    const before = await day();
    const answer = await app.ask('POST', path(number, '/captures/return-notification'), undefined, { key: keyOf(country) });
    expect(answer.status, answer.text).toBe(200);
    return [before, await day()];
  };
  const german = (day: string): string => day.split('-').reverse().join('.');

  it('says the new day alone, in its head and where it asks for the money, also once a part is paid', async () => {
    const order = await sold('DE', 10_000);
    const url = (await papers(order)).invoice['invoiceUrl'];
    const [before, after] = await notify(order);
    const moved = await pdf(url, 'DE', 'moved-DE');
    await pay(order, 30);
    const paid = await pdf(url, 'DE', 'moved-paid-DE');
    if (!canLook) return;
    for (const bytes of [moved, paid]) {
      expect(read(bytes)).toContain('Kopie');
      expect(read(bytes).split(german(after))).toHaveLength(3);
      expect(read(bytes)).not.toContain(german(before));
    }
    expect([moved, paid].map((each) => asked(each, 'DE'))).toEqual(['100.00', '70.00']);
  });

  it('announces the direct debit for the new day', async () => {
    const order = await sold('DE', 10_000, { type: 'Invoice', directDebit: { bankAccount: 'DE89370400440532013000' } });
    const url = (await papers(order)).invoice['invoiceUrl'];
    const [before, after] = await notify(order);
    const bytes = await pdf(url, 'DE', 'moved-debit-DE');
    if (!canLook) return;
    expect(read(bytes).replace(/\s+/g, ' ')).toContain(`Wir ziehen den Betrag am ${german(after)} von Ihrem Konto`);
    expect(read(bytes)).not.toContain(german(before));
  });

  it('has a Finnish bar code of the new day', async () => {
    const order = await sold('FI', 10_000);
    const url = (await papers(order)).invoice['invoiceUrl'];
    const [before, after] = await notify(order);
    const bytes = await pdf(url, 'FI');
    if (!canLook) return;
    const bars = /4\d{53}/.exec(read(bytes).replace(/\s/g, ''))?.[0];
    expect([before, after].map((day) => day.slice(2).replaceAll('-', '')).indexOf(bars?.slice(-6) ?? '')).toBe(1);
  });
});

describe('a reminder', () => {
  it('after a refund asks for what is left with its fee, and its letter fetched later for what is left then', async () => {
    const order = await sold('AT', 10_000);
    await refund(order, 40);
    await advance(app, 'AT', { advanceSeconds: 25 * 86_400 });
    const overdue = await app.ask('GET', `/admin/v1/merchants/${await merchantOf('AT')}/overdue?limit=200`, undefined, operator);
    const mine = (overdue.body['overdue'] as (Json & { reminders: Json[] })[]).find(
      (each) => each['captureNumber'] === order.capture,
    );
    expect(mine?.reminders).toMatchObject([{ level: 1, amount: 60 }]);
    const url = mine?.reminders[0]?.['url'];
    const letter = await pdf(url, 'AT');
    await refund(order, 15);
    const later = await pdf(url, 'AT', 'reminder-copy-AT');
    await refund(order);
    const settled = await pdf(url, 'AT', 'reminder-settled-AT');
    if (!canLook) return;
    expect([letter, later].map((each) => asked(each, 'AT'))).toEqual(['60.00', '45.00']);
    expect(read(settled)).toContain('nichts mehr zu zahlen');
    expect(qrOn(picturesOf(settled)[0] as Picture)).toBeUndefined();
  });
});

describe('who pays the old amount nevertheless', () => {
  it('is booked what is left; the rest waits to be sent back, and by hand it is refused', async () => {
    const order = await sold('DE', 10_000);
    await refund(order, 40);
    expect(await pay(order, 100)).toMatchObject({ status: 409 });
    const { invoice } = await papers(order);
    const movement = { amount: '100', reference: String(invoice['ocr']), on: todayIn('DE'), bankReference: 'OLD-1' };
    const headers = { 'content-type': 'application/xml' };
    const brought = await app.ask('POST', '/admin/v1/bank-statements', camt([movement], { id: 'OLD' }), { ...operator, headers });
    const entries = await app.ask(
      'GET',
      `/admin/v1/bank-entries?state=all&importId=${String(brought.body['importId'])}`,
      undefined,
      operator,
    );
    expect(entries.body['entries']).toMatchObject([{ state: 'Open', why: 'rest', bookedAmount: 60, remainingAmount: 40 }]);
    expect((await papers(order)).invoice['balance']).toBe(0);
    const copy = await pdf(invoice['invoiceUrl'], 'DE');
    if (canLook) expect(read(copy)).toContain('nichts mehr zu zahlen');
  });
});

it('a copy after a payment says the fees that were charged, and all that was paid', async () => {
  const order = await sold('DK', 641_760);
  for (const days of [25, 15]) await advance(app, 'DK', { advanceSeconds: days * 86_400 });
  const admin = `/admin/v1/merchants/${await merchantOf('DK')}`;
  const clock = await app.ask('GET', `${admin}/clock`, undefined, operator);
  const valueDate = String(clock.body['now']).slice(0, 10);
  const body = { captureNumber: order.capture, amount: 250, valueDate, transactionId: 'DK-250', reason: 'a test' };
  const answer = await app.ask('POST', `${admin}/payments`, body, operator);
  expect(answer.status, answer.text).toBe(200);
  const copy = await pdf((await papers(order)).invoice['invoiceUrl'], 'DK', 'fees-DK');
  if (!canLook) return;
  const text = read(copy).replace(/ +/g, ' ');
  for (const row of ['Rykkergebyr 200,00', 'Betalt −250,00', '6.367,60']) expect(text).toContain(row);
});
