// Money of a bank statement is booked on what it pays, once, whatever file brings it how often; what nobody can tell waits for a
// person, to the cent; and a file that is not what it should be changes nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '../support/accounts.ts';
import { type Answer, authorizeBody, authorized, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { camt, type Movement } from '../support/camt.ts';
import { todayIn } from '../support/days.ts';

let app: TestApp;
let merchantId: string;
beforeAll(async () => {
  app = await startApp();
  const [merchant] = await app.query(`select id from merchants where country = 'DE'`);
  merchantId = String(merchant?.['id']);
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const today = (): string => todayIn('DE');
const bring = (file: string | Buffer): Promise<Answer> =>
  app.ask('POST', '/admin/v1/bank-statements', file, { ...operator, headers: { 'content-type': 'application/xml' } });
let files = 0;
/** Movements of today in a file of their own. */
function file(...movements: Movement[]): string {
  files += 1;
  return camt(
    movements.map((movement, index) => ({ on: today(), bankReference: `B${files}-${index}`, ...movement })),
    { id: `F${files}` },
  );
}
const waiting = async (importId: unknown, state = 'all'): Promise<Json[]> => {
  const { body } = await app.ask(
    'GET',
    `/admin/v1/bank-entries?state=${state}&importId=${String(importId)}`,
    undefined,
    operator,
  );
  return body['entries'] as Json[];
};

interface Captured {
  readonly order: string;
  readonly capture: string;
  readonly reference: string;
}

async function captured(grossCents = 10_000): Promise<Captured> {
  const order = await authorized(app, grossCents);
  await app.ask('POST', path(order, '/captures'));
  const [capture] = (await app.ask('GET', path(order))).body['captures'] as Json[];
  return { order, capture: String(capture?.['captureNumber']), reference: String(capture?.['ocr']) };
}
const balance = async ({ order }: Captured): Promise<unknown> =>
  ((await app.ask('GET', path(order, '/captures'))).body['captures'] as Json[])[0]?.['balance'];

describe('a credit', () => {
  it('is booked by its reference, in the field for it or among words, in whichever version of the standard', async () => {
    for (const version of ['02', '04', '08', '13']) {
      const debts = [await captured(), await captured(), await captured()];
      const [a, b, c] = debts as [Captured, Captured, Captured];
      const words = c.reference.replace(/(.{4})/g, '$1 ').toLowerCase();
      const movements: Movement[] = [
        { amount: '100.00', reference: a.reference, on: today(), bankReference: `V${version}-1` },
        { amount: '40', texts: [`Rechnung vom 03.11.2026, ${b.reference} danke`], on: today(), bankReference: `V${version}-2` },
        { amount: '100.0', texts: [`Ref ${words}vielen Dank 2026`], on: today(), bankReference: `V${version}-3` },
      ];
      const answer = await bring(camt(movements, { version }));
      expect([answer.status, answer.body], answer.text).toMatchObject([
        200,
        { entries: 3, booked: 3, waiting: 0, repeated: 0, underway: 0, format: `camt.053.001.${version}` },
      ]);
      expect(await Promise.all(debts.map(balance))).toEqual([0, 60, 0]);
    }
  });

  it('is booked in parts of a batch that the file tells apart, and waits where it does not', async () => {
    const [a, b] = [await captured(), await captured()];
    const parts = [
      { amount: '30', reference: a.reference },
      { amount: '70', reference: b.reference },
    ];
    const answer = await bring(
      file({ amount: '100', parts }, { amount: '100.01', parts }, { amount: '50', batchOf: 3, reference: a.reference }),
    );
    expect(answer.body).toMatchObject({ entries: 4, booked: 2, waiting: 2 });
    expect(await waiting(answer.body['importId'], 'Open')).toMatchObject([{ why: 'undivided' }, { why: 'undivided' }]);
    expect([await balance(a), await balance(b)]).toEqual([70, 30]);
  });

  it('of several movements of which the file tells one alone is laid on nobody', async () => {
    const debt = await captured();
    const one = (amount: string, direction = 'CRDT', batch = '') =>
      file({ amount: '90', bankReference: `one-${amount}-${direction}-${batch}`, parts: [{ amount, reference: debt.reference }] })
        .replace('<AmtDtls>', `<CdtDbtInd>${direction}</CdtDbtInd><AmtDtls>`)
        .replace('<NtryDtls>', `<NtryDtls>${batch}`);
    for (const text of [one('90', 'CRDT', '<Btch><NbOfTxs>2</NbOfTxs></Btch>'), one('40'), one('90', 'DBIT')]) {
      const answer = await bring(text);
      expect(await waiting(answer.body['importId'])).toMatchObject([{ why: 'undivided', state: 'Open' }]);
    }
    expect(await balance(debt)).toBe(100);
    // The payer's bank or ours kept something: what came is what is paid.
    expect((await bring(one('90.50'))).body).toMatchObject({ booked: 1 });
    expect(await balance(debt)).toBe(10);
  });

  it('whose reference stands where payers put a number of their own is booked by it, where nothing else says more', async () => {
    const [a, b] = [await captured(), await captured()];
    const answer = await bring(
      file(
        { amount: '1', endToEndId: a.reference },
        { amount: '2', endToEndId: a.reference, texts: [`Rechnung ${b.reference}`] },
        { amount: '3', endToEndId: '20261120' },
      ),
    );
    expect(answer.body).toMatchObject({ entries: 3, booked: 2, waiting: 1 });
    expect([await balance(a), await balance(b)]).toEqual([99, 98]);
  });

  it('above what is owed is booked as far as it is owed, and the rest waits to the cent', async () => {
    const debt = await captured();
    const answer = await bring(file({ amount: '100.01', reference: debt.reference }));
    expect(answer.body).toMatchObject({ booked: 0, waiting: 1 });
    expect(await balance(debt)).toBe(0);
    const [entry] = await waiting(answer.body['importId']);
    expect(entry).toMatchObject({ state: 'Open', why: 'rest', bookedAmount: 100, remainingAmount: 0.01 });
    const again = await bring(file({ amount: '5', reference: debt.reference }));
    expect(await waiting(again.body['importId'])).toMatchObject([{ why: 'settled', bookedAmount: 0, remainingAmount: 5 }]);
  });

  it('paid twice in one file pays once what is owed, however equal the two are', async () => {
    const debt = await captured();
    const twice = { amount: '60', reference: debt.reference, on: today() };
    const answer = await bring(camt([twice, twice]));
    expect(answer.body).toMatchObject({ entries: 2, booked: 1, waiting: 1, repeated: 0 });
    expect(await balance(debt)).toBe(0);
    const entries = await waiting(answer.body['importId'], 'Open');
    expect(entries).toMatchObject([{ why: 'rest', bookedAmount: 40, remainingAmount: 20 }]);
  });

  it('that came before its invoice counts from the invoice’s day, and one dated ahead waits', async () => {
    const [early, late] = [await captured(), await captured()];
    const answer = await bring(
      file(
        { amount: '100', reference: early.reference, on: '2020-01-02' },
        { amount: '100', reference: late.reference, on: '2039-01-02' },
        { amount: '10', reference: late.reference, valueOn: '2039-01-02' },
      ),
    );
    expect(answer.body).toMatchObject({ booked: 2, waiting: 1 });
    expect(await waiting(answer.body['importId'], 'Open')).toMatchObject([{ why: 'dated_ahead' }]);
    const rows = await app.query('select value_on::text as day from payments where capture_number = any($1)', [
      early.capture,
      late.capture,
    ]);
    expect(rows.map(({ day }) => day)).toEqual([today(), today()]);
  });

  it('for nobody we know, for several, in another currency, or going out, waits with the reason', async () => {
    const [a, b] = [await captured(), await captured()];
    const arabic = a.reference.replace(/[0-9]/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    const cases: [Movement, string][] = [
      [{ amount: '1' }, 'no_reference'],
      [{ amount: '1', texts: ['Geburtstag 20.11.2026'] }, 'unknown_reference'],
      [{ amount: '1', reference: 'RF18539007547034' }, 'unknown_reference'],
      [{ amount: '1', texts: [`${a.reference} und ${b.reference}`] }, 'several'],
      [{ amount: '1', currency: 'CHF', reference: a.reference }, 'currency'],
      [{ amount: '1', currency: 'USD', reference: a.reference }, 'currency'],
      [{ amount: '1', debit: true, reference: a.reference }, 'debit'],
      [{ amount: '1', debit: true, reversal: true, reference: a.reference }, 'reversal'],
      [{ amount: '1', reversal: true, reference: a.reference }, 'reversal'],
      [{ amount: '1', debit: true, returnReason: 'AC04', endToEndId: 'unheard-of' }, 'returned'],
      [{ amount: '0.00', reference: a.reference }, 'zero'],
      [{ amount: '1', reference: arabic }, 'no_reference'],
      [{ amount: '1', reference: `${a.reference}٣` }, 'no_reference'],
    ];
    const answer = await bring(
      file(...cases.map(([movement]) => movement), { amount: '3', status: 'PDNG', reference: a.reference }),
    );
    expect(answer.body).toMatchObject({ entries: cases.length, booked: 0, waiting: cases.length, announced: 1 });
    const entries = await waiting(answer.body['importId']);
    const whys = new Map(entries.map((entry) => [entry['bankReference'], entry['why']]));
    expect(cases.map((_each, index) => whys.get(`B${files}-${index}`))).toEqual(cases.map(([, why]) => why));
    expect([await balance(a), await balance(b)]).toEqual([100, 100]);
  });

  it('in a currency that nothing is owed in waits with every decimal, and all others of its file are booked', async () => {
    const debt = await captured();
    const own = { amount: '100', reference: debt.reference };
    const dinars = ['10.505', '1.250', '2.255'].map((amount) => ({ ...own, amount, currency: 'KWD' }));
    const batch = { amount: '3.505', currency: 'KWD', parts: dinars.slice(1) };
    const answer = await bring(file(...dinars.slice(0, 1), own, batch));
    expect(answer.body, answer.text).toMatchObject({ entries: 4, booked: 1, waiting: 3 });
    expect(await balance(debt)).toBe(0);
    const open = await waiting(answer.body['importId'], 'Open');
    expect(new Set(open.map(({ why, remainingAmount }) => `${String(why)} ${String(remainingAmount)}`))).toEqual(
      new Set(['currency 10.505', 'currency 1.25', 'currency 2.255']),
    );
  });

  it('meant for a reference that two merchants have goes to the one whose account the statement is of', async () => {
    const debt = await captured();
    const [own] = await app.query(`select contract->'payee'->'ibans'->>'EUR' as iban from merchants where country = 'DE'`);
    const body = authorizeBody('AT', {});
    await app.ask('POST', '/api/v3/checkout/authorize', body, { key: 'sandbox-at' });
    await app.ask('POST', path(body.order.number, '/captures'), undefined, { key: 'sandbox-at' });
    // Two draws may come to the same at two merchants.
    await app.query(
      `update captures c set payment_reference = $1 from orders o where o.merchant_id = c.merchant_id and o.id = c.order_id and o.number = $2`,
      debt.reference,
      body.order.number,
    );
    const movement = { amount: '10', reference: debt.reference, on: today() };
    const nowhere = await bring(camt([{ ...movement, bankReference: 'N1' }], { account: 'FR7630006000011234567890189' }));
    expect(await waiting(nowhere.body['importId'])).toMatchObject([{ why: 'several' }]);
    const here = await bring(camt([{ ...movement, bankReference: 'N2' }], { account: String(own?.['iban']) }));
    expect(await waiting(here.body['importId'])).toMatchObject([{ state: 'Booked', bookings: [{ merchantId }] }]);
  });

  it('pays a customer account by its number, and what is over is the holder’s', async () => {
    const number = await openAccount(app);
    const [row] = await app.query('select ocr from accounts where number = $1', number);
    const ocr = String(row?.['ocr']);
    const answer = await bring(file({ amount: '25.50', reference: ocr }, { amount: '1', reference: ocr, on: '2039-01-02' }));
    expect(answer.body).toMatchObject({ booked: 1, waiting: 1 });
    const account = await app.ask('GET', `/admin/v1/merchants/${merchantId}/accounts/${number}`, undefined, operator);
    expect(account.body['balance']).toBe(-25.5);
  });
});

describe('a file', () => {
  it('brought again, or overlapping another, books nothing twice', async () => {
    const [a, b, c] = [await captured(), await captured(), await captured()];
    const movement = (debt: Captured, bankReference?: string): Movement => ({
      amount: '30',
      reference: debt.reference,
      on: today(),
      ...(bankReference && { bankReference }),
    });
    const first = camt([movement(a, 'O-1'), movement(b)], { id: 'first' });
    const [one, same] = [await bring(first), await bring(first)];
    expect(one.body).not.toHaveProperty('known');
    expect(same.body).toEqual({ ...one.body, known: true });
    const second = await bring(camt([movement(b), movement(c, 'O-3'), movement(a, 'O-1')], { id: 'second', version: '02' }));
    expect(second.body).toMatchObject({ entries: 3, repeated: 1, booked: 1, waiting: 1 });
    // One statement twice in one file.
    const third = await bring(camt([[movement(c, 'O-4')], [movement(c, 'O-4')]], { id: 'third' }));
    expect(third.body).toMatchObject({ statements: 2, entries: 2, repeated: 1, booked: 1 });
    expect([await balance(a), await balance(b), await balance(c)]).toEqual([70, 70, 40]);
  });

  it('in ISO-8859-1, with a prefix and with foreign elements is read; what a payer wrote is kept sealed', async () => {
    const debt = await captured();
    const text = file({ amount: '10', reference: debt.reference, name: 'Jörg Müller', iban: 'DE89370400440532013000' })
      .replace('UTF-8', 'ISO-8859-1')
      .replace('xmlns=', 'xmlns:x="urn:other" xmlns:n=')
      .replace(/<(\/?)([A-Z])/g, '<$1n:$2')
      .replace('<n:Ntry>', '<n:Ntry><x:Sts>PDNG</x:Sts>');
    const answer = await bring(Buffer.from(text, 'latin1'));
    expect(answer.body, answer.text).toMatchObject({ entries: 1, booked: 1 });
    expect(await waiting(answer.body['importId'])).toMatchObject([{ name: 'Jörg Müller', iban: 'DE89…3000' }]);
    const rows = await app.query('select details from bank_entries where import_id = $1', answer.body['importId']);
    expect(JSON.stringify(rows)).not.toMatch(/Müller|DE8937/);
  });

  it('in the letters that its bank writes is read, and names come out right', async () => {
    const name = 'Jürgen Weiß-Åkesson';
    const text = 'Schlüssel für 5 €';
    const csv = (mark: string): string => `\uFEFFbookingDate;amount;currency;text;name;bankReference\r
${today()};5;EUR;${text};${name};L-${mark}\r\n`;
    const xml = (encoding: string): string =>
      camt([{ amount: '5', on: today(), bankReference: `L-${encoding}`, name, texts: [text] }]).replace('UTF-8', encoding);
    const bytes = (sent: string, euro: number): Buffer =>
      Buffer.from(Array.from(sent.replace('\uFEFF', ''), (sign) => (sign === '€' ? euro : sign.charCodeAt(0))));
    const written: (Buffer | string)[] = [
      csv('UTF-8'),
      Buffer.from(csv('UTF-16'), 'utf16le'),
      Buffer.from(csv('UTF-16BE'), 'utf16le').swap16(),
      bytes(csv('1252'), 0x80),
      bytes(csv('8859-15'), 0xa4),
      xml('utf-8'),
      Buffer.from(`\uFEFF${xml('UTF-16')}`, 'utf16le'),
      bytes(xml('windows-1252'), 0x80),
      bytes(xml('ISO-8859-1'), 0x80),
      bytes(xml('ISO-8859-15'), 0xa4),
    ];
    for (const sent of written) {
      const answer = await bring(sent);
      expect(answer.status, answer.text).toBe(200);
      expect(await waiting(answer.body['importId'], 'Open')).toMatchObject([{ name, texts: [text], why: 'no_reference' }]);
    }
  });

  it.each([
    ['savings-bank', 'DE', 4, 2, ['returned', 'no_reference']],
    ['qr-bill', 'CH', 2, 1, ['unknown_reference']],
    ['nordic', 'SE', 2, 1, ['no_reference']],
  ] as const)('as a %s writes it is booked as far as it names what it pays', async (bank, country, entries, booked, whys) => {
    const sample = readFileSync(join(import.meta.dirname, '../vectors', `camt-${bank}.xml`), 'utf8');
    const key = `sandbox-${country.toLowerCase()}`;
    const references = await Promise.all(
      ['FIRST', 'SECOND'].map(async (place) => {
        const body = authorizeBody(country);
        await app.ask('POST', '/api/v3/checkout/authorize', body, { key });
        await app.ask('POST', path(body.order.number, '/captures'), undefined, { key });
        const [capture] = (await app.ask('GET', path(body.order.number), undefined, { key })).body['captures'] as Json[];
        return [place, String(capture?.['ocr'])] as const;
      }),
    );
    const text = references.reduce((file, [place, reference]) => file.replace(place, reference), sample);
    const answer = await bring(text);
    expect(answer.body, answer.text).toMatchObject({ entries, booked });
    const waits = await waiting(answer.body['importId'], 'Open');
    expect(new Set(waits.map(({ why }) => why))).toEqual(new Set(whys));
    expect(waits).toHaveLength(whys.length);
  });

  it('as CSV with our columns is booked like any other', async () => {
    const [a, b] = [await captured(), await captured()];
    const answer = await bring(`bookingDate;amount;currency;reference;text;name;bankReference
${today()};100.00;EUR;${a.reference};;Weber;C1
${today()};12.5;EUR;;"Danke; ${b.reference}";Meier;C2
${today()};-3.00;EUR;;Kontoführung;;C3
${today()};1,05;EUR;${b.reference};;;C4
${today()};7.0015;CLF;${b.reference};;;C5
`);
    expect(answer.body, answer.text).toMatchObject({ format: 'csv', entries: 5, booked: 3, waiting: 2 });
    expect([await balance(a), await balance(b)]).toEqual([0, 86.45]);
  });

  it('that cannot be read is refused with why, at once, and changes nothing', async () => {
    const debt = await captured();
    const good = file({ amount: '10', reference: debt.reference });
    const lol = Array.from({ length: 12 }, (_each, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('');
    const doctype = (inner: string, text = good) => text.replace('?>', `?><!DOCTYPE Document [${inner}]>`);
    const bad: [string | Buffer, RegExp][] = [
      [doctype(`<!ENTITY a0 "lol">${lol}`), /DOCTYPE/],
      [doctype('<!ENTITY x SYSTEM "file:///etc/passwd">', good.replace('<Id>', '<Id>&x;')), /DOCTYPE/],
      [good.replace(debt.reference, '&x;'), /well-formed/],
      [good.replace('<Ntry>', `<Ntry>${'<a>'.repeat(100_000)}`), /nested/],
      [good.replace('<Ntry>', `<Ntry ${Array.from({ length: 100_000 }, (_each, n) => `a${n}=""`).join(' ')}>`), /attributes/],
      [good.replace('<Ntry>', '<Ntry><Sts>'), /well-formed/],
      [good.slice(0, -20), /well-formed/],
      [good.replace('053', '054'), /no camt.053/],
      [good.replace('001.08', '001.01'), /no camt.053/],
      [good.replace('camt.053.001.08', 'pain.001.001.09'), /but pain.001.001.09/],
      ['<html></html>', /no camt.053/],
      [good.replace('>10<', '>-10<'), /amount/],
      [good.replace('>10<', '>10.005<'), /amount/],
      [good.replace('>10<', '>1e3<'), /amount/],
      [good.replace('>10<', '>99999999999999<'), /amount/],
      [good.replace('>10<', '><'), /amount/],
      [good.replace(/(<Ntry>.*?)CRDT/, '$1BOTH'), /neither credit nor debit/],
      [good.replaceAll(today(), '2026-02-30'), /date/],
      [good.replace(/<Stmt>.*<\/Stmt>/, ''), /no statement/],
      [good.replace('<Ntry>', '<Ntry><Amt Ccy="EUR">10</Amt>'), /entry 1 of statement 1 \(line 2\): it has two Amt/],
      [good.replace(/<Ntry><Amt.*?<\/Amt>/, '<Ntry>'), /entry 1 of statement 1 \(line 2\): it has no Amt/],
      [good.replace(/(<Ntry><Amt)[^>]*/, '$1'), /no currency/],
      [good.replace(/(<Ntry><Amt)[^>]*/, '$1 Ccy="EURO"'), /currency \(Ccy\) of its amount is none/],
      [good.replace(/(<Ntry>.*?)<CdtDbtInd>.*?<\/CdtDbtInd>/, '$1'), /no CdtDbtInd/],
      [good.replace(/<Sts>.*?<\/Sts>/, ''), /no Sts/],
      [good.replace('<Cd>BOOK</Cd>', '<Prtry>OWN</Prtry>'), /own/],
      [good.replace(/<BookgDt>.*?<\/ValDt>/, ''), /no booking date/],
      [good.replace('<Sts>', '<RvslInd>maybe</RvslInd><Sts>'), /RvslInd/],
      [good.replace(/<Acct>.*?<\/Acct>/, ''), /no Acct/],
      [good.replace(/(<Acct>.*?<\/Acct>)(.*)<\/Stmt>/, '$2$1</Stmt>'), /no Acct before it/],
      [good.replace(/<Acct>.*?<\/Acct>/, '<Acct><Nm>x</Nm></Acct>'), /no Id/],
      [good.replace(/<Bal>.*?<\/Bal>/, ''), /statement 1: it has no Bal/],
      [good.replace(/<Stmt><Id>.*?<\/Id>/, '<Stmt>'), /no Id/],
      [good.replace(/(<Stmt>.*)<Stmt>/, '$1').replace('<Stmt>', '<Stmt><Id>1</Id>'), /two Id/],
      [good.replace('</Stmt>', '</Stmt><Stmt><Id>2</Id></Stmt>'), /statement 2: it has no Acct/],
      [good.replace('UTF-8', 'UTF-16'), /encoding/],
      [Buffer.from(good.replace('<Id>', '<Id>ö'), 'latin1'), /encoding/],
      [good.replace('<Id>', `<Id>${'x'.repeat(20_000)}`), /too long/],
      ['', /CSV/],
      ['bookingDate,amount\n2026-11-20,5', /currency/],
      ['bookingDate,amount,currency\n2026-11-20,-+5,EUR', /amount in line 2/],
      ['bookingDate,amount,currency\n2026-11-20,5.123456,KWD', /amount in line 2/],
      ['bookingDate,amount,currency\n2026-11-20,5,EUR\n2026-11-20,"1,000.00",EUR', /amount in line 3/],
      ['bookingDate;amount;currency\n2026-11-20;1.000,00;EUR', /amount in line 2/],
      ['bookingDate;amount;currency\n2026-11-20;1,000;EUR', /amount in line 2/],
      ['bookingDate,amount,currency,amount\n2026-11-20,5,EUR,6', /amount twice/],
      ['bookingDate,amount,currency\n20.11.2026,5,EUR', /bookingDate in line 2/],
      ['bookingDate,amount,currency,colour\n2026-11-20,5,EUR,red', /columns/],
      ['bookingDate,amount,currency\n2026-11-20,5,EUR,x', /line 2/],
      ['bookingDate,amount,currency,bankReference\n2026-11-20,5,EUR,a\0b', /line 2/],
    ];
    const before = await app.rowCounts();
    for (const [text, why] of bad) {
      const started = performance.now();
      const answer = await bring(text);
      expect([answer.status, answer.messages[0]?.['code']], `${why}: ${answer.text}`).toEqual([400, '400.340']);
      expect(String(answer.messages[0]?.['message'])).toMatch(why);
      expect(performance.now() - started).toBeLessThan(10_000);
    }
    expect(await app.rowCounts()).toEqual(before);
  });

  it('beyond 64 MiB, compressed, or from a key that may not, is refused', async () => {
    const large = await bring(Buffer.alloc(64 * 1024 * 1024 + 1, 0x20));
    expect([large.status, large.messages[0]?.['message']]).toEqual([413, 'The body is larger than 67108864 bytes.']);
    const shop = await app.ask('POST', '/admin/v1/bank-statements', file({ amount: '1' }), { key: 'sandbox-de' });
    expect(shop.status).toBe(401);
    const headers = { 'content-type': 'application/xml', 'content-encoding': 'gzip' };
    const packed = await app.ask('POST', '/admin/v1/bank-statements', 'x', { ...operator, headers });
    expect(packed.status).toBe(415);
  });
});

describe('what waits', () => {
  const assign = (entryId: unknown, body: Json) =>
    app.ask(
      'POST',
      `/admin/v1/bank-entries/${String(entryId)}/assign`,
      { merchantId, reason: 'The payer called', ...body },
      operator,
    );
  const close = (entryId: unknown, body: Json) =>
    app.ask('POST', `/admin/v1/bank-entries/${String(entryId)}/close`, body, operator);

  it('is assigned by hand, in parts, to what it pays, until nothing is left of it', async () => {
    const [a, b] = [await captured(), await captured()];
    const brought = await bring(file({ amount: '150', texts: ['for both'] }));
    const [entry] = await waiting(brought.body['importId']);
    const id = entry?.['entryId'];
    const first = await assign(id, { captureNumber: a.capture, amount: 100 });
    expect([first.status, first.body], first.text).toMatchObject([
      200,
      { state: 'Open', bookedAmount: 100, remainingAmount: 50 },
    ]);
    expect((await assign(id, { captureNumber: b.capture, amount: 50.01 })).messages[0]).toMatchObject({ code: '400.343' });
    const second = await assign(id, { captureNumber: b.capture });
    expect(second.body).toMatchObject({ state: 'Booked', bookedAmount: 150, reason: 'The payer called', bookings: [{}, {}] });
    expect([await balance(a), await balance(b)]).toEqual([0, 50]);
    expect((await assign(id, { captureNumber: b.capture })).messages[0]).toMatchObject({ code: '400.342' });
    expect((await close(id, { as: 'Ignored', reason: 'late' })).messages[0]).toMatchObject({ code: '400.342' });
  });

  it('is not assigned where it cannot be: to nobody, to a settled one, in another currency, of money that went out', async () => {
    const settled = await captured();
    await bring(file({ amount: '100', reference: settled.reference }));
    const brought = await bring(file({ amount: '9' }, { amount: '9', debit: true }, { amount: '9', currency: 'CHF' }));
    const entries = await waiting(brought.body['importId']);
    const of = (why: string, currency = 'EUR') =>
      entries.find((each) => each['why'] === why && each['currency'] === currency)?.['entryId'];
    const id = of('no_reference');
    const refused: [unknown, Json, string][] = [
      ['0190d3b0-0000-7000-8000-000000000000', { captureNumber: settled.capture }, '400.341'],
      ['nonsense', { captureNumber: settled.capture }, '400.341'],
      [id, { captureNumber: 'none' }, '400.201'],
      [id, {}, '400.002'],
      [id, { captureNumber: settled.capture, reason: ' ' }, '400.002'],
      [id, { accountNumber: '12' }, '400.300'],
      [id, { captureNumber: settled.capture }, '400.346'],
      [of('debit'), { captureNumber: settled.capture }, '400.345'],
      [of('no_reference', 'CHF'), { captureNumber: settled.capture }, '400.344'],
    ];
    for (const [entry, body, code] of refused) {
      const answer = await assign(entry, body);
      expect(answer.messages[0]?.['code'], `${JSON.stringify(body)} ${answer.text}`).toBe(code);
    }
    const gone = await close(id, { as: 'SentBack', reason: 'Returned to the payer on 20 November' });
    expect(gone.body).toMatchObject({ state: 'SentBack', remainingAmount: 9, reason: 'Returned to the payer on 20 November' });
    expect(await waiting(brought.body['importId'], 'Open')).toHaveLength(2);
    const audit = await app.query(`select operation, reason from audit where subject = $1`, id);
    expect(audit).toEqual([{ operation: 'closeBankEntry', reason: 'Returned to the payer on 20 November' }]);
  });

  it('is told page by page, and so are the files', async () => {
    await bring(file({ amount: '1' }, { amount: '2' }, { amount: '3' }));
    const pagesOf = async (address: string, member: string): Promise<unknown[]> => {
      const seen: unknown[] = [];
      for (let after = ''; ; ) {
        const { body } = await app.ask('GET', `${address}limit=2${after}`, undefined, operator);
        seen.push(...(body[member] as Json[]).map((each) => each['entryId'] ?? each['importId']));
        if (body['next'] === undefined) return seen;
        after = `&after=${body['next'] as string}`;
      }
    };
    const [open] = await app.query(`select count(*)::int as count from bank_entries where state = 'Open'`);
    const [imports] = await app.query('select count(*)::int as count from bank_imports');
    const entries = await pagesOf('/admin/v1/bank-entries?', 'entries');
    const files = await pagesOf('/admin/v1/bank-statements?', 'imports');
    expect([new Set(entries).size, entries.length]).toEqual([open?.['count'], open?.['count']]);
    expect([new Set(files).size, files.length]).toEqual([imports?.['count'], imports?.['count']]);
    for (const query of ['after=nonsense', 'state=none', 'importId=7'])
      expect((await app.ask('GET', `/admin/v1/bank-entries?${query}`, undefined, operator)).status).toBe(400);
  });
});

it('a refund after the payment, and a payment after that, leave what is owed to the consumer alone', async () => {
  const debt = await captured();
  await bring(file({ amount: '100', reference: debt.reference }));
  await app.ask('POST', path(debt.order, '/refunds'));
  const answer = await bring(file({ amount: '10', reference: debt.reference }));
  expect(await waiting(answer.body['importId'])).toMatchObject([{ why: 'settled', remainingAmount: 10 }]);
});
