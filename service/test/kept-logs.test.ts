// The search through the logs of a whole run (scripts/check-logs.mjs) must find what it is for, and not cry at what is harmless.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { peopleOfTests, personalIn } from '../../scripts/check-logs.mjs';

const names = /(?<![\p{L}\d])(?:Johanna|Karl Johans gate)(?![\p{L}\d])/giu;

it('finds what is personal in a line', () => {
  const lines = [
    '{"msg":"mail to kim.a@example.com"}',
    '{"url":"/x?iban=DE89370400440532013000"}',
    '{"detail":"811218-9876"}',
    '{"detail":"198112189876"}',
    '{"detail":"01010750160"}',
    '{"name":"johanna"}',
    '{"street":"Karl Johans gate 22"}',
    '{"lastName":"Testab"}',
  ];
  for (const line of lines) expect(personalIn(line, names), line).not.toEqual([]);
});

it('lets ids, times and counts be', () => {
  const line =
    '{"time":"2026-11-20T09:30:00.123Z","requestId":"01a1fa47-a617-7e6a-b21e-f71d83c7c151","traceId":"4bf92f3577b34da6a3ce929d0e0e4736","milliseconds":12.75,"at":1761234077123,"route":"/api/v3/orders/:orderNumber"}';
  expect(personalIn(line, names)).toEqual([]);
  expect(personalIn('process_virtual_memory_bytes 34677522432', names)).toEqual([]);
  expect(personalIn('dps_orders_total{number="34677522432"} 1', names)).toEqual(['34677522432']);
});

it('knows the people of the tests', () => {
  expect(peopleOfTests([import.meta.dirname]).length).toBeGreaterThan(20);
});

it('takes silence for a fault of a whole run, and not of some files that start no service', () => {
  const empty = mkdtempSync(join(tmpdir(), 'dps-logs-'));
  onTestFinished(() => rmSync(empty, { recursive: true }));
  const check = (...more: string[]) => spawnSync(process.execPath, ['scripts/check-logs.mjs', empty, ...more]).status;
  expect([check(), check('--part')]).toEqual([1, 0]);
});
