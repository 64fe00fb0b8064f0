// The role that the service runs as: it reads and writes, changes no row that is sealed, and makes or alters no table. The owner
// migrates, and grants it what there is after every migration.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { passColumnRights } from './distribution.ts';

/** The role of the embedded server; elsewhere the usual name. */
export const usualServiceRole = 'dps_service';

export class ServiceRoleError extends Error {
  override readonly name = 'ServiceRoleError';
}

/** Rows come into them, and none is changed or deleted. */
const chainTables = ['ledger', 'ledger_seals', 'audit', 'audit_seals'] as const;

/** What is taken back of the right to everything. */
const exceptions = [
  `revoke update, delete on ${chainTables.join(', ')} from`,
  'revoke delete on chain_heads, service_settings from',
  'revoke insert, update, delete on schema_migrations from',
];

/** What of it is left: reasons are erased with a person. */
const leftOfThem = 'grant update (reason, reason_salt) on audit to';
/** A cluster refuses to pass on rights to columns; the shards get them afterwards. */
const coordinatorAlone = 'set local citus.enable_ddl_propagation = off';

/** As PostgreSQL keeps it: the password itself is in no statement, and so in no log of the server. */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const iterations = 4096;
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256');
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

/** Roles other than the owner that may write the ledger: they were made service roles before. */
const findServiceRoles = `select r.rolname as name from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
where c.oid = to_regclass('ledger') and a.privilege_type = 'INSERT' and a.grantee <> c.relowner and not r.rolsuper`;

/** Make the role where it is missing, with this password, and grant it what the service needs. */
export async function makeServiceRole(client: pg.Client, role: string, password?: string): Promise<void> {
  const { rows } = await client.query<{ owner: boolean; super: boolean }>(
    `select r.rolsuper as super, c.relowner = r.oid as owner from pg_roles r left join pg_class c on c.oid = to_regclass('ledger') where r.rolname = $1`,
    [role],
  );
  const [known] = rows;
  if (known?.super || known?.owner)
    throw new ServiceRoleError(`The role ${role} owns the database or may do everything; name another one for the service.`);
  const name = pg.escapeIdentifier(role);
  // Another start may make it at the same moment.
  if (!known) await client.query(`create role ${name} login`).catch(unlessThere);
  if (password !== undefined)
    await client.query(`alter role ${name} password ${pg.escapeLiteral(scramVerifier(password))}`).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new ServiceRoleError(
        `The password of ${role} could not be set: ${why}. Set it as a role that may, and leave SERVICE_ROLE_PASSWORD out.`,
      );
    });
  await grantTo(client, role);
}

function unlessThere(error: unknown): void {
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  if (code === '42710' || code === '23505') return;
  throw new ServiceRoleError(`The role could not be made: ${error instanceof Error ? error.message : String(error)}`);
}

/** After a migration: the service's roles get what it brought. */
export async function renewServiceRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(findServiceRoles);
  for (const { name } of rows) await grantTo(client, name);
}

async function grantTo(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  const [name, schema] = [pg.escapeIdentifier(role), pg.escapeIdentifier(rows[0]?.schema ?? 'public')];
  const statements = [
    `revoke create on schema ${schema} from public`,
    `grant usage on schema ${schema} to ${name}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${name}`,
    ...exceptions.map((each) => `${each} ${name}`),
    // It acts as the owner. A restored database may have lost the migration's own revoke.
    'revoke all on function take_statistics from public',
    `grant execute on function take_statistics to ${name}`,
    coordinatorAlone,
    `${leftOfThem} ${name}`,
  ];
  // Two at once would trip over each other's rows of the catalogue.
  await client.query(['begin', `select pg_advisory_xact_lock(${grantLockKey})`, ...statements, 'commit'].join(';\n'));
  await passColumnRights(client);
}

// Any constant will do, as long as nothing else in this database uses it.
const grantLockKey = 4_702_111_803;

/** Has the role been made, and granted all tables there are? The usual start writes nothing. */
export async function hasServiceRole(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(
    `select case when exists (select from pg_roles where rolname = $1) then not exists (
       select from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
         and not has_table_privilege($1, c.oid, 'SELECT')) else false end as granted`,
    [role],
  );
  return rows[0]?.granted === true;
}

/** What a role can do beyond what the service needs. */
export interface RoleInUse {
  readonly changesSealedRows: boolean;
}

/** $1 is the privilege that it should not have, UPDATE. */
export const roleInUse = {
  name: 'role_in_use',
  text: `select has_table_privilege('ledger', $1) as "changesSealedRows"`,
};
