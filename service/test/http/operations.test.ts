// What is read at night has to be true: every query of the dashboard, of the alerts and of the runbook names metrics and
// labels that a scrape has, every alert leads to a place in the runbook, and every SQL in it runs.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MetricRow, metricTable, ownNames } from '../../src/observe/catalogue.ts';
import { showDefaults } from '../../src/observe/process.ts';
import { authorizeBody, item, part, path, startApp, summary, type TestApp } from '../support/app.ts';
import { type Sample, samplesOf } from '../support/scrape.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const runbook = read('docs/runbook.md');
const alerts = read('ops/prometheus/alerts.yml')
  .split('- alert: ')
  .slice(1)
  .map((rule) => ({
    name: /^\w+/.exec(rule)?.[0] ?? '',
    expr: /expr: (['"])(.*)\1/.exec(rule)?.[2] ?? '',
    url: /runbook_url: (\S+)/.exec(rule)?.[1] ?? '',
  }));
const blocks = (language: string): string[] =>
  [...runbook.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text.trim());

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(read('ops/grafana/dashboard.json')) as { panels: Panel[] };
const queries: [string, string][] = [
  ...alerts.map(({ name, expr }): [string, string] => [`alert ${name}`, expr]),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [`panel ${title}`, expr.replaceAll('$__rate_interval', '5m')]),
  ),
  ...blocks('promql').map((expr): [string, string] => ['the runbook', expr]),
];

let app: TestApp;
let samples: Sample[];
let text: string;
const authorize = '/api/v3/checkout/authorize';

beforeAll(async () => {
  app = await startApp();
  showDefaults(app.deps.metrics);
  const body = authorizeBody('DE');
  await app.ask('POST', authorize, body);
  await app.ask('POST', authorize, authorizeBody('DE', { customer: { firstName: 'Reject' } }));
  await app.ask('POST', path(body.order.number, '/updateOrder'), { order: summary([item('DE', 'DESK', 20_000)]) });
  const capture = await app.ask('POST', path(body.order.number, '/captures'), { orderDetails: part(60) });
  const [invoice] = await app.query('select document_id from captures');
  await app.ask('GET', `/documents/${String(invoice?.['document_id'])}.pdf`);
  await app.ask('POST', path(body.order.number, '/refunds'), {});
  await app.ask('POST', path(body.order.number, '/voids'));
  await app.ask('GET', '/api/v3/version', undefined, { key: 'wrong' });
  for (const job of app.deps.jobs.names) await app.deps.jobs.runNow(job);
  expect(capture.status).toBe(200);
  const scrape = async () => (await app.inject({ method: 'GET', url: '/metrics' })).text;
  // The first one waits a second for what is read of the database.
  await vi.waitFor(async () => expect(await scrape()).toMatch(/^dps_database_up 1$/m), { timeout: 30_000 });
  text = await scrape();
  samples = samplesOf(text);
}, 120_000);
afterAll(() => app.stop());

/** Labels that Prometheus gives to whatever it scrapes. */
const ofPrometheus = new Set(['job', 'instance']);
const known = new Set(['up']);

/** What is wrong with a query, as far as a scrape can tell. */
function faultsOf(query: string): string[] {
  const selectors = [...query.matchAll(/\b([a-z_:][\w:]*)\s*(?:\{([^}]*)\}|(?=\[))/g)].map(([, name = '', inner = '']) => ({
    name,
    inner,
  }));
  const bare = query.replace(/\{[^}]*\}/g, '').match(/\b(?:dps|process|nodejs)_\w+|\bup\b/g) ?? [];
  const names = new Set([...selectors.map(({ name }) => name), ...bare]);
  const faults = [...names].filter((name) => !known.has(name) && !isTold(name)).map((name) => `no metric ${name}`);
  for (const { name, inner } of selectors) {
    for (const [, label = '', value = ''] of inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)) {
      for (const one of value.split('|')) if (!hasLabel(name, label, one)) faults.push(`${name} has no ${label}="${one}"`);
    }
  }
  for (const [, inner = ''] of query.matchAll(/\bby \(([^)]*)\)/g)) {
    for (const label of inner.split(',').map((each) => each.trim())) {
      if (label !== 'le' && ![...names].some((name) => labelsOf(name).has(label))) faults.push(`nothing has the label ${label}`);
    }
  }
  return faults;
}

const base = (name: string): string => (Object.hasOwn(metricTable, name) ? name : name.replace(/_(bucket|sum|count)$/, ''));
const isTold = (name: string): boolean => text.includes(`\n# TYPE ${base(name)} `) || text.startsWith(`# TYPE ${base(name)} `);
const rowOf = (name: string): MetricRow | undefined => (metricTable as Readonly<Record<string, MetricRow>>)[base(name)];

function labelsOf(name: string): Set<string> {
  const ofSamples = samples.filter((sample) => sample.name === name).flatMap((sample) => Object.keys(sample.labels));
  return new Set([...ofSamples, ...Object.keys(rowOf(name)?.labels ?? {}), 'instance']);
}

/** A value of a closed list, or one that the exercised service has told. */
function hasLabel(name: string, label: string, value: string): boolean {
  const values = rowOf(name)?.labels[label];
  if (values === undefined) return ofPrometheus.has(label) && (value === '$job' || value === 'deferred-payment-service');
  if (value === '$job' && ofPrometheus.has(label)) return true;
  if (values !== ownNames) return values.includes(value);
  return samples.some((sample) => sample.name === name && sample.labels[label] === value);
}

describe('a query', () => {
  it.each(queries)('of %s names what a scrape has', (_where, query) => {
    expect(faultsOf(query)).toEqual([]);
  });

  it('never meets a label of ours that Prometheus would rename', () => {
    const labels = Object.values(metricTable).flatMap((row) => Object.keys(row.labels));
    expect(labels.filter((label) => ofPrometheus.has(label))).toEqual([]);
  });

  it('that names something else is found', () => {
    expect(queries.length).toBeGreaterThan(80);
    expect(faultsOf('rate(dps_nothing_total[5m])')).toEqual(['no metric dps_nothing_total']);
    expect(faultsOf('sum by (kolor) (dps_book_writes)')).toEqual(['nothing has the label kolor']);
    expect(faultsOf('dps_decisions_total{outcome="Acepted"}')).toHaveLength(1);
    expect(faultsOf('dps_money_total{movement="order.stolen"}')).toHaveLength(1);
    expect(faultsOf('http_requests_total{job="$job"}')).toEqual(['no metric http_requests_total']);
  });
});

describe('an alert', () => {
  const headings = new Set(
    [...runbook.matchAll(/^## (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );

  it.each(alerts.map(({ name, url }) => [name, url]))('%s leads to its place in the runbook', (_name, url) => {
    expect(headings).toContain(url.replace('docs/runbook.md#', ''));
  });

  it('is a rule that Prometheus takes, and its links in the runbook lead somewhere', () => {
    expect(alerts.filter(({ expr, url }) => expr === '' || url === '')).toEqual([]);
    for (const [, anchor = ''] of runbook.matchAll(/\]\(#([\w-]+)\)/g)) expect(headings).toContain(anchor);
    const checked = spawnSync('promtool', ['check', 'rules', join(root, 'ops/prometheus/alerts.yml')], { encoding: 'utf8' });
    if (checked.error) console.warn('ATTENTION: the alert rules were not checked by promtool, which is not installed.');
    else expect([checked.status, checked.stdout]).toEqual([0, expect.stringContaining(`${alerts.length} rules found`)]);
  });
});

describe('the dashboard', () => {
  it('lies in rows, and no panel over another', () => {
    const { panels } = dashboard;
    expect(panels.filter(({ type }) => type === 'row').length).toBeGreaterThanOrEqual(7);
    for (const [index, { gridPos: a, title }] of panels.entries()) {
      expect(a.x + a.w, title).toBeLessThanOrEqual(24);
      for (const { gridPos: b } of panels.slice(index + 1))
        expect(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y, title).toBe(true);
    }
  });
});

describe('SQL of the runbook', () => {
  it.each(blocks('sql').map((sql) => [sql.split('\n')[0] ?? '', sql]))('runs: %s', async (_first, sql) => {
    await expect(app.query(sql)).resolves.toBeInstanceOf(Array);
  });

  it('finds no order whose captures and ledger disagree', async () => {
    const [sql = ''] = blocks('sql').filter((each) => each.includes("'receivables'"));
    expect(await app.query(sql)).toEqual([]);
    await app.query(
      `update orders set captured_minor = captured_minor + 1, voided_minor = voided_minor - 1 where captured_minor > 0`,
    );
    expect((await app.query(sql)).length).toBe(1);
  });
});
