// The lines of a statement add up to its payout, whatever was captured and refunded and whatever was agreed; and a period ends
// where the calendar of the merchant says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextBusinessDay } from '../../src/core/countries/holidays.ts';
import { addDays, dayAt } from '../../src/core/dates.ts';
import { entriesOf } from '../../src/core/ledger.ts';
import type { Contract } from '../../src/core/merchant.ts';
import { lawful } from '../../src/core/setting.ts';
import { partOf, settlementAgreementOf } from '../../src/core/settlement/agreement.ts';
import { cutAfter, lastCut } from '../../src/core/settlement/calendar.ts';
import { linesOf, type Pending, totalsOf } from '../../src/core/settlement/lines.ts';
import type { Settlement, SettlementLine } from '../../src/core/settlement/rows.ts';
import { closeSettlement, draftAfter } from '../../src/core/settlement/settle.ts';
import type { FeeTerm } from '../../src/core/settlement/terms.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import { merchantIn } from '../support/merchant.ts';

const week = 7 * 86_400_000;
const start = Date.parse('2026-11-23T00:00:00Z');
let drawn = 0;
function id(): string {
  drawn += 1;
  return `id-${drawn}`;
}
const chance = { id, number: () => '1', digits: () => '1' };

const types = ['Invoice', 'Installment', 'Account'];
const term = fc.record({ percentBps: fc.integer({ min: 0, max: 2000 }), fixedMinor: fc.bigInt({ min: 0n, max: 500n }) });
const agreed = fc.record({
  terms: fc
    .tuple(term, term)
    .map((terms): FeeTerm[] => terms.map((each, index) => ({ ...each, paymentType: types[index] ?? '' }))),
  onRefund: fc.constantFrom('kept' as const, 'percentReturned' as const),
  reserveBps: fc.integer({ min: 0, max: 3000 }),
  reserveDays: fc.integer({ min: 1, max: 40 }),
  minimumPayoutMinor: fc.bigInt({ min: 0n, max: 50_000n }),
});
/** Orders with captures of some cents, each refunded in parts that do not exceed it. */
const order = fc.record({
  paymentType: fc.constantFrom(...types),
  amount: fc.bigInt({ min: 1n, max: 200_000n }),
  parts: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 4 }),
});

function pendingOf(
  orders: readonly { paymentType: string; amount: bigint; parts: readonly number[] }[],
  from: number,
): Pending[] {
  const each = (eventType: string, capture: string, amountMinor: bigint, paymentType: string, at: number): Pending => ({
    eventId: chance.id(),
    eventType,
    subject: capture,
    bookedAt: from + at,
    ledgerIds: [chance.id()],
    amountMinor,
    orderId: null,
    orderNumber: capture,
    accountNumber: null,
    captureNumber: capture,
    paymentType,
  });
  const captures = orders.map(({ amount, paymentType }, index) =>
    each('order.captured', `C-${from}-${index}`, amount, paymentType, index),
  );
  const refunds = orders.flatMap(({ amount, parts, paymentType }, index) => {
    let left = amount;
    return parts.flatMap((percent) => {
      const part = (left * BigInt(percent)) / 100n;
      left -= part;
      return part === 0n ? [] : [each('order.refunded', `C-${from}-${index}`, -part, paymentType, index)];
    });
  });
  return [...captures, ...refunds];
}

interface Closed {
  readonly settlement: Settlement;
  readonly lines: readonly SettlementLine[];
}

describe('statements', () => {
  it('add up to the payout and leave nothing on merchant_payables, one after the other', () => {
    fc.assert(
      fc.property(agreed, fc.array(fc.array(order, { maxLength: 12 }), { minLength: 1, maxLength: 6 }), (wanted, weeks) => {
        const contract: Contract = {
          ...demoContract('DE'),
          fees: { terms: wanted.terms, onRefund: wanted.onRefund },
          reserve: { percentBps: wanted.reserveBps, days: wanted.reserveDays },
          settlement: { period: 'weekly', minimumPayoutMinor: wanted.minimumPayoutMinor },
        };
        const merchant = { ...merchantIn('DE'), contract };
        let settlements: Settlement[] = [];
        let held = 0n;
        for (const [index, orders] of weeks.entries()) {
          const cutAt = start + (index + 1) * week;
          const setting = lawful({ now: cutAt, merchant, chance, writer: 'test' });
          const opening = { currency: 'EUR' as const, cutAt, firstAt: cutAt - week, whateverThereIs: false };
          const draft = draftAfter(settlements.at(-1), opening, setting);
          const pending = pendingOf(orders, cutAt - week);
          const terms = { agreement: settlementAgreementOf(contract), timeZone: 'Europe/Berlin', settlementNumber: draft.number };
          const lines = linesOf(pending, { ...terms, after: 0, captureFees: new Map() });
          const filled = { ...draft, ...totalsOf(lines) };
          const { settlement, lines: all } = closedBy([...settlements, filled], filled, lines, setting);
          expect(all.reduce((sum, { netMinor }) => sum + netMinor, 0n)).toBe(settlement.payoutMinor);
          expect(settlement.payoutMinor === 0n || settlement.payoutMinor >= wanted.minimumPayoutMinor).toBe(true);
          held += settlement.reserveWithheldMinor - settlement.reserveReleasedMinor;
          expect(held).toBeGreaterThanOrEqual(0n);
          settlements = [...settlements, settlement].map((each) => ({
            ...each,
            releasedBy:
              each.releasedBy ??
              (all.some((line) => line.kind === 'ReserveReleased' && line.subject === each.number) ? settlement.number : null),
          }));
        }
      }),
    );
  });

  /** Closed by the decision itself: what it changes, and what its event books. */
  function closedBy(
    inHand: readonly Settlement[],
    draft: Settlement,
    lines: readonly SettlementLine[],
    setting: Parameters<typeof closeSettlement>[2],
  ): Closed {
    const decided = closeSettlement({ settlements: inHand }, draft, setting);
    if (!decided) throw new Error('not closed');
    const [change] = decided.changes;
    if (change?.kind !== 'update' || change.table !== 'settlements') throw new Error('no settlement closed');
    const add = change.add as Record<string, bigint>;
    const plus = (name: 'reserveReleasedMinor' | 'carriedOutMinor' | 'payoutMinor'): bigint => draft[name] + (add[name] ?? 0n);
    const settlement = {
      ...draft,
      state: 'Closed' as const,
      reserveReleasedMinor: plus('reserveReleasedMinor'),
      carriedOutMinor: plus('carriedOutMinor'),
      payoutMinor: plus('payoutMinor'),
    };
    const moved = decided.changes.flatMap((each) =>
      each.kind === 'insert' && each.table === 'settlementLines' ? [each.row as SettlementLine] : [],
    );
    const booked = decided.events.flatMap(entriesOf).reduce((sum, { debitAccount, creditAccount, amountMinor }) => {
      if (debitAccount === 'merchant_payables') return sum - amountMinor;
      return creditAccount === 'merchant_payables' ? sum + amountMinor : sum;
    }, 0n);
    expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) + booked).toBe(0n);
    return { settlement, lines: [...lines, ...moved] };
  }

  it('give back no cent more than the percentage of a capture, in however many parts it is refunded', () => {
    fc.assert(
      fc.property(order, term, (one, agreedTerm) => {
        const fees = { terms: [{ ...agreedTerm, paymentType: one.paymentType }], onRefund: 'percentReturned' as const };
        const rest = pendingOf([one], start);
        const left = rest.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
        const [capture] = rest;
        if (!capture) return;
        const all = left > 0n ? [...rest, { ...capture, eventType: 'order.refunded', amountMinor: -left }] : rest;
        const terms = { agreement: settlementAgreementOf({ fees }), timeZone: 'UTC', settlementNumber: 'X', after: 0 };
        const lines = linesOf(all, { ...terms, captureFees: new Map() });
        // All of it came back, and only the fixed fee stays.
        expect(lines.reduce((sum, { percentFeeMinor }) => sum + percentFeeMinor, 0n)).toBe(0n);
        expect(lines[0]?.percentFeeMinor).toBe(partOf(one.amount, agreedTerm.percentBps));
        expect(lines.slice(1).every(({ percentFeeMinor }) => percentFeeMinor <= 0n)).toBe(true);
      }),
    );
  });
});

describe('the end of a period', () => {
  const at = (text: string): number => Date.parse(text);
  const berlin = 'Europe/Berlin';
  it.each([
    ['daily', 1, '2026-03-28T12:00:00Z', '2026-03-28T23:00:00Z'],
    // The clocks go forward in the night to 29 March: that day has 23 hours.
    ['daily', 1, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['weekly', 1, '2026-11-22T22:59:59Z', '2026-11-22T23:00:00Z'],
    ['weekly', 1, '2026-11-22T23:00:00Z', '2026-11-29T23:00:00Z'],
    ['weekly', 5, '2026-11-22T23:00:00Z', '2026-11-26T23:00:00Z'],
    ['monthly', 1, '2026-01-31T22:59:00Z', '2026-01-31T23:00:00Z'],
    ['monthly', 1, '2026-01-31T23:00:00Z', '2026-02-28T23:00:00Z'],
    ['monthly', 1, '2028-02-15T00:00:00Z', '2028-02-29T23:00:00Z'],
  ] as const)('%s from day %s, after %s, is %s', (period, weekday, after, end) => {
    expect(new Date(cutAfter({ period, weekday }, berlin, at(after))).toISOString()).toBe(new Date(end).toISOString());
  });

  it('that is the last one until now is the one before the next', () => {
    const rhythm = fc.record({
      period: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const),
      weekday: fc.integer({ min: 1, max: 7 }),
    });
    const zone = fc.constantFrom('Europe/Berlin', 'Europe/Helsinki', 'Europe/Oslo', 'UTC');
    fc.assert(
      fc.property(rhythm, zone, fc.integer({ min: at('2020-01-01'), max: at('2035-01-01') }), (agreement, timeZone, now) => {
        const last = lastCut(agreement, timeZone, now);
        expect(last).toBeLessThanOrEqual(now);
        expect(cutAfter(agreement, timeZone, last)).toBe(cutAfter(agreement, timeZone, now));
        expect(cutAfter(agreement, timeZone, last - 1)).toBe(last);
      }),
    );
  });

  it('and its payout are behind the clock that the example puts forward, whatever day it is begun on', () => {
    const example = readFileSync(join(import.meta.dirname, '../../../examples/settlement/README.md'), 'utf8');
    const days = Number(/clock set --merchant de --advance (\d+)d/.exec(example)?.[1]);
    const { delayDays, ...rhythm } = settlementAgreementOf(demoContract('DE'));
    const late: string[] = [];
    for (let begun = at('2026-01-01T00:30:00Z'); begun < at('2054-01-01'); begun += 86_400_000) {
      const payoutOn = nextBusinessDay('DE', addDays(dayAt(cutAfter(rhythm, berlin, begun), berlin), delayDays));
      if (payoutOn > dayAt(begun + days * 86_400_000, berlin)) late.push(dayAt(begun, berlin));
    }
    expect(late).toEqual([]);
  });
});
