// Every capture leaves an invoice that a consumer can pay by: the reference and code of the country, the same file each time
// it is fetched, and nobody else's to read.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isOgm } from '../../src/core/countries/be/reference.ts';
import { isQrReference } from '../../src/core/countries/ch/reference.ts';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { slipOf } from '../../src/core/countries/dk/reference.ts';
import { isFinnishReference } from '../../src/core/countries/fi/reference.ts';
import { kidMethods } from '../../src/core/countries/no/reference.ts';
import { checkOcr } from '../../src/core/countries/se/reference.ts';
import { isRfReference } from '../../src/core/payment-reference/rf.ts';
import { documentLink, linkUrl } from '../../src/documents/link.ts';
import { authorizeBody, item, type Json, keyOf, path, startApp, type TestApp } from '../support/app.ts';
import { canLook, lastCodeOf, type Picture, picturesOf, qrOn, textOf } from '../support/pages.ts';

// Finding a code on a picture takes seconds where many tests share few processors.
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** An order of a country captured whole (or what is asked for), read back. */
async function captured(country: CountryCode, over: Parameters<typeof authorizeBody>[1] = {}, capture?: Json): Promise<Json> {
  const key = keyOf(country);
  const body = authorizeBody(country, over);
  const authorized = await app.ask('POST', '/api/v3/checkout/authorize', body, { key });
  expect(authorized.body['outcome'], authorized.text).toBe('Accepted');
  const answer = await app.ask('POST', path(body.order.number, '/captures'), capture, { key });
  expect(answer.status, answer.text).toBe(200);
  const read = await app.ask('GET', path(body.order.number, `/captures/${String(answer.body['captureNumber'])}`), undefined, {
    key,
  });
  const [record] = read.body['captures'] as Json[];
  return { ...record, order: body.order.number };
}

const local = (url: unknown): string => new URL(String(url)).pathname;
async function fetched(
  url: unknown,
  key?: string,
): Promise<{ status: number; bytes: Buffer; headers: Record<string, unknown>; text: string }> {
  const response = await app.app.inject({ url: local(url), ...(key && { headers: { 'x-auth-key': key } }) });
  return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers, text: response.payload };
}

const right: Readonly<Record<CountryCode, (reference: string) => boolean>> = {
  NO: (text) => kidMethods(text).includes('mod10'),
  SE: (text) => checkOcr(text).valid && checkOcr(text).lengthDigit,
  FI: isFinnishReference,
  DK: (text) => slipOf(`+71<${text}+85012345<`) !== undefined,
  DE: isRfReference,
  AT: isRfReference,
  CH: isQrReference,
  NL: isRfReference,
  BE: isOgm,
};

describe('the invoice of a capture', () => {
  for (const country of countryCodes) {
    it(`in ${country} has the country's reference, what was bought, what is due, and a code that pays just that`, async () => {
      const record = await captured(country, { customer: { lastName: 'Ångström-Größe' } });
      const reference = String(record['ocr']);
      expect(right[country](reference), reference).toBe(true);
      const { status, bytes, headers } = await fetched(record['invoiceUrl'], keyOf(country));
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
      if (!canLook) return;
      const pages = textOf(bytes);
      const text = pages.join('\n').replace(/[  ]/g, ' ');
      expect(text).toContain('Ångström-Größe');
      expect(text).toContain('LAMP-7 described');
      expect(text).toMatch(/104[.,]95/);
      expect(text.replace(/[^0-9A-Z]/g, '')).toContain(reference);
      if (country === 'FI') expect(text.replace(/\s/g, '')).toMatch(/4\d{53}/);
      const hasCode = country !== 'NO' && country !== 'SE' && country !== 'DK';
      const code = hasCode ? lastCodeOf(bytes, country === 'CH' ? 0.65 : 0) : qrOn(picturesOf(bytes)[0] as Picture);
      if (!hasCode) expect(code).toBeUndefined();
      else if (country === 'CH') expect(code?.split('\n').slice(18, 20)).toEqual(['104.95', 'CHF']);
      else expect(code).toContain('EUR104.95');
      if (country === 'BE') expect(code).toContain('+++');
      if (country === 'CH') expect(code).toContain(reference);
    });
  }

  it('is the same file each time, kept with its hash, and drawn once though many ask at once', async () => {
    const record = await captured('DE');
    const all = await Promise.all(Array.from({ length: 5 }, () => fetched(record['invoiceUrl'], 'sandbox-de')));
    all.push(await fetched(record['consumerInvoiceUrl']));
    const hashes = all.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
    expect(new Set(hashes).size).toBe(1);
    const rows = await app.query('select sha256, bytes, content from documents where subject = $1', record['captureNumber']);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.['sha256']).toBe(hashes[0]);
    // It names a person: neither data nor file can be read in the table.
    expect(String(rows[0]?.['content'])).toMatch(/^2\.[0-9a-f]{8}\./);
    expect(String(rows[0]?.['bytes'])).toMatch(/^2\.[0-9a-f]{8}\./);
  });

  it('drawn again from what is kept is the same file, byte for byte', async () => {
    const record = await captured('FI');
    const first = await fetched(record['invoiceUrl'], 'sandbox-fi');
    await app.query('update documents set bytes = null, sha256 = null where subject = $1', record['captureNumber']);
    expect((await fetched(record['invoiceUrl'], 'sandbox-fi')).bytes.equals(first.bytes)).toBe(true);
    await app.query('delete from documents where subject = $1', record['captureNumber']);
    expect((await fetched(record['invoiceUrl'], 'sandbox-fi')).bytes.equals(first.bytes)).toBe(true);
  });

  it('that was changed in the table is not handed out', async () => {
    const [one, other] = [await captured('DE'), await captured('DE')];
    for (const record of [one, other]) await fetched(record['invoiceUrl'], 'sandbox-de');
    await app.query(
      'update documents set bytes = (select bytes from documents where subject = $1) where subject = $2',
      one['captureNumber'],
      other['captureNumber'],
    );
    expect((await fetched(other['invoiceUrl'], 'sandbox-de')).status).toBe(500);
  });

  it('pays the account that was agreed when the goods were captured, whatever the merchant has since, on the day it moved to', async () => {
    const record = await captured('NO');
    const notify = path(String(record['order']), '/captures/return-notification');
    expect((await app.ask('POST', notify, undefined, { key: 'sandbox-no' })).status).toBe(200);
    await app.query(
      `update merchants set contract = jsonb_set(contract::jsonb, '{payee,kontonummer}', '"12345678903"')::json where country = 'NO'`,
    );
    const read = await app.ask('GET', path(String(record['order']), '/captures'), undefined, { key: 'sandbox-no' });
    const [now] = read.body['captures'] as Json[];
    expect(now?.['dueDate']).not.toBe(record['dueDate']);
    const { bytes } = await fetched(record['invoiceUrl'], 'sandbox-no');
    if (!canLook) return;
    const text = textOf(bytes).join('');
    expect(text).toContain('8601 11 17947');
    const [before, after] = [record['dueDate'], now?.['dueDate']].map((each) => String(each).slice(0, 10).split('-').reverse());
    expect(text).toContain(after?.join('.'));
    expect(text).not.toContain(before?.join('.'));
  });

  it('of 0.01, of 36 lines, of names of fifty letters and of a part without items is right to the cent', async () => {
    const longName = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenx';
    const many = Array.from({ length: 36 }, (_, index) =>
      item('DE', `P-${index + 1}`, 101 + index, 2, { description: `${longName} ${index + 1}` }),
    );
    const shown = await Promise.all(
      [
        await captured('DE', { items: [item('DE', 'TINY', 1)] }),
        await captured('DE', { items: many, customer: { firstName: longName, lastName: longName } }),
        await captured('DE', {}, { orderDetails: { totalGrossAmount: 10.5, totalNetAmount: 8.82 } }),
      ].map(async (record) => textOf((await fetched(record['invoiceUrl'], 'sandbox-de')).bytes)),
    );
    if (!canLook) return;
    expect(shown[0]?.join('')).toMatch(/Gesamtbetrag\s+0,01/);
    expect(shown[1]?.length).toBe(2);
    expect(shown[1]?.join('').replace(/\s/g, '')).toContain('2,7236');
    expect(shown[1]?.join('')).toMatch(/Gesamtbetrag\s+85,32/);
    expect(shown[2]?.join('')).toMatch(/Gesamtbetrag\s+10,50/);
  });
});

describe('the invoice of an order in installments', () => {
  const installments = { type: 'Installment', installment: { profileNo: 3 } };
  const shown = async (country: CountryCode, payment: Json, bankAccount?: string) => {
    const body = authorizeBody(country, { items: [item(country, 'THING', 75_000)] });
    const key = keyOf(country);
    const directDebit = bankAccount === undefined ? {} : { directDebit: { bankAccount } };
    const answer = await app.ask(
      'POST',
      '/api/v3/checkout/authorize',
      { ...body, payment: { ...payment, ...directDebit } },
      { key },
    );
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    const capture = await app.ask('POST', path(body.order.number, '/captures'), undefined, { key });
    const number = String(capture.body['captureNumber']);
    const read = await app.ask('GET', path(body.order.number, `/captures/${number}`), undefined, { key });
    const [record] = read.body['captures'] as (Json & { installments?: { amount: number; dueDate: string }[] })[];
    const { status, bytes } = await fetched(record?.['invoiceUrl'], key);
    expect(status).toBe(200);
    const text = canLook
      ? textOf(bytes)
          .join('\n')
          .replace(/[ \u00a0]+/g, ' ')
      : '';
    return { record, bytes, text };
  };

  it('shows the schedule that is read back, what it comes to, and how to pay the first', async () => {
    const { record, text } = await shown('NO', installments);
    const schedule = record?.installments ?? [];
    expect(schedule).toHaveLength(3);
    if (!canLook) return;
    for (const [index, { amount, dueDate }] of schedule.entries()) {
      const [year, month, date] = dueDate.slice(0, 10).split('-');
      expect(text).toContain(`${index + 1}/3 ${date}.${month}.${year} ${amount.toFixed(2).replace('.', ',')}`);
    }
    const sum = schedule.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
    expect(text).toContain(`Sum ${(sum / 100).toFixed(2).replace('.', ',')}`);
    expect(text).toContain(`Å betale ${schedule[0]?.amount.toFixed(2).replace('.', ',')} NOK`);
    expect(text).toContain('betales med samme KID');
  });

  it('on a customer account leaves the paying to the statement, so that nobody pays twice', async () => {
    const { text, bytes } = await shown('DE', { type: 'Account', account: { profileNo: 1 } });
    if (!canLook) return;
    expect(text).toContain('Ihrem Kundenkonto belastet');
    expect(text).not.toMatch(/So bezahlen Sie|RF/);
    expect(qrOn(picturesOf(bytes)[0] as Picture)).toBeUndefined();
  });

  it('says that each is collected, where a bank account was given, and asks for no transfer', async () => {
    const { text, bytes } = await shown('DE', installments, 'DE89370400440532013000');
    if (!canLook) return;
    expect(text).toContain('jede Rate am Fälligkeitstag von Ihrem Konto DE89 •••• •••• 3000');
    expect(text).not.toContain('RF');
    expect(qrOn(picturesOf(bytes)[0] as Picture)).toBeUndefined();
  });
});

describe('the credit note of a refund', () => {
  it('names the invoice it takes from', async () => {
    const record = await captured('SE');
    const refund = await app.ask('POST', path(String(record['order']), '/refunds'), undefined, { key: 'sandbox-se' });
    expect(refund.status).toBe(200);
    const read = await app.ask('GET', path(String(record['order']), '/refunds'), undefined, { key: 'sandbox-se' });
    const [note] = read.body['refunds'] as Json[];
    const { status, bytes } = await fetched(note?.['creditNoteUrl'], 'sandbox-se');
    expect(status).toBe(200);
    expect((await fetched(note?.['consumerCreditNoteUrl'])).bytes.equals(bytes)).toBe(true);
    if (!canLook) return;
    expect(textOf(bytes).join('')).toContain('Kreditfaktura');
    expect(textOf(bytes).join('')).toContain(String(record['captureNumber']));
  });
});

describe('whose a document is', () => {
  it('only the merchant’s own key opens it, and another’s is as good as none that exists', async () => {
    const record = await captured('DE');
    expect((await fetched(record['invoiceUrl'])).status).toBe(401);
    expect((await fetched(record['invoiceUrl'], 'wrong')).status).toBe(401);
    expect((await fetched(record['invoiceUrl'], 'sandbox-operator')).status).toBe(401);
    const foreign = await fetched(record['invoiceUrl'], 'sandbox-at');
    const missing = await fetched('http://x/documents/00000000-0000-7000-8000-000000000001.pdf', 'sandbox-at');
    expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text]);
    expect(foreign.text).toContain('400.207');
    for (const odd of ['x.pdf', 'x', '%00.pdf', `${'1'.repeat(80)}.pdf`]) {
      expect((await fetched(`http://x/documents/${odd}`, 'sandbox-de')).status).toBe(404);
    }
  });

  it('a link opens one document for thirty days; changed in any part it opens nothing, and says the same of all', async () => {
    const record = await captured('DE');
    const url = local(record['consumerInvoiceUrl']);
    expect((await fetched(record['consumerInvoiceUrl'])).status).toBe(200);
    const [merchantId = '', documentId = '', until = '', signature = ''] = url.replace('/documents/shared/', '').split('.');
    const other =
      String((await captured('DE'))['consumerInvoiceUrl'])
        .split('.')
        .at(-4) ?? '';
    const changed = [
      [merchantId, other, until, signature],
      [merchantId, documentId, String(Number(until) + 86_400), signature],
      ['00000000-0000-7000-8000-000000004154', documentId, until, signature],
      [merchantId, documentId, until, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`],
      [merchantId, documentId, until, ''],
      [merchantId, documentId, `0${until}`, signature],
    ].map((parts) => `http://x/documents/shared/${parts.join('.')}.pdf`);
    const answers = await Promise.all(
      [...changed, 'http://x/documents/shared/x', `http://x${url}.pdf`].map((each) => fetched(each)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    // A link that we signed for a document that is not there says no more than one that nobody signed.
    const nothing = documentLink(merchantId, '00000000-0000-7000-8000-000000000001', Date.now());
    const signed = await fetched(linkUrl('http://x', nothing, app.deps.secrets.signers[0]));
    expect([signed.status, signed.text]).toEqual([404, answers[0]?.text]);
  });

  it('a link that is over says so, whether or not there was ever such a document', async () => {
    const past = (documentId: string) =>
      linkUrl(
        'http://x',
        { merchantId: '00000000-0000-7000-8000-000000004445', documentId, until: 1_700_000_000 },
        app.deps.secrets.signers[0],
      );
    const record = await captured('DE');
    const [, , documentId = ''] = local(record['invoiceUrl']).replace('.pdf', '').split('/');
    const answers = await Promise.all(
      [past(documentId), past('00000000-0000-7000-8000-000000000001')].map((url) => fetched(url)),
    );
    expect(answers.map(({ status }) => status)).toEqual([410, 410]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(answers[0]?.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    const inLanguage = async (accepted: string) =>
      (await app.app.inject({ url: local(past(documentId)), headers: { 'accept-language': accepted } })).payload;
    expect(await inLanguage('xx,fi-FI;q=0.9')).toContain('vanhentunut');
    // Filipino is not Finnish, and weights count.
    expect(await inLanguage('fil-PH,en')).toContain('lang="en"');
    expect(await inLanguage('en;q=0.2,de-AT;q=0.9,fr;q=0')).toContain('lang="de"');
  });

  it('HEAD tells size and type without the file', async () => {
    const record = await captured('DE');
    const { bytes } = await fetched(record['invoiceUrl'], 'sandbox-de');
    const head = await app.app.inject({ method: 'HEAD', url: local(record['consumerInvoiceUrl']) });
    expect([head.statusCode, head.payload, Number(head.headers['content-length'])]).toEqual([200, '', bytes.length]);
  });
});
