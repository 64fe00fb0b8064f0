// Negative and positive lists through the interface: whoever is on the negative one is rejected without a word about why,
// under another spelling too, until the entry expires or is removed, and never at another merchant.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/core/dates.ts';
import { type Answer, advanceShop, authorizeBody, type Json, startApp, type TestApp } from '../support/app.ts';
import { todayIn } from '../support/days.ts';
import { type Buyer, buyer } from '../support/people.ts';

let app: TestApp;
let shops: Record<string, string>;
beforeAll(async () => {
  app = await startApp();
  const rows = await app.query('select id, country from merchants');
  shops = Object.fromEntries(rows.map((row) => [String(row['country']), String(row['id'])]));
});
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const lists = (country = 'DE'): string => `/admin/v1/merchants/${shops[country]}/lists`;
const put = (entry: Json, country = 'DE'): Promise<Answer> =>
  app.ask('POST', lists(country), { entries: [{ list: 'negative', reason: 'did not pay (file 4711)', ...entry }] }, operator);
const authorize = async (customer: Partial<Buyer>, more: Json = {}, key = 'sandbox-de') => {
  const country = key === 'sandbox-at' ? 'AT' : 'DE';
  const { body } = await app.ask(
    'POST',
    '/api/v3/checkout/authorize',
    { ...authorizeBody(country, { customer }), ...more },
    { key },
  );
  return body;
};
const idOf = async (reason: string): Promise<string> => {
  const [row] = await app.query('select id from list_entries where reason = $1', reason);
  return String(row?.['id']);
};

describe('the negative list', () => {
  it('rejects with the public code of any low score, and a text that says nothing of a list', async () => {
    await put({ kind: 'person', firstName: 'Ottokar', lastName: 'Möller', birthDate: '1977-07-07' });
    for (const [firstName, lastName] of [
      ['Ottokar', 'Mueller'],
      ['Muller', 'Otokar'],
      ['Ottokar', 'Müller'],
    ] as const) {
      const answer = await authorize({ firstName, lastName, birthDate: '1977-07-07', conversationLanguage: 'DE' });
      expect(answer).toMatchObject({
        outcome: 'Rejected',
        riskCheckMessages: [{ code: '200.901', actionCode: 'OfferSecurePaymentMethods' }],
      });
      // Without numbers and links, whose digits and letters mean nothing.
      const words = JSON.stringify(answer).replace(/https?:[^"\s]+|[\da-f-]{16,}/g, '');
      expect(words).not.toMatch(/listed|4711|negative|paid/i);
    }
    expect((await authorize({ firstName: 'Ottokar', lastName: 'Möller', birthDate: '1987-07-07' }))['outcome']).toBe('Accepted');
  });

  it('keeps in the decision which entry was hit and how, and nothing of what it says', async () => {
    await put({ kind: 'email', email: '@listed.example', reason: 'facts' });
    await authorize({ email: 'who@listed.example' });
    const [row] = await app.query(
      `select facts from credit_decisions where facts::text like '%' || $1 || '%'`,
      await idOf('facts'),
    );
    expect(row?.['facts']).toMatchObject({ listHits: [{ list: 'negative', kind: 'email', strength: 80, match: 'exact' }] });
    expect(JSON.stringify(row?.['facts'])).not.toContain('listed.example');
  });

  it('knows addresses, also of the delivery, telephones and bank accounts', async () => {
    await put({ kind: 'address', street: 'Schwarze Gasse', streetNumber: '13', postalCode: '04109', postalPlace: 'Leipzig' });
    await put({ kind: 'phone', phone: '0151 55 66 77 88' });
    await put({ kind: 'bankAccount', bankAccount: 'DE89 3704 0044 0532 0130 00' });
    const address = { street: 'Schwarze Gaße 13', postalCode: '04109', postalPlace: 'Leipzig', countryCode: 'DE' as const };
    const rejected = { outcome: 'Rejected', riskCheckMessages: [{ code: '200.901' }] };
    expect(await authorize({ address })).toMatchObject(rejected);
    expect(await authorize({}, { deliveryCustomer: { firstName: 'X', lastName: 'Y', address } })).toMatchObject(rejected);
    expect(await authorize({ mobilePhone: '+49 15155667788' })).toMatchObject(rejected);
    const payment = { type: 'Invoice', directDebit: { bankAccount: 'DE89370400440532013000' } };
    const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...authorizeBody('DE'), payment });
    expect([200, 400]).toContain(answer.status);
    if (answer.status === 200) expect(answer.body).toMatchObject(rejected);
  });

  it('is one merchant’s, and nobody else’s', async () => {
    await put({ kind: 'email', email: 'german@list.example' });
    expect((await authorize({ email: 'german@list.example' }))['outcome']).toBe('Rejected');
    expect((await authorize({ email: 'german@list.example' }, {}, 'sandbox-at'))['outcome']).toBe('Accepted');
  });

  it('counts until the end of its last day', async () => {
    const today = todayIn('AT');
    await put({ kind: 'email', email: 'soon@list.example', expiresOn: today }, 'AT');
    await put({ kind: 'email', email: 'late@list.example', expiresOn: addDays(today, -1) }, 'AT');
    expect((await authorize({ email: 'late@list.example' }, {}, 'sandbox-at'))['outcome']).toBe('Accepted');
    expect((await authorize({ email: 'soon@list.example' }, {}, 'sandbox-at'))['outcome']).toBe('Rejected');
    await advanceShop(app, shops['AT'], { advanceSeconds: 86_400 });
    expect((await authorize({ email: 'soon@list.example' }, {}, 'sandbox-at'))['outcome']).toBe('Accepted');
  });

  it('lets go whom the operator took off, and keeps why', async () => {
    await put({ kind: 'email', email: 'off@list.example', reason: 'take me off' });
    const id = await idOf('take me off');
    const remove = (body: unknown) => app.ask('POST', `${lists()}/${id}/remove`, body, operator);
    expect((await remove({})).messages).toMatchObject([{ code: '400.002', fieldReference: 'reason' }]);
    expect((await remove({ reason: 'paid in the end' })).body).toMatchObject({ removedReason: 'paid in the end' });
    expect((await authorize({ email: 'off@list.example' }))['outcome']).toBe('Accepted');
    expect((await remove({ reason: 'again' })).messages).toMatchObject([{ code: '400.272' }]);
    expect(await app.query(`select reason from audit where operation = 'removeListEntry' and subject = $1`, id)).toEqual([
      { reason: 'paid in the end' },
    ]);
    const elsewhere = await app.ask('POST', `${lists('AT')}/${id}/remove`, { reason: 'x' }, operator);
    expect(elsewhere.status).toBe(404);
    expect((await put({ kind: 'email', email: 'off@list.example' })).body).toMatchObject({ entered: 1 });
  });
});

describe('the positive list', () => {
  it('spares a good customer the review', async () => {
    await put({ list: 'positive', kind: 'email', email: 'friend@good.example', reason: 'ten years' });
    expect((await authorize({ firstName: 'Review', email: 'friend@good.example' }))['outcome']).toBe('Accepted');
    expect((await authorize({ firstName: 'Review' }))['outcome']).toBe('Pending');
    expect((await authorize({ firstName: 'Reject', email: 'friend@good.example' }))['outcome']).toBe('Rejected');
  });
});

describe('an import', () => {
  it('takes thousands of lines, tells what is wrong line by line, and puts nothing twice on a list', async () => {
    const person = (index: number) =>
      `person,Vor${index},Nach${index},19${String(50 + (index % 40))}-01-01,,"said ""no"", twice"`;
    const lines = Array.from({ length: 3000 }, (_each, index) => person(index));
    lines[10] = 'person,Nur,,,,';
    lines[20] = 'email,,,,not an address,';
    lines[30] = 'ghost,A,B,,,';
    const csv = `\uFEFFkind,firstName,lastName,birthDate,email,reason\r\n${lines.join('\r\n')}\r\n`;
    const first = await app.ask('POST', lists(), { list: 'negative', reason: 'imported', csv }, operator);
    expect(first.body).toMatchObject({ entered: 2997, known: 0, faulty: 3 });
    expect(first.body['faults']).toEqual([
      expect.objectContaining({ line: 12, field: 'lastName', code: '400.002' }),
      expect.objectContaining({ line: 22, field: 'email', code: '400.004' }),
      expect.objectContaining({ line: 32, field: 'kind', code: '400.004' }),
    ]);
    const second = await app.ask('POST', lists(), { list: 'negative', reason: 'imported', csv }, operator);
    expect(second.body).toMatchObject({ entered: 0, known: 2997, faulty: 3 });
    expect((await authorize({ firstName: 'Vor17', lastName: 'Nach17', birthDate: '1967-01-01' }))['outcome']).toBe('Rejected');
  }, 30_000);

  it('reads files as any system writes them, and leaves out what cannot be what was meant', async () => {
    const send = async (csv: string) => {
      const { body } = await app.ask('POST', lists('CH'), { csv, list: 'negative', reason: 'r' }, operator);
      return [body['entered'], (body['faults'] as { line: number }[]).map(({ line }) => line)];
    };
    expect(await send('\uFEFFkind;email\r\nemail;bom@csv.example\r\n')).toEqual([1, []]);
    expect(await send('kind,email\remail,mac@csv.example\r')).toEqual([1, []]);
    expect(await send('kind\temail\nemail\ttab@csv.example\n')).toEqual([1, []]);
    expect(await send('kind,email,reason\r\nemail,long@csv.example,"two\r\nlines"\r\n\r\nemail,none,x\r\n')).toEqual([1, [5]]);
    expect(await send('kind,firstName,lastName\nperson,Ann "Nan",Kunz\nperson,Bo,\n')).toEqual([1, [3]]);
    expect(await send('kind,email,reason\nemail,one@csv.example,"ran off\nemail,two@csv.example,x\n')).toEqual([0, [2]]);
    expect(await send('kind,street,postalCode\naddress,Weg 5, Hinterhaus,8001\naddress,Weg 6,8001,\n')).toEqual([1, [2]]);
    expect(await send('kind,firstName,lastName\nperson,J\uFFFDrg,Kunz\n')).toEqual([0, [2]]);
  });

  it('tells a zero in an address or a question from a fault of its own', async () => {
    expect((await app.ask('GET', `${lists()}?list=%00`, undefined, operator)).status).toBe(400);
    expect((await app.ask('POST', `${lists()}/%00/remove`, { reason: 'x' }, operator)).status).toBe(400);
  });

  it('reads semicolons, and tells what a line has too little of', async () => {
    const csv = 'list;kind;phone;reason\nnegative;phone;12;short\nnegative;phone;"0170 999 888 7";ok\n';
    const answer = await app.ask('POST', lists(), { csv }, operator);
    expect(answer.body).toMatchObject({ entered: 1, faulty: 1, faults: [{ line: 2, field: 'phone', code: '400.004' }] });
  });

  it('is read back page by page, with numbers only by their end, and nothing readable at rest', async () => {
    await put({ kind: 'person', identificationNumber: '900101-0017', reason: 'sealed' }, 'SE');
    await put({ kind: 'bankAccount', bankAccount: 'DE89370400440532013001' }, 'SE');
    await put({ kind: 'company', companyName: 'Skugga AB' }, 'SE');
    const one = await app.ask('GET', `${lists('SE')}?limit=2`, undefined, operator);
    expect(one.body['entries']).toMatchObject([{ identificationNumber: '…017' }, { bankAccount: '…001' }]);
    const two = await app.ask('GET', `${lists('SE')}?limit=2&after=${String(one.body['next'])}`, undefined, operator);
    expect(two.body).toMatchObject({ entries: [{ companyName: 'Skugga AB' }] });
    expect(two.body).not.toHaveProperty('next');
    expect((await app.ask('GET', `${lists('SE')}?after=nonsense`, undefined, operator)).messages).toMatchObject([
      { code: '400.274' },
    ]);
    const stored = JSON.stringify(
      await app.query('select content, keys, content_key from list_entries union all select key, null, null from list_keys'),
    );
    expect(stored).not.toMatch(/Skugga|9001010017|900101-0017|532013001|Möller/i);
  });

  it('needs the operator’s key', async () => {
    expect((await app.ask('GET', lists())).status).toBe(401);
    expect((await app.ask('POST', lists(), { entries: [] }, { key: buyer('DE').email })).status).toBe(401);
  });
});
