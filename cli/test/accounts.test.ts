// Customer accounts by the command, as an operator keeps them.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyBody, eventBody } from '../../service/test/support/accounts.ts';
import { authorizeBody, item, path, startApp, type TestApp } from '../../service/test/support/app.ts';
import { todayIn } from '../../service/test/support/days.ts';
import { asOperator, command } from './support/command.ts';

let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await startApp();
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.stop());

const payment = { type: 'Installment', installment: { profileNo: 5 } };
const run = (...parameters: string[]) => command(parameters, asOperator(url));

async function ask(path: string, body: object): Promise<Record<string, Record<string, unknown>>> {
  const headers = { 'x-auth-key': 'sandbox-de', 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v3/customer-account${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, Record<string, unknown>>;
}

it('an application is approved, an account is paid, and its stream tells it', async () => {
  const applied = await ask('', applyBody('DE', 100, { firstName: 'Review' }));
  const number = String(applied['account']?.['accountNumber']);
  await ask(`/${number}/event`, eventBody({ totalAmount: 40 }));
  expect((await run('accounts', 'list', '--merchant', 'de', '--state', 'UnderReview')).out).toContain(number);
  expect((await run('reviews', '--merchant', 'de')).out).toMatch(new RegExp(`account +${number} +100\\.00 EUR`));
  const approve = ['review', 'approve', number, '--merchant', 'de', '--reason', 'fine'];
  expect((await run(...approve)).err).toContain('waits to be decided');
  expect((await run(...approve, '--account')).out).toBe(`${number}: Accepted\n`);
  const today = todayIn('DE');
  const paid = await run(
    'accounts',
    'pay',
    '--merchant',
    'de',
    number,
    '--amount',
    '15.50',
    '--on',
    today,
    '--transaction',
    'P-1',
  );
  expect(paid.out).toBe('15.50 booked: fees 0.00, interest 0.00, principal 15.50; 24.50 left, Ok\n');
  const { out } = await run('accounts', 'entries', '--merchant', 'de', number);
  expect(
    out
      .split('\n')
      .slice(1, 4)
      .map((line) => line.split(/\s+/).filter((word) => /^[A-Z]/.test(word))[0]),
  ).toEqual(['Held', 'Purchase', 'Payment']);
  expect((await run('accounts', 'show', '--merchant', 'de', number)).out).toContain('24.50');
  const back = ['accounts', 'return', '--merchant', 'de', number, '--transaction', 'P-1', '--on', today];
  expect((await run(...back)).err).toContain('--reason');
  expect((await run(...back, '--reason', 'recalled')).out).toBe(
    '15.50 taken back: fees 0.00, interest 0.00, principal 15.50; 40.00 owed, Ok\n',
  );
  const again = await run(
    'accounts',
    'return',
    '--merchant',
    'de',
    number,
    '--transaction',
    'P-1',
    '--on',
    '2026-11-21',
    '--reason',
    'twice',
  );
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('taken back already')]);
  expect((await run('accounts', 'statements', '--merchant', 'de', number)).code).toBe(0);
  const missing = await run('accounts', 'show', '--merchant', 'de', '0100.0000008');
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('no customer account')]);
});

it('a withdrawal from an account and from an order is booked, and an early repayment is quoted', async () => {
  const number = String((await ask('', applyBody('DE', 100)))['account']?.['accountNumber']);
  await ask(`/${number}/event`, eventBody({ totalAmount: 40 }));
  const today = todayIn('DE');
  const notice = ['--noticed-on', today, '--medium', 'Letter', '--reason', 'letter'];
  expect((await run('accounts', 'withdraw', '--merchant', 'de', number, ...notice)).out).toMatch(
    new RegExp(`^withdrawn on ${today}: 40\\.00 of capital and 0\\.00 of interest are due on `),
  );
  const key = { key: 'sandbox-no' };
  const body = { ...authorizeBody('NO', { items: [item('NO', 'SOFA', 600_000)] }), payment };
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body, key)).body['outcome']).toBe('Accepted');
  const captured = await app.ask('POST', path(body.order.number, '/captures'), undefined, key);
  const capture = String(captured.body['captureNumber']);
  const quote = await run('orders', 'early-repayment', capture, '--merchant', 'no', '--amount', '1500');
  expect(quote.out).toMatch(/6000\.00 repays everything, 0\.00 of it is due/);
  expect(quote.out).toMatch(/paying 1500\.00 saves \d+\.\d\d and leaves/);
  expect(quote.out).toMatch(/installment +due/);
  const done = await run('orders', 'withdraw', body.order.number, '--merchant', 'no', ...notice, '--json');
  expect(JSON.parse(done.out)).toMatchObject({ principalAmount: 6000, interestAmount: 0, medium: 'Letter' });
  expect((await run('orders', 'withdraw', body.order.number, '--merchant', 'no')).code).not.toBe(0);
});

it('papers are named by what they are, and read without opening them for the consumer', async () => {
  const applied = await ask('', applyBody('DE', 500));
  const number = String(applied['account']?.['accountNumber']);
  await ask(`/${number}/event`, eventBody({ totalAmount: 400 }));
  const shown = async () => (await run('accounts', 'show', '--merchant', 'de', number)).out;
  const [, document = ''] = /agreement, given \S+ +([0-9a-f-]{36}) +http/.exec(await shown()) ?? [];
  const file = join(mkdtempSync(join(tmpdir(), 'dps-papers-')), 'agreement.pdf');
  const exported = await run('papers', 'export', document, '--merchant', 'de', '--to', file);
  expect(exported.out).toMatch(new RegExp(`^${file}: \\d+ bytes\n$`));
  expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await shown()).not.toContain(', opened');
  expect(await run('papers', 'export', number, '--merchant', 'de', '--to', file)).toMatchObject({ code: 1 });
  const forward = ['clock', 'set', '--merchant', 'de', '--advance', '80d'];
  expect((await run(...forward)).code).toBe(0);
  expect(await shown()).toMatch(/first reminder, given/);
  const { out } = await run('accounts', 'statements', '--merchant', 'de', number);
  const [, statement = ''] = /\d{4}-\d\d-\d\d +([0-9a-f]{8}-[0-9a-f-]{27})/.exec(out) ?? [];
  expect((await run('papers', 'export', statement, '--merchant', 'de', '--to', file)).code).toBe(0);
});
