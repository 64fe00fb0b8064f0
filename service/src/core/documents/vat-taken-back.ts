// The VAT that a credit note takes back. All notes of an invoice that was refunded in full take back what it charged, rate by rate.
import { distance, divideRounded, sumOf } from '../money.ts';
import { type VatLine, type VatSum, vatSums } from './vat.ts';

/** A credit note as far as its lines say their VAT, in minor units. */
export interface VatNote {
  readonly lines: readonly VatLine[];
  readonly totalMinor: bigint;
}

/**
 * The VAT of the last of an invoice's credit notes, which are in the order they were made, by the rates of the invoice; undefined where
 * the invoice does not say its VAT. What lines do not say, or say at a rate that was not charged, is a reduction of all that is left: it
 * falls on the rates in proportion (Directive 2006/112/EC art. 90). The note that ends it takes what is left of each, so that no cent of
 * rounding stays.
 */
export function vatTakenBack(invoice: readonly VatSum[], notes: readonly VatNote[]): readonly VatSum[] | undefined {
  if (!saysVat(invoice)) return undefined;
  const roundings = BigInt(invoice.length + notes.reduce((lines, note) => lines + note.lines.length, 0));
  let left = invoice;
  let taken: readonly VatSum[] = [];
  for (const note of notes) {
    taken = takenBy(note, left, roundings);
    left = left.map((each) => less(each, taken));
  }
  return taken;
}

/** Does every line of it say its VAT? */
const saysVat = (sums: readonly VatSum[]): boolean => sums.length > 0 && sums.every(({ rate }) => rate !== null);

function takenBy({ lines, totalMinor }: VatNote, left: readonly VatSum[], roundings: bigint): readonly VatSum[] {
  const charged = lines.map((line) => (left.some(({ rate }) => rate === line.vatPercent) ? line : { ...line, netMinor: null }));
  // Of a rate no more is taken back than is left of it; what a line says beyond that is a reduction of all.
  const stated = vatSums(charged, totalMinor)
    .filter(({ rate }) => rate !== null)
    .map((each) => (each.grossMinor > amountsIn(left, each.rate).grossMinor ? { ...each, ...restOf(left, each.rate) } : each));
  const unstatedMinor = totalMinor - sumOf(stated, ({ grossMinor }) => grossMinor);
  const shares = shared(
    unstatedMinor,
    left.map((each) => less(each, stated)),
  );
  if (shares === undefined) return [...stated, { rate: null, grossMinor: unstatedMinor, netMinor: 0n }];
  const own = left.map((each) => ({ ...each, ...plus(amountsIn(stated, each.rate), amountsIn(shares, each.rate)) }));
  const ends = totalMinor === sumOf(left, ({ grossMinor }) => grossMinor);
  const isRest = own.every((each) => isNear(each, amountsIn(left, each.rate), roundings));
  return (ends && (isRest || stated.length === 0) ? left : own).filter(
    ({ grossMinor, netMinor }) => grossMinor !== 0n || netMinor !== 0n,
  );
}

/** An amount divided by what is left of each rate; undefined where nothing is. */
function shared(amountMinor: bigint, left: readonly VatSum[]): readonly VatSum[] | undefined {
  if (amountMinor === 0n) return [];
  const open = left.filter(({ grossMinor }) => grossMinor > 0n);
  let ofMinor = sumOf(open, ({ grossMinor }) => grossMinor);
  if (ofMinor === 0n) return undefined;
  let restMinor = amountMinor;
  return open.map(({ rate, grossMinor, netMinor }) => {
    const share = divideRounded(restMinor * grossMinor, ofMinor);
    restMinor -= share;
    ofMinor -= grossMinor;
    return { rate, grossMinor: share, netMinor: divideRounded(share * netMinor, grossMinor) };
  });
}

type Amounts = Pick<VatSum, 'grossMinor' | 'netMinor'>;
const nothing: Amounts = { grossMinor: 0n, netMinor: 0n };
const amountsIn = (sums: readonly VatSum[], of: string | null): Amounts => sums.find(({ rate }) => rate === of) ?? nothing;

const restOf = (left: readonly VatSum[], of: string | null): Amounts => {
  const { grossMinor, netMinor } = amountsIn(left, of);
  return { grossMinor, netMinor };
};

const plus = (one: Amounts, other: Amounts): Amounts => ({
  grossMinor: one.grossMinor + other.grossMinor,
  netMinor: one.netMinor + other.netMinor,
});

function less(sum: VatSum, taken: readonly VatSum[]): VatSum {
  const { grossMinor, netMinor } = amountsIn(taken, sum.rate);
  return { rate: sum.rate, grossMinor: sum.grossMinor - grossMinor, netMinor: sum.netMinor - netMinor };
}

const isNear = (one: Amounts, other: Amounts, roundings: bigint): boolean =>
  distance(one.grossMinor, other.grossMinor) <= roundings && distance(one.netMinor, other.netMinor) <= roundings;
