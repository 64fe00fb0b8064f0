// Which class each fact falls into, at each bound, and what classes add up to: a fact in the wrong class makes a buyer better or
// worse than the ones the scorecard was fitted on.
import { describe, expect, it } from 'vitest';
import type { ListHit } from '../../src/core/lists.ts';
import { characteristics, classShown } from '../../src/core/risk/characteristics.ts';
import type { Application, Facts } from '../../src/core/risk/facts.ts';
import { historyOf, noHistory } from '../../src/core/risk/history.ts';
import { classesOf, kindsOf, type Scorecard, weigh } from '../../src/core/risk/scorecard.ts';
import { scorecardFor } from '../../src/core/risk/scorecards.ts';
import { isEmailUnlikeName, percentOf, plainTraits, type Traits } from '../../src/core/risk/traits.ts';
import { countedOnce, type Pace } from '../../src/core/risk/velocity.ts';
import { exposureOf } from '../support/applicant.ts';
import { application, facts, flat, hit, policy } from '../support/application.ts';

interface Over {
  readonly application?: Partial<Application>;
  readonly facts?: Partial<Facts>;
}
const classOf = (name: string, over: Over): string => {
  const all = classesOf({ ...application, ...over.application }, { ...facts, ...over.facts }, policy);
  const index = characteristics.findIndex((each) => each.name === name);
  return characteristics[index]?.classes[all[index] ?? -1] ?? 'none';
};

const aged = (ageYears: number | null): Over => ({ application: { ageYears } });
const known = (over: Partial<Facts['history']>): Over => ({ facts: { history: { ...noHistory, ...over } } });
const seen = (over: Partial<Traits>): Over => ({ application: { traits: { ...plainTraits, ...over } } });
const owing = (exposureMinor: bigint): Over => ({ facts: { exposureMinor } });
const asking = (orderMinor: bigint, usualMinor: bigint | null = null): Over => ({
  application: { orderMinor },
  facts: { history: { ...noHistory, usualMinor } },
});
const listed = (...listHits: ListHit[]): Over => ({ facts: { listHits } });
const like = (count: number): Over => ({ facts: { alike: { count } } });
const paced = (mark: string, pace: Partial<Pace>): Over => ({
  facts: { paces: { [mark]: { hour: 0, day: 0, week: 0, ...pace } } },
});
const company: Over = { application: { category: 'Company', ageYears: 20 } };
const registered = (over: Partial<Facts['registers']>): Over => ({ facts: { registers: { ...facts.registers, ...over } } });

const table: [string, [Over, string][]][] = [
  [
    'category',
    [
      [{}, 'Person'],
      [company, 'Company'],
    ],
  ],
  [
    'age',
    [
      [aged(null), 'unknown'],
      [aged(21), 'up to 21'],
      [aged(22), '22 to 25'],
      [aged(25), '22 to 25'],
      [aged(26), '26 to 35'],
      [aged(35), '26 to 35'],
      [aged(36), '36 to 50'],
      [aged(50), '36 to 50'],
      [aged(51), '51 to 65'],
      [aged(65), '51 to 65'],
      [aged(66), '66 and more'],
      [company, '36 to 50'],
    ],
  ],
  [
    'customer',
    [
      [known({ daysKnown: 400 }), 'new'],
      [known({ ordersCount: 1, daysKnown: 29 }), 'known under 30 days'],
      [known({ ordersCount: 1, daysKnown: 30 }), 'known under 180 days'],
      [known({ ordersCount: 1, daysKnown: 179 }), 'known under 180 days'],
      [known({ ordersCount: 1, daysKnown: 180 }), 'known longer'],
      [known({ ordersCount: 1 }), 'known under 30 days'],
    ],
  ],
  [
    'paid on time',
    [
      [known({ paidOnTimeCount: 0 }), 'never yet'],
      [known({ paidOnTimeCount: 1 }), 'once or twice'],
      [known({ paidOnTimeCount: 2 }), 'once or twice'],
      [known({ paidOnTimeCount: 3 }), '3 to 5 times'],
      [known({ paidOnTimeCount: 6 }), '6 times and more'],
    ],
  ],
  [
    'paid late',
    [
      [known({ paidLateCount: 0 }), 'never'],
      [known({ paidLateCount: 1 }), 'once'],
      [known({ paidLateCount: 2 }), 'twice and more'],
    ],
  ],
  [
    'dunned',
    [
      [known({ dunnedCount: 0 }), 'never'],
      [known({ dunnedCount: 1 }), 'once'],
      [known({ dunnedCount: 2 }), 'twice and more'],
    ],
  ],
  [
    'open exposure',
    [
      [owing(-1n), 'nothing'],
      [owing(0n), 'nothing'],
      [owing(1n), 'up to a quarter of the limit'],
      [owing(24_999n), 'up to a quarter of the limit'],
      [owing(25_000n), 'up to half of the limit'],
      [owing(50_000n), 'more than half of the limit'],
      [{ ...owing(50_000n), application: { currency: 'SEK' } }, 'up to a quarter of the limit'],
    ],
  ],
  [
    'basket against the usual',
    [
      [asking(100n), 'nothing to compare'],
      [asking(150n, 100n), 'as usual'],
      [asking(151n, 100n), 'up to three times'],
      [asking(300n, 100n), 'up to three times'],
      [asking(301n, 100n), 'more than three times'],
    ],
  ],
  [
    'basket against the limit',
    [
      [asking(4_999n), 'up to a tenth'],
      [asking(5_000n), 'up to a third'],
      [asking(16_500n), 'up to two thirds'],
      [asking(33_499n), 'up to two thirds'],
      [asking(33_500n), 'more'],
    ],
  ],
  ...(
    [
      ['person', 5, 4, 3],
      ['email', 5, 4, 3],
      ['phone', 5, 4, 3],
      ['ip', 10, 6, 4],
      ['address', 6, 5, 4],
    ] as const
  ).map(([mark, week, day, hour]): [string, [Over, string][]] => [
    `pace of ${mark}`,
    [
      [{}, 'quiet'],
      [paced(mark, { week: week - 1, day: day - 1, hour: hour - 1 }), 'quiet'],
      [paced(mark, { week }), 'some this week'],
      [paced(mark, { week, day }), 'many today'],
      [paced(mark, { week, day, hour }), 'burst this hour'],
    ],
  ]),
  [
    'delivery',
    [
      [{}, 'same'],
      [seen({ delivery: 'parcelStation' }), 'parcelStation'],
    ],
  ],
  [
    'speed of delivery',
    [
      [{}, 'normal'],
      [seen({ express: true }), 'express'],
    ],
  ],
  [
    'digital goods',
    [
      [{}, 'none'],
      [seen({ digitalPercent: 1 }), 'a part'],
      [seen({ digitalPercent: 49 }), 'a part'],
      [seen({ digitalPercent: 50 }), 'half and more'],
    ],
  ],
  [
    'gift cards',
    [
      [{}, 'none'],
      [seen({ giftCardPercent: 1 }), 'a part'],
      [seen({ giftCardPercent: 24 }), 'a part'],
      [seen({ giftCardPercent: 25 }), 'a quarter and more'],
    ],
  ],
  [
    'e-mail',
    [
      [{}, 'ordinary'],
      [seen({ email: 'disposable' }), 'disposable'],
    ],
  ],
  [
    'name in e-mail',
    [
      [{}, 'yes'],
      [seen({ emailUnlikeName: true }), 'no'],
    ],
  ],
  [
    'hour',
    [
      [{ application: { localHour: 5 } }, 'by night'],
      [{ application: { localHour: 6 } }, 'by day'],
      [{ application: { localHour: 23 } }, 'by day'],
    ],
  ],
  [
    'lists',
    [
      [{}, 'not found'],
      [listed(hit('positive', 100)), 'on the positive list'],
      [listed(hit('negative', 89)), 'like one on the negative list'],
      [listed(hit('negative', 90)), 'on the negative list'],
      [listed(hit('negative', 50), hit('positive', 100)), 'like one on the negative list'],
      [listed(hit('negative', 95), hit('negative', 50)), 'on the negative list'],
    ],
  ],
  [
    'bureau',
    [
      [{}, 'clear'],
      [{ facts: { bureau: { verdict: 'silent' } } }, 'silent'],
      [{ facts: { bureau: { verdict: 'limited', limitMinor: 1n } } }, 'limited'],
    ],
  ],
  [
    'likeness',
    [
      [like(0), 'like nobody'],
      [like(1), 'like another customer'],
      [like(2), 'like several customers'],
    ],
  ],
  [
    'population register',
    [
      [{}, 'silent'],
      [registered({ population: 'found' }), 'found'],
    ],
  ],
  [
    'address register',
    [
      [{}, 'silent'],
      [registered({ address: 'unknown' }), 'unknown'],
    ],
  ],
  [
    'address',
    [
      [{}, 'known'],
      [seen({ address: 'doubtful' }), 'doubtful'],
    ],
  ],
];

describe('a fact falls into its class:', () => {
  it.each(table)('%s', (name, cases) => {
    for (const [over, expected] of cases) expect(classOf(name, over)).toBe(expected);
  });

  it('each is tried', () => expect(table.map(([name]) => name)).toEqual(characteristics.map(({ name }) => name)));
});

describe('a scorecard', () => {
  const scorecard: Scorecard = {
    name: 'tried',
    base: { default: -3_000, fraud: -4_000 },
    weights: {
      'speed of delivery': { express: [0, 300] },
      category: { Company: [-300, 0] },
      hour: { 'by night': [100, -500] },
      'e-mail': { free: [300, 0], disposable: [-50, 20] },
      'gift cards': { 'a part': [250, 250] },
      bureau: { silent: [0, 0] },
    },
  };

  it('adds up the weights of the classes, and names what weighed, strongest first, then by name', () => {
    const express = { ...plainTraits, express: true, email: 'free' as const, giftCardPercent: 1 };
    const weighed = weigh(
      scorecard,
      { ...application, category: 'Company', localHour: 0, traits: express },
      { ...facts, bureau: { verdict: 'silent' } },
      policy,
    );
    // -3 000 - 300 + 300 + 100 + 250 and -4 000 + 300 - 500 + 250, halfway between two entries of the table.
    expect(weighed).toEqual({
      defaultPpm: 66_055,
      fraudPpm: 18_913,
      weights: [
        { fact: 'hour', value: 'by night', default: 100, fraud: -500 },
        { fact: 'category', value: 'Company', default: -300, fraud: 0 },
        { fact: 'e-mail', value: 'free', default: 300, fraud: 0 },
        { fact: 'speed of delivery', value: 'express', default: 0, fraud: 300 },
        { fact: 'gift cards', value: 'a part', default: 250, fraud: 250 },
      ],
    });
    expect(weigh(flat(0, 0), application, facts, policy)).toEqual({ defaultPpm: 500_000, fraudPpm: 500_000, weights: [] });
  });

  it('looks at the kinds of data that one of its weights needs, each once and in order', () => {
    expect(kindsOf(scorecard, 'default')).toEqual(['applicantKind', 'contact', 'order']);
    expect(kindsOf(scorecard, 'fraud')).toEqual(['contact', 'order']);
    expect(kindsOf(flat(), 'fraud')).toEqual([]);
  });

  it('that the law asks for but nobody fitted is a fault that names the law', () => {
    const nothingAllowed = { notInCredit: [], notInFraud: ['order'], historyAlone: true } as const;
    expect(() => scorecardFor({ country: 'AT', on: '2030-01-01', scoring: nothingAllowed })).toThrow(/law of AT on 2030-01-01/);
    const noneInCredit = { notInCredit: ['order'], notInFraud: [], historyAlone: true } as const;
    expect(() => scorecardFor({ country: 'AT', on: '2030-01-01', scoring: noneInCredit })).toThrow();
    const all = { notInCredit: [], notInFraud: [], historyAlone: true } as const;
    expect(scorecardFor({ country: 'AT', on: '2030-01-01', scoring: all })).toBe(
      scorecardFor({ country: 'AT', on: '2030-01-01', scoring: all }),
    );
  });
});

describe('what is seen in an order', () => {
  it.each([
    // Initials leave out a middle one, and what is shorter than three letters is in many other words.
    ['jw@x.de', ['Johanna M.', 'Weber'], false],
    ['jmw@x.de', ['Johanna M.', 'Weber'], true],
    ['robot@x.de', ['Bo', 'Weber'], true],
    ['ann77@x.de', ['Ann', 'Weber'], false],
    ['muller@x.de', ['Müller'], false],
    ['mueller@x.de', ['Müller'], false],
    ['muller@x.de', ['Mueller'], false],
    ['x@x.de', ['J'], true],
    ['7@x.de', ['J'], true],
  ] as const)('%s of %s: unlike the name is %s', (email, names, unlike) => expect(isEmailUnlikeName(email, names)).toBe(unlike));

  it('shares of nothing are nothing', () => {
    expect([percentOf(5n, 0n), percentOf(5n, -10n), percentOf(10n, 10n), percentOf(1n, 200n)]).toEqual([0, 0, 100, 0]);
  });

  it('an order counts in the row of its mark and hour alone, by one', () => {
    const hour = 3_600_000;
    const row = { subject: 'a', hourAt: 0, writer: 'w', count: 1 };
    const [change] = countedOnce(
      ['a'],
      [{ ...row, subject: 'b', hourAt: hour }, row, { ...row, hourAt: hour, count: 9 }],
      hour,
      'w',
    );
    expect(change).toMatchObject({ kind: 'update', row: { subject: 'a', hourAt: hour }, add: { count: 1 } });
    expect(countedOnce(['a'], [row, { ...row, subject: 'b', hourAt: hour }], hour, 'w')[0]?.kind).toBe('insert');
  });

  it('a history compares amounts with those of orders in the same currency, and not with a row that has none', () => {
    const own = exposureOf({ ordersCount: 0, orderedMinor: 0n, largestMinor: 0n });
    expect(historyOf([own], 'EUR', 0)).toEqual(noHistory);
    const after = exposureOf({ ordersCount: 2, orderedMinor: 301n, largestMinor: 200n, firstOrderedAt: 5, lastOrderedAt: 5 });
    expect(historyOf([after], 'EUR', 0)).toMatchObject({ usualMinor: 150n, largestMinor: 200n, daysKnown: 0, daysSinceLast: 0 });
  });
});

describe('a class as people read it', () => {
  it('says of what is owed only what holds at its bounds', () => {
    const shown = (minor: bigint): string => classShown('open exposure', classOf('open exposure', owing(minor)));
    const [under, between, more] = [
      'under a quarter of the limit',
      'a quarter to under half of the limit',
      'half of the limit and more',
    ];
    expect([1n, 24_999n, 25_000n, 49_999n, 50_000n].map(shown)).toEqual([under, under, between, between, more]);
  });

  it('says of an order against its limit only what holds at its bounds', () => {
    const name = 'basket against the limit';
    const shown = (minor: bigint): string => classShown(name, classOf(name, asking(minor)));
    const words = ['under 10 %', '10 to under 33 %', '10 to under 33 %', '33 to under 67 %', '67 % and more'];
    expect([4_999n, 5_000n, 16_499n, 16_500n, 33_500n].map(shown)).toEqual(words);
  });

  it('is its name elsewhere, and has words for all classes of a fact or for none', () => {
    expect(classShown('basket against the usual', 'up to three times')).toBe('up to three times');
    expect(classShown('age', 'of long ago')).toBe('of long ago');
    expect(classShown('of long ago', 'yes')).toBe('yes');
    for (const { classes, shown: words = classes } of characteristics) expect(words).toHaveLength(classes.length);
  });
});
