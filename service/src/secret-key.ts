// The keys that encrypt national ids and bank accounts at rest. A sandbox makes its own once and keeps it beside its data.
import { randomBytes } from 'node:crypto';
import { chown, link, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './postgres/embedded-place.ts';
import { type Config, ConfigError, parseEncryptionKey } from './runtime/config.ts';

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function readKey(file: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'EACCES')) throw new ConfigError(`The encryption key ${file} can't be read by this user.`);
    throw error;
  }
  const key = parseEncryptionKey(text.trim());
  // A new key in place of a damaged one would silently make everything encrypted so far unreadable.
  if (key === undefined) throw new ConfigError(`The encryption key ${file} is damaged: 64 hexadecimal digits were expected.`);
  return key;
}

/** `link` fails when the name is taken, so of several starts at once exactly one writes the key and the others read it. */
async function writeKeyOnce(dataDir: string, file: string): Promise<void> {
  const temporary = join(dataDir, `.encryption.key.${process.pid}.${randomBytes(4).toString('hex')}`);
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('hex')}\n`);
    await handle.sync();
    // When root starts the service in another user's folder, that user must be able to start it later as well.
    if (process.getuid?.() === 0) {
      const owner = await stat(dataDir);
      await chown(temporary, owner.uid, owner.gid);
    }
    await link(temporary, file);
    await syncFolder(dataDir);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await handle.close();
    await rm(temporary, { force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The configured keys, newest first, else the sandbox's own, which is made at the first start. */
export async function loadEncryptionKeys(config: Pick<Config, 'encryptionKeys' | 'dataDir'>): Promise<readonly Buffer[]> {
  if (config.encryptionKeys !== undefined) return config.encryptionKeys;
  const file = join(config.dataDir, 'encryption.key');
  const existing = await readKey(file);
  if (existing !== undefined) return [existing];
  makeFolder(config.dataDir);
  await writeKeyOnce(config.dataDir, file);
  const key = await readKey(file);
  if (key === undefined) throw new ConfigError(`The encryption key ${file} vanished while it was made.`);
  return [key];
}
