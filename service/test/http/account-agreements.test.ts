// What the agreement of an account says is what the account does: what its statements ask for and when, what being late costs, when all
// of it falls due, and which money it pays out. It is a consumer's proof, so it is read here as it is handed out.
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { applyBody } from '../support/accounts.ts';
import { beginAt, keyOf, startApp, type TestApp } from '../support/app.ts';
import { canLook, textOf } from '../support/pages.ts';

let app: TestApp;
const agreements = new Map<CountryCode, string>();

beforeAll(async () => {
  app = await startApp();
  for (const country of countryCodes) {
    await beginAt(app, country, '2026-11-24T10:00:00Z');
    agreements.set(country, await applied(country));
  }
}, 240_000);
afterAll(() => app.stop());

/** The text of the agreement of an account that was applied for, without breaks. */
async function applied(country: CountryCode, over: Record<string, unknown> = {}): Promise<string> {
  const body = { ...applyBody(country, country === 'CH' ? 400 : 500), ...over };
  const { status, text, body: answer } = await app.ask('POST', '/api/v3/customer-account', body, { key: keyOf(country) });
  expect(status, text).toBe(200);
  const { rawPayload } = await app.app.inject({ url: new URL(String(answer['agreementUrl'])).pathname });
  if (process.env['KEEP_PAGES']) writeFileSync(`${process.env['KEEP_PAGES']}/applied-${country}.pdf`, rawPayload);
  return textOf(rawPayload).join(' ').replace(/\s+/g, ' ');
}

/** Label and text are set side by side, so that each may break where its column ends. */
const words = (text: string): string[] => text.split(/\s+/);
function expectSaid(country: CountryCode, text: string): void {
  const said = agreements.get(country) ?? '';
  expect(inOrder(said, words(text)), `${country}: ${text}`).toBe(true);
}
/** Are the words there one after the other, with no more than a label between two of them? */
function inOrder(said: string, wanted: readonly string[]): boolean {
  const pattern = wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(?: \\S+){0,6}? ');
  return new RegExp(pattern).test(said);
}

describe.skipIf(!canLook)('the agreement of an account says', () => {
  it.each([
    [
      'DE',
      'Jeden Monat verlangt der Kontoauszug vom Monatsersten eine Mindestzahlung von 5,00 % der noch nicht überfälligen Schuld, mindestens aber 10,00 EUR',
    ],
    ['DE', 'zahlbar innerhalb von 14 Tagen'],
    ['AT', 'Der erste Kontoauszug, der eine Zahlung verlangt, ist der vom 01.12.2026.'],
    ['SE', 'en lägsta betalning på 5,00 % av den skuld som ännu inte är förfallen, dock minst 100,00 SEK'],
    ['NL', 'een minimale betaling van 5,00% van de niet-achterstallige schuld, minstens EUR 10,00'],
    ['FI', 'vähimmäismaksun, joka on 5,00 % siitä velasta, joka ei vielä ole erääntynyt, kuitenkin vähintään 10,00 EUR'],
    ['NO', 'en minstebetaling på 5,00 % av den gjelden som ennå ikke er forfalt, men minst 100,00 NOK'],
    ['DK', 'en mindstebetaling på 5,00 % af den gæld, der endnu ikke er forfalden, dog mindst 100,00 DKK'],
    ['BE', 'een minimale betaling van 5,00% van de niet-achterstallige schuld, minstens EUR 10,00'],
    ['CH', 'Mindestzahlung von 5.00 % der noch nicht überfälligen Schuld, mindestens aber CHF 10.00'],
  ] as const)('in %s what a statement asks for, and by when: %s', expectSaid);

  it.each([
    [
      'DE',
      'der Sollzinssatz von 9,90 % pro Jahr berechnet, der für das Kapital bis zur Zahlung weiterläuft, und kein anderer Zins.',
    ],
    [
      'SE',
      'krediträntan på 14,95 % per år ut, som löper vidare på kapitalbeloppet tills det är betalt, och ingen annan ränta. En påminnelse kostar 60,00 SEK',
    ],
    ['NL', 'de debetrente van 9,90% per jaar berekend'],
    ['FI', 'luoton korkoa 14,90 % vuodessa'],
  ] as const)('in %s what being late costs: %s', expectSaid);

  it('nothing of a fee for letters that are all free', async () => {
    expect(agreements.get('BE')).not.toContain('aanmaning kost');
    const [account] = await app.query(`select terms->>'reminderFeeMinor' as fee from accounts a
      join merchants m on m.id = a.merchant_id where m.country = 'BE'`);
    expect(account).toEqual({ fee: '0' });
  });

  it.each([
    ['DE', '6,52 %'],
    ['AT', '4,00 %'],
    ['NL', '4,00%'],
    ['FI', '9,50 %'],
    ['NO', '12,25 %'],
  ] as const)('in %s nothing of the interest on late payment of other credits, %s', (country, rate) => {
    expect(agreements.get(country)).not.toContain(rate);
  });

  it.each([
    [
      'DE',
      'frühestens 42 Tage nach ihrem letzten Zahlungstag androhen, dass er kündigt und die gesamte Schuld auf einmal fällig wird. Dann müssen, ohne Gebühren, mindestens 10,00 % des Kredits überfällig sein: des im Limit Genutzten oder der Schuld, wo sie höher ist.',
    ],
    ['DE', 'von ihrem Zugang an mindestens 14 Tage Zeit'],
    ['AT', 'die gesamte Schuld auf einmal fällig wird. Die Androhung gibt Ihnen von ihrem Zugang an mindestens 14 Tage Zeit'],
    [
      'CH',
      'Dann müssen, ohne Gebühren, mindestens 10.00 % des Kredits überfällig sein: des im Limit Genutzten oder der Schuld, wo sie höher ist.',
    ],
    [
      'DK',
      'Kreditten er det, der er brugt inden for grænsen, eller gælden, hvis den er større. Denne andel skal have været forfalden i mindst 30 dage. Varslet giver dig mindst 13 dage til',
    ],
    ['NO', 'slik at hele gjelden forfaller på én gang. Varselet gir deg minst 13 dager'],
    [
      'SE',
      'Då måste betalningar på minst 10,00 % av krediten, avgifter oräknade, vara förfallna. Krediten är det som har utnyttjats inom gränsen, eller skulden om den är större. Den andelen måste ha varit förfallen i minst 32 dagar. Uppsägningen ger dig minst 28 dagar från det att den har kommit fram',
    ],
    [
      'FI',
      'Tämän osuuden on täytynyt olla erääntyneenä vähintään 31 päivää. Ilmoitus antaa sen saapumisesta lukien vähintään 28 päivää',
    ],
    ['NL', 'in één keer opeisbaar wordt. Bovendien moeten betalingen van ten minste 2 opeenvolgende overzichten'],
    ['NL', 'vanaf de ontvangst ten minste 28 dagen'],
    ['BE', 'vanaf de ontvangst ten minste 31 dagen'],
    ['DE', 'Aus sachlichen Gründen, etwa bei Verdacht auf Missbrauch, kann der Kreditgeber neue Einkäufe sperren'],
    ['DE', 'nur eine Bestellung, die über das Konto bezahlt und in dieser Zeit angenommen wird, kann ihm noch belastet werden.'],
    [
      'NL',
      'alleen een bestelling die via de rekening wordt betaald en in die tijd wordt aanvaard, kan er nog op worden geboekt.',
    ],
  ] as const)('in %s when everything falls due, and when it can be used no more: %s', expectSaid);

  it.each([
    ['DE', 'Wo der Händler es anbietet, wird Ihnen vom Konto auch Geld ausgezahlt.'],
    ['DE', 'Er nennt Ihnen vorher den Betrag; ohne Ihre Zustimmung wird weder Geld ausgezahlt noch eine Gebühr berechnet.'],
    ['SE', 'Där butiken erbjuder det betalas även pengar ut till dig från kontot.'],
    ['NL', 'zonder uw instemming wordt geen geld uitbetaald en worden geen kosten berekend.'],
  ] as const)('in %s that money may be paid out, and cost a fee: %s', expectSaid);

  it('from when on, where the shop named a day', async () => {
    const text = await applied('DE', { firstNoticeDate: '2027-02-10T00:00:00Z' });
    expect(text).toContain('01.03.2027');
  });
});
