// What the paper of a reminder says, from the rows that its letter left.
import { describe, expect, it } from 'vitest';
import { reminderPages } from '../../src/core/documents/reminder.ts';
import type { ReminderTerms } from '../../src/core/order/reminder-terms.ts';
import { reminderOf } from '../../src/orders/reminder-data.ts';
import type { WholeOrder } from '../../src/orders/whole-order.sql.ts';
import { LateDebt } from '../support/late.ts';

const chargesInterest: ReminderTerms = { chargesInterest: true };

/** Everything that a letter says, in English. */
function paperOf(debt: LateDebt, at: number): string {
  const letter = debt.letters[at] ?? expect.fail();
  const contents = { customer: { firstName: 'Ann', lastName: 'Lee', conversationLanguage: 'EN' } };
  const whole = { order: debt.inHand.order, contents, captures: [debt.one] } as unknown as WholeOrder;
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
