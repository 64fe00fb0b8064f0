// Costs that are owed again take back what they had left of the capital: where a refund took some of it meanwhile, a cent more would
// leave rows below nothing, or more owed back than was paid.
import { expect, it } from 'vitest';
import { undoEarly } from '../../src/core/order/undo-early.ts';
import { Credit, first } from '../support/credit.ts';

const credit = new Credit({ amount: 120_000, months: 2, rate: 0, startup: 0, monthly: 0 });
const [paid, left] = credit.rows;
if (!paid || !left) throw new Error('no rows');

/** A payment made 3.00 of interest and 2.00 of fees fall, which then paid 5.00 of the capital. */
const fell = {
  captureNumber: 'c1',
  reason: 'EarlyRepayment' as const,
  transactionId: 't',
  orderId: credit.inHand.order.id,
  interestMinor: 300n,
  feeMinor: 200n,
  creditMinor: 0n,
  savedMinor: 500n,
  countedOn: first,
  countedInterestMinor: 0n,
  countedFeeMinor: 0n,
  changedRows: [{ number: 1, before: ['1000', '300', '200'], after: ['1500', '0', '0'] }],
  insertedAt: 0,
};
const row = { ...paid, principalMinor: 1_500n, interestMinor: 0n, feeMinor: 0n, paidMinor: 1_500n };
const undone = (over: object = {}, capture: object = {}, principalMinor = row.principalMinor) =>
  undoEarly(
    { ...credit.inHand, costReturns: [{ ...fell, ...over }] },
    { ...credit.one, paidMinor: 1_500n, creditMinor: 0n, ...capture },
    [{ ...row, principalMinor }, left],
    't',
  );

it('costs are owed again, and what had paid the capital pays them', () => {
  const { rows, paidMinor, events } = undone();
  expect(rows).toEqual([{ ...row, principalMinor: 1_000n, interestMinor: 300n, feeMinor: 200n }, left]);
  expect([paidMinor, events[0]?.besides]).toEqual([-500n, { interest: -300n, fees: -200n }]);
});

it('costs are owed again where that leaves just nothing of an installment’s capital, and not where it would leave less', () => {
  expect(undone({}, {}, 500n).rows[0]).toMatchObject({ principalMinor: 0n, interestMinor: 300n, feeMinor: 200n });
  expect(undone({}, {}, 499n)).toMatchObject({ paidMinor: 0n, changes: [], events: [] });
});

it('costs are owed again only as long as no more of the capital is owed back than was paid of it', () => {
  expect(undone({}, { creditMinor: 1_000n }).paidMinor).toBe(-500n);
  expect(undone({}, { creditMinor: 1_001n })).toMatchObject({ paidMinor: 0n, changes: [], events: [] });
});

it('costs that are owed again already stay as they are', () => {
  expect(undone({ changedRows: null, savedMinor: 0n })).toMatchObject({ paidMinor: 0n, changes: [], events: [] });
});

it('costs stay as they are where the consumer was owed some of them back', () => {
  expect(undone({ creditMinor: 1n })).toMatchObject({ paidMinor: 0n, changes: [], events: [] });
});
