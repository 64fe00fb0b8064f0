// docs/risk-model.md, written by the run whose figures it tells.
import type { LeftOut } from '../../service/src/core/risk/scorecard.ts';
import { type Bin, missOf } from './measure.ts';
import type { Curves } from './pictures.ts';

export interface Part {
  readonly orders: number;
  readonly people: number;
  readonly defaults: number;
  readonly frauds: number;
}

export interface PolicyResult {
  readonly outcome: string;
  readonly orders: number;
  readonly defaults: number;
  readonly frauds: number;
}

export interface Report {
  readonly name: string;
  readonly seed: number;
  readonly train: Part;
  readonly test: Part;
  readonly curves: readonly (Curves & { readonly trainAuc: number })[];
  readonly results: readonly PolicyResult[];
  readonly weights: readonly (readonly [string, string, number, number])[];
  readonly base: readonly [number, number];
  /** Scorecards fitted without what the law of some places keeps out of a score. */
  readonly restricted: readonly (Pick<Report, 'name' | 'curves' | 'results' | 'weights' | 'base'> & {
    readonly leftOut: LeftOut;
    readonly holds: readonly string[];
  })[];
}

const percent = (share: number, decimals = 2): string => `${(share * 100).toFixed(decimals)} %`;
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

function table(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const rule = titles.map((_title, index) => (index === 0 ? '---' : '--:'));
  return [row(titles), row(rule), ...rows.map(row)].join('\n');
}

const binRows = (bins: readonly Bin[]): string[][] =>
  bins.map((bin, index) => [`${index + 1}`, `${bin.count}`, percent(bin.foreseen), percent(bin.seen), `${bin.happened}`]);

const partRow = (name: string, part: Part): (string | number)[] => [
  name,
  part.people,
  part.orders,
  `${part.defaults} (${percent(part.defaults / part.orders)})`,
  `${part.frauds} (${percent(part.frauds / part.orders)})`,
];

const resultRows = (results: readonly PolicyResult[]): (string | number)[][] => {
  const all = results.reduce((sum, each) => sum + each.orders, 0);
  return results.map((each) => [
    each.outcome,
    each.orders,
    percent(each.orders / all, 1),
    each.defaults,
    each.frauds,
    percent(each.orders === 0 ? 0 : (each.defaults + each.frauds) / each.orders),
  ]);
};
const resultTitles = ['outcome', 'orders', 'share', 'defaults', 'frauds', 'went wrong'];

/** What leaving kinds of data out costs, beside the scorecard that leaves nothing out. */
function restrictedPart(report: Report): string[] {
  return report.restricted.flatMap(({ name, leftOut, holds, curves, results, base, weights }) => [
    `## Without what the law keeps out of a score: ${holds.map((each) => each.split(' ')[0]).join(', ')}`,
    `Scorecard \`${name}\`, for ${holds.join('; ')}. The probability of default is fitted without ${leftOut.default.join(', ')}; that of fraud without ${leftOut.fraud.join(', ')}. The law names kinds of data (docs/law.md), each fact says of which kinds it is (\`service/src/core/risk/characteristics.ts\`), and the engine takes the first scorecard that looks at nothing the law of the day keeps out. Age stays a condition of being of age, the lists a rule, and the address a matter of delivery and fraud; none of them moves the credit score.`,
    table(
      ['', 'AUC held out', 'with everything', 'mean miss of the groups', 'with everything'],
      curves.map((each, index) => [
        each.title,
        each.auc.toFixed(3),
        report.curves[index]?.auc.toFixed(3) ?? '',
        percent(missOf(each.bins)),
        percent(missOf(report.curves[index]?.bins ?? [])),
      ]),
    ),
    'Its groups beside those of the full scorecard, foreseen and happened:',
    ...curves.map((each, index) =>
      table(
        [each.title, 'foreseen', 'happened', 'foreseen with everything', 'happened with everything'],
        each.bins.map((bin, place) => {
          const full = report.curves[index]?.bins[place];
          return [
            place + 1,
            percent(bin.foreseen),
            percent(bin.seen),
            ...(full ? [percent(full.foreseen), percent(full.seen)] : ['', '']),
          ];
        }),
      ),
    ),
    'The held-out orders, decided by `standardPolicy`:',
    table(resultTitles, resultRows(results)),
    `Its weights, added to ${base[0]} for default and ${base[1]} for fraud:`,
    table(
      ['fact', 'class', 'default', 'fraud'],
      weights.filter(([, , toDefault, toFraud]) => toDefault !== 0 || toFraud !== 0),
    ),
  ]);
}

export function reportText(report: Report): string {
  const { curves, results } = report;
  return `${[
    '<!-- Written by `npm run train-risk`. Edits here are lost. -->',
    '# The scorecard and how good it is',
    `**Everything on this page is measured on synthetic orders.** The project has no real book of orders and pretends to none: \`scripts/risk-training/orders.ts\` makes one up, from people with habits and means that the scorecard never sees. The figures say that the machinery works and that its weights point the right way; they say nothing about your customers. Measure on your own orders (\`dps risk replay\`) before you trust a cut-off.`,
    `Scorecard \`${report.name}\`, seed ${report.seed}. \`npm run train-risk\` makes the orders again, fits, measures, and writes \`service/src/core/risk/built-in-scorecard.ts\`, this page and its pictures; the same seed gives the same files.`,
    '## How it is made',
    'Each fact falls into one of a few classes (`service/src/core/risk/characteristics.ts`); each class has a weight, found by a logistic regression with a ridge, for default (not paid, though meant to be) and for fraud (never meant to be paid) apart. Weights are kept as thousandths of a logarithm of the odds and added up as whole numbers; a table turns the sum into millionths. So a decision comes to the same figures on every machine.',
    'The truth behind the orders is not of the form the scorecard has: means and reliability are hidden, some effects only hold together, and chance has its part. Seven of ten people are fitted on, three of ten are held out; nobody is in both parts.',
    table(['', 'people', 'orders', 'defaults', 'frauds'], [partRow('fitted on', report.train), partRow('held out', report.test)]),
    '## How well it separates',
    'AUC: the chance that an order that went wrong was given a higher probability than one that did not. 0.5 is chance.',
    table(
      ['', 'AUC held out', 'AUC fitted on', 'mean miss of the groups'],
      curves.map((each) => [each.title, each.auc.toFixed(3), each.trainAuc.toFixed(3), percent(missOf(each.bins))]),
    ),
    '![ROC curves](risk-model-roc.svg)',
    '## Do the probabilities mean what they say?',
    'The held-out orders in ten groups of equal size, from the least likely to the likeliest.',
    '![Calibration curves](risk-model-calibration.svg)',
    ...curves.flatMap((each) => [
      `### ${each.title}`,
      table(['group', 'orders', 'foreseen', 'happened', 'number'], binRows(each.bins)),
    ]),
    '## What the standard policy makes of them',
    'The held-out orders, decided by `standardPolicy` (`service/src/core/risk/standard-policy.ts`, as a file `examples/policies/standard.json`).',
    table(resultTitles, resultRows(results)),
    'The demo shops decide by another policy, which knows no cut-off: any complete adult is accepted up to 1 000 EUR or CHF, or 10 000 SEK, NOK or DKK. It only stops a burst: the hundred-and-first order that one person tries within an hour. Who tries the service out by hand or by a test never meets it; who does puts the test clock an hour ahead (`dps clock set --merchant de --advance 2h`) or orders as somebody else.',
    '## The weights',
    `Thousandths of a logarithm of the odds, added to ${report.base[0]} for default and ${report.base[1]} for fraud. 693 doubles the odds; below 0 is better.`,
    table(['fact', 'class', 'default', 'fraud'], report.weights),
    'The classes of an amount against a limit are named here, and where a decision is explained, by their bounds. The scorecard and what is kept of a decision know them by the names that they were fitted under, such as “up to a quarter of the limit” (`service/src/core/risk/characteristics.ts`).',
    ...restrictedPart(report),
    '## What an expert added',
    'The answers of the registers and the fit of an address do not occur in the synthetic orders. Their weights (`service/src/core/risk/expert-weights.ts`) are an expert’s guess, not measured, moderate on purpose; silence weighs nothing. They are named in the scorecard (`+experts-1`) and take no part in the figures above.',
    '## What it does not know',
    'Classes that are rare in the synthetic orders weigh little, whatever they may mean in yours. No weight is given to sex, nationality, language, or the part of town. The age of an e-mail domain is not known to the service. An operator who has a book of orders fits weights of his own with the same script.',
  ].join('\n\n')}\n`;
}
