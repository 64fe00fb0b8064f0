// Bank statements by the command: a file is brought, what waits is told and handled.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccount } from '../../service/test/support/accounts.ts';
import { authorized, type Json, path, startApp, type TestApp } from '../../service/test/support/app.ts';
import { camt } from '../../service/test/support/camt.ts';
import { todayIn } from '../../service/test/support/days.ts';
import { asOperator, command } from './support/command.ts';

let app: TestApp;
let url: string;
const folder = mkdtempSync(join(tmpdir(), 'dps-bank-'));
beforeAll(async () => {
  app = await startApp();
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.stop();
});

const run = (...parameters: string[]) => command(parameters, asOperator(url));

it('a file of direct debits is made and written where it was asked for; with nothing due there is none', async () => {
  const made = await run('bank', 'collections', '--merchant', 'de', '--until', '2039-01-01', '--out', join(folder, 'debits.xml'));
  expect([made.code, made.out], made.err).toEqual([0, 'Nothing is to be collected.\n']);
  const back = await run('bank', 'collections', '--merchant', 'de', '--again', 'none', '--reason', 'has money now');
  expect([back.code, back.err]).toEqual([1, expect.stringContaining('no capture with this number')]);
  expect((await run('bank', 'collections', '--merchant', 'de', '--again', 'none', '--installment', 'first')).code).toBe(2);
  const again = await run('bank', 'collections', '--merchant', 'de', '--file', '0190d3b0-0000-7000-8000-000000000000');
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('no such file')]);
});

it('what is overdue is listed, and a pause is kept', async () => {
  const order = await authorized(app, 10_000);
  await app.ask('POST', path(order, '/captures'));
  await run('clock', 'set', '--merchant', 'de', '--advance', '40d');
  const listed = await run('overdue', 'list', '--merchant', 'de', '--state', 'SecondReminder');
  expect([listed.code, listed.out], listed.err).toEqual([0, expect.stringContaining(order)]);
  const [capture] = (await app.ask('GET', path(order))).body['captures'] as Json[];
  const paused = await run(
    'overdue',
    'pause',
    '--merchant',
    'de',
    String(capture?.['captureNumber']),
    '--until',
    '2039-01-01',
    '--reason',
    'complaint',
  );
  expect([paused.code, paused.out], paused.err).toEqual([0, expect.stringContaining('2039-01-01')]);
  expect((await run('overdue', 'list', '--merchant', 'de')).out).toContain('paused until 2039-01-01');
});

it('money that went out of a customer account takes the payment back that it was', async () => {
  const number = await openAccount(app, 'AT', 500);
  const today = todayIn('AT');
  const paid = ['--amount', '25', '--on', today, '--transaction', 'P-1', '--overpaid'];
  expect((await run('accounts', 'pay', '--merchant', 'at', number, ...paid)).code).toBe(0);
  const file = join(folder, 'return.xml');
  writeFileSync(file, camt([{ amount: '25', debit: true, returnReason: 'FOCR', on: today }], { id: 'return' }));
  await run('bank', 'import', file);
  const { entries } = JSON.parse((await run('bank', 'unmatched', '--json')).out) as { entries: Json[] };
  const id = String(entries.find(({ returnReason }) => returnReason === 'FOCR')?.['entryId']);
  const back = await run(
    'bank',
    'assign',
    id,
    '--merchant',
    'at',
    '--account',
    number,
    '--returned',
    'P-1',
    '--reason',
    'recalled',
  );
  expect([back.code, back.out], back.err).toEqual([0, expect.stringContaining('Booked')]);
  expect((await run('accounts', 'entries', '--merchant', 'at', number)).out).toMatch(/PaymentReturned +P-1 +25\.00/);
});

it('a statement is imported, what waits is assigned, ignored or sent back, each with a reason', async () => {
  const order = await authorized(app, 10_000);
  await app.ask('POST', path(order, '/captures'));
  const [capture] = (await app.ask('GET', path(order))).body['captures'] as Json[];
  const file = join(folder, 'statement.xml');
  const reference = String(capture?.['ocr']);
  writeFileSync(
    file,
    camt(
      [
        { amount: '40', reference },
        { amount: '60', texts: ['thanks'] },
        { amount: '7' },
        { amount: '8.125', currency: 'KWD' },
      ].map((each) => ({
        on: '2026-01-02',
        ...each,
      })),
    ),
  );
  const brought = await run('bank', 'import', file);
  expect([brought.code, brought.out], brought.err).toEqual([
    0,
    expect.stringMatching(/4 entries, 0 of them.*\n1 booked, 3 wait/),
  ]);
  expect(brought.out).not.toContain('brought before');
  expect((await run('bank', 'import', file)).out).toContain('This file was brought before; nothing is booked of it again.');
  expect((await run('bank', 'imports')).out).toContain('camt.053.001.08');
  const { entries } = JSON.parse((await run('bank', 'unmatched', '--json')).out) as { entries: Json[] };
  const idOf = (amount: number): string => String(entries.find((each) => each['amount'] === amount)?.['entryId']);
  const assigned = await run(
    'bank',
    'assign',
    idOf(60),
    '--merchant',
    'de',
    '--capture',
    String(capture?.['captureNumber']),
    '--reason',
    'called us',
  );
  expect([assigned.code, assigned.out], assigned.err).toEqual([0, expect.stringContaining('Booked')]);
  expect((await run('bank', 'ignore', idOf(7), '--reason', 'interest of the bank')).out).toContain('Ignored');
  expect((await run('bank', 'sent-back', idOf(8.125), '--reason', 'unknown payer')).out).toMatch(/ 8\.125 .*KWD.*SentBack/);
  const left = await run('bank', 'unmatched', '--json');
  expect(JSON.parse(left.out)).toEqual({ entries: [] });
  const again = await run('bank', 'ignore', idOf(8.125), '--reason', 'again');
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('does not wait any more')]);
  expect((await run('bank', 'import', join(folder, 'missing.xml'))).code).toBe(2);
});

it('what a payer wrote is shown, and no terminal obeys it', async () => {
  const file = join(folder, 'obeyed.xml');
  const [name, text] = ['Eva \u009b2J\u202eavE', 'one\ntwo \u009b31m'];
  writeFileSync(
    file,
    camt([{ amount: '7.00', name, texts: [text], bankReference: 'OBEY' }], { account: 'DE12500105170648489890' }),
  );
  expect((await run('bank', 'import', file)).code).toBe(0);
  const shown = await run('bank', 'unmatched');
  expect(shown.out).not.toMatch(/[\u0080-\u009f\u202e]/);
  expect(shown.out).toMatch(/Eva \\u009b2J\\u202eavE +one two \\u009b31m/);
  const json = await run('bank', 'unmatched', '--json');
  expect(json.out).not.toMatch(/[\u0080-\u009f\u202e]/);
  expect(JSON.stringify(JSON.parse(json.out))).toContain(name);
});
