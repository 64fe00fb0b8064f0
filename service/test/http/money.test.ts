// Money to the last cent: totals and their tolerance, decimals, sums that float arithmetic gets wrong, and parts that must
// add up; every amount is checked against whole numbers computed here (C21 to C24).
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, authorizeBody, authorized, item, part, path, startApp, type TestApp } from '../support/app.ts';
import { raiseLimits } from '../support/limits.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await raiseLimits(app);
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';

interface Line {
  readonly grossUnitPrice: number | string;
  readonly netUnitPrice?: number | string;
  readonly quantity: number | string;
}
const codes = (answer: Answer): unknown[] =>
  answer.status === 200 ? [answer.body['outcome']] : answer.messages.map(({ code }) => code);

/** Authorize lines with these totals: the outcome, or the codes of what is wrong. */
async function asked(
  totalGrossAmount: number | string,
  totalNetAmount: number | string,
  lines: readonly Line[],
): Promise<unknown[]> {
  const items = lines.map((line, index) => ({ productId: `P${index}`, description: 'D', ...line }));
  return codes(await app.ask('POST', authorize, authorizeBody('DE', { order: { totalGrossAmount, totalNetAmount, items } })));
}

/** Gross and net alike. */
const both = (total: number | string, lines: readonly (readonly [number | string, number | string])[]): Promise<unknown[]> =>
  asked(
    total,
    total,
    lines.map(([price, quantity]) => ({ grossUnitPrice: price, netUnitPrice: price, quantity })),
  );

const accepted = ['Accepted'];

describe('totals', () => {
  test('that float arithmetic would get wrong are right', async () => {
    expect(await both(0.3, [[0.1, 3]])).toEqual(accepted);
    expect(
      await both(0.3, [
        [0.1, 1],
        [0.2, 1],
      ]),
    ).toEqual(accepted);
    expect(await both(78.43, [[78.43, 1]])).toEqual(accepted);
    expect(await both(8.17, [[8.165, 1]])).toEqual(accepted);
    expect(await both(1.01, [[1.005, 1]])).toEqual(accepted);
    expect(await both(4.35, [[0.29, 15]])).toEqual(accepted);
    expect(await both(333333.33, [[1.0001, 333300]])).toEqual(accepted);
    expect(await both(9007199.25, [[0.9007, 10000000 - 1]])).toEqual(['400.102', '400.101']);
  });

  test('may be a cent a line off, and no more', async () => {
    expect(await both(10.01, [[10, 1]])).toEqual(accepted);
    expect(await both(9.99, [[10, 1]])).toEqual(accepted);
    expect(await both(10.02, [[10, 1]])).toEqual(['400.102', '400.101']);
    expect(await both(9.98, [[10, 1]])).toEqual(['400.102', '400.101']);
    expect(
      await both(30.03, [
        [10, 1],
        [10, 1],
        [10, 1],
      ]),
    ).toEqual(accepted);
    expect(
      await both(30.04, [
        [10, 1],
        [10, 1],
        [10, 1],
      ]),
    ).toEqual(['400.102', '400.101']);
    // The tolerance is a cent a line, not a cent a piece.
    expect(await both(100.02, [[1, 100]])).toEqual(['400.102', '400.101']);
    expect(await asked(10, 8.4, [{ grossUnitPrice: 10, netUnitPrice: 8.42, quantity: 1 }])).toEqual(['400.101']);
  });

  test('have two decimals, prices four, quantities six', async () => {
    expect(await both(10.001, [[10, 1]])).toEqual(['400.007', '400.007']);
    expect(await both('10.10', [['10.1000', '1.000']])).toEqual(accepted);
    expect(await both('10.100', [[10.1, 1]])).toEqual(accepted);
    // The gross price is money; a net price only informs, and is rounded.
    expect(await both(10, [[10.00001, 1]])).toEqual(['400.007']);
    expect(await both(1.23, [[1.2345, 1]])).toEqual(accepted);
    expect(await both(3.33, [[10, 0.333333]])).toEqual(accepted);
    expect(await both(3.33, [[10, 0.3333333]])).toEqual(['400.007']);
    expect(await both(0.01, [[10_000, 0.000001]])).toEqual(accepted);
    expect(await both(1e-2, [[1e-2, 1]])).toEqual(accepted);
  });

  test('count discounts as items with a negative price', async () => {
    expect(
      await both(85.05, [
        [100, 1],
        [-14.95, 1],
      ]),
    ).toEqual(accepted);
    expect(
      await both(85.05, [
        [100, 1],
        [-4.9833, 3],
      ]),
    ).toEqual(accepted);
    expect(
      await both(100, [
        [100, 1],
        [-14.95, 1],
      ]),
    ).toEqual(['400.102', '400.101']);
    // Nothing is left to pay later.
    expect(
      await both(0, [
        [100, 1],
        [-100, 1],
      ]),
    ).toEqual(['400.003']);
    expect(await both(-5, [[-5, 1]])).toEqual(['400.003']);
  });

  test('reach to 999 999 999.99', async () => {
    expect(await both(999_999_999.99, [[999_999_999.99, 1]])).toEqual(accepted);
    expect(await both('999999999.99', [['333333333.33', 3]])).toEqual(accepted);
    expect(await both(999_999_900, [[100, 9_999_999]])).toEqual(accepted);
    expect(await both(1_000_000_000, [[1_000_000_000, 1]])).toEqual(['400.003', '400.003', '400.003', '400.003']);
    const number = await authorized(app, 99_999_999_999);
    expect((await app.ask('POST', path(number, '/captures'), { orderDetails: part(999_999_999.98) })).body).toMatchObject({
      capturedAmount: 999_999_999.98,
      remainingAuthorizedAmount: 0.01,
    });
    expect((await app.ask('POST', path(number, '/captures'))).body).toMatchObject({
      capturedAmount: 0.01,
      totalCapturedAmount: 999_999_999.99,
    });
    expect((await app.ask('POST', path(number, '/refunds'))).body).toMatchObject({ totalRefundedAmount: 999_999_999.99 });
  });

  test('without a net price are checked by the VAT, or go unchecked', async () => {
    const line = { grossUnitPrice: 119, quantity: 2 };
    expect(await asked(238, 200, [{ ...line, vatPercent: 19 } as Line])).toEqual(accepted);
    expect(await asked(238, 201, [{ ...line, vatPercent: 19 } as Line])).toEqual(['400.101']);
    expect(await asked(238, 200, [{ ...line, vatAmount: 19 } as Line])).toEqual(accepted);
    // Of the line, not of a unit that was rounded first: 84.00.
    const cents = { grossUnitPrice: 0.01, quantity: 10_000, vatPercent: 19 } as Line;
    expect(await asked(100, 84.03, [cents])).toEqual(accepted);
    expect(await asked(100, 84, [cents])).toEqual(['400.101']);
    expect(await asked(238, 1, [line])).toEqual(accepted);
  });

  test('of a part are checked where it has items, and only there', async () => {
    const number = await authorized(app);
    const items = [item('DE', 'A', 1000, 2)];
    const of = async (rest: string, member: string, totalGrossAmount: number) =>
      codes(await app.ask('POST', path(number, rest), { [member]: { totalGrossAmount, totalNetAmount: 16.8, items } }));
    expect(await of('/captures', 'orderDetails', 20.02)).toEqual(['400.102']);
    expect(await of('/voids', 'cancellationDetails', 20.02)).toEqual(['400.102']);
    expect(await of('/captures', 'orderDetails', 20)).toEqual([undefined]);
    expect((await app.ask('GET', path(number))).body['orderDetails']).toMatchObject({ remainingAuthorizedAmount: 80 });
  });
});

/** Cents as an amount of the wire, by text: no float arithmetic takes part. */
const wire = (cents: bigint): number => Number(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);

describe('a sum', () => {
  const e4 = (value: bigint): string =>
    `${value < 0n ? '-' : ''}${(value < 0n ? -value : value) / 10_000n}.${String((value < 0n ? -value : value) % 10_000n).padStart(4, '0')}`;
  const e6 = (value: bigint): string => `${value / 1_000_000n}.${String(value % 1_000_000n).padStart(6, '0')}`;

  test('of any lines is right within a cent a line, and refused beyond', async () => {
    const line = fc.tuple(fc.bigInt(-20_000_000n, 90_000_000n), fc.bigInt(1n, 50_000_000n));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), fc.bigInt(-12n, 12n), async (lines, off) => {
        const exact = lines.reduce((sum, [price, quantity]) => sum + price * quantity, 0n);
        const cents = exact / 100_000_000n + off;
        fc.pre(cents > 0n && cents <= 99_999_999_999n);
        const distance = exact - cents * 100_000_000n;
        const within = (distance < 0n ? -distance : distance) <= 100_000_000n * BigInt(lines.length);
        const outcome = await both(
          wire(cents),
          lines.map(([price, quantity]) => [e4(price), e6(quantity)] as const),
        );
        expect(outcome).toEqual(within ? accepted : ['400.102', '400.101']);
      }),
      { numRuns: 150 },
    );
  });

  test('of any captures, refunds and voids is what whole numbers make it, to the last cent', async () => {
    const shares = fc.array(fc.bigInt(1n, 40n), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.bigInt(700n, 99_999n), shares, async (total, parts) => {
        const number = await authorized(app, Number(total));
        const [captured, taken] = await captureParts(number, total, parts);
        const refunded = await refundHalves(number, captured);
        const left = total - taken;
        const toVoid = left / 3n;
        if (toVoid > 0n) {
          const answer = await app.ask('POST', path(number, '/voids'), { cancellationDetails: part(wire(toVoid)) });
          expect(answer.body).toEqual({
            totalCapturedAmount: wire(taken),
            totalAuthorizedAmount: wire(total),
            remainingAuthorizedAmount: wire(left - toVoid),
            voidedAmount: wire(toVoid),
            totalRefundedAmount: wire(refunded),
          });
        }
        const rest = left - (toVoid > 0n ? toVoid : 0n);
        const last = await app.ask('POST', path(number, '/captures'));
        expect(last.body).toMatchObject({
          capturedAmount: wire(rest),
          remainingAuthorizedAmount: 0,
          totalCapturedAmount: wire(taken + rest),
        });
        const all = await app.ask('POST', path(number, '/refunds'));
        expect(all.body).toMatchObject({ totalRefundedAmount: wire(taken + rest), totalCapturedAmount: wire(taken + rest) });
        const { refunds } = (await app.ask('GET', path(number, '/refunds'))).body as { refunds: { amount: number }[] };
        expect(refunds.reduce((sum, { amount }) => sum - BigInt(Math.round(amount * 100)), 0n)).toBe(taken + rest);
      }),
      { numRuns: 25 },
    );
  });

  async function captureParts(number: string, total: bigint, parts: readonly bigint[]): Promise<[Map<string, bigint>, bigint]> {
    const captured = new Map<string, bigint>();
    let taken = 0n;
    for (const share of parts) {
      const amount = (total * share) / 400n;
      if (amount === 0n || taken + amount >= total) continue;
      const answer = await app.ask('POST', path(number, '/captures'), { orderDetails: part(wire(amount)) });
      taken += amount;
      expect(answer.body).toMatchObject({
        capturedAmount: wire(amount),
        authorizedAmount: wire(total),
        remainingAuthorizedAmount: wire(total - taken),
        totalCapturedAmount: wire(taken),
        totalRefundedAmount: 0,
      });
      captured.set(String(answer.body['captureNumber']), amount);
    }
    return [captured, taken];
  }

  async function refundHalves(number: string, captured: ReadonlyMap<string, bigint>): Promise<bigint> {
    let refunded = 0n;
    for (const [captureNumber, amount] of captured) {
      const half = amount / 2n;
      if (half === 0n) continue;
      const items = [{ grossUnitPrice: wire(half), quantity: 1 }];
      const answer = await app.ask('POST', path(number, '/refunds'), { captureNumber, items });
      refunded += half;
      expect(answer.body).toMatchObject({
        totalRefundedAmount: wire(refunded),
        refundNumbers: [expect.stringMatching(/^\d{1,19}$/)],
      });
      const over = [{ grossUnitPrice: wire(amount - half + 1n), quantity: 1 }];
      expect(codes(await app.ask('POST', path(number, '/refunds'), { captureNumber, items: over }))).toEqual(['400.214']);
    }
    return refunded;
  }
});
