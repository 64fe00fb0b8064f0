// Money on the wrong debt is worse than money that waits for a person: an entry is booked only where one debt alone is meant, as
// much of it as is owed, and what is over waits.
import { describe, expect, it } from 'vitest';
import { amountFromFile, keptAmount } from '../../src/core/bank-file/amount.ts';
import { type BankEntry, identityOf } from '../../src/core/bank-file/entry.ts';
import { matchEntry, notForUs, type Payable } from '../../src/core/bank-file/match.ts';
import { accountText, mayBeCalled } from '../../src/core/bank-file/payer.ts';
import { dayAt, dayMs } from '../../src/core/dates.ts';
import { receive } from '../../src/core/order/bank-payment.ts';
import { capture } from '../../src/core/order/capture.ts';
import { Credit } from '../support/credit.ts';
import { HeldOrder } from '../support/held.ts';
import { merchantIn } from '../support/merchant.ts';

const entry = (over: Partial<BankEntry> = {}): BankEntry => ({
  account: '',
  statementId: '',
  direction: 'credit',
  isReversal: false,
  currency: 'EUR',
  amountMinor: 100n,
  amountDecimals: 2,
  bookedOn: '2026-11-20',
  valueOn: '2026-11-20',
  bankReference: null,
  endToEndId: null,
  returnReason: null,
  isUndivided: false,
  references: [],
  texts: [],
  partyName: null,
  partyAccount: null,
  ...over,
});
const reference = 'RF18539007547034';
const payable = (over: Partial<Payable> = {}): Payable => ({
  kind: 'capture',
  merchantId: 'm',
  number: 'c1',
  orderNumber: 'o',
  currency: 'EUR',
  reference,
  paidHere: true,
  ...over,
});
const knowing =
  (...payables: readonly Payable[]) =>
  (wanted: string) =>
    payables.filter((each) => each.reference === wanted);

describe('an entry of a statement', () => {
  it.each([
    ['nothing but information', { amountMinor: 0n, returnReason: 'AC04' }, 'zero'],
    ['a return', { returnReason: 'AC04', isReversal: true }, 'returned'],
    ['a reversal', { isReversal: true, direction: 'debit' }, 'reversal'],
    ['money that went out', { direction: 'debit', isUndivided: true }, 'debit'],
    ['a sum of several', { isUndivided: true }, 'undivided'],
    ['a payment', {}, undefined],
  ] as const)('that is %s is booked as no other', (_name, over, why) => {
    expect(notForUs(entry(over))).toBe(why);
  });

  it('is for the debt whose reference it names: in its field, in its words, cut in two by a line’s end, or as the payer’s number', () => {
    const find = knowing(payable());
    const split = [reference.slice(0, 9), reference.slice(9)];
    for (const over of [
      { references: ['RF18 5390 0754 7034'] },
      { texts: [`Rechnung ${reference} danke`] },
      { texts: split },
      { endToEndId: reference },
    ])
      expect(matchEntry(entry(over), find), JSON.stringify(over)).toEqual({ payable: payable() });
    expect(matchEntry(entry(), find)).toEqual({ why: 'no_reference' });
    expect(matchEntry(entry({ references: ['RF04123'] }), find)).toEqual({ why: 'unknown_reference' });
  });

  it('is for what the surer place names where two places name two debts', () => {
    const [field, words] = [payable({ number: 'c1', reference: '12345678' }), payable({ number: 'c2', reference: '87654321' })];
    const both = entry({ references: ['12345678'], texts: ['87654321'], endToEndId: '87654321' });
    expect(matchEntry(both, knowing(field, words))).toEqual({ payable: field });
    expect(matchEntry(both, knowing(words))).toEqual({ payable: words });
  });

  it('waits where several debts are meant, unless the statement is of the account of one alone', () => {
    const [here, there] = [payable(), payable({ merchantId: 'n', paidHere: false })];
    const named = entry({ references: [reference] });
    expect(matchEntry(named, knowing(there, here))).toEqual({ payable: here });
    expect(matchEntry(named, knowing(here, payable({ number: 'c2' })))).toEqual({ why: 'several' });
    expect(matchEntry(named, knowing(there, payable({ merchantId: 'k', paidHere: false })))).toEqual({ why: 'several' });
    expect(matchEntry(named, knowing(here, payable({ kind: 'account' })))).toEqual({ why: 'several' });
    // The same debt found under two forms of its reference is one.
    expect(matchEntry(named, knowing(here, payable()))).toEqual({ payable: payable() });
    expect(matchEntry(named, knowing(there))).toEqual({ payable: there });
  });

  it('waits on an account that is a merchant’s, where the debt is another’s', () => {
    const there = payable({ merchantId: 'n', paidHere: false });
    const named = entry({ references: [reference] });
    expect(matchEntry(named, knowing(there), true)).toEqual({ why: 'other_account' });
    expect(matchEntry(named, knowing(payable()), true)).toEqual({ payable: payable() });
    expect(matchEntry(named, knowing(there, payable()), true)).toEqual({ payable: payable() });
  });

  it('waits where the debt is in another currency', () => {
    expect(matchEntry(entry({ references: [reference], currency: 'SEK' }), knowing(payable()))).toEqual({ why: 'currency' });
  });

  it.each([
    ['Weber, I.', 'Ida Weber', true],
    ['Herr Ida Maria Weber', 'Ida Weber', true],
    ['Jan Weber', 'Ida Weber', false],
    ['I W', 'Ida Weber', false],
    ['', 'Ida Weber', false],
    ['WEBER IDA', 'Ida Weber', true],
    ['J. Weber', 'Ida Weber', false],
    ['Idaho Weber', 'Ida Weber', false],
    ['I Weber', 'I Schmidt', false],
    ['I', 'I', false],
    [' Ida  Weber ', 'Weber, Ida', true],
  ])('of %j may be from %s: %s', (onEntry, name, may) => {
    expect(mayBeCalled(onEntry, name)).toBe(may);
    expect(mayBeCalled(name, onEntry)).toBe(may);
  });
});

describe('an entry that a bank sends again', () => {
  const numbered = { account: 'DE1', bankReference: 'B1', endToEndId: 'E1', amountMinor: 12_345n };
  it('is the same by the bank’s number of it, whatever its words are now', () => {
    const words = { texts: ['other'], partyName: 'Ida', partyAccount: 'DE2', references: ['1'], valueOn: '2026-11-21' };
    expect(identityOf(entry({ ...numbered, ...words }))).toBe(identityOf(entry(numbered)));
    expect(identityOf(entry({ ...words, texts: [] }))).not.toBe(identityOf(entry(words)));
  });

  it('is known by the hash that was kept of the one before: what identifies it is written as ever', () => {
    expect(identityOf(entry(numbered))).toBe('["DE1","credit",false,"EUR","12345","2026-11-20","B1","E1"]');
    const more = {
      amountDecimals: 3,
      bankReference: null,
      partyAccount: 'DE2',
      partyName: 'Ida',
      references: ['1'],
      texts: ['t'],
    };
    expect(identityOf(entry({ ...numbered, ...more }))).toBe(
      '["DE1","credit",false,"EUR","12345e-3","2026-11-20",null,"E1","2026-11-20","DE2","Ida",["1"],["t"]]',
    );
  });

  it('is from the same account however that is written', () =>
    expect(accountText('de89 3704-0044.0532 0130 00')).toBe('DE89370400440532013000'));
});

describe('an amount of a statement', () => {
  it.each([
    ['12.34', 'EUR', 1_234n],
    ['+12.3', 'EUR', 1_230n],
    ['12', 'EUR', 1_200n],
    ['.5', 'EUR', 50n],
    ['12.3400', 'EUR', 1_234n],
    ['12.345', 'EUR', undefined],
    ['12.345', 'KWD', 1_234_500n],
    ['1234567890123.45', 'EUR', 123_456_789_012_345n],
    ['1234567890123.455', 'KWD', undefined],
    ['-1', 'EUR', undefined],
    ['.', 'EUR', undefined],
    ['', 'EUR', undefined],
    ['1,5', 'EUR', undefined],
  ])('%j of %s is read exactly or not at all', (text, currency, units) => expect(amountFromFile(text, currency)).toBe(units));

  it('is kept in hundredths wherever they suffice', () => {
    expect(keptAmount(1_234n, 'EUR')).toEqual({ amountMinor: 1_234n, amountDecimals: 2 });
    expect(keptAmount(1_230n, 'EUR')).toEqual({ amountMinor: 1_230n, amountDecimals: 2 });
    expect(keptAmount(1_234_000n, 'KWD')).toEqual({ amountMinor: 1_234n, amountDecimals: 2 });
    expect(keptAmount(1_234_500n, 'KWD')).toEqual({ amountMinor: 12_345n, amountDecimals: 3 });
  });
});

describe('money received for a capture', () => {
  const start = Date.parse('2026-11-20T09:30:00Z');
  const merchant = merchantIn('DE');
  const day = (days: number): string => dayAt(start + days * dayMs, merchant.timeZone);
  const captured = (): HeldOrder => {
    const life = new HeldOrder(merchant, start, { authorizedMinor: 10_000n });
    const none = { currency: null, campaignNumber: null, items: null, remarks: null, shipping: [] };
    life.take(capture(life.inHand, { amountMinor: null, number: 'c1', ...none }, false, life.setting));
    return life;
  };
  const received = (
    life: HeldOrder,
    amountMinor: bigint,
    over: { bookedOn?: string; valueOn?: string; captureNumber?: string } = {},
  ) => {
    const money = { captureNumber: 'c1', amountMinor, bookedOn: day(0), valueOn: day(0), transactionId: 'T', ...over };
    return life.take(receive(life.inHand, money, life.list('payments')[0], life.setting));
  };

  it('is booked as far as it is owed, and the rest waits; sent again it is answered as before', () => {
    for (const [amount, answer] of [
      [4_000n, { bookedMinor: 4_000n, why: null }],
      [10_000n, { bookedMinor: 10_000n, why: null }],
      [10_001n, { bookedMinor: 10_000n, why: 'rest' }],
    ] as const) {
      const life = captured();
      expect(received(life, amount)).toEqual(answer);
      expect(received(life, amount)).toEqual(answer);
      expect(life.list('payments')).toMatchObject([{ amountMinor: answer.bookedMinor }]);
      expect(life.balance('consumer_payments')).toBe(answer.bookedMinor);
    }
  });

  it('repays installments early where it is more than is asked for: what everything costs on the day is booked', () => {
    const credit = new Credit({ amount: 120_000, months: 12, rate: 1_990, startup: 2_000, monthly: 100 });
    const { open } = credit;
    const { totalMinor = 0n } = credit.on('2026-03-21').quote('2026-03-21') ?? {};
    const day = { bookedOn: '2026-03-21', valueOn: '2026-03-21' };
    const money = { captureNumber: 'c1', amountMinor: open, transactionId: 'T', ...day };
    const answer = credit.take(receive(credit.inHand, money, undefined, credit.setting));
    expect(answer).toEqual({ bookedMinor: totalMinor, why: 'rest' });
    expect([totalMinor < open, credit.open]).toEqual([true, 0n]);
    credit.agree();
  });

  it('waits where it is for none of ours, for one that is paid, or from a day ahead', () => {
    const life = captured();
    expect(received(life, 1n, { captureNumber: 'c9' })).toEqual({ bookedMinor: 0n, why: 'unknown_reference' });
    expect(received(life, 1n, { bookedOn: day(1) })).toEqual({ bookedMinor: 0n, why: 'dated_ahead' });
    expect(
      receive(
        undefined,
        { captureNumber: 'c1', amountMinor: 1n, bookedOn: day(0), valueOn: day(0), transactionId: 'T' },
        undefined,
        life.setting,
      ).answer.why,
    ).toBe('unknown_reference');
    received(life, 10_000n);
    const money = { captureNumber: 'c1', amountMinor: 1n, bookedOn: day(0), valueOn: day(0), transactionId: 'U' };
    expect(receive(life.inHand, money, undefined, life.setting).answer).toEqual({ bookedMinor: 0n, why: 'settled' });
  });

  it.each([
    ['before the invoice', -3, 0],
    ['between', 1, 1],
    ['ahead', 9, 2],
  ])('with a value date %s counts from a day that the invoice and today allow', (_name, valueDay, counted) => {
    const life = captured();
    life.now += 2 * dayMs;
    received(life, 1n, { valueOn: day(valueDay) });
    expect(life.list('payments')).toMatchObject([{ valueOn: day(counted) }]);
  });
});
