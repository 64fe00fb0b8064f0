// What docs/security.md promises is tested by what it names.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (-|asked|requirement|guideline)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, asked = '', done = '', test = '']) => ({ asked, done, test }));

it('names tests that exist', () => {
  expect(rows.length).toBe(10 + 12 + 16);
  const faults = rows.filter(({ done, test }) => {
    if (test === '–') return done !== "the operator's";
    const [, file = '', title = ''] = /^`([\w/-]+)`: “(.+)”$/.exec(test) ?? [];
    const path = `${file}.test.ts`;
    return title === '' || !existsSync(join(root, path)) || !read(path).includes(title);
  });
  expect(faults).toEqual([]);
});

it('every pattern, licence and package is looked at in each run of all checks', () => {
  const steps = read('scripts/test.mjs');
  for (const script of ['scripts/check-patterns.ts', "'check-packages.mjs'"]) expect(steps).toContain(script);
  expect(read('.ci/run')).toContain('node scripts/audit.mjs');
});
