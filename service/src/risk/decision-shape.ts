// Credit decisions, for those who have to answer for them: what an order was decided on, whether a repeat gives the same result,
// and what another policy would have decided.

import { dataKinds } from '../core/law/rows.ts';
import { type Currency, minorToWire } from '../core/money.ts';
import { catalogue } from '../core/refusals.ts';
import { classShown } from '../core/risk/characteristics.ts';
import { checkBy, checks, outcomes, type Reason, type Score } from '../core/risk/decide-credit.ts';
import { decideAgain, policyOf, resultOf, storedApplication, storedFacts } from '../core/risk/decision.ts';
import type { Application, Facts } from '../core/risk/facts.ts';
import { percentOfPpm } from '../core/risk/policy-form.ts';
import type { CreditDecision } from '../core/risk/rows.ts';
import { kindsOf } from '../core/risk/scorecard.ts';
import { scorecardNamed } from '../core/risk/scorecards.ts';
import { type Mark, marks } from '../core/risk/velocity.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Type, Word } from '../wire/schema.ts';

const Rule = Type.Object(
  { name: Type.String(), found: Opt(Type.String()), allowed: Opt(Type.String()) },
  { title: 'Rule', description: 'What decided; none when nothing spoke against it.' },
);

const Result = Type.Object(
  {
    outcome: Word(outcomes),
    rule: Rule,
    check: Word(checks, 'What the rule belongs to: a person’s credit is decided apart from fraud, delivery and being of age.'),
    creditKinds: Opt(Type.Array(Word(dataKinds), { description: 'The kinds of data that the probability of default looks at.' })),
    fraudKinds: Opt(Type.Array(Word(dataKinds), { description: 'Those that the probability of fraud looks at.' })),
    defaultPercent: Type.Number(),
    fraudPercent: Type.Number(),
    limit: Type.Number({ description: 'What the person may owe in all.' }),
    scorecard: Type.String(),
    weights: Type.Array(
      Type.Object({ fact: Type.String(), value: Type.String(), default: Type.Number(), fraud: Type.Number() }),
      { description: 'Thousandths of a logarithm of the odds, strongest first: 693 doubles them, below 0 is better.' },
    ),
  },
  { title: 'DecisionResult' },
);

export const Decision = Type.Object(
  {
    orderNumber: Type.String(),
    orderState: Type.String(),
    decidedAt: InstantText(),
    outcome: Word(outcomes),
    codes: Type.Array(Type.String(), { description: 'The codes in the answer to the shop.' }),
    amount: Type.Number({ description: 'What was asked for, beyond what was approved before.' }),
    currency: Type.String(),
    policyVersion: Type.String(),
    facts: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    result: Opt(Result),
    again: Word(
      ['same', 'different', 'older'],
      'What running it again comes to; older: made by an engine of an earlier version.',
    ),
    againResult: Opt(Result),
  },
  { title: 'Decision' },
);

/** An earlier version's scorecard is not known any more, and with it what it looked at. */
function kindsBy(name: string) {
  const scorecard = scorecardNamed(name);
  return scorecard && { creditKinds: kindsOf(scorecard, 'default'), fraudKinds: kindsOf(scorecard, 'fraud') };
}

const resultToWire = (result: Score) => ({
  outcome: result.outcome,
  rule: result.rule,
  check: checkBy(result.rule),
  ...kindsBy(result.scorecard),
  defaultPercent: percentOfPpm(result.defaultPpm),
  fraudPercent: percentOfPpm(result.fraudPpm),
  limit: minorToWire(result.limitMinor),
  scorecard: result.scorecard,
  weights: result.weights.map((weight) => ({ ...weight, value: classShown(weight.fact, weight.value) })),
});

export interface Row extends CreditDecision {
  readonly orderNumber: string;
  readonly orderState: string;
}

export function decisionToWire(row: Row) {
  const application = storedApplication(row.application);
  const facts = storedFacts(row.facts);
  const again = decideAgain(row);
  return {
    orderNumber: row.orderNumber,
    orderState: row.orderState,
    decidedAt: instantToWire(row.decidedAt),
    outcome: row.outcome as Score['outcome'],
    codes: (row.reasons as unknown as Reason[]).map(({ id }) => catalogue[id]?.code ?? id),
    amount: minorToWire(application.addsMinor),
    currency: application.currency,
    policyVersion: policyOf(row.policy).version,
    facts: row.result === null ? firstFacts(application, facts) : allFacts(application, facts),
    ...(row.result !== null && { result: resultToWire(resultOf(row.result)) }),
    again: again.kind,
    ...(again.kind === 'different' && { againResult: resultToWire(again.score) }),
  };
}

interface ShownFact {
  readonly name: string;
  readonly value: string;
}

const fact = (name: string, value: string | number | boolean): ShownFact => {
  return { name, value: typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value) };
};

const money = (minor: bigint, currency: Currency): string => `${minorToWire(minor).toFixed(2)} ${currency}`;

/** All that a decision of today's engine looks at. */
export const allFacts = (application: Application, facts: Facts): ShownFact[] => [
  ...firstFacts(application, facts),
  ...furtherFacts(application, facts),
];

/** What every version of the engine has looked at. */
function firstFacts(application: Application, facts: Facts): ShownFact[] {
  const { category, ageYears, currency, orderMinor, addsMinor, needsNationalId } = application;
  const { bureau } = facts;
  return [
    fact('applicant', category),
    fact('age', ageYears ?? 'unknown'),
    fact('national number needed', needsNationalId),
    fact('national number known', facts.identified),
    fact('order in all', money(orderMinor, currency)),
    fact('adds', money(addsMinor, currency)),
    fact('open exposure before', money(facts.exposureMinor, currency)),
    fact('bureau', bureau.verdict === 'limited' ? `limited to ${money(bureau.limitMinor, currency)}` : bureau.verdict),
  ];
}

function furtherFacts({ paymentType, localHour, currency, traits }: Application, facts: Facts): ShownFact[] {
  const { history, paces, listHits, alike, registers } = facts;
  const paceOf = (mark: Mark): ShownFact[] => {
    const pace = paces[mark];
    return pace ? [fact(`orders before by ${mark}`, `${pace.hour} in 1 h, ${pace.day} in 24 h, ${pace.week} in 7 d`)] : [];
  };
  return [
    fact('payment type', paymentType),
    fact('hour of the day', localHour),
    fact('orders before', history.ordersCount),
    fact('known for days', history.daysKnown ?? 'new'),
    fact('usual basket', history.usualMinor === null ? 'nothing to compare' : money(history.usualMinor, currency)),
    fact('paid on time, late, dunned', `${history.paidOnTimeCount}, ${history.paidLateCount}, ${history.dunnedCount}`),
    ...marks.flatMap(paceOf),
    fact('population register', registers.population),
    fact('address register', registers.address),
    fact('address', traits.address ?? 'not looked at'),
    fact('delivery', traits.delivery),
    fact('express', traits.express),
    fact('digital goods, gift cards', `${traits.digitalPercent} %, ${traits.giftCardPercent} %`),
    fact('e-mail', traits.email),
    fact('name in e-mail', !traits.emailUnlikeName),
    fact('list hits', listHits.map((hit) => `${hit.list} ${hit.kind} ${hit.match} ${hit.strength}`).join('; ') || 'none'),
    fact('like other customers', alike.count),
  ];
}
