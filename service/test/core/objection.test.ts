// A person who contests a rejection gets one objection and one answer, and is cleared only where it was found wrong.
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/core/refusals.ts';
import type { BureauAnswer } from '../../src/core/risk/facts.ts';
import {
  answerMs,
  answerObjection,
  type Contested,
  clearedMs,
  contest,
  isContestable,
  isLedByRegister,
} from '../../src/core/risk/objection.ts';
import { exposureOf, personWith, settingOf } from '../support/applicant.ts';
import { Held } from '../support/held.ts';
import { merchantIn } from '../support/merchant.ts';

const now = Date.parse('2026-06-10T10:00:00Z');
const setting = settingOf(merchantIn('DE'), now);
const dayMs = 86_400_000;

const contested: Contested = {
  decisionId: 'd',
  kind: 'order',
  subject: 'N-1',
  orderId: 'o',
  customerKey: 'k',
  checkoutId: null,
  currency: 'EUR',
  amountMinor: 5_000n,
  language: 'DE',
};
const person = personWith([exposureOf({})]);

class Shop extends Held {
  constructor() {
    super(merchantIn('DE'), now, { customers: [person.customer] });
  }
  get one() {
    return this.list('objections')[0];
  }
  get clearedUntil() {
    return this.list('customers')[0]?.clearedUntil;
  }
  contest() {
    return this.take(contest(contested, 'I paid.', this.one, setting));
  }
  answer(decision: 'approve' | 'decline', of = personOf(this)) {
    return this.take(answerObjection(this.one, of, { decision, answer: 'We looked.', reason: 'r', decidedBy: 'b' }, setting));
  }
}
const personOf = (shop: Shop) => ({ ...person, customer: shop.list('customers')[0] ?? person.customer });

describe('a rejection', () => {
  it.each([
    ['Person', ['risk.score'], true],
    ['Person', ['risk.underage'], true],
    ['Person', ['risk.limit'], true],
    ['Person', ['risk.chargeback'], true],
    ['Person', ['risk.identity_required', 'risk.score'], true],
    // It asks for something instead.
    ['Person', ['risk.identity_required'], false],
    ['Person', [], false],
    ['Company', ['risk.score'], false],
  ] as const)('of a %s by %j can be contested: %s', (category, reasons, expected) => {
    expect(
      isContestable(
        category,
        reasons.map((id) => ({ id })),
      ),
    ).toBe(expected);
  });

  it('is contested once, to be answered within thirty days', () => {
    const shop = new Shop();
    shop.contest();
    shop.contest();
    expect(shop.list('objections')).toEqual([
      {
        ...contested,
        documentId: expect.any(String),
        statement: 'I paid.',
        askedAt: now,
        answerBy: now + 30 * dayMs,
        outcome: null,
        answer: null,
        reason: null,
        decidedBy: null,
        answeredAt: null,
      },
    ]);
    expect(shop.events).toEqual([
      {
        type: 'decision.contested',
        orderId: null,
        resource: { type: 'decision', number: 'd', version: 1 },
        subject: 'd',
        currency: 'EUR',
        amountMinor: 5_000n,
      },
    ]);
    expect([answerMs, clearedMs]).toEqual([30 * dayMs, 30 * dayMs]);
  });

  it('that was wrong is not held against the customer for thirty days, one that was right is', () => {
    const [wrong, right] = [new Shop(), new Shop()];
    for (const shop of [wrong, right]) shop.contest();
    const said = { answer: 'We looked.', reason: 'r', decidedBy: 'b', answeredAt: now };
    expect(wrong.answer('approve')).toMatchObject({ decisionId: 'd', outcome: 'changed', ...said });
    expect(right.answer('decline')).toMatchObject({ decisionId: 'd', outcome: 'stands', ...said });
    expect([wrong.one, right.one]).toMatchObject([
      { outcome: 'changed', ...said },
      { outcome: 'stands', ...said },
    ]);
    expect([wrong.clearedUntil, right.clearedUntil]).toEqual([now + 30 * dayMs, null]);
    expect(wrong.events.at(-1)).toMatchObject({
      type: 'decision.reviewed',
      resource: { type: 'decision', number: 'd', version: 2 },
      details: { result: 'changed' },
    });
    expect(right.events.at(-1)?.details).toEqual({ result: 'stands' });
  });

  it('of whom nobody knows is answered without clearing anyone', () => {
    const shop = new Shop();
    shop.contest();
    const { one } = shop;
    const answered = answerObjection(one, undefined, { decision: 'approve', answer: '', reason: '', decidedBy: '' }, setting);
    expect(answered).toMatchObject({ answer: { outcome: 'changed' }, changes: [{ table: 'objections' }] });
  });

  it('is answered once, and only where it was contested', () => {
    const shop = new Shop();
    expect(shop.answer('approve')).toBeInstanceOf(Refusal);
    shop.contest();
    shop.answer('decline');
    expect(shop.answer('approve')).toMatchObject({ notices: [{ id: 'review.not_found', field: 'number' }] });
    expect(shop.clearedUntil).toBeNull();
  });
});

it.each([
  ['limited', 'limit of the person', true],
  ['clear', 'limit of the person', false],
  ['negative', 'limit of the person', false],
  ['underage', 'age', true],
  ['clear', 'age', false],
  ['negative', 'bureau', true],
  ['clear', 'bureau', true],
  ['negative', 'negative list', false],
  // A checkout keeps no rule.
  ['negative', undefined, true],
  ['chargeback', undefined, true],
  ['underage', undefined, true],
  ['limited', undefined, true],
  ['silent', undefined, false],
  ['review', undefined, false],
] as const)('where the register said %s and the rule is %s, the register led to it: %s', (verdict, rule, expected) => {
  expect(isLedByRegister({ verdict, limitMinor: 1n } as BureauAnswer, rule)).toBe(expected);
});
