// The version of this project, from the one place that names it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectDir } from './project-dir.ts';

export function versionOf(): string {
  const { version } = JSON.parse(readFileSync(join(findProjectDir(), 'cli', 'package.json'), 'utf8')) as { version: string };
  return version;
}
