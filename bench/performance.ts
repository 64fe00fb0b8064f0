// `npx tsx bench/performance.ts [file]`: writes the figures of a run of the bench (its JSON) into docs/performance.md, and their
// pictures beside it. What surrounds them there is written by people.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { between, page } from '../scripts/generate/performance-page.ts';
import { barsPicture, growthPicture, seriesPicture, steadyPicture } from './pictures.ts';
import { cellsOf, columnTitles, grouped, type Report } from './report.ts';
import { targets } from './rows.ts';

const projectDir = resolve(import.meta.dirname, '..');
const report = JSON.parse(readFileSync(resolve(process.argv[2] ?? join(projectDir, 'data', 'bench.json')), 'utf8')) as Report;

const tableOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const { day, conditions, book, secondsPerRow, rows, yardsticks, computed, steady } = report;
const figures = [
  `Measured on ${day}, ${secondsPerRow} s a row, on a book of ${grouped(book.orders)} orders and ${grouped(book.people)} people.`,
  conditions.map((line) => `- ${line}`).join('\n'),
  tableOf(columnTitles, rows.map(cellsOf)),
  '![Ours by the yardstick, with bar and moonshot](performance-ratios.svg)',
  '![A fresh database under load](performance-fresh.svg)',
  'The yardsticks of the same run:',
  tableOf(
    ['', 'connections', 'per second', 'p50', 'p99'],
    yardsticks.map(({ name, connections, perSecond, p50Ms, p99Ms }) => [
      name,
      String(connections),
      grouped(perSecond),
      `${p50Ms.toFixed(2)} ms`,
      `${p99Ms.toFixed(2)} ms`,
    ]),
  ),
  `Without their database: ${computed.map(({ what, microseconds }) => `a ${what} ${microseconds.toFixed(1)} µs`).join(', ')}.`,
].join('\n\n');

// A run without --growth leaves what was measured of it before, which therefore says itself when that was.
const { growth = [] } = report;
const grown = [
  '![How captures and authorizations grow](performance-growth.svg)',
  `How it grows, measured on ${day}, ${secondsPerRow} s a run.`,
].join('\n\n');

const withFigures = between(readFileSync(page, 'utf8'), 'figures', figures);
writeFileSync(page, growth.length === 0 ? withFigures : between(withFigures, 'growth', grown));
writeFileSync(join(projectDir, 'docs', 'performance-ratios.svg'), barsPicture(rows));
writeFileSync(join(projectDir, 'docs', 'performance-fresh.svg'), seriesPicture(report.fresh));
if (steady)
  writeFileSync(
    join(projectDir, 'docs', 'performance-steady.svg'),
    steadyPicture(steady, targets['ten minutes at 70 %: p99']?.bar ?? 0),
  );
if (growth.length > 0) writeFileSync(join(projectDir, 'docs', 'performance-growth.svg'), growthPicture(growth));
console.log(`${page} and its pictures written`);
