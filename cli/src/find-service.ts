// Where the service is that belongs to this folder: named, or by the settings that the service itself reads, or by what a running
// one leaves in its data folder.
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { localAddress, runningOn } from '../../service/src/address-file.ts';
import { movedDataDir } from '../../service/src/postgres/embedded-place.ts';
import { withoutSlashes } from '../../service/src/runtime/addresses.ts';
import { findProjectDir } from './project-dir.ts';

export const defaultUrl = 'http://127.0.0.1:8080';

export interface Found {
  readonly url: string;
  /** What said so. */
  readonly by: 'DPS_URL' | 'PORT' | 'DATA_DIR' | 'default';
  /** Where a running service said it of itself. */
  readonly mode?: 'sandbox' | 'live';
  /** The folder that was chosen and has no running service, where nothing else says anything: what is on the usual address is another. */
  readonly emptyDir?: string;
}

const textOf = (value: string | undefined): string | undefined => value?.trim() || undefined;

export function findService(env: NodeJS.ProcessEnv, cwd = process.cwd()): Found {
  const named = textOf(env.DPS_URL);
  if (named !== undefined) return { url: withoutSlashes(named), by: 'DPS_URL' };
  const chosen = textOf(env.DATA_DIR);
  const running = dataDirs(chosen, cwd)
    .map(runningOn)
    .find((each) => each !== undefined);
  const found = running && ({ url: running.url, by: 'DATA_DIR', mode: running.mode } as const);
  const port = /^\d{1,5}$/.test(env.PORT?.trim() ?? '') ? Number(env.PORT) : 0;
  if (found && (port === 0 || Number(new URL(found.url).port) === port)) return found;
  if (port === 0) return { url: defaultUrl, by: 'default', ...(chosen !== undefined && { emptyDir: resolve(cwd, chosen) }) };
  const url = `${localAddress(textOf(env.HOST) ?? '127.0.0.1', port)}${textOf(env.BASE_PATH) ?? ''}`;
  return { url: URL.canParse(url) ? url : defaultUrl, by: 'PORT' };
}

/** The folder that was chosen; else the usual one, and where root's service puts its data when that cannot be reached. */
function dataDirs(chosen: string | undefined, cwd: string): string[] {
  if (chosen !== undefined) return [resolve(cwd, chosen)];
  return [resolve(cwd, 'data'), movedDataDir(realpathSync(findProjectDir()))];
}
