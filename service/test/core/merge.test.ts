// Two customers who are found to be one owe together what each owed, are counted once, and what only one of them said is kept.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decided } from '../../src/core/changes.ts';
import { type MergeRequest, merge } from '../../src/core/merge.ts';
import type { MergeInHand, MergeSide } from '../../src/core/order/in-hand.ts';
import type { Velocity } from '../../src/core/risk/rows.ts';
import type { Customer, CustomerProfile, Exposure } from '../../src/core/rows.ts';
import { idOf } from '../support/account-life.ts';
import { exposureOf, introduced, settingOf } from '../support/applicant.ts';
import { merchantIn } from '../support/merchant.ts';

const setting = settingOf(merchantIn('DE'), Date.parse('2026-06-10T09:30:00Z'));
const request: MergeRequest = { reason: 'One person', mergedBy: 'a clerk' };
const customer = (key: string, over: Partial<Customer> = {}): Customer => ({
  key,
  id: `id-${key}`,
  number: null,
  identified: false,
  mergedInto: null,
  clearedUntil: null,
  ...over,
});
const side = (key: string, exposures: readonly Exposure[] = [], over: Partial<MergeSide> = {}): MergeSide => ({
  customer: customer(key),
  velocities: [],
  exposures: exposures.map((each) => ({ ...each, customerKey: key })),
  ...over,
});
const merged = (from: MergeSide, into: MergeSide, over: Partial<MergeInHand> = {}) =>
  merge({ from, into, mergedBefore: [], ...over }, request, setting) as Decided<Customer>;
const of = ({ changes }: Decided<unknown>, table: string) => changes.filter((each) => each.table === table);

const counters = [
  'heldMinor',
  'debtMinor',
  'ordersCount',
  'orderedMinor',
  'paidOnTimeCount',
  'paidLateCount',
  'dunnedCount',
] as const;
const amount = fc.bigInt({ min: -50n, max: 9_000n });
const count = fc.integer({ min: 0, max: 9 });
const at = fc.option(fc.integer({ min: 1, max: 99 }), { nil: null });
const exposure = fc
  .record({
    heldMinor: amount,
    debtMinor: amount,
    orderedMinor: amount,
    largestMinor: amount,
    ordersCount: count,
    paidOnTimeCount: count,
    paidLateCount: count,
    dunnedCount: count,
    firstOrderedAt: at,
    lastOrderedAt: at,
  })
  .map(exposureOf);

describe('a merge of two customers', () => {
  it('moves all that the one owes and has bought to the other, and leaves nothing behind', () => {
    fc.assert(
      fc.property(exposure, exposure, (one, other) => {
        const [from, into] = [side('a', [one]), side('b', [exposureOf({ currency: 'SEK' }), other])];
        const [left, right, ...more] = of(merged(from, into), 'exposures');
        if (left?.kind !== 'update' || right?.kind !== 'update') throw new Error('no updates');
        expect(more).toEqual([]);
        expect([left.row, right.row]).toEqual([from.exposures[0], into.exposures[1]]);
        const [taken, given] = [left.add, right.add] as Readonly<Record<string, bigint | number>>[];
        for (const name of counters) {
          expect(given?.[name]).toBe(one[name]);
          expect(BigInt(taken?.[name] ?? 1) + BigInt(one[name])).toBe(0n);
        }
        const known = (...times: (number | null)[]): number[] => times.flatMap((time) => time ?? []);
        const [first, last] = [known(one.firstOrderedAt, other.firstOrderedAt), known(one.lastOrderedAt, other.lastOrderedAt)];
        expect(left.set).toEqual({ largestMinor: 0n });
        expect(right.set).toEqual({
          largestMinor: one.largestMinor > other.largestMinor ? one.largestMinor : other.largestMinor,
          ...(first.length > 0 && { firstOrderedAt: Math.min(...first) }),
          ...(last.length > 0 && { lastOrderedAt: Math.max(...last) }),
        });
      }),
    );
  });

  it('of two who never ordered has no first order and no last', () => {
    const [, kept] = of(merged(side('a', [exposureOf({ debtMinor: 5n })]), side('b', [exposureOf({})])), 'exposures');
    expect(kept).toMatchObject({ add: { debtMinor: 5n }, set: { largestMinor: 0n } });
    expect(Object.keys((kept as { set: object }).set)).toEqual(['largestMinor']);
  });

  it('of a currency in which the other never bought makes a row of it', () => {
    const owes = exposureOf({ currency: 'SEK', debtMinor: 700n, largestMinor: 900n, ordersCount: 2, lastOrderedAt: 5 });
    const [left, made] = of(merged(side('a', [owes]), side('b', [exposureOf({})])), 'exposures');
    expect(left).toMatchObject({ kind: 'update', add: { debtMinor: -700n, ordersCount: -2 }, set: { largestMinor: 0n } });
    expect(made).toEqual({ kind: 'insert', table: 'exposures', row: { ...owes, customerKey: 'b' } });
  });

  it('is found under the number of either, is identified as either was, and takes along who was merged before', () => {
    const before = customer('z', { mergedInto: 'a' });
    const from = side('a', [], { customer: customer('a', { number: '11', identified: true }) });
    const done = merged(from, side('b'), { mergedBefore: [before] });
    expect(done.answer).toEqual(customer('b', { number: '11', identified: true }));
    expect(of(done, 'customers')).toMatchObject([
      { row: { key: 'a' }, set: { mergedInto: 'b' } },
      { row: { key: 'z' }, set: { mergedInto: 'b' } },
      { row: { key: 'b' }, set: { number: '11', identified: true } },
    ]);
    expect(of(done, 'customerMerges')).toMatchObject([
      { row: { customerKey: 'a', intoKey: 'b', ...request, mergedAt: setting.now, id: expect.any(String) } },
    ]);
    expect([done.events, done.about, done.customerId]).toEqual([[], 'id-a into id-b', 'id-b']);
    const own = side('b', [], { customer: customer('b', { number: '22', identified: true }) });
    expect(merged(from, own).answer.number).toBe('22');
    const numberless = merged(side('a'), side('b'));
    expect([numberless.answer.identified, of(numberless, 'customers')[1]]).toMatchObject([false, { set: { identified: false } }]);
    expect((of(numberless, 'customers')[1] as { set: object }).set).not.toHaveProperty('number');
  });

  it('keeps what only the merged one said, and finds it under no key of its own', () => {
    const said = (key: string, over: Partial<CustomerProfile>): CustomerProfile => ({
      ...introduced.profile,
      customerKey: key,
      seenAt: 7,
      ...over,
    });
    const from = side('a', [], { profile: said('a', { email: 'old@example.com', phone: '+49301', lastName: 'Old', seenAt: 9 }) });
    const into = side('b', [], { profile: said('b', { email: null, lastName: 'New' }) });
    const nowhere = { nationalIdKey: null, nameKey: null, bornKey: null, emailKey: null, phoneKey: null, addressKey: null };
    const [kept, emptied] = of(merged(from, into), 'customerProfiles');
    expect(kept).toEqual({
      kind: 'update',
      table: 'customerProfiles',
      row: into.profile,
      add: {},
      // Seen when the one that stays was seen: a merge is no visit.
      set: { email: 'old@example.com', phone: '+49301', seenAt: 7 },
    });
    expect(emptied).toEqual({ kind: 'update', table: 'customerProfiles', row: from.profile, add: {}, set: nowhere });
    const [made] = of(merged(from, side('b')), 'customerProfiles');
    expect(made).toMatchObject({
      kind: 'insert',
      row: { customerKey: 'b', lastName: 'Old', emailKey: 'e', seenAt: setting.now },
    });
    const tables = merged(side('a'), into).changes.map(({ table }) => table);
    expect(tables).toEqual(['customers', 'customers', 'customerMerges']);
  });

  it('leaves neither held to what a person found wrong, for as long as it holds for the one for whom it holds longer', () => {
    const until = (one: number | null, other: number | null) => {
      const [from, into] = [
        side('a', [], { customer: customer('a', { clearedUntil: one }) }),
        customer('b', { clearedUntil: other }),
      ];
      const done = merged(from, side('b', [], { customer: into }));
      const set = of(done, 'customers').map((each) => (each as { set: Partial<Customer> }).set);
      expect(set[1]?.clearedUntil ?? into.clearedUntil).toBe(done.answer.clearedUntil);
      return done.answer.clearedUntil;
    };
    expect([until(5, null), until(null, 5), until(5, 7), until(7, 5), until(null, null)]).toEqual([5, 5, 7, 7, null]);
  });

  it('counts the orders that the one tried as tried by the other, each in its hour', () => {
    const { writer } = setting;
    const tried = (subject: string, hourAt: number, count: number, by: string): Velocity => ({
      subject,
      hourAt,
      count,
      writer: by,
    });
    const from = side('a', [], { velocities: [tried('a', 0, 2, 'x.1'), tried('a', 0, 3, 'y.1'), tried('a', 9, 1, 'x.2')] });
    const own = tried('b', 9, 4, writer);
    const into = side('b', [], { velocities: [tried('b', 0, 7, 'x.1'), own] });
    expect(of(merged(from, into), 'velocities')).toEqual([
      { kind: 'insert', table: 'velocities', row: tried('b', 0, 5, writer) },
      { kind: 'update', table: 'velocities', row: own, add: { count: 1 }, set: {} },
    ]);
  });

  it('is refused of one who is missing, and of two who are one already', () => {
    expect(idOf(merge(undefined, request, setting))).toBe('customer.not_found');
    expect(idOf(merged(side('a'), side('a')))).toBe('customer.same');
  });
});
