// A synthetic book of orders: people with habits and means that the scorecard never sees, who order, pay, pay late or not at
// all, and a few who never meant to pay. What comes out are the very facts the engine looks at, with what became of each
// order. It is modelled on what such books are known to look like; no real person or order is in it.

import type { ListHit } from '../../service/src/core/lists.ts';
import { type Application, type Facts, silentRegisters } from '../../service/src/core/risk/facts.ts';
import { noHistory } from '../../service/src/core/risk/history.ts';
import type { Pace, Paces } from '../../service/src/core/risk/velocity.ts';
import { createDice, type Dice } from './chance.ts';

export interface TrainedOrder {
  readonly person: number;
  readonly application: Application;
  readonly facts: Facts;
  readonly defaulted: boolean;
  readonly fraudulent: boolean;
}

/** What is known of nobody but decides how a person pays. */
interface Person {
  readonly id: number;
  readonly category: 'Person' | 'Company';
  readonly ageYears: number;
  readonly agesKnown: boolean;
  /** Means and reliability, around 0; more is better. */
  readonly reliability: number;
  /** What an order usually comes to, in cents. */
  readonly usual: number;
  readonly email: Application['traits']['email'];
  readonly emailUnlikeName: boolean;
  readonly bureau: Facts['bureau'];
  readonly movesOften: boolean;
}

const limit = 100_000;
const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));
const cents = (amount: number): bigint => BigInt(Math.max(100, Math.min(limit, Math.round(amount))));

function createPerson(dice: Dice, id: number): Person {
  const category = dice.happens(0.06) ? 'Company' : 'Person';
  const ageYears = Math.min(88, 18 + Math.floor(dice.waiting(11) + dice.next() * 32));
  // The young have less and forget more; the very old are as careful as the middle-aged.
  const byAge = ageYears < 22 ? -0.7 : ageYears < 26 ? -0.4 : ageYears < 36 ? -0.1 : ageYears < 51 ? 0.1 : 0.35;
  const reliability = dice.normal() + byAge;
  const bureau: Facts['bureau'] = dice.happens(0.12)
    ? { verdict: 'silent' }
    : dice.happens(logistic(-3.4 - 1.1 * reliability))
      ? { verdict: 'limited', limitMinor: 30_000n }
      : { verdict: 'clear' };
  return {
    id,
    category,
    ageYears,
    agesKnown: dice.happens(0.85),
    reliability,
    usual: 4000 * Math.exp(0.75 * dice.normal() + 0.5),
    email: dice.pick([
      ['ordinary', 30],
      ['free', 69],
      ['disposable', 1],
    ] as const),
    emailUnlikeName: dice.happens(0.22),
    bureau,
    movesOften: dice.happens(0.1),
  };
}

const quiet: Pace = { hour: 0, day: 0, week: 0 };

/** Now and then somebody orders more than once, or shares an address or an IP with others who do. */
function ordinaryPaces(dice: Dice): Paces {
  const some = (usually: number, most: number): Pace => {
    if (!dice.happens(usually)) return quiet;
    const week = dice.between(1, most);
    const day = dice.happens(0.3) ? dice.between(0, week) : 0;
    return { week, day, hour: dice.happens(0.3) ? dice.between(0, day) : 0 };
  };
  const person = some(0.16, 6);
  return {
    person,
    email: dice.happens(0.9) ? person : some(0.1, 6),
    ...(dice.happens(0.7) && { phone: person }),
    ...(dice.happens(0.6) && { ip: dice.happens(0.12) ? some(1, 25) : person }),
    address: dice.happens(0.1) ? some(0.6, 10) : person,
  };
}

/** Who steals orders in series, under names that change faster than addresses and machines. */
function seriesPaces(dice: Dice, nth: number): Paces {
  const series = (share: number): Pace => {
    const week = Math.max(0, Math.round(nth * share) + dice.between(0, 3));
    const day = Math.round(week * (0.4 + 0.6 * dice.next()));
    return { week, day, hour: Math.round(day * dice.next()) };
  };
  return {
    person: series(0.3),
    email: series(0.4),
    ...(dice.happens(0.7) && { phone: series(0.6) }),
    ...(dice.happens(0.6) && { ip: series(1.2) }),
    address: series(0.8),
  };
}

function listHitsOf(dice: Dice, negative: number, weak: number, positive: number): ListHit[] {
  const hit = (list: ListHit['list'], strength: number): ListHit => {
    return { entryId: '', list, kind: 'person', strength, match: strength > 89 ? 'exact' : 'phonetic', signs: [] };
  };
  if (dice.happens(negative)) return [hit('negative', 100)];
  if (dice.happens(weak)) return [hit('negative', dice.between(50, 75))];
  return dice.happens(positive) ? [hit('positive', 100)] : [];
}

const nightly = (dice: Dice, share: number): number => (dice.happens(share) ? dice.between(0, 5) : dice.between(6, 23));

function ordinaryTraits(dice: Dice, person: Person): Application['traits'] {
  return {
    digitalPercent: dice.happens(0.1) ? dice.between(5, 100) : 0,
    giftCardPercent: dice.happens(0.035) ? dice.between(5, 100) : 0,
    express: dice.happens(0.12),
    delivery: dice.pick([
      ['same', 84],
      ['other', person.movesOften ? 20 : 8],
      ['parcelStation', 8],
    ] as const),
    email: person.email,
    emailUnlikeName: person.category === 'Person' && person.emailUnlikeName,
  };
}

const asked = (application: Omit<Application, 'paymentType' | 'currency' | 'needsNationalId' | 'addsMinor'>): Application => ({
  paymentType: 'Invoice',
  currency: 'EUR',
  needsNationalId: false,
  addsMinor: application.orderMinor,
  ...application,
});

/** What a shop knows of a name when the next order comes under it. */
interface Known {
  readonly history: Facts['history'];
  readonly totalMinor: bigint;
  readonly openMinor: bigint;
}

const stranger: Known = { history: noHistory, totalMinor: 0n, openMinor: 0n };

/** Of what is open, none where the order would go beyond the limit with it: then it was paid before. */
const exposureOf = ({ openMinor }: Known, orderMinor: bigint): bigint =>
  openMinor + orderMinor > BigInt(limit) ? 0n : openMinor;

/** After one order more, when the next one comes so many days later. */
function afterOrder(known: Known, orderMinor: bigint, pauseDays: number): Known {
  const { history } = known;
  const ordersCount = history.ordersCount + 1;
  const totalMinor = known.totalMinor + orderMinor;
  const largest = history.largestMinor ?? 0n;
  return {
    history: {
      ...history,
      ordersCount,
      daysKnown: (history.daysKnown ?? 0) + pauseDays,
      daysSinceLast: pauseDays,
      usualMinor: totalMinor / BigInt(ordersCount),
      largestMinor: orderMinor > largest ? orderMinor : largest,
    },
    totalMinor,
    openMinor: pauseDays > 30 ? 0n : exposureOf(known, orderMinor) + orderMinor,
  };
}

/** Everything a person orders in the time that is looked at, in turn: what came of one order is history to the next. */
function ordersOf(dice: Dice, person: Person): TrainedOrder[] {
  const orders: TrainedOrder[] = [];
  let known = stranger;
  let { paidOnTimeCount, paidLateCount, dunnedCount } = noHistory;
  const wanted = 1 + Math.floor(dice.waiting(3.2));
  while (orders.length < wanted) {
    const orderMinor = cents(person.usual * Math.exp(0.55 * dice.normal()));
    const application = asked({
      category: person.category,
      orderMinor,
      ageYears: person.category === 'Person' && person.agesKnown ? person.ageYears : null,
      localHour: nightly(dice, 0.06),
      traits: ordinaryTraits(dice, person),
    });
    const facts: Facts = {
      today: '2026-01-01',
      identified: false,
      exposureMinor: exposureOf(known, orderMinor),
      bureau: person.bureau,
      registers: silentRegisters,
      history: { ...known.history, paidOnTimeCount, paidLateCount, dunnedCount },
      paces: ordinaryPaces(dice),
      listHits: listHitsOf(dice, 0.002, 0.012, person.reliability > 1 ? 0.04 : 0.005),
      alike: dice.happens(0.05) ? { count: dice.between(1, 3) } : { count: 0 },
    };
    const defaulted = dice.happens(chanceOfDefault(dice, person, application, facts));
    orders.push({ person: person.id, application, facts, defaulted, fraudulent: false });
    if (defaulted && dice.happens(0.8)) break;
    const late = !defaulted && dice.happens(logistic(-1.9 - 0.9 * person.reliability));
    if (late) paidLateCount += 1;
    if (defaulted || (late && dice.happens(0.5))) dunnedCount += 1;
    if (!defaulted && !late) paidOnTimeCount += 1;
    known = afterOrder(known, orderMinor, Math.floor(dice.waiting(48)));
  }
  return orders;
}

/** The truth, of which the scorecard sees a part: means, how far the order goes beyond them, and a stroke of bad luck. */
function chanceOfDefault(dice: Dice, person: Person, { orderMinor, traits, localHour }: Application, facts: Facts): number {
  const load = Number(orderMinor + facts.exposureMinor) / limit;
  const jump = facts.history.usualMinor === null ? 0 : Math.max(0, Number(orderMinor) / Number(facts.history.usualMinor) - 1.5);
  const strain = 1.6 * load + 0.35 * jump * (person.reliability < 0 ? 1.6 : 0.6);
  const habits = (traits.giftCardPercent > 25 ? 0.5 : 0) + (localHour < 6 ? 0.3 : 0) + (traits.email === 'disposable' ? 0.8 : 0);
  const hurry = (facts.paces.person?.week ?? 0) > 4 ? 0.7 : 0;
  const doubt = facts.alike.count > 1 ? 0.4 : 0;
  const listed = facts.listHits.some((each) => each.list === 'negative') ? 0.9 : 0;
  return logistic(-4.3 - 1.15 * person.reliability + strain + habits + hurry + doubt + listed + 0.6 * dice.normal());
}

/** The account of somebody else, who has ordered and paid before. */
function takenOver(dice: Dice, person: Person): Known {
  const daysKnown = dice.between(40, 700);
  const ordersCount = dice.between(1, 6);
  const history = {
    ...noHistory,
    ordersCount,
    daysKnown,
    daysSinceLast: dice.between(5, daysKnown),
    usualMinor: cents(person.usual),
    largestMinor: cents(person.usual * 2),
    paidOnTimeCount: dice.between(0, 5),
  };
  return { history, totalMinor: cents(person.usual) * BigInt(ordersCount), openMinor: 0n };
}

/**
 * One who never means to pay: a series of orders within days. Who takes over an account orders by it again and again; others take a
 * name that is new to the shop for most of their orders, and order once more by the name that just went through for the rest, when
 * it already owes and is known for hours.
 */
function seriesOf(dice: Dice, id: number): TrainedOrder[] {
  const person = createPerson(dice, id);
  const careful = dice.happens(0.55);
  const isTakenOver = dice.happens(0.18);
  const often = careful ? 0.35 : 1;
  let known = isTakenOver ? takenOver(dice, person) : stranger;
  return Array.from({ length: dice.between(1, careful ? 3 : 8) }, (_each, nth) => {
    const application = asked({
      category: 'Person',
      orderMinor: cents(person.usual * (careful ? 1.5 : 3) * Math.exp(0.5 * dice.normal())),
      ageYears: dice.happens(0.75) ? person.ageYears : null,
      localHour: nightly(dice, 0.28 * often),
      traits: {
        digitalPercent: dice.happens(0.3 * often) ? dice.between(20, 100) : 0,
        giftCardPercent: dice.happens(0.28 * often) ? dice.between(20, 100) : 0,
        express: dice.happens(0.5 * often),
        delivery: dice.pick([
          ['same', careful ? 160 : 30],
          ['other', 45],
          ['parcelStation', 22],
        ] as const),
        email: dice.pick([
          ['ordinary', 18],
          ['free', 60],
          ['disposable', careful ? 3 : 28],
        ] as const),
        emailUnlikeName: dice.happens(careful ? 0.3 : 0.65),
      },
    });
    if (!isTakenOver && dice.happens(careful ? 0.5 : 0.7)) known = stranger;
    const facts: Facts = {
      today: '2026-01-01',
      identified: false,
      exposureMinor: exposureOf(known, application.orderMinor),
      bureau: dice.happens(0.25) ? { verdict: 'silent' } : { verdict: 'clear' },
      registers: silentRegisters,
      history: known.history,
      paces: careful && dice.happens(0.7) ? ordinaryPaces(dice) : seriesPaces(dice, nth),
      listHits: listHitsOf(dice, 0.05, 0.08, 0),
      alike: dice.happens(careful ? 0.12 : 0.35) ? { count: dice.between(1, 4) } : { count: 0 },
    };
    known = afterOrder(known, application.orderMinor, Math.floor(dice.waiting(2)));
    return { person: id, application, facts, defaulted: false, fraudulent: true };
  });
}

/** So many people's orders, with one fraudster to every 130 of them. */
export function createOrders(seed: number, people: number): TrainedOrder[] {
  const dice = createDice(seed);
  const orders: TrainedOrder[] = [];
  for (let id = 0; id < people; id += 1) {
    orders.push(...(id % 130 === 129 ? seriesOf(dice, id) : ordersOf(dice, createPerson(dice, id))));
  }
  return orders;
}
