// `dps ledger verify`, `dps audit verify` and `dps privacy` as an operator runs them: through the service, and the proofs on
// the database itself.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizeBody, startApp, type TestApp } from '../../service/test/support/app.ts';
import { urlOf } from '../../service/test/support/database.ts';
import { buyer } from '../../service/test/support/people.ts';
import { asOperator, command } from './support/command.ts';

let app: TestApp;
let url: string;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'dps-heads-'));
  await app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE'));
  await app.deps.jobs.runNow('seal-ledger');
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const runIn = (more: Record<string, string>, ...parameters: string[]) => command(parameters, { ...asOperator(url), ...more });
const run = (...parameters: string[]) => runIn({}, ...parameters);
const databaseUrl = () => urlOf(app.connection);

it('proves both chains either way with the same words, and ends with 1 when one is broken', async () => {
  for (const chain of ['ledger', 'audit']) {
    const through = await run(chain, 'verify');
    const direct = await runIn({ ENCRYPTION_KEY: '07'.repeat(32) }, chain, 'verify', '--database-url', databaseUrl());
    expect(through).toEqual({ code: 0, err: '', out: expect.stringContaining('proved') });
    expect(direct).toEqual(through);
  }
  const heads = await run('ledger', 'heads', '--json');
  const { keys } = JSON.parse(heads.out) as { keys: { publicKey: string }[] };
  const onDatabase = ['ledger', 'verify', '--database-url', databaseUrl()];
  const proved = await run(...onDatabase, '--public-key', keys[0]?.publicKey ?? '');
  expect(proved).toMatchObject({ code: 0, err: '', out: expect.not.stringContaining('not proved') });
  const unproved = await run(...onDatabase);
  expect(unproved).toMatchObject({
    code: 0,
    err: expect.stringContaining('were not proved: set ENCRYPTION_KEY or ENCRYPTION_KEYS'),
  });
  const rows = unproved.out.split('\n').filter((line) => line.includes('Lampenladen'));
  expect(rows).toEqual([expect.stringMatching(/^signature not proved/)]);
  expect(await run(...onDatabase, '--public-key', 'x')).toMatchObject({ code: 2 });
  await writeFile(join(folder, 'heads.json'), heads.out);
  const expecting = ['ledger', 'verify', '--merchant', 'de', '--expect', join(folder, 'heads.json')];
  expect((await run(...expecting)).code).toBe(0);
  await app.query('delete from ledger');
  await app.query('delete from ledger_seals');
  for (const more of [[], ['--database-url', databaseUrl()]]) {
    const cut = await run(...expecting, ...more);
    expect(cut).toMatchObject({ code: 1, out: expect.stringMatching(/BROKEN[\s\S]*chain was cut/) });
  }
  await app.query(`update audit set actor = 'nobody'`);
  expect(await run('audit', 'verify')).toMatchObject({ code: 1, out: expect.stringMatching(/number 1, row \S+: the row/) });
});

it('says what is wrong with a chain or a file of heads that there is not', async () => {
  const merchant = String((await app.query('select id from merchants limit 1'))[0]?.['id']);
  const answer = await app.ask('GET', `/admin/v1/merchants/${merchant}/chains/outbox/proof`, undefined, {
    key: 'sandbox-operator',
  });
  expect([answer.status, answer.messages]).toMatchObject([404, [{ code: '400.360', fieldReference: 'chain' }]]);
  for (const after of ['rubbish', Buffer.from('{"phase":"seals","after":"x","hash":""}').toString('base64url')]) {
    const path = `/admin/v1/merchants/${merchant}/chains/audit/proof?after=${after}`;
    expect((await app.ask('GET', path, undefined, { key: 'sandbox-operator' })).messages).toMatchObject([{ code: '400.274' }]);
  }
  expect((await run('audit', 'verify', '--expect', join(folder, 'none.json'))).code).toBe(2);
  // Heads of another chain, or of other merchants than the one that is asked for, would hold nothing to anything.
  const head = { merchantId: merchant, chain: 'ledger', number: '1', hash: 'x' };
  const file = join(folder, 'other.json');
  for (const [heads, ...words] of [
    [[head], 'audit', 'verify'],
    [[], 'ledger', 'verify'],
    [[{ ...head, number: 'x' }], 'ledger', 'verify'],
    [[{ ...head, merchantId: '00000000-0000-7000-8000-0000000000ff' }], 'ledger', 'verify', '--merchant', 'se'],
  ] as const) {
    await writeFile(file, JSON.stringify({ heads }));
    expect(await run(...words, '--expect', file), words.join(' ')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no head'),
    });
  }
});

it('tells everything of a person into a file that nobody else reads, and erases only when it is said twice', async () => {
  const body = authorizeBody('DE', {
    customer: buyer('DE', { customerNumber: 'told', firstName: 'Griselda' }),
    order: { number: 'told-1' },
  });
  await app.ask('POST', '/api/v3/checkout/authorize', body);
  const who = ['--merchant', 'de', '--customer', 'told', '--reason', 'asked for it'];
  const file = join(folder, 'told.json');
  const nowhere = await run('privacy', 'export', ...who, '--out', join(folder, 'no', 'told.json'));
  expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining('cannot be written') });
  const nobody = await run('privacy', 'export', '--merchant', 'de', '--reason', 'asked for it');
  expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining('DPS_NATIONAL_ID') });
  // What was there before, and open to all, is so no longer.
  await writeFile(file, 'old', { mode: 0o644 });
  expect((await run('privacy', 'export', ...who, '--out', file)).code).toBe(0);
  expect(await readFile(file, 'utf8')).toContain('Griselda');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await run('privacy', 'erase', ...who)).toMatchObject({ code: 2 });
  expect(await run('privacy', 'erase', ...who, '--yes')).toMatchObject({ code: 1, err: expect.stringContaining('told-1') });
  await app.ask('POST', '/api/v3/orders/told-1/voids');
  expect(await run('privacy', 'erase', ...who, '--yes')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/orderContents\s+1/),
  });
  // A payer who is no customer.
  const statement = 'bookingDate,amount,currency,name,iban\n2026-11-20,5.00,EUR,Zoe Payer,DE89370400440532013000\n';
  await app.ask('POST', '/admin/v1/bank-statements', statement, {
    key: 'sandbox-operator',
    headers: { 'content-type': 'text/csv' },
  });
  const payer = { DPS_IBAN: 'DE89 3704 0044 0532 0130 00', DPS_NAME: 'Zoe Payer' };
  expect(await run('privacy', 'export-payer', '--reason', 'asked')).toMatchObject({ code: 2 });
  const told = await runIn(payer, 'privacy', 'export-payer', '--reason', 'asked');
  expect(JSON.parse(told.out)).toMatchObject({ entries: [{ name: 'Zoe Payer', why: 'no_reference' }] });
  expect(await runIn(payer, 'privacy', 'erase-payer', '--reason', 'asked', '--yes')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 wait for you'),
  });
});
