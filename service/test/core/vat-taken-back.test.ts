// The credit notes of an invoice that was refunded in full take back the VAT that it charged, rate by rate.
import { expect, it } from 'vitest';
import { type VatLine, type VatSum, vatSums } from '../../src/core/documents/vat.ts';
import { type VatNote, vatTakenBack } from '../../src/core/documents/vat-taken-back.ts';

const line = (grossMinor: bigint, vatPercent: string | null): VatLine => ({
  grossMinor,
  vatPercent,
  netMinor: vatPercent === null ? null : (grossMinor * 1000n) / (1000n + BigInt(Math.round(Number(vatPercent) * 10))),
});
const note = (...lines: VatLine[]): VatNote => ({ lines, totalMinor: lines.reduce((sum, each) => sum + each.grossMinor, 0n) });
const unstated = (totalMinor: bigint): VatNote => ({ lines: [], totalMinor });

/** What each note takes back, as it is made. */
const each = (invoice: readonly VatSum[], notes: readonly VatNote[]): VatSum[][] =>
  notes.map((_note, at) => [...(vatTakenBack(invoice, notes.slice(0, at + 1)) ?? [])]);
const added = (sums: readonly VatSum[]): string[] => {
  const byRate = new Map<string | null, [bigint, bigint]>();
  for (const { rate, grossMinor, netMinor } of sums) {
    const [gross, net] = byRate.get(rate) ?? [0n, 0n];
    byRate.set(rate, [gross + grossMinor, net + netMinor]);
  }
  return [...byRate].map(([rate, [gross, net]]) => `${rate} ${gross} ${net}`).sort();
};

const two = vatSums([line(11_900n, '19'), line(10_700n, '7')], 22_600n);

it('a reduction of all falls on the rates in proportion, and what ends it takes the rest of each', () => {
  const [first, second, last] = each(two, [unstated(2_260n), note(line(5_950n, '19')), unstated(14_390n)]);
  expect(added(first ?? [])).toEqual(['19 1190 1000', '7 1070 1000']);
  expect(added(second ?? [])).toEqual(['19 5950 5000']);
  expect(added(last ?? [])).toEqual(['19 4760 4000', '7 9630 9000']);
});

it('what names a rate that was not charged lowers all that was, as does what names none', () => {
  for (const rate of ['0', '25', null])
    expect(added(each(two, [note(line(2_260n, rate))])[0] ?? [])).toEqual(['19 1190 1000', '7 1070 1000']);
});

it('of a rate is never more than is left of it: what a line says beyond that is a reduction of all', () => {
  const notes = [unstated(4_000n), note(line(11_900n, '19')), unstated(6_700n)];
  const all = each(two, notes);
  for (const { grossMinor, netMinor } of all.flat()) expect(grossMinor > 0n && netMinor > 0n).toBe(true);
  expect(added(all.flat())).toEqual(added(two));
});

it('is not known of an invoice that does not say its VAT', () => {
  expect(vatTakenBack([], [unstated(100n)])).toBeUndefined();
  expect(vatTakenBack(vatSums([line(100n, '19'), line(100n, null)], 200n), [unstated(100n)])).toBeUndefined();
});

it('adds up to the invoice whatever the parts are, to the cent', () => {
  let seed = 20_261_130;
  const drawn = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const rates = ['25', '12', '6', '0', '25.5'];
  for (let round = 0; round < 300; round += 1) {
    const goods = Array.from({ length: 1 + drawn(6) }, () => line(BigInt(1 + drawn(20_000)), rates[drawn(5)] ?? null));
    const total = goods.reduce((sum, { grossMinor }) => sum + grossMinor, 0n);
    const invoice = vatSums(goods, total);
    // Articles come back whole, and between them reductions of a part of what is left.
    const notes: VatNote[] = [];
    const back = goods.slice(0, drawn(goods.length));
    for (const item of back) notes.push(note(item));
    let open = total - back.reduce((sum, { grossMinor }) => sum + grossMinor, 0n);
    while (open > 0n) {
      const part = drawn(4) === 0 ? open : BigInt(1 + drawn(Number(open)));
      notes.push(unstated(part));
      open -= part;
    }
    const taken = each(invoice, notes);
    expect(added(taken.flat()), `round ${round}`).toEqual(added(invoice));
    for (const [at, sums] of taken.entries())
      expect(sums.reduce((sum, { grossMinor }) => sum + grossMinor, 0n)).toBe(notes[at]?.totalMinor);
  }
});

it('articles refunded one by one end in the cents of the invoice, where their rounding differs', () => {
  const invoice = vatSums([{ grossMinor: 999n, netMinor: 839n, vatPercent: '19' }], 1000n);
  const third = note({ grossMinor: 333n, netMinor: 280n, vatPercent: '19' });
  const taken = each(invoice, [third, third, { ...third, totalMinor: 334n }]);
  expect(added(taken.flat())).toEqual(added(invoice));
});
