// What V8 makes in its old space stays until a full collection, which slows all requests of its time. So what changes is made of objects
// whose shapes V8 knows (STYLE.md, book/state.ts).
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectDir } from '../support/service-process.ts';

/** Copies that grew by their members took 145 to 166 bytes; what there is now takes less than four. */
const mostBytes = 30;

test('two changes of a row in one batch leave nothing in the old space', () => {
  const flags = ['--max-semi-space-size=32', '--no-allocation-site-pretenuring', '--import', 'tsx'];
  const printed = execFileSync(process.execPath, [...flags, 'service/test/support/old-space.ts'], {
    cwd: projectDir,
    encoding: 'utf8',
  });
  expect(Math.abs(Number(printed))).toBeLessThan(mostBytes);
});
