// Statements by example, on figures reckoned by hand: what a line costs, what is paid out and what is carried on, and that money
// leaves once (docs/settlement.md).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decided } from '../../src/core/changes.ts';
import { dayMs } from '../../src/core/dates.ts';
import type { Contract } from '../../src/core/merchant.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { settlementAgreementOf } from '../../src/core/settlement/agreement.ts';
import { linesOf, type Pending, totalsOf } from '../../src/core/settlement/lines.ts';
import { adjust, endPayout, endToEndIdOf, type PayoutEnd } from '../../src/core/settlement/payout.ts';
import type { Settlement } from '../../src/core/settlement/rows.ts';
import { addLines, agreementOfJson, closeSettlement, draftOf, openSettlement } from '../../src/core/settlement/settle.ts';
import { Held } from '../support/held.ts';
import { merchantIn } from '../support/merchant.ts';

/** A Monday in Berlin, at midnight. */
const start = Date.parse('2026-11-22T23:00:00Z');
const week = 7 * dayMs;
const usual = {
  fees: {
    terms: [
      { paymentType: 'Invoice', percentBps: 250, fixedMinor: 30n },
      { paymentType: 'Account', percentBps: 100, fixedMinor: 0n },
    ],
    onRefund: 'percentReturned',
  },
  reserve: { percentBps: 1_000, days: 14 },
  settlement: { period: 'weekly', delayDays: 5, minimumPayoutMinor: 1_000n },
} satisfies Partial<Contract>;
const shop = merchantIn('DE');

let count = 0;
const pending = (eventType: string, amountMinor: bigint, over: Partial<Pending> = {}): Pending => {
  count += 1;
  const none = { orderId: null, orderNumber: null, accountNumber: null, captureNumber: null, paymentType: 'Invoice' };
  return {
    eventId: `e${count}`,
    eventType,
    subject: `s${count}`,
    bookedAt: start,
    ledgerIds: [`l${count}`],
    amountMinor,
    ...none,
    ...over,
  };
};
const captured = (amountMinor: bigint, over: Partial<Pending> = {}) =>
  pending('order.captured', amountMinor, { captureNumber: 'c1', ...over });
const refunded = (amountMinor: bigint, over: Partial<Pending> = {}) =>
  pending('order.refunded', -amountMinor, { captureNumber: 'c1', ...over });

/** The statements of one merchant. */
class Shop extends Held {
  constructor(contract: Partial<Contract> = usual) {
    super({ ...shop, contract: { ...shop.contract, ...contract } }, start, {});
  }
  get settlements(): readonly Settlement[] {
    return this.list('settlements');
  }
  get last(): Settlement {
    const last = this.settlements.at(-1);
    if (!last) throw new Error('no statement');
    return last;
  }
  give<Answer>(decided: Decided<Answer> | undefined): Answer | undefined {
    return decided && (this.take(decided) as Answer);
  }
  open(whateverThereIs = false) {
    const opening = { currency: 'EUR', cutAt: this.now, firstAt: this.now - week, whateverThereIs } as const;
    return this.give(openSettlement(this, opening, this.setting));
  }
  fill(...events: readonly Pending[]) {
    const { number, lineCount } = this.last;
    // By what was agreed when the statement was begun, as it is kept with it.
    const agreement = agreementOfJson(this.last.agreement);
    const terms = { agreement, timeZone: 'Europe/Berlin', settlementNumber: number, after: lineCount, captureFees: new Map() };
    return this.give(addLines(this, linesOf(events, terms)));
  }
  close(seen: Pick<Settlement, 'number' | 'lineCount'> = this.last) {
    return this.give(closeSettlement(this, seen, this.setting));
  }
  /** A week later: the next statement, whole. */
  settle(...events: readonly Pending[]): Settlement {
    this.now += week;
    this.open();
    if (events.length > 0) this.fill(...events);
    this.close();
    return this.last;
  }
}

describe('a line', () => {
  const terms = { timeZone: 'Europe/Berlin', settlementNumber: 'EUR-000001', after: 7, captureFees: new Map() };
  const lines = (contract: Partial<Contract>, ...events: readonly Pending[]) =>
    linesOf(events, { ...terms, agreement: settlementAgreementOf(contract) });

  it('of a capture costs percentage, fixed fee and reserve, each rounded by itself', () => {
    expect(lines(usual, captured(10_019n))[0]).toMatchObject({
      lineNumber: 8,
      kind: 'Capture',
      bookedOn: '2026-11-23',
      percentFeeMinor: 250n,
      fixedFeeMinor: 30n,
      reserveMinor: 1_002n,
      netMinor: 8_737n,
    });
    expect(lines({}, captured(10_019n))[0]).toMatchObject({
      percentFeeMinor: 0n,
      fixedFeeMinor: 0n,
      reserveMinor: 0n,
      netMinor: 10_019n,
    });
  });

  it('of an account costs what accounts cost, and only what is bought', () => {
    const [bought, cash, back] = lines(
      usual,
      pending('account.purchased', 10_000n, { paymentType: null }),
      pending('account.withdrawn', 10_000n, { paymentType: null }),
      pending('account.withdrawal_corrected', -5_000n, { paymentType: null }),
    );
    expect(bought).toMatchObject({ kind: 'AccountPurchase', percentFeeMinor: 100n, fixedFeeMinor: 0n, reserveMinor: 1_000n });
    for (const free of [cash, back]) expect(free).toMatchObject({ percentFeeMinor: 0n, fixedFeeMinor: 0n, reserveMinor: 0n });
    expect([cash?.netMinor, back?.netMinor]).toEqual([10_000n, -5_000n]);
  });

  it('costs by the term that runs on its business day, both ends included', () => {
    const running = { paymentType: 'Invoice', percentBps: 250, fixedMinor: 0n, validFrom: '2026-11-23', validTo: '2026-11-23' };
    const fees = { terms: [running] };
    const cost = (bookedAt: number) => lines({ fees }, captured(10_000n, { bookedAt }))[0]?.percentFeeMinor;
    expect([start - 1, start, start + dayMs - 1, start + dayMs].map(cost)).toEqual([0n, 250n, 250n, 0n]);
    expect(lines({ fees }, captured(10_000n, { paymentType: 'Installment' }))[0]?.percentFeeMinor).toBe(0n);
  });

  it('of a refund gives the percentage back in proportion where that was agreed, and never the fixed fee', () => {
    const events = [captured(10_000n), refunded(3_333n), refunded(3_333n), refunded(3_334n)];
    const returned = (onRefund: 'kept' | 'percentReturned') =>
      lines({ fees: { ...usual.fees, onRefund } }, ...events).map(({ percentFeeMinor, fixedFeeMinor }) => [
        percentFeeMinor,
        fixedFeeMinor,
      ]);
    // 83.325, 166.65 and 250: each refund gives back the difference of the rounded sums.
    expect(returned('percentReturned')).toEqual([
      [250n, 30n],
      [-83n, 0n],
      [-84n, 0n],
      [-83n, 0n],
    ]);
    expect(returned('kept')).toEqual([
      [250n, 30n],
      [0n, 0n],
      [0n, 0n],
      [0n, 0n],
    ]);
    // Of a capture of which no statement says anything, nothing is given back.
    expect(lines(usual, refunded(1_000n, { captureNumber: 'other' }))[0]?.percentFeeMinor).toBe(0n);
    expect(lines(usual, refunded(1_000n, { captureNumber: null }))[0]?.percentFeeMinor).toBe(0n);
  });

  it('costs nothing where nothing was captured', () => {
    for (const line of lines(usual, captured(0n), captured(-100n)))
      expect(line).toMatchObject({ percentFeeMinor: 0n, fixedFeeMinor: 0n, reserveMinor: 0n });
    const captureFees = new Map([['c1', { capturedMinor: 0n, percentFeeMinor: 0n, refundedMinor: 0n }]]);
    expect(linesOf([refunded(1n)], { ...terms, agreement: settlementAgreementOf(usual), captureFees })[0]?.percentFeeMinor).toBe(
      0n,
    );
  });

  it('goes on where an earlier statement left off with a capture’s refunds', () => {
    const captureFees = new Map([['c1', { capturedMinor: 10_000n, percentFeeMinor: 250n, refundedMinor: 3_333n }]]);
    const agreement = settlementAgreementOf(usual);
    expect(linesOf([refunded(3_333n)], { ...terms, agreement, captureFees })[0]?.percentFeeMinor).toBe(-84n);
  });

  it('gives back of its own refund alone, where fees were kept of those before', () => {
    const captureFees = new Map([['c1', { capturedMinor: 10_000n, percentFeeMinor: 250n, refundedMinor: 9_000n }]]);
    const agreement = settlementAgreementOf(usual);
    const events = [refunded(100n), refunded(100n), refunded(800n)];
    // 225, 227.5, 230 and 250 of the whole fee.
    expect(linesOf(events, { ...terms, agreement, captureFees }).map(({ percentFeeMinor }) => percentFeeMinor)).toEqual([
      -3n,
      -2n,
      -20n,
    ]);
  });

  it('gives back the whole fee to the cent in however many refunds', () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 5_000n }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 30 }), (amounts, cut) => {
        const whole = amounts.reduce((sum, amount) => sum + amount, 0n);
        const [capture, ...first] = lines(usual, captured(whole), ...amounts.slice(0, cut).map((amount) => refunded(amount)));
        const fee = capture?.percentFeeMinor ?? 0n;
        const refundedMinor = amounts.slice(0, cut).reduce((sum, amount) => sum + amount, 0n);
        // The rest on a later statement.
        const captureFees = new Map([['c1', { capturedMinor: whole, percentFeeMinor: fee, refundedMinor }]]);
        const later = amounts.slice(cut).map((amount) => refunded(amount));
        const rest = linesOf(later, { ...terms, agreement: settlementAgreementOf(usual), captureFees });
        expect([...first, ...rest].reduce((sum, { percentFeeMinor }) => sum + percentFeeMinor, fee)).toBe(0n);
      }),
    );
  });

  it('adds to the total of its kind', () => {
    const all = lines(
      { fees: usual.fees, reserve: usual.reserve },
      captured(10_000n),
      refunded(1_000n),
      pending('account.purchased', 500n),
      pending('account.withdrawn', 300n),
      pending('account.withdrawal_corrected', -20n),
      pending('settlement.adjusted', -7n),
      pending('unheard.of', 3n),
    );
    expect(totalsOf(all)).toEqual({
      lineCount: 7,
      capturesMinor: 10_800n,
      refundsMinor: 1_020n,
      adjustmentsMinor: -4n,
      // 250 + 30 − 25 + 5.
      feesMinor: 260n,
      reserveWithheldMinor: 1_050n,
    });
  });
});

describe('a statement', () => {
  it('is begun after the one before is closed, with the next number and what was carried', () => {
    const life = new Shop();
    expect(life.open()).toBe('EUR-000001');
    expect(life.open()).toBeUndefined();
    expect(life.last).toMatchObject({
      position: 1,
      state: 'Draft',
      fromOn: '2026-11-16',
      toOn: '2026-11-22',
      madeOn: '2026-11-23',
    });
    // Five days later is a Saturday; the payout waits for Monday. The reserve may be released after fourteen.
    expect(life.last).toMatchObject({ payoutOn: '2026-11-30', releaseOn: '2026-12-07' });
    life.fill(captured(1_000n));
    life.close();
    expect(life.open()).toBeUndefined();
    life.now += 1;
    expect(life.open()).toBe('EUR-000002');
    expect(life.last).toMatchObject({ position: 2, carriedInMinor: 845n, fromOn: '2026-11-23', toOn: '2026-11-23' });
  });

  it('takes lines where it ends, and none when another process went on with it or closed it', () => {
    const life = new Shop();
    life.open();
    expect(life.fill(captured(10_000n), captured(5_000n, { captureNumber: 'c2', ledgerIds: ['x', 'y'] }))).toBe('added');
    expect(life.list('settlementEntries').map(({ ledgerId, lineNumber }) => [ledgerId, lineNumber])).toEqual([
      [expect.stringMatching(/^l/), 1],
      ['x', 2],
      ['y', 2],
    ]);
    const lines = life.list('settlementLines');
    expect(addLines(life, lines)).toBeUndefined();
    expect(addLines(life, [])).toBeUndefined();
    expect(life.close({ number: life.last.number, lineCount: 1 })).toBeUndefined();
    expect(life.close({ number: 'EUR-000002', lineCount: 2 })).toBeUndefined();
    expect(life.close()).toBe('closed');
    expect(draftOf(life)).toBeUndefined();
    expect(life.close()).toBeUndefined();
  });

  it('pays out from the smallest payout on, and carries what is less or owed', () => {
    const none = { fees: { terms: [] }, reserve: { percentBps: 0, days: 0 } };
    const life = new Shop({ ...usual, ...none });
    expect(life.settle(captured(999n))).toMatchObject({ payoutMinor: 0n, carriedOutMinor: 999n });
    expect(life.list('payouts')).toEqual([]);
    expect(life.settle(captured(1n))).toMatchObject({ carriedInMinor: 999n, payoutMinor: 1_000n, carriedOutMinor: 0n });
    expect(life.list('payouts')).toMatchObject([
      { settlementNumber: 'EUR-000002', amountMinor: 1_000n, state: 'Open', attempts: 0 },
    ]);
    expect(life.settle(refunded(400n))).toMatchObject({ payoutMinor: 0n, carriedOutMinor: -400n });
    expect(life.settle(captured(2_000n))).toMatchObject({ carriedInMinor: -400n, payoutMinor: 1_600n });
    // Closed by hand, whatever there is.
    life.now += week;
    life.open(true);
    life.fill(captured(1n));
    life.close();
    expect(life.last.payoutMinor).toBe(1n);
    expect(life.settle()).toMatchObject({ payoutMinor: 0n, carriedOutMinor: 0n, lineCount: 0 });
    // All that was captured and not refunded was paid out, and the ledger knows.
    expect(life.balance('payouts_due')).toBe(-2_601n);
  });

  it('is never paid out by the merchant: what is owed is carried, also where nothing is too little to pay', () => {
    const life = new Shop({ ...usual, fees: { terms: [] }, settlement: { period: 'weekly' } });
    expect(life.settle(refunded(400n))).toMatchObject({ payoutMinor: 0n, carriedOutMinor: -400n });
    expect(life.settle(captured(1_000n))).toMatchObject({ payoutMinor: 500n, carriedOutMinor: 0n });
    expect(life.list('payouts')).toMatchObject([{ amountMinor: 500n }]);
  });

  it('follows the latest, in whatever order they come, and none that is still a draft', () => {
    const life = new Shop();
    expect(draftOf({ settlements: [] })).toBeUndefined();
    life.settle(captured(1_000n));
    life.now += week;
    life.open();
    const turned = { settlements: life.settlements.toReversed() };
    expect(draftOf(turned)?.number).toBe('EUR-000002');
    life.now += week;
    expect(life.open()).toBeUndefined();
    life.close();
    const opening = { currency: 'EUR', cutAt: life.now, firstAt: life.now, whateverThereIs: false } as const;
    expect(openSettlement({ settlements: life.settlements.toReversed() }, opening, life.setting)?.answer).toBe('EUR-000003');
  });

  it('releases a reserve once, on the first statement of its day or later', () => {
    const life = new Shop({ ...usual, fees: { terms: [] } });
    expect(life.settle(captured(20_000n))).toMatchObject({ reserveWithheldMinor: 2_000n, payoutMinor: 18_000n });
    expect(life.settle(captured(10_000n))).toMatchObject({ reserveReleasedMinor: 0n, payoutMinor: 9_000n });
    expect(life.settle()).toMatchObject({ reserveReleasedMinor: 2_000n, payoutMinor: 2_000n, lineCount: 1 });
    expect(life.settlements.map(({ releasedBy }) => releasedBy)).toEqual(['EUR-000003', null, null]);
    expect(life.settle()).toMatchObject({ reserveReleasedMinor: 1_000n, payoutMinor: 1_000n });
    expect(life.balance('merchant_reserve')).toBe(0n);
    expect(life.list('settlementLines').slice(-1)).toMatchObject([
      { kind: 'ReserveReleased', subject: 'EUR-000002', netMinor: 1_000n },
    ]);
  });

  it('releases nothing that it withholds itself, and takes nothing from one that withheld nothing', () => {
    const life = new Shop({ ...usual, fees: { terms: [] }, reserve: { percentBps: 1_000, days: 0 } });
    expect(life.settle(refunded(0n))).toMatchObject({ reserveWithheldMinor: 0n, reserveReleasedMinor: 0n });
    expect(life.settle(captured(20_000n))).toMatchObject({ reserveReleasedMinor: 0n, payoutMinor: 18_000n });
    expect(life.settle()).toMatchObject({ reserveReleasedMinor: 2_000n, payoutMinor: 2_000n });
    expect(life.settlements.map(({ releasedBy }) => releasedBy)).toEqual([null, 'EUR-000003', null]);
  });

  it('is settled by the agreement that it was begun with, whatever is agreed afterwards', () => {
    const life = new Shop();
    life.open();
    expect(agreementOfJson(life.last.agreement)).toEqual(settlementAgreementOf(usual));
    life.fill(captured(10_000n), pending('account.purchased', 10_000n));
    // 2.50 % and 0.30, and 1 % of what was bought on an account.
    expect(life.last).toMatchObject({ feesMinor: 380n, reserveWithheldMinor: 2_000n });
  });

  it('pays out what the operator credits, and keeps what is charged', () => {
    const life = new Shop({ ...usual, fees: { terms: [] }, reserve: { percentBps: 0, days: 0 } });
    expect(life.settle(captured(5_000n), pending('settlement.adjusted', 700n)).payoutMinor).toBe(5_700n);
    expect(life.settle(captured(5_000n), pending('settlement.adjusted', -700n)).payoutMinor).toBe(4_300n);
  });

  it('reports at its end each of its sums', () => {
    const life = new Shop();
    life.settle(captured(20_000n));
    life.settle(captured(500n));
    life.settle(captured(9_999n), refunded(1_000n), pending('settlement.adjusted', -7n));
    const [, , third] = life.events;
    const { number, payoutMinor } = life.last;
    expect(third).toMatchObject({
      resource: { type: 'settlement', number, version: 1 },
      subject: number,
      amountMinor: payoutMinor,
    });
    expect(third?.details).toEqual({
      from: '2026-12-07',
      to: '2026-12-13',
      lines: 5,
      captures: 9_999n,
      refunds: 1_000n,
      adjustments: -7n,
      // 249.975 and 30, less 25.
      fees: 255n,
      reserveWithheld: 1_000n,
      reserveReleased: 2_000n,
      carriedIn: 407n,
      carriedOut: 0n,
      payoutDate: '2026-12-21',
    });
    // 9 999 − 1 000 − 7 − 255 − 1 000 + 2 000 + 407.
    expect(payoutMinor).toBe(10_144n);
  });

  it('shows what comes from the one before and what it leaves to the next', () => {
    const life = new Shop({ ...usual, fees: { terms: [] }, reserve: { percentBps: 0, days: 0 } });
    life.settle(captured(300n));
    life.settle(captured(200n));
    expect(
      life.list('settlementLines').map(({ kind, subject, lineNumber, netMinor }) => [kind, subject, lineNumber, netMinor]),
    ).toEqual([
      ['Capture', expect.any(String), 1, 300n],
      ['CarriedOut', 'EUR-000001', 2, -300n],
      ['Capture', expect.any(String), 1, 200n],
      ['CarriedIn', 'EUR-000001', 2, 300n],
      ['CarriedOut', 'EUR-000002', 3, -500n],
    ]);
    // Only what was captured is of the ledger's entries before.
    expect(life.list('settlementLines').map(({ ledgerIds }) => (ledgerIds as string[]).length)).toEqual([1, 0, 1, 0, 0]);
    expect(life.balance('merchant_carried')).toBe(-500n);
  });
});

describe('a payout', () => {
  const paidOut = () => {
    const life = new Shop();
    life.settle(captured(10_000n));
    return life;
  };
  const end = (life: Shop, over: Partial<PayoutEnd> & Pick<PayoutEnd, 'state'>) =>
    life.take(endPayout(life.list('payouts')[0], { reason: null, endToEndId: null, ...over }, life.setting, 'Europe/Berlin'));
  const noticeOf = (answer: unknown) => (answer instanceof Refusal ? answer.notices[0] : undefined);
  const idOf = (answer: unknown): string | undefined => noticeOf(answer)?.id;

  it('leaves once, on a day between its statement and today, and comes back if the bank says so', () => {
    const life = paidOut();
    const amount = life.last.payoutMinor;
    life.now += 2 * dayMs;
    expect(noticeOf(end(life, { state: 'Failed' }))).toMatchObject({ id: 'payout.state', values: { state: 'Open' } });
    const between = { id: 'payout.day', values: { from: '2026-11-30', to: '2026-12-02' } };
    for (const paidOn of ['2026-11-29', '2026-12-03'])
      expect(noticeOf(end(life, { state: 'Paid', paidOn }))).toMatchObject(between);
    expect(end(life, { state: 'Paid', paidOn: '2026-11-30' })).toMatchObject({ state: 'Paid', paidOn: '2026-11-30' });
    end(life, { state: 'Paid', paidOn: '2026-12-01' });
    expect(life.list('payouts')).toMatchObject([{ paidOn: '2026-11-30', version: 2 }]);
    expect([life.balance('payouts_due'), life.balance('payouts')]).toEqual([0n, -amount]);
    end(life, { state: 'Failed', reason: 'closed' });
    expect(life.list('payouts')).toMatchObject([{ state: 'Failed', reason: 'closed', paidOn: null, version: 3 }]);
    expect([life.balance('payouts_due'), life.balance('payouts')]).toEqual([-amount, 0n]);
    expect(end(life, { state: 'Paid' })).toMatchObject({ paidOn: '2026-12-02' });
    // Closing was the first event of the statement; the day is that of the money alone.
    expect(life.events.slice(1).map(({ type, resource, details }) => [type, resource?.version, details])).toEqual([
      ['settlement.paid_out', 2, { paidOn: '2026-11-30' }],
      ['settlement.payout_returned', 3, undefined],
      ['settlement.paid_out', 4, { paidOn: '2026-12-02' }],
    ]);
    expect(idOf(life.take(endPayout(undefined, { state: 'Paid', reason: null, endToEndId: null }, life.setting, 'UTC')))).toBe(
      'payout.not_found',
    );
  });

  it('that failed before it left moves nothing', () => {
    const life = paidOut();
    const [payout] = life.list('payouts');
    if (!payout) throw new Error('no payout');
    const failed = { state: 'Failed', reason: 'no', endToEndId: null } as const;
    const decided = endPayout({ ...payout, state: 'Exported' }, failed, life.setting, 'Europe/Berlin');
    expect(decided).toMatchObject({ events: [{ type: 'settlement.payout_failed' }] });
  });

  it('sent again does not fail by what is reported once more of the attempt before', () => {
    const life = paidOut();
    const [first] = life.list('payouts');
    if (!first) throw new Error('no payout');
    const sentAs = (attempt: number) => endToEndIdOf(first.settlementNumber, shop.id, attempt);
    const again = { ...first, state: 'Exported', attempts: 12, endToEndId: sentAs(12) } as const;
    const report = (state: PayoutEnd['state'], endToEndId: string | null, of: typeof first = again) =>
      endPayout(of, { state, reason: 'AC04', endToEndId }, life.setting, 'Europe/Berlin');
    for (const attempt of [1, 11]) expect(report('Failed', sentAs(attempt))).toEqual({ answer: again, changes: [], events: [] });
    const unclear = { id: 'payout.attempt', field: 'endToEndId', values: { endToEndId: sentAs(12) } };
    // Which one failed cannot be guessed; nor is there any of these names, or money that left with one that failed.
    for (const [state, id] of [
      ['Failed', null],
      ['Failed', sentAs(13)],
      ['Failed', sentAs(0)],
      ['Paid', sentAs(11)],
    ] as const)
      expect(noticeOf(report(state, id)), `${state} ${id}`).toEqual(unclear);
    expect(report('Failed', sentAs(12))).toMatchObject({ answer: { state: 'Failed' } });
    for (const id of [null, sentAs(12)]) expect(report('Paid', id)).toMatchObject({ answer: { state: 'Paid' } });
    const failed = { ...again, state: 'Failed' } as const;
    for (const id of [null, sentAs(12), sentAs(3)])
      expect(report('Failed', id, failed)).toEqual({ answer: failed, changes: [], events: [] });
    // What came back is not paid by the report that it had left, nor by one that could be that report.
    expect(report('Paid', sentAs(12), failed)).toEqual({ answer: failed, changes: [], events: [] });
    expect(noticeOf(report('Paid', null, failed))).toMatchObject({ id: 'value.required', field: 'paidOn' });
    // Sent once, it needs no name; what was never sent has none.
    const once = { ...again, attempts: 1, endToEndId: sentAs(1) };
    expect(report('Failed', null, once)).toMatchObject({ answer: { state: 'Failed' } });
    expect(noticeOf(report('Failed', sentAs(2), once))?.id).toBe('payout.attempt');
    for (const state of ['Paid', 'Failed'] as const) expect(idOf(report(state, sentAs(1), first))).toBe('payout.state');
  });

  it('is helped by an adjustment once for each number, as it was first sent', () => {
    const life = paidOut();
    const wanted = { number: 'A-1', currency: 'EUR', amountMinor: -500n, reason: 'x' } as const;
    const standing = () => life.list('settlementAdjustments')[0];
    life.take(adjust(standing(), wanted, life.setting));
    expect(life.balance('merchant_adjustments')).toBe(-500n);
    expect(life.events.at(-1)).toMatchObject({ resource: { type: 'adjustment', number: 'A-1', version: 1 }, amountMinor: -500n });
    expect(life.take(adjust(standing(), { ...wanted, reason: 'y' }, life.setting))).toBe(standing());
    expect(life.balance('merchant_adjustments')).toBe(-500n);
    for (const other of [{ amountMinor: 500n }, { currency: 'SEK' }] as const)
      expect(idOf(life.take(adjust(standing(), { ...wanted, ...other }, life.setting)))).toBe('adjustment.number_used');
  });
});
