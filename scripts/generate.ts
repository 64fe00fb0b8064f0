// `npm run generate`: writes what is derived from the code, so that documentation cannot go stale; with --check it only
// looks, and says what is stale.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { policyToForm } from '../service/src/core/risk/policy-form.ts';
import { standardPolicy } from '../service/src/core/risk/standard-policy.ts';
import { endpoints } from '../service/src/endpoints.ts';
import { openApiDocument } from '../service/src/http/openapi.ts';
import { operations } from '../service/src/operations.ts';
import { errorsPage } from './generate/errors.ts';
import { eventsPage } from './generate/events.ts';
import { lawPage } from './generate/law.ts';
import { pageWithBudgets } from './generate/performance-page.ts';
import { statesPage } from './generate/states.ts';
import { tablesPage } from './generate/tables.ts';

const projectDir = resolve(import.meta.dirname, '..');

const files: Readonly<Record<string, () => string>> = {
  'openapi.json': () => `${JSON.stringify(openApiDocument(endpoints, operations), null, 2)}\n`,
  'examples/policies/standard.json': () => `${JSON.stringify(policyToForm(standardPolicy), null, 2)}\n`,
  'docs/generated/errors.md': errorsPage,
  'docs/generated/events.md': eventsPage,
  'docs/law.md': lawPage,
  'docs/generated/states.md': statesPage,
  'docs/generated/tables.md': tablesPage,
  'docs/performance.md': pageWithBudgets,
};

const stale = Object.entries(files)
  .map(([path, make]) => ({ path, file: join(projectDir, path), text: make() }))
  .filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text);

if (process.argv.includes('--check')) {
  for (const { path } of stale) console.error(`${path} is not what the code says.`);
  if (stale.length > 0) console.error('Run `npm run generate` and commit what it writes.');
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const { path, file, text } of stale) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`${path} written`);
  }
  if (stale.length === 0) console.log('Everything generated is fresh.');
}
