// `npm test`: every check of the project, one after the other, and one summary. A step that fails does not hide the next.
// `npm test -- --tests-only` leaves out what looks at the sources alone. Other parameters are passed to the test runner.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkNode, install, projectDir, runSteps } from '../setup/ground.mjs';

checkNode();
await runSteps(install);

const program = (...path) => join(projectDir, 'node_modules', ...path);
const temporary = mkdtempSync(join(tmpdir(), 'dps-check-'));
const report = join(temporary, 'tests.json');
const logs = join(temporary, 'logs');
mkdirSync(logs);
const testsOnly = process.argv.includes('--tests-only');
const toRunner = process.argv.slice(2).filter((each) => each !== '--tests-only');
// Some files alone are not answered every refusal there is.
const isPart = toRunner.some((each) => each.endsWith('.ts') && toRunner[toRunner.indexOf(each) - 1] !== '--exclude');

const allSteps = [
  { name: 'format', parameters: [program('@biomejs', 'biome', 'bin', 'biome'), 'check', '--linter-enabled=false', '.'] },
  { name: 'lint', parameters: [program('@biomejs', 'biome', 'bin', 'biome'), 'lint', '.'] },
  { name: 'lint with types', parameters: [program('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'types', parameters: [program('typescript', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.json'] },
  { name: 'patterns', parameters: [program('tsx', 'dist', 'cli.mjs'), 'scripts/check-patterns.ts'] },
  { name: 'packages', parameters: [join(projectDir, 'scripts', 'check-packages.mjs')] },
  {
    name: 'generated files',
    unless: existsSync(join(projectDir, 'scripts', 'generate.ts')) ? undefined : 'there is nothing to generate',
    parameters: [program('tsx', 'dist', 'cli.mjs'), 'scripts/generate.ts', '--check'],
  },
  {
    name: 'interface rules',
    parameters: [program('@redocly', 'cli', 'bin', 'cli.js'), 'lint', 'openapi.json', '--extends=recommended'],
    // Nothing is asked of the network, nor told to it.
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
  {
    name: 'tests',
    parameters: [
      program('vitest', 'vitest.mjs'),
      'run',
      '--config=vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...toRunner,
    ],
  },
  // What the services of all tests logged and counted.
  { name: 'logs', parameters: [join(projectDir, 'scripts', 'check-logs.mjs'), logs, ...(isPart ? ['--part'] : [])] },
];
const steps = testsOnly ? allSteps.slice(-2) : allSteps;

let running;
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
]) {
  process.on(signal, () => {
    running?.kill(signal);
    rmSync(temporary, { recursive: true, force: true });
    process.exitCode = 128 + number;
    // The tests get the time to stop the servers they started.
    if (running === undefined) process.exit();
    running.once('close', () => process.exit());
  });
}

function run({ parameters, env: own }) {
  return new Promise((resolve) => {
    const env = { ...process.env, TEST_LOGS: logs, ...own };
    running = spawn(process.execPath, parameters, { cwd: projectDir, env, stdio: ['ignore', 'inherit', 'inherit'] });
    running.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    running.on('close', (code) => resolve(code === 0));
  });
}

function findChromium() {
  const places = ['/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
  return [process.env.CHROMIUM, ...places].find((path) => path !== undefined && path !== '' && existsSync(path));
}

/** The numbers of the test runner; a run without a single test counts as a failure, since it proves nothing. */
function countTests() {
  const none = { passed: 0, failed: 0, skipped: 0, failures: [] };
  if (!existsSync(report)) return none;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const failures = testResults.flatMap(failuresOf);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures };
}

/** Each failed test of a file, or the file itself where it failed outside its tests, with the first lines of what it said. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(projectDir, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const tests = failed.map((test) => ({ of: `${file}: ${test.fullName}`, said: test.failureMessages.join('\n') }));
  if (tests.length === 0 && status === 'failed') tests.push({ of: file, said: message ?? '' });
  return tests.map(({ of, said }) => [`FAILED ${of}`, ...said.split('\n').slice(0, 12)].join('\n    '));
}

const outcomes = [];
for (const step of steps) {
  if (step.unless !== undefined) {
    outcomes.push({ name: step.name, text: `left out: ${step.unless}` });
    continue;
  }
  console.log(`\n== ${step.name}`);
  const since = performance.now();
  const ok = await run(step);
  const duration = `${((performance.now() - since) / 1000).toFixed(1)} s`;
  outcomes.push({ name: step.name, ok, text: `${ok ? 'passed' : 'FAILED'} in ${duration}` });
}
running = undefined;

const tests = countTests();
if (tests.passed + tests.failed === 0) {
  const last = outcomes.find(({ name }) => name === 'tests');
  last.text = last.ok ? 'FAILED: not one test ran' : last.text;
  last.ok = false;
}
rmSync(temporary, { recursive: true, force: true });
const passed = tests.passed + outcomes.filter(({ ok }) => ok === true).length;
const failed = tests.failed + outcomes.filter(({ ok }) => ok === false).length;

console.log('\n== summary');
for (const failure of tests.failures) console.log(failure);
for (const { name, text } of outcomes) console.log(`${name.padEnd(16)} ${text}`);
if (findChromium() === undefined) {
  console.log('\nATTENTION: the tests in a browser were LEFT OUT, as there is no Chromium (install it, or name it in CHROMIUM).');
}
if (!existsSync('/usr/bin/pdftoppm')) {
  console.log('\nATTENTION: the tests that look at drawn pages were LEFT OUT, as there is no pdftoppm (install poppler-utils).');
}
console.log(`${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
