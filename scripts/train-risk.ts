// `npm run train-risk`: makes a synthetic book of orders, fits the scorecard's weights on most of it, measures them on the
// rest, and writes the weights, the page about them and its pictures. The same seed gives the same files; with --check it
// only looks whether they are those.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lawRows } from '../service/src/core/law/law.ts';
import type { DataKind } from '../service/src/core/law/rows.ts';
import { characteristics, classShown, trainedCharacteristics } from '../service/src/core/risk/characteristics.ts';
import { score } from '../service/src/core/risk/decide-credit.ts';
import { classesOf, type LeftOut, type Scorecard, weigh } from '../service/src/core/risk/scorecard.ts';
import { standardPolicy } from '../service/src/core/risk/standard-policy.ts';
import { fitLogistic } from './risk-training/fit.ts';
import { aucOf, calibrationOf, type Judged, rocOf } from './risk-training/measure.ts';
import { createOrders, type TrainedOrder } from './risk-training/orders.ts';
import { calibrationPicture, rocPicture } from './risk-training/pictures.ts';
import { type Part, type PolicyResult, reportText } from './risk-training/report.ts';

const seed = 20261120;
const people = 26_000;
const projectDir = resolve(import.meta.dirname, '..');
const policy = standardPolicy;

/** Every class but the first of each characteristic is a column. */
const columns = trainedCharacteristics.flatMap(({ name, classes }, place) =>
  classes.slice(1).map((each, index) => ({ name, class: each, place, index: index + 1 })),
);
const columnAt = new Map(columns.map((column, index) => [`${column.place} ${column.index}`, index]));

const activeColumns = ({ application, facts }: TrainedOrder): number[] =>
  classesOf(application, facts, policy).flatMap((each, place) => columnAt.get(`${place} ${each}`) ?? []);

/** A scorecard for each way in which the law of some place and day keeps kinds of data out of a score. */
interface Variant {
  readonly leftOut: LeftOut;
  /** Where and from when; empty for the one that leaves nothing out. */
  readonly holds: readonly string[];
}

function variants(): Variant[] {
  const found = new Map<string, { leftOut: LeftOut; holds: string[] }>();
  const nothing = { default: [], fraud: [] };
  found.set(JSON.stringify(nothing), { leftOut: nothing, holds: [] });
  for (const each of lawRows) {
    if (each.parameter !== 'scoring') continue;
    const { notInCredit, notInFraud } = each.value;
    const namesOf = (kept: readonly DataKind[]) =>
      characteristics.filter(({ kinds }) => kinds.some((kind) => kept.includes(kind))).map(({ name }) => name);
    const leftOut = { default: namesOf(notInCredit), fraud: namesOf(notInFraud) };
    const key = JSON.stringify(leftOut);
    const variant = found.get(key) ?? { leftOut, holds: [] };
    found.set(key, variant);
    if (leftOut.default.length + leftOut.fraud.length > 0) variant.holds.push(`${each.place} from ${each.from} (${each.source})`);
  }
  return [...found.values()];
}

/**
 * Seven of ten people are fitted on; which, their number decides, mixed in all its bits (the finalizer of MurmurHash3): every 130th is a
 * fraudster, and as many of them are to be held out as of all.
 */
const isFittedOn = ({ person }: TrainedOrder): boolean => {
  let mixed = person + 1;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % 10 < 7;
};

/** Fitted on the columns that may be looked at; the others weigh nothing. */
function fitWithout(
  leftOut: readonly string[],
  from: readonly TrainedOrder[],
  happened: (order: TrainedOrder) => boolean,
): { base: number; weights: readonly number[] } {
  const used = columns.flatMap(({ name }, index) => (leftOut.includes(name) ? [] : [index]));
  const placeOf = new Map(used.map((column, place) => [column, place]));
  const active = from.map((order) => activeColumns(order).flatMap((column) => placeOf.get(column) ?? []));
  const { base, weights } = fitLogistic(active, from.map(happened), used.length);
  return { base, weights: columns.map((_column, index) => weights[placeOf.get(index) ?? -1] ?? 0) };
}

function fitScorecard(orders: readonly TrainedOrder[], leftOut: LeftOut): Scorecard {
  const honest = orders.filter((order) => !order.fraudulent);
  const forDefault = fitWithout(leftOut.default, honest, (order) => order.defaulted);
  const forFraud = fitWithout(leftOut.fraud, orders, (order) => order.fraudulent);
  const thousandths = (weight: number | undefined): number => Math.round((weight ?? 0) * 1000) + 0;
  const weights: Record<string, Record<string, [number, number]>> = {};
  for (const [index, column] of columns.entries()) {
    const own = weights[column.name] ?? {};
    weights[column.name] = own;
    own[column.class] = [thousandths(forDefault.weights[index]), thousandths(forFraud.weights[index])];
  }
  const base = { default: thousandths(forDefault.base), fraud: thousandths(forFraud.base) };
  return { name: `synthetic-${markOf(JSON.stringify([base, weights]))}`, base, weights };
}

/** Other weights are another scorecard, and so have another name. */
function markOf(text: string): string {
  let mark = 0x811c9dc5;
  for (const sign of text) mark = Math.imul(mark ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return mark.toString(16).padStart(8, '0');
}

function scorecardText({ name, base, weights }: Scorecard, { leftOut }: Variant): string {
  const used = Object.entries(weights).filter(([fact]) => !(leftOut.default.includes(fact) && leftOut.fraud.includes(fact)));
  const lines = used.flatMap(([fact, classes]) => [
    `    '${fact}': {`,
    ...Object.entries(classes).map(([each, [toDefault, toFraud]]) => `      '${each}': [${toDefault}, ${toFraud}],`),
    '    },',
  ]);
  const names = (facts: readonly string[]): string => `[${facts.map((fact) => `'${fact}'`).join(', ')}]`;
  const whole = leftOut.default.length + leftOut.fraud.length === 0;
  return `withExperts({
  name: '${name}',
  base: { default: ${base.default}, fraud: ${base.fraud} },
  weights: {
${lines.join('\n')}
  },
}${whole ? '' : `, { default: ${names(leftOut.default)}, fraud: ${names(leftOut.fraud)} }`})`;
}

function scorecardFile(fitted: readonly { readonly scorecard: Scorecard; readonly variant: Variant }[]): string {
  const [first = '', ...others] = fitted.map(({ scorecard, variant }) => scorecardText(scorecard, variant));
  return `// Written by \`npm run train-risk\` (seed ${seed}); how good it is, docs/risk-model.md says. Edits here are lost.
// By fact and class: how much it adds for default and for fraud, in thousandths of a logarithm of the odds.
import { withExperts } from './expert-weights.ts';

// biome-ignore format: a table reads by its rows
export const builtInScorecard = ${first};

/** The first that looks at nothing which the law keeps out is the one that holds (scorecards.ts). */
// biome-ignore format: a table reads by its rows
export const builtInScorecards = [builtInScorecard, ${others.join(', ')}];
`;
}

const partOf = (orders: readonly TrainedOrder[]): Part => ({
  orders: orders.length,
  people: new Set(orders.map((order) => order.person)).size,
  defaults: orders.filter((order) => order.defaulted).length,
  frauds: orders.filter((order) => order.fraudulent).length,
});

function judge(scorecard: Scorecard, orders: readonly TrainedOrder[]): { forDefault: Judged[]; forFraud: Judged[] } {
  const weighed = orders.map((order) => ({ order, ...weigh(scorecard, order.application, order.facts, policy) }));
  return {
    forDefault: weighed
      .filter(({ order }) => !order.fraudulent)
      .map(({ order, defaultPpm }) => ({ ppm: defaultPpm, happened: order.defaulted })),
    forFraud: weighed.map(({ order, fraudPpm }) => ({ ppm: fraudPpm, happened: order.fraudulent })),
  };
}

function resultsOf(scorecard: Scorecard, orders: readonly TrainedOrder[]): PolicyResult[] {
  const decided = orders.map((order) => ({
    ...order,
    outcome: score(order.application, order.facts, policy, scorecard).outcome,
  }));
  return ['Accepted', 'Pending', 'Rejected'].map((outcome) => {
    const part = decided.filter((each) => each.outcome === outcome);
    const { orders: count, defaults, frauds } = partOf(part);
    return { outcome, orders: count, defaults, frauds };
  });
}

const orders = createOrders(seed, people);
const fittedOn = orders.filter(isFittedOn);
const heldOut = orders.filter((order) => !isFittedOn(order));
const curvesOf = (title: string, held: readonly Judged[], fitted: readonly Judged[]) => ({
  title,
  auc: aucOf(held),
  trainAuc: aucOf(fitted),
  bins: calibrationOf(held),
  roc: rocOf(held),
});
const fitted = variants().map((variant) => {
  const scorecard = fitScorecard(fittedOn, variant.leftOut);
  const onFitted = judge(scorecard, fittedOn);
  const onHeldOut = judge(scorecard, heldOut);
  const curves = [
    curvesOf('Default', onHeldOut.forDefault, onFitted.forDefault),
    curvesOf('Fraud', onHeldOut.forFraud, onFitted.forFraud),
  ];
  const weights = columns.map(
    (column) =>
      [
        column.name,
        classShown(column.name, column.class),
        ...(scorecard.weights[column.name]?.[column.class] ?? [0, 0]),
      ] as const,
  );
  const results = resultsOf(scorecard, heldOut);
  return { variant, scorecard, curves, results, weights };
});
const [whole, ...restricted] = fitted;
if (!whole) throw new Error('no scorecard');
const { scorecard, curves } = whole;
const report = reportText({
  name: scorecard.name,
  seed,
  train: partOf(fittedOn),
  test: partOf(heldOut),
  curves,
  results: whole.results,
  base: [scorecard.base.default, scorecard.base.fraud],
  weights: whole.weights,
  restricted: restricted.map(({ variant, scorecard: { name, base }, ...measured }) => ({
    ...measured,
    ...variant,
    name,
    base: [base.default, base.fraud],
  })),
});

const files: Readonly<Record<string, string>> = {
  'service/src/core/risk/built-in-scorecard.ts': scorecardFile(fitted),
  'docs/risk-model.md': report,
  'docs/risk-model-roc.svg': rocPicture(curves),
  'docs/risk-model-calibration.svg': calibrationPicture(curves),
};
const isStale = ([path, text]: [string, string]): boolean => {
  const file = join(projectDir, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
};
const stale = Object.entries(files).filter(isStale);
for (const { title, auc, trainAuc } of fitted.flatMap((each) => each.curves))
  console.log(`${title}: AUC ${auc.toFixed(4)} held out, ${trainAuc.toFixed(4)} fitted on`);
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`${path} is not what the training run writes; run \`npm run train-risk\`.`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of stale) writeFileSync(join(projectDir, path), text);
  console.log(`${scorecard.name}: ${stale.map(([path]) => path).join(', ') || 'nothing new to write'}`);
}
