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

/** Everything a person orders in the time that is looked at, in turn: what became of one order is history to the next. */
function ordersOf(dice: Dice, person: Person): TrainedOrder[] {
  const orders: TrainedOrder[] = [];
  let { ordersCount, daysKnown, daysSinceLast, paidOnTimeCount, paidLateCount, dunnedCount } = { ...noHistory };
  let total = 0n;
  let largest = 0n;
  let open = 0n;
  const wanted = 1 + Math.floor(dice.waiting(3.2));
  while (orders.length < wanted) {
    const orderMinor = cents(person.usual * Math.exp(0.55 * dice.normal()));
    const usualMinor = ordersCount > 0 ? total / BigInt(ordersCount) : null;
    const exposureMinor = open + orderMinor > BigInt(limit) ? 0n : open;
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
      exposureMinor,
      bureau: person.bureau,
      registers: silentRegisters,
      history: {
        ordersCount,
        daysKnown,
        daysSinceLast,
        usualMinor,
        largestMinor: usualMinor === null ? null : largest,
        paidOnTimeCount,
        paidLateCount,
        dunnedCount,
      },
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
    ordersCount += 1;
    total += orderMinor;
    if (orderMinor > largest) largest = orderMinor;
    const pause = Math.floor(dice.waiting(48));
    daysKnown = (daysKnown ?? 0) + pause;
    daysSinceLast = pause;
    open = pause > 30 ? 0n : exposureMinor + orderMinor;
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

/** One who never means to pay: a series of orders within days, most of them under a name that is new to the shop. */
function seriesOf(dice: Dice, id: number): TrainedOrder[] {
  const person = createPerson(dice, id);
  const careful = dice.happens(0.55);
  const takenOver = dice.happens(0.18);
  const often = careful ? 0.35 : 1;
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
    const known = takenOver ? dice.between(40, 700) : null;
    const facts: Facts = {
      today: '2026-01-01',
      identified: false,
      exposureMinor: 0n,
      bureau: dice.happens(0.25) ? { verdict: 'silent' } : { verdict: 'clear' },
      registers: silentRegisters,
      history:
        known === null
          ? noHistory
          : {
              ...noHistory,
              ordersCount: dice.between(1, 6),
              daysKnown: known,
              daysSinceLast: dice.between(5, known),
              usualMinor: cents(person.usual),
              largestMinor: cents(person.usual * 2),
              paidOnTimeCount: dice.between(0, 5),
            },
      paces: careful && dice.happens(0.7) ? ordinaryPaces(dice) : seriesPaces(dice, nth),
      listHits: listHitsOf(dice, 0.05, 0.08, 0),
      alike: dice.happens(careful ? 0.12 : 0.35) ? { count: dice.between(1, 4) } : { count: 0 },
    };
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
