// The registry of metrics: one for each service, passed by hand. What is counted is listed in the table
// (observe/catalogue.ts); this file counts, and prints the counts for a scrape.
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricName,
  type MetricRow,
  metricTable,
  ownNames,
} from './catalogue.ts';

export interface Metrics {
  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  set<Name extends GaugeName>(name: Name, labels: LabelsOf<Name>, value: number): void;
  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, value: number): void;
  /** Forget a gauge's values: they are set anew, or are not known any more. */
  clear(name: GaugeName): void;
  /** A value that is read at every scrape; reading it must be quick and never fail. */
  onScrape(read: (metrics: Metrics) => void | Promise<void>): void;
  /** All of it in the text format of Prometheus. */
  text(): Promise<string>;
  /** All of it as data, for another process to add up. */
  data(): Promise<unknown>;
  readonly contentType: string;
  /** The registry itself, for what brings its own metrics and for adding processes up. */
  readonly registry: Registry;
}

/**
 * The `data` of several processes as the figures of one service: each metric as its row says, summed or the largest. Two gauges
 * show how many processes reported and how many should have: a part never looks like the whole.
 */
export async function textOfAll(answers: readonly unknown[], expected: number): Promise<string> {
  const whole = answers.filter((data) => Array.isArray(data));
  const all = AggregatorRegistry.aggregate(whole);
  const setGauge = (name: 'dps_processes' | 'dps_processes_reporting', value: number): void => {
    all.removeSingleMetric(name);
    new Gauge({ name, help: metricTable[name].help, registers: [all] }).set(value);
  };
  setGauge('dps_processes', expected);
  setGauge('dps_processes_reporting', whole.length);
  return all.metrics();
}

/** More values of one label than any part of the program has; what is beyond counts as 'other'. */
const mostOwnNames = 400;
const shape = /^[\w./:*? -]{1,100}$/;

type Labels = Readonly<Record<string, string>>;
type Instrument = Counter | Gauge | Histogram;

function make(name: string, row: MetricRow, registry: Registry): Instrument {
  const described = { name, help: row.help, labelNames: Object.keys(row.labels), registers: [registry] };
  if (row.kind === 'counter') return new Counter(described);
  if (row.kind === 'gauge') return new Gauge({ ...described, aggregator: row.together });
  return new Histogram({ ...described, buckets: [...(row.buckets ?? [])] });
}

export function createMetrics(): Metrics {
  const families = new Registry();
  const instruments = new Map<MetricName, Instrument>();
  const seen = new Map<string, Set<string>>();
  for (const [name, row] of Object.entries(metricTable)) instruments.set(name as MetricName, make(name, row, families));
  const reads: ((metrics: Metrics) => void | Promise<void>)[] = [];

  const allowed = (name: string, label: string, value: string): string => {
    const values = (metricTable[name as MetricName] as MetricRow).labels[label];
    if (values !== ownNames) return values?.includes(value) ? value : 'other';
    const key = `${name} ${label}`;
    const known = seen.get(key) ?? new Set<string>();
    seen.set(key, known);
    if (known.has(value)) return value;
    if (known.size >= mostOwnNames || !shape.test(value)) return 'other';
    known.add(value);
    return value;
  };
  const clean = (name: string, labels: Labels): Labels => {
    const values: Record<string, string> = {};
    for (const label in labels) values[label] = allowed(name, label, labels[label] ?? '');
    return values;
  };
  // Nearly all that is counted was counted before. Only labels that are allowed as they are get remembered, so that these stay few.
  const known = new Map<string, Labels>();
  const checked = (name: MetricName, labels: Labels): Labels => {
    let key: string = name;
    for (const label in metricTable[name].labels) key += `\n${labels[label]}`;
    const before = known.get(key);
    if (before) return before;
    const values = clean(name, labels);
    if (Object.keys(labels).every((label) => values[label] === labels[label])) known.set(key, values);
    return values;
  };

  const metrics: Metrics = {
    count: (name, labels, by = 1) => (instruments.get(name) as Counter).inc(checked(name, labels), by),
    set: (name, labels, value) => (instruments.get(name) as Gauge).set(checked(name, labels), value),
    observe: (name, labels, value) => (instruments.get(name) as Histogram).observe(checked(name, labels), value),
    clear(name) {
      const gauge = instruments.get(name) as Gauge;
      // Without labels a reset would say 0, which is a figure; nothing is what is known.
      if (Object.keys(metricTable[name].labels).length === 0) gauge.remove();
      else gauge.reset();
    },
    onScrape(read) {
      reads.push(read);
    },
    async text() {
      await Promise.all(reads.map(async (read) => read(metrics)));
      return families.metrics();
    },
    async data() {
      await Promise.all(reads.map(async (read) => read(metrics)));
      return families.getMetricsAsJSON();
    },
    contentType: families.contentType,
    registry: families,
  };
  return metrics;
}
