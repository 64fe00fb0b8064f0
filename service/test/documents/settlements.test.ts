// What a merchant reads on paper says what its statement says, in its language, and can be read to the end.
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CountryCode, countries, countryCodes } from '../../src/core/countries/countries.ts';
import { advance, authorizeBody, item, type Json, keyOf, part, path, startApp, type TestApp } from '../support/app.ts';
import { canLook, picturesOf, textOf } from '../support/pages.ts';

vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const titles: Readonly<Record<string, string>> = {
  NO: 'Oppgjør',
  SV: 'Avräkning',
  FI: 'Tilitys',
  DA: 'Afregning',
  DE: 'Abrechnung',
  NL: 'Afrekening',
  FR: 'Décompte',
};

const invoices: Readonly<Record<string, string>> = {
  NO: 'Faktura',
  SV: 'Faktura',
  FI: 'Lasku',
  DA: 'Faktura',
  DE: 'Rechnung',
  NL: 'Factuur',
  FR: 'Facture',
};

async function statementOf(country: CountryCode): Promise<{ merchantId: string; pdf: Buffer; statement: Json }> {
  const [merchant] = await app.query('select id from merchants where country = $1', country);
  const merchantId = String(merchant?.['id']);
  const number = `${countries[country].currency}-000001`;
  const base = `/admin/v1/merchants/${merchantId}/settlements/${number}`;
  const statement = (await app.ask('GET', base, undefined, { key: 'sandbox-operator' })).body['settlement'] as Json;
  const file = await app.app.inject({ url: `${base}/statement.pdf`, headers: { 'x-auth-key': 'sandbox-operator' } });
  expect(file.headers['content-type']).toBe('application/pdf');
  // It is the merchant's own, and no paper of a consumer.
  const [drawn] = await app.query(`select id from documents where merchant_id = $1 and kind = 'Settlement'`, merchantId);
  const paper = `/admin/v1/merchants/${merchantId}/documents/${String(drawn?.['id'])}/paper.pdf`;
  expect((await app.ask('GET', paper, undefined, { key: 'sandbox-operator' })).status).toBe(404);
  return { merchantId, pdf: file.rawPayload, statement };
}

async function sell(country: CountryCode): Promise<void> {
  const key = keyOf(country);
  const body = authorizeBody(country, { items: [item(country, 'THING', 50_000)] });
  await app.ask('POST', '/api/v3/checkout/authorize', body, { key });
  const capture = { orderDetails: part(400), invoiceNumber: `INV-${country}` };
  await app.ask('POST', path(body.order.number, '/captures'), capture, { key });
  const refund = { captureNumber: `INV-${country}`, items: [{ grossUnitPrice: 49.99, quantity: 1 }] };
  expect((await app.ask('POST', path(body.order.number, '/refunds'), refund, { key })).status).toBe(200);
}

describe('a statement on paper', () => {
  it.each(countryCodes)('reads like one of %s', async (country) => {
    await sell(country);
    await advance(app, country, { advanceSeconds: 35 * 86_400 });
    const { pdf, statement, merchantId } = await statementOf(country);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const { language } = countries[country];
    // The merchant reads the same file with its own key.
    const own = await app.app.inject({
      url: new URL(String(statement['documentUrl'])).pathname,
      headers: { 'x-auth-key': keyOf(country) },
    });
    expect(own.rawPayload.equals(pdf), merchantId).toBe(true);
    if (!canLook) return;
    const text = textOf(pdf)
      .join('\n')
      .replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(text).toContain(titles[language]);
    expect(text).toContain(String(statement['number']));
    expect(text).toMatch(country === 'CH' ? /350\.01/ : /350,01/);
    // Fees stand under what a payment is called there, not under the interface's word.
    expect(text).toMatch(new RegExp(`${invoices[language]} +\\d+[.,]\\d\\d ?%`));
    expect(text).not.toMatch(/Invoice|Installment|Consolidated/);
    expect(picturesOf(pdf, 1, 60)).toHaveLength(1);
    if (process.env['KEEP_PAGES']) writeFileSync(`${process.env['KEEP_PAGES']}/settlement-${country}.pdf`, pdf);
  });
});
