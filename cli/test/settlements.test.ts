// Settlement by the command: a statement is read, previewed, saved, closed; payouts are sent, and what became of them is told.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorized, part, path, startApp, type TestApp } from '../../service/test/support/app.ts';
import { todayIn } from '../../service/test/support/days.ts';
import { asOperator, command } from './support/command.ts';

let app: TestApp;
let url: string;
const folder = mkdtempSync(join(tmpdir(), 'dps-settlements-'));
beforeAll(async () => {
  app = await startApp();
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.stop();
});

const run = (...parameters: string[]) => command(parameters, asOperator(url));
async function done(...parameters: string[]): Promise<string> {
  const { code, out, err } = await run(...parameters);
  expect([code, err]).toEqual([0, '']);
  return out;
}

it('from a capture to a payout that was paid', async () => {
  const order = await authorized(app, 10_000);
  await app.ask('POST', path(order, '/captures'), { orderDetails: part(100) });
  expect(await done('settlements', 'preview', '--merchant', 'de')).toContain('97.16');
  await done('clock', 'set', '--merchant', 'de', '--advance', '12d');
  expect(await done('settlements', 'list', '--merchant', 'de')).toMatch(/EUR-000001 .* 97\.16 +EUR +Open/);
  expect(await done('settlements', 'show', '--merchant', 'de', 'EUR-000001')).toContain(order);
  const [csv, pdf, bank] = ['a.csv', 'a.pdf', 'a.xml'].map((name) => join(folder, name)) as [string, string, string];
  await done('settlements', 'export', '--merchant', 'de', 'EUR-000001', '--to', csv);
  expect(readFileSync(csv, 'utf8')).toMatch(/^settlement_number,line_number,kind,.*\r\nEUR-000001,1,Capture,/);
  await done('settlements', 'export', '--merchant', 'de', 'EUR-000001', '--as', 'pdf', '--to', pdf);
  expect(readFileSync(pdf, 'latin1')).toMatch(/^%PDF-/);
  const unset = await run('payouts', 'export', '--to', bank);
  expect([unset.code, unset.err]).toEqual([1, expect.stringContaining('No account is set that payouts in EUR are made from')]);
  await done('payouts', 'account', 'EUR', '--name', 'House', '--iban', 'DE02120300000000202051', '--reason', 'ours');
  // Where no file can be written none is made, so that the payouts are still to be sent.
  const nowhere = await run('payouts', 'export', '--to', join(folder, 'no', 'a.xml'));
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('cannot be written')]);
  const made = await done('payouts', 'export', '--to', bank);
  expect(made).toContain('1 payments, 97.16 EUR');
  expect(await done('payouts', 'list', '--state', 'Exported')).toContain('Lampenladen Berlin');
  const before = readFileSync(bank, 'utf8');
  await done('payouts', 'export', '--file', /\(file ([^)]*)\)/.exec(made)?.[1] ?? '', '--to', bank);
  expect(readFileSync(bank, 'utf8')).toBe(before);
  const ahead = await run('settlements', 'payout', '--merchant', 'de', 'EUR-000001', 'paid', '--on', todayIn('DE', 14));
  expect([ahead.code, ahead.err]).toEqual([1, expect.stringContaining('The money cannot have left on this day')]);
  expect(await done('settlements', 'payout', '--merchant', 'de', 'EUR-000001', 'paid', '--on', todayIn('DE', 12))).toContain(
    'Paid',
  );
  expect(
    await done('settlements', 'adjust', '--merchant', 'de', '--number', 'A-1', '--amount', '-2.5', '--reason', 'Postage'),
  ).toContain('-2.50 EUR');
  // Captures, refunds, adjustments, fees, reserve, carried, payout: what is shown adds up.
  expect(await done('settlements', 'close', '--merchant', 'de', '--reason', 'leaves')).toMatch(
    /EUR-000002 .* 0\.00 +0\.00 +-2\.50 +0\.00 +0\.00 +2\.50 +0\.00 +EUR +-/,
  );
  const unknown = await run('settlements', 'export', '--merchant', 'de', 'EUR-000009', '--to', csv);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('no statement with this number')]);
});

it('another account is proposed by one key and approved by another person’s', async () => {
  const keyOf = async (name: string): Promise<string> => {
    const made = await done('keys', 'create', '--operator', '--name', name, '--reason', 'staff', '--json');
    return String((JSON.parse(made) as { key: string }).key);
  };
  const [anna, bert] = [await keyOf('Anna'), await keyOf('Bert')];
  const as = (key: string, ...parameters: string[]) => command([...parameters, '--key', key], asOperator(url));
  const account = ['payouts', 'account', 'EUR', '--name', 'Shop', '--iban', 'DE89370400440532013000', '--reason', 'a letter'];
  const proposed = await as(anna, ...account, '--merchant', 'de');
  expect([proposed.code, proposed.out]).toEqual([
    0,
    expect.stringMatching(/EUR to DE89…3000, Shop: proposed\. .* dps payouts approve (\S+)/),
  ]);
  const id = /approve (\S+)/.exec(proposed.out)?.[1] ?? '';
  const doctor = await as(anna, 'doctor');
  expect(doctor.out).toMatch(/warn +accounts +changes of accounts wait for a second person: Lampenladen Berlin \(EUR\)/);
  const own = await as(anna, 'payouts', 'approve', id);
  expect([own.code, own.err]).toEqual([1, expect.stringContaining('Another person has to approve this')]);
  expect((await as(bert, 'payouts', 'changes', '--state', 'Proposed')).out).toMatch(
    /Lampenladen Berlin +EUR +DE89…3000, Shop +Proposed/,
  );
  expect(await as(bert, 'payouts', 'approve', id, '--reason', 'called')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/in force/),
  });
  const house = await as(anna, ...account);
  const houseId = /approve (\S+)/.exec(house.out)?.[1] ?? '';
  expect(house.out).toMatch(/EUR from DE89…3000, Shop: proposed/);
  expect(await as(anna, 'payouts', 'reject', houseId, '--reason', 'a mistake')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/rejected/),
  });
});
