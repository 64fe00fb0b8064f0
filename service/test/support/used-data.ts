// A data folder for what is not about a first start.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { dataFolder, startService } from './service-process.ts';

/** One that was started on and stopped before: a database and all its tables are made once a run, and copied. */
export async function usedDataFolder(): Promise<string> {
  const used = join(inject('scratch'), 'used');
  made ??= existsSync(used) ? Promise.resolve() : makeUsed(used);
  await made;
  const dataDir = dataFolder();
  // With its owner: root's server runs as another user.
  await promisify(execFile)('cp', ['-a', used, dataDir]);
  return dataDir;
}

let made: Promise<void> | undefined;

async function makeUsed(used: string): Promise<void> {
  const dataDir = `${used}-${process.pid}`;
  const service = startService({ DATA_DIR: dataDir });
  await service.ready();
  service.kill('SIGTERM');
  await service.exit();
  // The other worker may have made one, too: then there is one.
  await rename(dataDir, used).catch((fault: unknown) => {
    if (!existsSync(used)) throw fault;
  });
}
