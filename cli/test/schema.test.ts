// The schema of the database by command: what is applied and missing, and what a cluster would do with each table.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scramVerifier } from '../../service/src/postgres/service-role.ts';
import { asService, type TestDatabase, testDatabase, urlOf } from '../../service/test/support/database.ts';
import { command } from './support/command.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const run = (...parameters: string[]) => command(parameters, { DATABASE_URL: database.url });

describe('dps db status', () => {
  test('says that nothing is missing, what is, and what only a newer version knows', async () => {
    expect(await run('db', 'status')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ migrations applied/) });
    await client.query(`update schema_migrations set name = '9999-of-tomorrow.sql' where name = '0032-expiry-warnings.sql'`);
    const { code, out } = await run('db', 'status');
    await client.query(`update schema_migrations set name = '0032-expiry-warnings.sql' where name = '9999-of-tomorrow.sql'`);
    expect(code).toBe(1);
    expect(out).toMatch(/missing\S*\s+0032-expiry-warnings\.sql[\s\S]*newer\S*\s+9999-of-tomorrow\.sql/);
  });
});

describe('dps db distribute', () => {
  const planned = async () => (await run('db', 'distribute', '--dry-run')).out.trim().split('\n');

  test('shards every table of a merchant on merchant_id beside the first, and copies the shared ones, in an order that holds', async () => {
    const lines = await planned();
    const placeOf = (table: string) => lines.findIndex((line) => line.includes(`('${table}'`));
    expect(lines).toContain(`select create_reference_table('merchants');`);
    expect(lines[placeOf('orders')]).toMatch(
      /^select create_distributed_table\('orders', 'merchant_id', colocate_with => '\w+'\);$/,
    );
    for (const [before, after] of [
      ['merchants', 'documents'],
      ['customers', 'accounts'],
      ['captures', 'payments'],
      ['payments', 'payment_returns'],
    ])
      expect(placeOf(before ?? '')).toBeLessThan(placeOf(after ?? ''));
    const { rows } = await client.query(
      `select count(*)::int as count from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    expect(lines).toHaveLength(rows[0].count);
    expect(lines.filter((line) => line.includes(`colocate_with => 'none'`))).toHaveLength(1);
  });

  test('does not say of a database without tables that all is in its place', async () => {
    await client.query('create schema nothing_yet');
    const url = new URL(database.url);
    url.searchParams.set('options', '-c search_path=nothing_yet');
    const answer = await command(['db', 'distribute', '--dry-run'], { DATABASE_URL: url.href });
    expect(answer).toMatchObject({ code: 1, out: '', err: expect.stringContaining('dps db migrate') });
  });

  test('without Citus refuses and changes nothing', async () => {
    expect(await run('db', 'distribute')).toMatchObject({ code: 1, err: expect.stringContaining('no extension citus') });
  });

  test('refuses while a process of the service is connected', async () => {
    const service = new pg.Client({ connectionString: database.url, application_name: 'deferred-payment-service' });
    await service.connect();
    await client.query(`create function create_distributed_table() returns void language sql as ''`);
    const err = expect.stringContaining('Stop every process of it first');
    expect(await run('db', 'distribute')).toMatchObject({ code: 1, err });
    await client.query('drop function create_distributed_table');
    await service.end();
  });

  // Where no Citus can be had: functions of the same names and parameters write down what they are asked, and refuse what Citus
  // refuses. A structural check of our statements; docs/scaling.md says what was tried on a cluster.
  test('asks each table once, in a way that Citus takes, goes on where it stopped, and makes the foreign keys again', async () => {
    const copy = await testDatabase();
    const own = new pg.Client(copy.connection);
    await own.connect();
    const runOwn = (...parameters: string[]) => command(parameters, { DATABASE_URL: copy.url });
    const plannedOwn = async () => (await runOwn('db', 'distribute', '--dry-run')).out.trim().split('\n');
    const foreignKeys = async (): Promise<unknown[]> => {
      const { rows } = await own.query(`select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`);
      return rows;
    };
    const keysBefore = await foreignKeys();
    await own.query(`
      create schema stand_in;
      create table stand_in.pg_dist_partition (logicalrelid regclass primary key, partmethod "char" not null, repmodel "char" not null,
        partkey text default 'merchant_id', colocationid int default 1);
      create function stand_in.column_to_column_name(t regclass, partkey text) returns text language sql as $$ select partkey $$;
      -- Citus takes up what has a foreign key to a placed table, without placing it.
      insert into stand_in.pg_dist_partition values ('documents', 'n', 's');
      create function stand_in.place(t regclass, method "char") returns void language plpgsql as $$ begin
        if exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = t and f.conrelid <> t
          and f.conrelid not in (select logicalrelid from stand_in.pg_dist_partition where partmethod = 'h')) and method = 'h'
          then raise 'foreign keys from local tables to distributed tables are not supported: %', t; end if;
        if t = 'captures'::regclass and current_setting('stand_in.fails', true) = 'yes' then raise 'the node is away'; end if;
        insert into stand_in.pg_dist_partition values (t, method, case method when 'n' then 't' else 's' end)
          on conflict (logicalrelid) do update set partmethod = excluded.partmethod, repmodel = excluded.repmodel; end $$;
      create function stand_in.create_reference_table(table_name regclass) returns void language sql as $$ select stand_in.place(table_name, 'n') $$;
      create function stand_in.create_distributed_table(table_name regclass, distribution_column text, colocate_with text) returns void
        language sql as $$ select stand_in.place(table_name, 'h') $$;
      create function stand_in.run_command_on_shards(table_name regclass, command text) returns table (success boolean, result text)
        language sql as $$ select command = 'grant UPDATE (reason) on %s to dps_service' or command = 'grant UPDATE (reason_salt) on %s to dps_service', command $$;
      create function stand_in.truncate_local_data_after_distributing_table(function_name regclass) returns void language plpgsql
        as $$ begin execute format('truncate %s', function_name); end $$;`);
    const { rows } = await own.query('select current_database() as name');
    await own.query(`alter database ${rows[0].name} set search_path = public, stand_in`);
    await own.query(`alter database ${rows[0].name} set stand_in.fails = 'yes'`);
    expect(await runOwn('db', 'distribute')).toMatchObject({ code: 1, err: expect.stringContaining('the node is away') });
    await own.query(`alter database ${rows[0].name} set stand_in.fails = 'no'`);
    const open = (await plannedOwn()).filter((line) => !line.startsWith('-- done')).length;
    expect(await runOwn('db', 'distribute')).toMatchObject({ code: 0, out: expect.stringContaining(`${open} tables placed.`) });
    expect((await runOwn('db', 'distribute')).out).toContain('Nothing to place');
    const placed = await own.query('select count(*)::int as count from stand_in.pg_dist_partition');
    expect(placed.rows[0].count).toBe((await plannedOwn()).length);
    expect(await foreignKeys()).toEqual(keysBefore);
    await own.query(`update stand_in.pg_dist_partition set repmodel = 's' where logicalrelid = 'merchants'::regclass`);
    expect((await plannedOwn()).filter((line) => !line.startsWith('-- done'))).toEqual([
      `select create_reference_table('merchants');`,
    ]);
    await own.end();
    await copy.drop();
  });

  test('refuses a schema with a key that no shard could hold', async () => {
    await client.query('create table stray (merchant_id uuid not null, id uuid not null unique, primary key (merchant_id, id))');
    const { code, err } = await run('db', 'distribute', '--dry-run');
    await client.query('drop table stray');
    expect([code, err]).toEqual([1, expect.stringContaining('stray (id) does not begin with merchant_id')]);
  });
});

describe('dps db migrate --service-role', () => {
  test('makes the role with a password that is in no statement, grants it what there is, and refuses the owner', async () => {
    const role = `dps_role_${process.pid}`;
    const env = { DATABASE_URL: database.url, SERVICE_ROLE_PASSWORD: 'a password' };
    const made = await command(['db', 'migrate', '--service-role', role], env);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining(`The role ${role} may do what the service needs`) });
    const { rows } = await client.query(
      `select rolcanlogin, rolsuper, has_table_privilege(oid, 'orders', 'UPDATE') as orders, has_table_privilege(oid, 'ledger', 'UPDATE') as ledger,
       (select passwd from pg_shadow where usename = $1) as password from pg_roles where rolname = $1`,
      [role],
    );
    expect(rows).toEqual([
      {
        rolcanlogin: true,
        rolsuper: false,
        orders: true,
        ledger: false,
        password: expect.stringMatching(/^SCRAM-SHA-256\$4096:/),
      },
    ]);
    // The same password gives the same verifier, so that the server knows it again.
    const [, salt = ''] = /\$4096:([^$]+)\$/.exec(String(rows[0]?.password)) ?? [];
    expect(scramVerifier('a password', Buffer.from(salt, 'base64'))).toBe(rows[0]?.password);
    await client.query('create table of_tomorrow (id int)');
    expect((await command(['db', 'migrate'], { DATABASE_URL: database.url })).code).toBe(0);
    expect((await client.query(`select has_table_privilege($1, 'of_tomorrow', 'INSERT') as granted`, [role])).rows).toEqual([
      { granted: true },
    ]);
    // A restore without its rights leaves the function that acts as the owner to everyone.
    await client.query('grant execute on function take_statistics to public');
    expect((await command(['db', 'migrate', '--service-role', role], env)).code).toBe(0);
    expect(
      (
        await client.query(
          `select count(*)::int as left from pg_proc, aclexplode(proacl) where proname = 'take_statistics' and grantee = 0`,
        )
      ).rows,
    ).toEqual([{ left: 0 }]);
    const [owner] = (await client.query('select current_user as name')).rows;
    const refused = await command(['db', 'migrate', '--service-role', String(owner.name)], env);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('owns the database') });
    await client.query(`drop table of_tomorrow; drop owned by ${role}; drop role ${role}`);
  });

  test('is refused in words to a role that may not set the password, nor make tables', async () => {
    const role = `dps_other_${process.pid}`;
    const env = { DATABASE_URL: urlOf(asService(database.connection)), SERVICE_ROLE_PASSWORD: 'a password' };
    await client.query(`create role ${role}`);
    const other = await command(['db', 'migrate', '--service-role', role], env);
    await client.query(`drop role ${role}; alter table schema_migrations rename to kept`);
    const empty = await command(['db', 'migrate'], env);
    await client.query('alter table kept rename to schema_migrations');
    expect([other.code, empty.code]).toEqual([1, 1]);
    expect(other.err).toMatch(
      /^Error: The password of \w+ could not be set: .*permission denied.*leave SERVICE_ROLE_PASSWORD out/s,
    );
    expect(empty.err).toMatch(/^Error: The database refused it: permission denied .*\nGive the address of the role that owns/);
  });
});
