// The scorecard's questions: each fact is put into one of a few classes, and each class has a weight. The first class of
// each is the one that says least; its weights are 0, so that a weight shows how much worse or better a fact makes it.
import { addressFits } from '../address/address.ts';
import type { DataKind } from '../law/rows.ts';
import type { Application as Asked, Facts } from './facts.ts';
import type { Policy } from './policy.ts';
import { deliveryPlaces, emailKinds } from './traits.ts';
import type { Mark, Pace } from './velocity.ts';

/** What is looked at of an application: never the payment type, so that probabilities are the same for each. */
export type Application = Omit<Asked, 'paymentType'>;

export interface Characteristic {
  readonly name: string;
  /** What kinds of data it looks at: a country's law may keep some out of a score (core/law/rows.ts). */
  readonly kinds: readonly DataKind[];
  /** Scorecards and decisions that were kept know a class by this name: it never changes. */
  readonly classes: readonly string[];
  /** What people read of each class, where its name says something else at its bounds. */
  readonly shown?: readonly string[];
  /** The place of the class in `classes`. */
  readonly classOf: (application: Application, facts: Facts, policy: Policy) => number;
}

/** How many of these bounds a figure reaches: 0 below the first. */
function step(figure: number, bounds: readonly number[]): number {
  let reached = 0;
  for (const bound of bounds) if (figure >= bound) reached += 1;
  return reached;
}

const paceClasses = ['quiet', 'some this week', 'many today', 'burst this hour'];

/** Bounds of the week, the day and the hour, in which this many orders before the present one make a pace remarkable. */
function paceCharacteristic(mark: Mark, kind: DataKind, week: number, day: number, hour: number): Characteristic {
  const classOf = (pace: Pace | undefined): number => {
    if (!pace) return 0;
    if (pace.hour >= hour) return 3;
    if (pace.day >= day) return 2;
    return pace.week >= week ? 1 : 0;
  };
  return {
    name: `pace of ${mark}`,
    kinds: [kind],
    classes: paceClasses,
    classOf: (_application, { paces }) => classOf(paces[mark]),
  };
}

const per = (part: bigint, whole: bigint): number => (whole > 0n ? Number((part * 100n) / whole) : 0);

function ageClass({ category, ageYears }: Application): number {
  if (category === 'Company') return 0;
  if (ageYears === null) return 1;
  return [2, 3, 4, 0, 5, 6][step(ageYears, [22, 26, 36, 51, 66])] ?? 0;
}

function knownClass({ history }: Facts): number {
  if (history.ordersCount === 0) return 0;
  return 1 + step(history.daysKnown ?? 0, [30, 180]);
}

function basketClass({ orderMinor }: Application, { history }: Facts): number {
  const { usualMinor } = history;
  if (usualMinor === null) return 0;
  if (orderMinor * 2n <= usualMinor * 3n) return 1;
  return orderMinor <= usualMinor * 3n ? 2 : 3;
}

function listClass({ listHits }: Facts): number {
  let found = 0;
  for (const hit of listHits) {
    if (hit.list === 'negative') found = Math.max(found, hit.strength >= 90 ? 3 : 2);
    else found = Math.max(found, 1);
  }
  return found;
}

const limitOf = (application: Application, policy: Policy) => policy.limits[application.currency];

/** Those that occur in the synthetic orders: their weights are trained. */
export const trainedCharacteristics: readonly Characteristic[] = [
  {
    name: 'category',
    kinds: ['applicantKind'],
    classes: ['Person', 'Company'],
    classOf: ({ category }) => (category === 'Company' ? 1 : 0),
  },
  {
    name: 'age',
    kinds: ['age'],
    classes: ['36 to 50', 'unknown', 'up to 21', '22 to 25', '26 to 35', '51 to 65', '66 and more'],
    classOf: ageClass,
  },
  {
    name: 'customer',
    kinds: ['paymentHistory'],
    classes: ['new', 'known under 30 days', 'known under 180 days', 'known longer'],
    classOf: (_application, facts) => knownClass(facts),
  },
  {
    name: 'paid on time',
    kinds: ['paymentHistory'],
    classes: ['never yet', 'once or twice', '3 to 5 times', '6 times and more'],
    classOf: (_application, { history }) => step(history.paidOnTimeCount, [1, 3, 6]),
  },
  {
    name: 'paid late',
    kinds: ['paymentHistory'],
    classes: ['never', 'once', 'twice and more'],
    classOf: (_application, { history }) => step(history.paidLateCount, [1, 2]),
  },
  {
    name: 'dunned',
    kinds: ['paymentHistory'],
    classes: ['never', 'once', 'twice and more'],
    classOf: (_application, { history }) => step(history.dunnedCount, [1, 2]),
  },
  {
    name: 'open exposure',
    kinds: ['paymentHistory'],
    classes: ['nothing', 'up to a quarter of the limit', 'up to half of the limit', 'more than half of the limit'],
    shown: ['nothing', 'under a quarter of the limit', 'a quarter to under half of the limit', 'half of the limit and more'],
    classOf: (application, { exposureMinor }, policy) =>
      exposureMinor <= 0n ? 0 : 1 + step(per(exposureMinor, limitOf(application, policy)?.customerMinor ?? 0n), [25, 50]),
  },
  {
    name: 'basket against the usual',
    kinds: ['order', 'paymentHistory'],
    classes: ['nothing to compare', 'as usual', 'up to three times', 'more than three times'],
    classOf: (application, facts) => basketClass(application, facts),
  },
  {
    name: 'basket against the limit',
    kinds: ['order'],
    classes: ['up to a tenth', 'up to a third', 'up to two thirds', 'more'],
    shown: ['under 10 %', '10 to under 33 %', '33 to under 67 %', '67 % and more'],
    classOf: (application, _facts, policy) =>
      step(per(application.orderMinor, limitOf(application, policy)?.orderMinor ?? 0n), [10, 33, 67]),
  },
  paceCharacteristic('person', 'paymentHistory', 5, 4, 3),
  paceCharacteristic('email', 'contact', 5, 4, 3),
  paceCharacteristic('phone', 'contact', 5, 4, 3),
  paceCharacteristic('ip', 'device', 10, 6, 4),
  paceCharacteristic('address', 'address', 6, 5, 4),
  {
    name: 'delivery',
    kinds: ['address'],
    classes: deliveryPlaces,
    classOf: ({ traits }) => deliveryPlaces.indexOf(traits.delivery),
  },
  {
    name: 'speed of delivery',
    kinds: ['order'],
    classes: ['normal', 'express'],
    classOf: ({ traits }) => (traits.express ? 1 : 0),
  },
  {
    name: 'digital goods',
    kinds: ['order'],
    classes: ['none', 'a part', 'half and more'],
    classOf: ({ traits }) => step(traits.digitalPercent, [1, 50]),
  },
  {
    name: 'gift cards',
    kinds: ['order'],
    classes: ['none', 'a part', 'a quarter and more'],
    classOf: ({ traits }) => step(traits.giftCardPercent, [1, 25]),
  },
  { name: 'e-mail', kinds: ['contact'], classes: emailKinds, classOf: ({ traits }) => emailKinds.indexOf(traits.email) },
  {
    name: 'name in e-mail',
    kinds: ['name', 'contact'],
    classes: ['yes', 'no'],
    classOf: ({ traits }) => (traits.emailUnlikeName ? 1 : 0),
  },
  { name: 'hour', kinds: ['order'], classes: ['by day', 'by night'], classOf: ({ localHour }) => (localHour < 6 ? 1 : 0) },
  {
    // Who is meant by an entry is mostly found by name and address, so a hit is data of these kinds, too.
    name: 'lists',
    kinds: ['merchantLists', 'name', 'address'],
    classes: ['not found', 'on the positive list', 'like one on the negative list', 'on the negative list'],
    classOf: (_application, facts) => listClass(facts),
  },
  {
    name: 'bureau',
    kinds: ['creditRegister'],
    classes: ['clear', 'silent', 'limited'],
    classOf: (_application, { bureau }) => (bureau.verdict === 'silent' ? 1 : bureau.verdict === 'limited' ? 2 : 0),
  },
  {
    name: 'likeness',
    kinds: ['name', 'age', 'address', 'contact'],
    classes: ['like nobody', 'like another customer', 'like several customers'],
    classOf: (_application, { alike }) => step(alike.count, [1, 2]),
  },
];

const populationClasses = ['found', 'silent', 'moved', 'different', 'unknown', 'deceased'] as const;
const addressClasses = ['known', 'silent', 'unknown'] as const;

/** Those that do not: their weights are an expert's (expert-weights.ts). */
const expertCharacteristics: readonly Characteristic[] = [
  {
    name: 'population register',
    kinds: ['name', 'age', 'address'],
    classes: populationClasses,
    classOf: (_application, { registers }) => populationClasses.indexOf(registers.population),
  },
  {
    name: 'address register',
    kinds: ['address'],
    classes: addressClasses,
    classOf: (_application, { registers }) => addressClasses.indexOf(registers.address),
  },
  {
    name: 'address',
    kinds: ['address'],
    classes: addressFits,
    classOf: ({ traits }) => (traits.address === undefined ? 0 : addressFits.indexOf(traits.address)),
  },
];

export const characteristics: readonly Characteristic[] = [...trainedCharacteristics, ...expertCharacteristics];

/** A class of a fact in words that hold at its bounds; what no characteristic has is shown as it is. */
export function classShown(fact: string, value: string): string {
  const { classes = [], shown = classes } = characteristics.find(({ name }) => name === fact) ?? {};
  return shown[classes.indexOf(value)] ?? value;
}
