// The scorecard that is shipped can be made again by whoever doubts it.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

it('the built-in scorecard is what the training run writes: the same seed gives the same files', () => {
  const cwd = resolve(import.meta.dirname, '../..');
  const check = () => execFileSync('npx', ['tsx', 'scripts/train-risk.ts', '--check'], { cwd, stdio: 'pipe' });
  expect(check).not.toThrow();
}, 60_000);
