// The long trials (npm run test:faults, npm run test:failover) are run by hand: nobody may believe that one went well which tried
// nothing, and nothing that one started may outlive it.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run as failover } from '../../scripts/failover/run.ts';
import { run as fuzz } from '../../scripts/faults/fuzz.ts';
import { run as histories } from '../../scripts/faults/histories.ts';
import { run as kills } from '../../scripts/faults/kills.ts';
import { NotUsable } from '../../scripts/flags.ts';
import { isAlive } from '../src/postgres/embedded-process.ts';
import { projectDir, until } from './support/service-process.ts';

describe('a wrong option is refused before anything is started', () => {
  test.each([
    ['kills', kills, ['--rounds', 'abc'], '--rounds takes a whole number of 1 or more, not "abc".'],
    ['kills', kills, ['--rounds', '0'], '--rounds takes a whole number of 1 or more, not "0".'],
    ['kills', kills, ['--round', '5'], "Unknown option '--round'. There are --rounds."],
    ['kills', kills, ['5'], "Unexpected argument '5'. There are --rounds."],
    ['kills', kills, ['--rounds'], "Option '--rounds <value>' argument missing. There are --rounds."],
    ['fuzz', fuzz, ['--requests', '1e5'], '--requests takes a whole number of 1 or more, not "1e5".'],
    ['fuzz', fuzz, ['--lanes', '5000'], '--lanes takes a whole number of 1 to 1000, not "5000".'],
    ['histories', histories, ['--postgres', '--count', 'many'], '--count takes a whole number of 1 or more, not "many".'],
    ['histories', histories, ['--seed', '-1'], "Option '--seed' argument is ambiguous. There are --seed, --count,"],
    ['failover', failover, ['--kills', 'none'], '--kills takes a whole number of 1 or more, not "none".'],
    ['failover', failover, ['--nodes', '1'], '--nodes takes a whole number of 2 to 5, not "1".'],
    ['failover', failover, ['--only', 'earthquake'], 'No blow has "earthquake" in its name; there are kill -9 of postgres,'],
  ] as const)('of %s: %#', async (_name, run, parameters, told) => {
    const refused: unknown = await run([...parameters]).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NotUsable);
    expect((refused as Error).message).toContain(told);
  });

  test('in one line, without the place in the code', async () => {
    const { code, err } = await scripted(['scripts/test-faults.mjs', 'kills', '--rounds', 'abc']).ended;
    expect([code, err]).toEqual([2, '--rounds takes a whole number of 1 or more, not "abc".\n']);
  });
});

test('a service of a trial that fails by an error nobody catches ends with it', async () => {
  const failing = `const { startOwnService } = await import('./scripts/own-service.ts');
    const { pid, dataDir } = await startOwnService();
    console.log(JSON.stringify({ pid, dataDir }));
    setTimeout(() => { throw new Error('of the test'); });`;
  const { code, out, err } = await scripted(['--import', 'tsx', '--input-type=module', '--eval', failing]).ended;
  expect([code, err]).toEqual([1, expect.stringContaining('of the test')]);
  const { pid, dataDir } = JSON.parse(out) as { readonly pid: number; readonly dataDir: string };
  try {
    await until('the service is gone', async () => !(await isAlive(pid)), 30);
  } finally {
    if (await isAlive(pid)) process.kill(pid, 'SIGTERM');
    await rm(dirname(dataDir), { recursive: true, force: true });
  }
});

function scripted(parameters: readonly string[]) {
  const child = spawn(process.execPath, parameters, { cwd: projectDir, stdio: ['ignore', 'pipe', 'pipe'] });
  const told = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    told.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    told.err += chunk;
  });
  return {
    ended: new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, ...told })),
    ),
  };
}
