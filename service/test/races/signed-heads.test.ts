// What whoever can write the database cannot do, since the heads of the chains are signed with a key that is not in it; and what only
// heads that were kept elsewhere betray.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signHeads } from '../../src/audit/heads.sql.ts';
import { signAnew, signedValues, takeOverChains } from '../../src/audit/heads.ts';
import { sealLedger } from '../../src/audit/seal-ledger.job.ts';
import { digestOf, sealedFields, sha256 } from '../../src/audit/sealing.ts';
import { sealStatements } from '../../src/audit/seals.sql.ts';
import { createHeadProver, createHeadSigner } from '../../src/audit/signing.ts';
import { proofBegins, provePart } from '../../src/audit/verifying.ts';
import { beforeFirst, type chains, rowText, type SealedFields, sealText, singleSealText } from '../../src/core/seal.ts';
import { createDb, type Db } from '../../src/store/db.ts';
import { withoutForeignKeys } from '../support/aged-order.ts';
import { authorizeBody, type Json, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let db: Db;
let merchantId: string;
const operator = { key: 'sandbox-operator' };
const tables = ['ledger', 'audit', 'ledger_seals', 'audit_seals', 'chain_heads', 'unsealed', 'orders'];

beforeAll(async () => {
  app = await startApp();
  db = createDb({ connection: app.connection, poolSize: 2, preparedStatements: true });
  merchantId = String((await app.query(`select id from merchants where country = 'DE'`))[0]?.['id']);
  for (let count = 0; count < 3; count += 1) await sell();
  await app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('SE'), { key: 'sandbox-se' });
});
afterAll(async () => {
  await db.close();
  await app.stop();
});
/** Every test finds the database as it was before the attack of the last one. */
beforeEach(async () => {
  await seal();
  for (const table of tables) await app.query(`drop table if exists kept_${table}`);
  for (const table of tables) await app.query(`create table kept_${table} as select * from ${table}`);
  return async () => {
    const undo = tables.flatMap((table) => [`delete from ${table}`, `insert into ${table} select * from kept_${table}`]);
    await withoutForeignKeys(app.connection, undo);
  };
});

const sell = () => app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE'));
const seal = () => app.ask('POST', '/admin/v1/jobs/seal-ledger/run', undefined, operator);
const of = () => `merchant_id = '${merchantId}'`;

async function proof(chain = 'ledger', query = ''): Promise<Json> {
  const found: Json = {};
  for (let after = query; ; ) {
    const path = `/admin/v1/merchants/${merchantId}/chains/${chain}/proof${after}`;
    const { body } = await app.ask('GET', path, undefined, operator);
    const { next, ...part } = body;
    Object.assign(found, part);
    if (next === undefined) return found;
    after = `?after=${next as string}`;
  }
}
const fault = async (chain?: string): Promise<unknown> => ((await proof(chain))['fault'] as Json | undefined)?.['what'];
const headOf = async (chain = 'ledger'): Promise<Json> => {
  const { body } = await app.ask('GET', '/admin/v1/chains', undefined, operator);
  return (body['heads'] as Json[]).find((each) => each['merchantId'] === merchantId && each['chain'] === chain) ?? {};
};

/** Number all seals anew over the rows as they are by now, as everybody can who knows how a seal is made. */
async function forge(chain: (typeof chains)[number]): Promise<string> {
  const rows = await db.read(sealStatements.listSealed[chain], merchantId, '0', 100_000);
  let hash = beforeFirst;
  for (const number of new Set(rows.map((row) => row['number'] as bigint))) {
    const hashes = rows
      .filter((row) => row['number'] === number)
      .map((row) => {
        const digest = digestOf(row['reason'] as string | null, row['reasonSalt'] as string | null);
        return sha256(rowText(sealedFields(chain, row['fields'] as SealedFields, digest)));
      })
      .join('');
    hash = sha256(sealText(chain, hash, merchantId, number, hashes));
    await app.query(
      `update ${chain}_seals set hash = $1, row_hashes = decode($3, 'hex') where ${of()} and number = $2`,
      hash,
      number,
      hashes,
    );
  }
  return hash;
}

describe('a chain that somebody made anew over changed rows', () => {
  it('is not the one that was signed, with its head left or replaced, and nothing is sealed behind it', async () => {
    expect(await proof()).toMatchObject({ signedFrom: '1', isSignatureProved: true });
    await app.query(
      `update audit set actor = 'somebody else' where ${of()} and id = (select min(id::text)::uuid from audit where ${of()})`,
    );
    const hash = await forge('audit');
    expect(await fault('audit')).toBe('the last seal is another than the one that was signed');
    await app.query(`update chain_heads set hash = $1 where ${of()} and chain = 'audit'`, hash);
    expect(await fault('audit')).toBe('the signature of the head is none of the service’s');
    const before = await app.query(`select count(*) from audit_seals where ${of()}`);
    await sell();
    await expect(app.deps.jobs.runNow('seal-ledger')).rejects.toThrow(/not what was signed/);
    expect(await app.query(`select count(*) from audit_seals where ${of()}`)).toEqual(before);
  });

  it('keeps no other merchant’s rows from being sealed', async () => {
    await app.query(`update chain_heads set signature = 'AAAA' where ${of()}`);
    await sell();
    await app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('SE'), { key: 'sandbox-se' });
    // Each second, and without a word; once a minute the chain that is broken is reported.
    expect(await app.deps.jobs.runNow('seal-new-rows')).toMatchObject({ done: expect.any(Number) });
    const left = 'select distinct merchant_id as id from unsealed';
    expect(await app.query(left)).toEqual([{ id: merchantId }]);
    await app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('SE'), { key: 'sandbox-se' });
    await expect(app.deps.jobs.runNow('seal-ledger')).rejects.toThrow(/not what was signed/);
    expect(await app.query(left)).toEqual([{ id: merchantId }]);
  });

  it('cannot take the signature of another head: one of another chain, of another merchant or of a longer one', async () => {
    await app.query(`update chain_heads h set signature = o.signature from chain_heads o
      where h.${of()} and h.chain = 'ledger' and o.${of()} and o.chain = 'audit'`);
    expect(await fault()).toBe('the signature of the head is none of the service’s');
    await app.query(`update chain_heads set signed_from = 2, signature = (select signature from kept_chain_heads k
      where k.${of()} and k.chain = 'ledger') where ${of()} and chain = 'ledger'`);
    expect(await fault()).toBe('the signature of the head is none of the service’s');
  });
});

describe('a chain that was cut at its end', () => {
  const cut = async (): Promise<void> => {
    await sell();
    await seal();
    const last = `from ledger_seals where ${of()} order by number desc limit 1`;
    await app.query(`delete from ledger where ${of()} and id = any((select row_ids ${last})::uuid[])`);
    await app.query(`delete from ledger_seals where ${of()} and number = (select number ${last})`);
  };

  it('does not reach the head that was signed', async () => {
    await cut();
    expect(await fault()).toMatch(/^the chain was cut/);
    await app.query(`delete from chain_heads where ${of()}`);
    expect(await fault()).toBe('the head of the chain was never signed');
  });

  it('with a head that was signed once looks whole, and is betrayed by the later one that was kept', async () => {
    const kept = await app.query(`select * from chain_heads where ${of()} and chain = 'ledger'`);
    const seals = Number(kept[0]?.['number']);
    await sell();
    await seal();
    const later = await headOf();
    expect(Number(later['number'])).toBeGreaterThan(seals);
    await app.query(`delete from ledger_seals where ${of()} and number > ${seals}`);
    await app.query(`delete from ledger where ${of()} and id not in (select unnest(row_ids) from ledger_seals where ${of()})`);
    await app.query(`delete from orders where ${of()} and id not in (select id from kept_orders)`);
    await app.query(`update chain_heads h set number = k.number, hash = k.hash, signature = k.signature from kept_chain_heads k
      where h.${of()} and h.chain = 'ledger' and k.${of()} and k.chain = 'ledger'`);
    expect(await fault()).toBeUndefined();
    expect(await proof('ledger', `?number=${String(later['number'])}&hash=${String(later['hash'])}`)).toMatchObject({
      fault: { what: expect.stringMatching(/does not reach/) },
    });
  });
});

describe('chains from before heads were signed', () => {
  const asBefore = () => app.query('delete from chain_heads');

  it('are taken over as they stand, go on signed, and are proved before and behind', async () => {
    await asBefore();
    expect(await fault()).toBeUndefined();
    const [last] = await app.query(
      `select max(number + cardinality(row_ids) - 1)::text as number from ledger_seals where ${of()}`,
    );
    await seal();
    await sell();
    await seal();
    expect(await proof()).toMatchObject({ signedFrom: last?.['number'], isSignatureProved: true });
    await app.query(`update ledger set amount_minor = amount_minor + 1 where ${of()} and id = (
      select row_ids[1] from ledger_seals where ${of()} order by number limit 1)`);
    expect(await fault()).toMatch(/changed/);
    await forge('ledger');
    expect(await fault()).toBe('the last seal is another than the one that was signed');
  });

  it('are taken over once: a head that is missing beside others is nothing that the service signs', async () => {
    await app.query(`delete from chain_heads where ${of()}`);
    await sell();
    await expect(app.deps.jobs.runNow('seal-ledger')).rejects.toThrow(/not what was signed/);
    // But on the day of the change processes of the version before seal without signing.
    const first = `where name = '0001-merchants.sql'`;
    await app.query(
      `update schema_migrations set applied_at = (applied_at at time zone 'UTC' - interval '1 year') at time zone 'UTC' ${first}`,
    );
    await seal();
    expect(await proof()).toMatchObject({ isSignatureProved: true });
    await app.query(
      `update schema_migrations set applied_at = (applied_at at time zone 'UTC' + interval '1 year') at time zone 'UTC' ${first}`,
    );
  });
});

describe('seals of version 1, each of one row', () => {
  /** As the version before would have sealed all that is sealed. */
  async function asOfOne(chain: (typeof chains)[number]): Promise<void> {
    const rows = await db.read(sealStatements.listSealed[chain], merchantId, '0', 100_000);
    await app.query(`delete from ${chain}_seals where ${of()}`);
    let hash = beforeFirst;
    for (const [index, { rowId, fields, reasonDigest }] of rows.entries()) {
      const digest = (reasonDigest ?? null) as string | null;
      const number = BigInt(index + 1);
      hash = sha256(singleSealText(chain, hash, merchantId, number, sealedFields(chain, fields as SealedFields, digest)));
      await app.query(
        `insert into ${chain}_seals (merchant_id, number, row_id, version, hash${chain === 'audit' ? ', reason_digest' : ''})
         values ($1, $2, $3, 1, $4${chain === 'audit' ? ', $5' : ''})`,
        merchantId,
        number,
        rowId,
        hash,
        ...(chain === 'audit' ? [digest] : []),
      );
    }
    const signer = createHeadSigner([Buffer.alloc(32, 7)]);
    const head = { chain, merchantId, number: BigInt(rows.length), hash, signedFrom: 1n };
    await db.run(signHeads, ...signedValues([head], signer));
  }

  it('are proved, followed by seals of many rows, and name what was changed on either side', async () => {
    for (const chain of ['ledger', 'audit'] as const) {
      await asOfOne(chain);
      expect(await fault(chain)).toBeUndefined();
    }
    const [{ number: last } = {}] = await app.query(`select max(number)::int as number from ledger_seals where ${of()}`);
    await sell();
    await sell();
    await seal();
    for (const chain of ['ledger', 'audit'] as const)
      expect(await proof(chain)).toMatchObject({ signedFrom: '1', isSignatureProved: true, waiting: 0 });
    expect(await fault('audit')).toBeUndefined();
    const [seals] = await app.query(
      `select count(*) filter (where version = 1)::int as old, count(*) filter (where version = 2)::int as new
       from ledger_seals where ${of()}`,
    );
    expect(seals).toEqual({ old: last, new: 1 });
    const change = (id: string, sign: string) =>
      app.query(`update ledger set amount_minor = amount_minor ${sign} 1 where ${of()} and id = (${id})`);
    const old = `select row_id from ledger_seals where ${of()} and number = 2`;
    await change(old, '+');
    expect((await proof())['fault']).toMatchObject({ number: '2', what: 'the row or its seal was changed' });
    await change(old, '-');
    const fresh = `select row_ids[2] from ledger_seals where ${of()} and row_ids is not null`;
    await change(fresh, '+');
    expect((await proof())['fault']).toMatchObject({
      number: String(Number(last) + 2),
      what: 'the row or its seal was changed',
    });
    await change(fresh, '-');
    expect(await fault()).toBeUndefined();
    // Nor can the highest id of a chain be another, by which rows without a seal are looked for.
    await app.query(`update ledger_seals set highest_id = 'ffffffff-ffff-7fff-bfff-ffffffffffff' where ${of()} and version = 2`);
    expect(await fault()).toBe('the row or its seal was changed');
  });
});

describe('another key', () => {
  const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  const part = async (prover: Parameters<typeof provePart>[4]) => provePart(db, 'ledger', merchantId, proofBegins, prover);

  it('of which one merchant’s signature cannot be made signs those of all others, and the run fails in the end', async () => {
    const both = createHeadSigner([fresh, old]);
    const failing = {
      ...both,
      sign: (text: string) => {
        if (text.includes(merchantId)) throw new Error('this one fails');
        return both.sign(text);
      },
    };
    const left = async () =>
      (await app.query(`select distinct merchant_id as id from chain_heads where key_id <> '${both.keyId}'`)).map(({ id }) => id);
    expect((await left()).length).toBeGreaterThan(1);
    await expect(signAnew(db, failing)).rejects.toThrow('this one fails');
    expect(await left()).toEqual([merchantId]);
    await app.query('delete from chain_heads');
    await expect(takeOverChains(db, failing)).rejects.toThrow('this one fails');
    expect((await app.query('select distinct merchant_id as id from chain_heads')).length).toBeGreaterThan(1);
  });

  it('of which one merchant’s signature cannot be made leaves the rows of no other without a seal', async () => {
    const signer = createHeadSigner([old]);
    const failing = {
      ...signer,
      isOwn: (keyId: string, text: string, signature: string) => {
        if (text.includes(merchantId)) throw new Error('this one fails');
        return signer.isOwn(keyId, text, signature);
      },
    };
    await sell();
    await app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('SE'), { key: 'sandbox-se' });
    const deps = { ...app.deps, stopping: () => false, signal: new AbortController().signal } as never;
    await expect(sealLedger(failing).run(deps)).rejects.toThrow('this one fails');
    expect(await app.query('select distinct merchant_id as id from unsealed')).toEqual([{ id: merchantId }]);
  });

  it('proves nothing alone, and signs anew what the one before it signed', async () => {
    expect(await part(createHeadSigner([fresh]))).toMatchObject({ isSignatureProved: false });
    expect(await signAnew(db, createHeadSigner([fresh]))).toBe(0);
    const both = createHeadSigner([fresh, old]);
    expect(await signAnew(db, both)).toBeGreaterThan(1);
    expect(await signAnew(db, both)).toBe(0);
    expect(await part(createHeadSigner([fresh]))).toMatchObject({ isSignatureProved: true, signedFrom: '1' });
    // The public half proves as well, and what the old key signed is proved by it no more.
    const { body } = await app.ask('GET', '/admin/v1/chains', undefined, operator);
    const listed = (body['keys'] as Json[]).map(({ publicKey }) => String(publicKey));
    expect(await part(createHeadProver(listed))).toMatchObject({ isSignatureProved: false });
    expect(await part(createHeadProver(Object.values(both.publicKeys)))).toMatchObject({ isSignatureProved: true });
  });
});
