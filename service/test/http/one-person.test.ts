// One person at all spellings of one postal code: another one would be another person, with a second account and nothing owed (C46).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { luhnDigit } from '../../src/core/countries/check-digits.ts';
import { type CountryCode, countries } from '../../src/core/countries/countries.ts';
import { addMonths } from '../../src/core/dates.ts';
import { rehash } from '../../src/rotation/rehash.ts';
import { applyBody } from '../support/accounts.ts';
import { authorizeBody, item, type Json, keyOf, startApp, type TestApp } from '../support/app.ts';
import { isCluster } from '../support/database.ts';
import { todayIn } from '../support/days.ts';
import { accepted, outcomeOf, tooMuch } from '../support/limits.ts';
import { type Buyer, buyer } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const berlin = (postalCode: string) => ({ ...buyer('DE').address, postalCode });

it('owes within one limit, with a prefix of the country or without', async () => {
  for (const codes of [
    ['10827', 'D-10827', 'DE-10827'],
    ['D-10827', '10827'],
  ]) {
    const person = buyer('DE');
    for (const [index, code] of codes.entries())
      expect([code, ...(await outcomeOf(app, { ...person, address: berlin(code) }, 60_000))]).toEqual([
        code,
        ...(index === 0 ? accepted : tooMuch),
      ]);
  }
});

it('owes within one limit with the blank of a Dutch code or without, also at a shop of another country', async () => {
  for (const shop of ['NL', 'DE'] as const) {
    const person = buyer('NL');
    const outcomes = [];
    for (const postalCode of ['1012 LM', '1012LM', 'NL-1012 LM', '1012 lm']) {
      const customer = { ...person, address: { ...person.address, postalCode } };
      const body = authorizeBody(shop, { customer, items: [item(shop, 'A', 60_000)] });
      const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf(shop) });
      outcomes.push([answer.body['outcome'], (answer.body['riskCheckMessages'] as Json[] | undefined)?.[0]?.['code']]);
    }
    expect(outcomes, shop).toEqual([['Accepted', undefined], ...Array.from({ length: 3 }, () => ['Rejected', '200.903'])]);
  }
});

it('owes within one limit, whether an ü is written as one letter or as two', async () => {
  for (const names of [
    [{ firstName: 'Jörg' }, { firstName: 'Joerg' }, { firstName: 'JÖRG' }],
    [{ firstName: 'Juergen' }, { firstName: 'Jürgen' }],
    [{ firstName: 'Michael' }, { firstName: 'Michaél' }],
  ]) {
    const person = buyer('DE');
    for (const [index, name] of names.entries())
      expect([name, ...(await outcomeOf(app, { ...person, ...name }, 60_000))]).toEqual([
        name,
        ...(index === 0 ? accepted : tooMuch),
      ]);
  }
  const [bauer, baur] = ['Bauer', 'Baur'].map((firstName) => ({ ...buyer('DE'), lastName: 'Zq', firstName }));
  for (const each of [bauer, baur]) expect(await outcomeOf(app, each ?? {}, 60_000)).toEqual(accepted);
});

it('owes within one limit without a birth date, whatever follows a plus in the e-mail', async () => {
  const person = { ...buyer('DE'), birthDate: undefined };
  const [local] = person.email.split('@');
  const outcomes = [];
  for (const tag of ['', '+1', '+shop+2']) {
    outcomes.push(await outcomeOf(app, { ...person, email: `${local}${tag}@example.com` }, 60_000));
  }
  expect(outcomes).toEqual([accepted, tooMuch, tooMuch]);
});

it('is found again under each text that it was stored by: of every spelling, or of the code alone as the country writes it', async () => {
  for (const code of ['d 10827', '10827']) {
    const { lastName, ...person } = buyer('DE');
    const goethe = { ...person, firstName: 'Goethe', lastName };
    await storedUnder(hashOf(goethe, code), 'DE', 60_000);
    expect(await outcomeOf(app, { ...goethe, address: berlin('D-10827') }, 60_000)).toEqual(tooMuch);
    for (const firstName of ['Goethe', 'Göthe'])
      expect(await outcomeOf(app, { ...goethe, firstName, address: berlin('10827') }, 60_000)).toEqual(tooMuch);
    expect(await outcomeOf(app, { ...goethe, firstName: 'Göthe' }, 40_000)).toEqual(accepted);
  }
});

describe('by the national number of another country', () => {
  /** At the shop in Norway, with a limit of 10 000 NOK. */
  const inOslo = async (customer: Partial<Buyer>, cents: number): Promise<unknown[]> => {
    const body = authorizeBody('NO', { customer, items: [item('NO', 'A', cents)] });
    const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf('NO') });
    const messages = (answer.body['riskCheckMessages'] ?? []) as Json[];
    return [answer.body['outcome'], ...messages.flatMap(({ code, actionCode }) => [code, actionCode])];
  };
  const swede = () => {
    const person = buyer('SE');
    const short = String(person['identificationNumber']);
    return { person, short, long: `19${short}`, digits: short.replace('-', '') };
  };

  it('is one person in each of its written forms, who owes within one limit', async () => {
    const { person, short, long, digits } = swede();
    const outcomes = [];
    for (const identificationNumber of [long, short, digits, `19${digits}`])
      outcomes.push(await inOslo({ ...person, identificationNumber }, 600_000));
    expect(outcomes).toEqual([accepted, tooMuch, tooMuch, tooMuch]);
  });

  it('is found again under the text that it was stored by, by request and by an operator', async () => {
    const { person, short, long, digits } = swede();
    await storedUnder(app.deps.secrets.hash(`id:19${digits}`), 'NO', 600_000);
    expect(await inOslo({ ...person, identificationNumber: long }, 600_000)).toEqual(tooMuch);
    expect(await inOslo({ ...person, identificationNumber: short }, 600_000)).toEqual(tooMuch);
    expect(await inOslo({ ...person, identificationNumber: short }, 100_000)).toEqual(accepted);
    const named = { identificationNumber: long, reason: 'asked for it' };
    const [shop] = await app.query(`select id from merchants where country = 'NO'`);
    const exported = (body: object) =>
      app.ask('POST', `/admin/v1/merchants/${String(shop?.['id'])}/persons/export`, body, { key: 'sandbox-operator' });
    for (const each of [named, { ...named, identificationNumber: short }]) expect((await exported(each)).status).toBe(200);
  });

  it('holds the birth date: a child is one at a shop of another country, too', async () => {
    const day = addMonths(todayIn('SE'), -120).replaceAll('-', '');
    const nine = `${day.slice(2)}123`;
    const identificationNumber = `${day.slice(0, 2)}${nine}${luhnDigit(nine)}`;
    const child = { identificationNumber, birthDate: undefined, address: buyer('SE').address };
    expect(await outcomeOf(app, child)).toEqual(['Rejected', '200.001', expect.any(String)]);
  });
});

it('has one account, whatever the spelling of the second application', async () => {
  const who = buyer('DE');
  const numbers = new Set<unknown>();
  for (const code of ['D-10827', '10827', 'DE-10827']) {
    const address = berlin(code);
    const { body } = await app.ask('POST', '/api/v3/customer-account', applyBody('DE', 500, { address }, who));
    numbers.add((body['account'] as Json | undefined)?.['accountNumber']);
  }
  expect([...numbers]).toEqual([expect.any(String)]);
});

const hashOf = ({ firstName, lastName }: Buyer, spelled: string): string =>
  app.deps.secrets.hash(`name:${firstName} ${lastName}|1984-12-08|${spelled}`.toLowerCase());

/** Owing 600 EUR, and stored under the text of the code as it was spelled. */
const storedAsSpelled = (person: Buyer, spelled: string): Promise<string> => storedUnder(hashOf(person, spelled), 'DE', 60_000);

/** Owing some cents of the country's currency. */
async function storedUnder(key: string, country: CountryCode, cents: number): Promise<string> {
  await app.query(
    `with stored as (
  insert into customers (merchant_id, key, id, identified) select id, $1, $2, true from merchants where country = $3 returning merchant_id, key
)
insert into exposures (merchant_id, customer_key, currency, held_minor, debt_minor) select merchant_id, key, $4, 0, $5::bigint from stored`,
    key,
    randomUUID(),
    country,
    countries[country].currency,
    cents,
  );
  return key;
}

it('is found again under the spelling that it was stored by, and from then on by every other', async () => {
  const person = buyer('DE');
  await storedAsSpelled(person, 'd 10827');
  expect(await outcomeOf(app, { ...person, address: berlin('D-10827') }, 60_000)).toEqual(tooMuch);
  expect(await outcomeOf(app, { ...person, address: berlin('10827') }, 60_000)).toEqual(tooMuch);
  expect(await outcomeOf(app, { ...person, address: berlin('DE-10827') }, 40_000)).toEqual(accepted);
});

it('who is known by the code alone stays so, and leaves another who was stored by a spelling as it is', async () => {
  const person = buyer('DE');
  expect(await outcomeOf(app, { ...person, address: berlin('10827') }, 10_000)).toEqual(accepted);
  const stored = await storedAsSpelled(person, 'd 10827');
  expect(await outcomeOf(app, { ...person, address: berlin('D-10827') }, 90_001)).toEqual(tooMuch);
  expect(await outcomeOf(app, { ...person, address: berlin('D-10827') }, 90_000)).toEqual(accepted);
  const rows = await app.query('select merged_into, known_as from customers where key = $1', stored);
  expect(rows).toEqual([{ merged_into: null, known_as: null }]);
});

it('is found under the spelling that it was stored by once another encryption key has followed, by request and by hashing anew', async () => {
  const people = [buyer('DE'), buyer('DE')] as const;
  for (const person of people) {
    expect(await outcomeOf(app, { ...person, address: berlin('D-10827') }, 60_000)).toEqual(accepted);
    const [stored] = await app.query('select customer_key from customer_profiles where last_name = $1', person.lastName);
    await rename(String(stored?.['customer_key']), hashOf(person, 'd 10827'));
  }
  const rotated = await startApp({ ENCRYPTION_KEYS: `${'08'.repeat(32)},${'07'.repeat(32)}` }, app.connection);
  try {
    const [asking, waiting] = people;
    expect(await outcomeOf(rotated, { ...asking, address: berlin('D-10827') }, 60_000)).toEqual(tooMuch);
    expect(await outcomeOf(rotated, { ...asking, address: berlin('10827') }, 60_000)).toEqual(tooMuch);
    // Pages of several merchants are hashed anew at once, which a cluster does not do.
    if (isCluster()) return;
    await rehash(app.query, rotated.deps.secrets, () => {});
    expect(await outcomeOf(rotated, { ...waiting, address: berlin('10827') }, 60_000)).toEqual(tooMuch);
  } finally {
    await rotated.stop();
  }
});

/** Everything of a customer under another key. */
async function rename(from: string, to: string): Promise<void> {
  await app.query(
    `insert into customers (merchant_id, key, id, identified) select merchant_id, $2, $3, identified from customers where key = $1`,
    from,
    to,
    randomUUID(),
  );
  const tables = await app.query(`select table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'customer_key' and t.table_type = 'BASE TABLE'`);
  for (const { name } of tables)
    await app.query(`update ${String(name)} set customer_key = $2 where customer_key = $1`, from, to);
  await app.query('delete from customers where key = $1', from);
}
