// What the paper of a reminder says, from the rows that its letter left.
import { describe, expect, it } from 'vitest';
import { reminderPages } from '../../src/core/documents/reminder.ts';
import type { ReminderTerms } from '../../src/core/order/reminder-terms.ts';
import { reminderOf } from '../../src/orders/reminder-data.ts';
import type { WholeOrder } from '../../src/orders/whole-order.sql.ts';
import { LateDebt } from '../support/late.ts';

const chargesInterest: ReminderTerms = { chargesInterest: true };

interface Buyer {
  readonly language?: string;
  readonly category?: string;
  readonly items?: readonly object[];
}

/** Everything that a letter says, in English where nothing else is said. */
function paperOf(debt: LateDebt, at: number, { language = 'EN', category = 'Person', items = [] }: Buyer = {}): string {
  const letter = debt.letters[at] ?? expect.fail();
  const name = category === 'Company' ? { companyName: 'Lee bv' } : { firstName: 'Ann', lastName: 'Lee' };
  const contents = { customer: { ...name, customerCategory: category, conversationLanguage: language }, items };
  const whole = { order: debt.inHand.order, contents, captures: [debt.one], voids: [] } as unknown as WholeOrder;
  return JSON.stringify(reminderPages(reminderOf(letter, whole, debt.merchant)));
}

describe('interest on late payment, of which the law’s rates are known until the end of 2026', () => {
  // Due on 15 December 2026.
  const debt = new LateDebt('DK', { reminders: chargesInterest, capturedOn: '2026-12-01' });

  it('is said by a letter of January 2027 to run until that day, as no later one was counted', () => {
    // 1 000 × 16 × 10.00 / 36 500
    expect(debt.remind('2027-01-10')).toMatchObject([{ interestMinor: 438n, letterTerms: { interestUntil: '2026-12-31' } }]);
    expect(paperOf(debt, 0)).toContain('Interest on late payment until 31 December 2026');
  });

  it('is said so again by the second letter, which counted none', () => {
    expect(debt.remind('2027-02-10')).toMatchObject([{ interestMinor: 0n, interestOpenMinor: 438n }]);
    expect(paperOf(debt, 1)).toContain('Interest on late payment until 31 December 2026');
  });

  it('is said to run until the day of the letter where its rate is known', () => {
    const known = new LateDebt('DK', { reminders: chargesInterest });
    expect(known.remind('2026-06-29')[0]?.letterTerms).not.toHaveProperty('interestUntil');
    expect(paperOf(known, 0)).toContain('Interest on late payment until 29 June 2026');
  });
});

describe('the first letter to a consumer in Belgium (WER XIX.2 § 2)', () => {
  const items = [
    { productId: 'C', description: 'Stoel', quantity: 2, grossUnitPrice: 300 },
    { productId: 'T', description: 'Tafel', quantity: 1, grossUnitPrice: 395 },
    { productId: 'S', description: 'Verzending', type: 'ShippingFee', quantity: 1, grossUnitPrice: 10 },
    { productId: 'D', description: 'Korting', quantity: 1, grossUnitPrice: -5 },
  ];
  const debt = new LateDebt('BE', { reminders: { chargesInterest: true, feeMinor: 750n } });
  // There on Thursday, 25 June; 14 days follow.
  debt.remind('2026-06-22');

  it('says what is owed and by when, by whom it is asked, what of and since when, and what it will cost otherwise', () => {
    const said = paperOf(debt, 0, { language: 'NL', items });
    const { organisationNumber, name } = debt.merchant.contract.payee;
    for (const part of [
      '1.000,00',
      'uiterlijk 09/07/2026',
      name,
      `Ondernemingsnummer ${organisationNumber}`,
      'Bestelling o van 01/06/2026 – 2 × Stoel, 1 × Tafel"',
      'Vervallen op 15/06/2026',
    ])
      expect(said).toContain(part);
    expect(said).toMatch(/Betaalt u niet binnen 14 dagen na ontvangst van deze brief, dan brengen wij [^"]*7,50/);
    expect(said).toMatch(/binnen 14 dagen na ontvangst van deze brief, dan loopt daarna rente [^"]*4,50/);
  });

  it('says that interest will run also where the rate of its day is not known yet, and nothing of it where none was agreed on', () => {
    // Rates are known until the end of 2026.
    const later = new LateDebt('BE', { reminders: { chargesInterest: true, feeMinor: 750n }, capturedOn: '2026-12-20' });
    expect(later.remind('2027-01-20')).toMatchObject([{ letterTerms: { announcedRateBps: null } }]);
    expect(paperOf(later, 0, { language: 'NL' })).toMatch(/dan loopt daarna rente [^"]*tegen het wettelijke tarief van elke dag/);
    const none = new LateDebt('BE', { reminders: { chargesInterest: true, interestRateBps: 0 } });
    none.remind('2026-06-22');
    expect(paperOf(none, 0, { language: 'NL' })).not.toContain('rente');
  });

  it('names each of the goods in one line', () => {
    const broken = [{ ...items[0], description: 'Stoel\n\nblauw' }];
    expect(paperOf(debt, 0, { items: broken })).toContain('2 × Stoel  blauw');
  });

  it('names no more than five goods, each in short, and the order alone where they are not known', () => {
    const many = Array.from({ length: 7 }, (_, at) => ({ ...items[0], description: `${at} ${'x'.repeat(80)}` }));
    const said = paperOf(debt, 0, { items: many });
    expect(said).toContain('2 × 4 xxx');
    expect(said).not.toContain('2 × 5 xxx');
    expect(said).not.toContain('x'.repeat(60));
    expect(paperOf(debt, 0)).toContain('"Order o of 1 June 2026"');
  });

  it('names no goods to a company, nor in another country', () => {
    expect(paperOf(debt, 0, { items, category: 'Company' })).not.toContain('Stoel');
    const dutch = new LateDebt('NL', { reminders: { chargesInterest: true } });
    dutch.remind('2026-06-22');
    expect(paperOf(dutch, 0, { items })).not.toMatch(/Stoel|interest on late payment runs/);
  });
});
