import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder above `cli/`, from the sources as well as from `dist/`. */
export function findProjectDir(): string {
  let dir = import.meta.dirname;
  while (!existsSync(join(dir, 'service', 'package.json')) && dir !== dirname(dir)) dir = dirname(dir);
  return dir;
}
