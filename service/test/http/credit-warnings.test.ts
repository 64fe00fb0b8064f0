// Wherever credit is offered the buyer is warned that borrowing money costs money, from the day on which the law asks for it; and
// agrees by an act of their own.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { hasDuty, lawOn } from '../../src/core/law/law-on.ts';
import { beginAt, keyOf, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

interface Method {
  readonly type: string;
  readonly legalInfo: { readonly requiresCustomerConsent: boolean; readonly text: string };
  readonly installment?: { readonly readMore: string };
}

async function offered(country: CountryCode, instant: string): Promise<Method[]> {
  await beginAt(app, country, instant);
  const body = { order: { totalGrossAmount: 185 } };
  const answer = await app.ask('POST', '/api/v3/checkout/payment-methods', body, { key: keyOf(country) });
  const methods = (answer.body['paymentMethods'] ?? []) as unknown as Method[];
  expect(methods.length, answer.text).toBeGreaterThan(0);
  return methods;
}

const warnings = {
  DE: 'Achtung! Kreditaufnahme kostet Geld.',
  AT: 'Achtung! Kreditaufnahme kostet Geld.',
  CH: 'Achtung! Kreditaufnahme kostet Geld.',
  NL: 'Let op! Geld lenen kost geld.',
  BE: 'Let op! Geld lenen kost geld.',
  SE: 'Varning! Att låna kostar pengar.',
  FI: 'Varoitus! Lainan ottaminen maksaa.',
  DK: 'Pas på! Det koster penge at låne penge.',
  NO: 'Vær oppmerksom! Det koster penger å låne penger.',
} as const;

it.each(countryCodes)('in %s every method says so first where the law asks for it, and none the day before', async (country) => {
  const warning = warnings[country];
  for (const { legalInfo } of await offered(country, '2026-11-19T10:00:00Z')) expect(legalInfo.text).not.toContain(warning);
  const asked = hasDuty('advertisingWarning', lawOn(country, '2026-11-20'));
  if (country === 'DE' || country === 'FI') expect(asked).toBe(true);
  if (country === 'NO' || country === 'CH') expect(asked).toBe(false);
  for (const { type, legalInfo } of await offered(country, '2026-11-20T10:00:00Z')) {
    expect(legalInfo.text.startsWith(`<strong>${warning}</strong> `), `${type}: ${legalInfo.text}`).toBe(asked);
    if (asked) expect(legalInfo.requiresCustomerConsent, type).toBe(true);
  }
});

it('the page of a plan warns as well', async () => {
  const plan = (await offered('DE', '2026-11-20T10:00:00Z')).find(({ type }) => type === 'Installment');
  const page = await app.inject({ method: 'GET', url: new URL(String(plan?.installment?.readMore)).pathname });
  expect(page.text).toContain('<strong>Achtung! Kreditaufnahme kostet Geld.</strong>');
});
