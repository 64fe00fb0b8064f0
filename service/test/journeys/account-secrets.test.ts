// Law 7: a national number sent in an address is in no line that the service writes, however much it is told to write.
import { afterEach, expect, test } from 'vitest';
import { applyBody } from '../support/accounts.ts';
import { buyer } from '../support/people.ts';
import { startService, tidyUp, until } from '../support/service-process.ts';
import { usedDataFolder } from '../support/used-data.ts';

afterEach(tidyUp);

test('the number that an account is found by is in no log line, no metric and no error', async () => {
  const service = startService({ DATA_DIR: await usedDataFolder(), LOG_LEVEL: 'trace' });
  const address = await until('the service is ready', () => /ready on (\S+)/.exec(service.stdout())?.[1], 90);
  const body = applyBody('SE', 500, {}, buyer('SE'));
  const number = body.customer.organizationPersonalNo as string;
  const digits = number.replace(/\D/g, '');
  const headers = { 'x-auth-key': 'sandbox-se', 'content-type': 'application/json' };
  const ask = (path: string, init: RequestInit = {}) => fetch(`${address}${path}`, { headers, ...init });
  const applied = await ask('/api/v3/customer-account', { method: 'POST', body: JSON.stringify(body) });
  expect(applied.status, await applied.clone().text()).toBe(200);
  expect(await applied.text()).not.toContain(digits.slice(-8));

  const forms = [number, digits, encodeURIComponent(number), `${digits}%20`, `${digits.slice(0, -1)}0`, `%ZZ${digits}`];
  for (const form of forms) {
    for (const [path, init] of [
      [form, {}],
      [`${form}/credit-limit`, {}],
      [`${form}/event`, { method: 'POST', body: '{' }],
      [`${form}/nothing`, {}],
      [form, { method: 'DELETE' }],
      [form, { headers: {} }],
    ] as const) {
      const answer = await ask(`/api/v3/customer-account/${path}`, init);
      const text = await answer.text();
      expect(`${path} ${text}`.slice(path.length), path).not.toContain(digits.slice(-8));
    }
  }
  // Each request left its line: otherwise nothing was tested. They are written in pieces, some time after the answers.
  const lines = (): number => service.stdout().match(/"route":/g)?.length ?? 0;
  await until('each request left its line', () => lines() >= forms.length * 5);
  await ask('/health');
  const metrics = await (await ask('/metrics')).text();
  const written = service.stdout() + service.stderr();
  expect(written.match(/"route":/g)?.length).toBeGreaterThanOrEqual(forms.length * 5);
  for (const text of [written, metrics]) for (const form of [number, digits, digits.slice(-8)]) expect(text).not.toContain(form);
}, 180_000);
