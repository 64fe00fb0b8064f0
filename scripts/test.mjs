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
// Some files alone, or all but some, are not answered every refusal there is.
const isPart = toRunner.some((each) => each.endsWith('.ts'));

const allSteps = [
  { name: 'format', parameters: [program('@biomejs', 'biome', 'bin', 'biome'), 'check', '--linter-enabled=false', '.'] },
  { name: 'lint', parameters: [program('@biomejs', 'biome', 'bin', 'biome'), 'lint', '.'] },
  {
    name: 'types and lint',
    seconds: 30,
    parameters: [program('oxlint', 'bin', 'oxlint'), '--type-aware', '--type-check', '--deny-warnings'],
  },
  { name: 'patterns', seconds: 20, parameters: [program('tsx', 'dist', 'cli.mjs'), 'scripts/check-patterns.ts'] },
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

const running = new Set();
let stopping = false;
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
]) {
  process.on(signal, () => {
    stopping = true;
    for (const child of running) child.kill(signal);
    rmSync(temporary, { recursive: true, force: true });
    process.exitCode = 128 + number;
    // The tests get the time to stop the servers they started.
    if (running.size === 0) process.exit();
    for (const child of running) child.once('close', () => running.size === 0 && process.exit());
  });
}

/** What it writes is shown as it comes, or all at its end where another step runs beside it. */
function run({ parameters, env: own }, write) {
  return new Promise((resolve) => {
    const env = { ...process.env, TEST_LOGS: logs, ...own };
    const shown = write ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, parameters, { cwd: projectDir, env, stdio: ['ignore', shown, shown] });
    running.add(child);
    if (write) for (const stream of [child.stdout, child.stderr]) stream.on('data', write);
    child.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve(code === 0);
    });
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

async function outcomeOf(step, write) {
  if (step.unless !== undefined) return { name: step.name, text: `left out: ${step.unless}` };
  const since = performance.now();
  const ok = await run(step, write);
  const duration = `${((performance.now() - since) / 1000).toFixed(1)} s`;
  return { name: step.name, ok, text: `${ok ? 'passed' : 'FAILED'} in ${duration}` };
}

/** Steps that look at the sources alone, two at a time; the longest first. */
async function inPairs(looking) {
  const done = new Map();
  const waiting = [...looking].sort((one, other) => (other.seconds ?? 0) - (one.seconds ?? 0));
  const worker = async () => {
    for (let step = waiting.shift(); step && !stopping; step = waiting.shift()) {
      const written = [];
      done.set(step, await outcomeOf(step, (chunk) => written.push(chunk)));
      process.stdout.write(`\n== ${step.name}\n`);
      process.stdout.write(Buffer.concat(written));
    }
  };
  await Promise.all([worker(), worker()]);
  return looking.map((step) => done.get(step));
}

const outcomes = await inPairs(steps.slice(0, -2));
for (const step of steps.slice(-2)) {
  console.log(`\n== ${step.name}`);
  outcomes.push(await outcomeOf(step));
}

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
