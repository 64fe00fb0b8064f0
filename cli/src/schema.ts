// What is done with the schema of the database: its migrations, and how a cluster shards it.
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import pg from 'pg';
import { DistributionError, distribute, planDistribution, type TablePlan } from '../../service/src/postgres/distribution.ts';
import { MigrationError, type MigrationStatus, migrate, migrationStatus } from '../../service/src/postgres/migrate.ts';
import { makeServiceRole, renewServiceRoles, ServiceRoleError } from '../../service/src/postgres/service-role.ts';
import { connectTo } from '../../service/src/store/places.ts';
import { databaseUrl, refusedBy, unreachable } from './database.ts';
import { exitCodes, Failure } from './failure.ts';
import { findProjectDir } from './project-dir.ts';
import { keyLines, resealAll, reviewAll } from './reseal.ts';
import { paint } from './table.ts';
import { type Terminal, tell } from './terminal.ts';

const migrationsDir = (): string => join(findProjectDir(), 'service', 'migrations');

async function onDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const connection = { connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'dps' };
  const client = await connectTo(connection).catch((error: unknown) => {
    throw unreachable(error);
  });
  try {
    return await work(client);
  } catch (error) {
    if ([DistributionError, MigrationError, ServiceRoleError].some((each) => error instanceof each) && error instanceof Error)
      throw new Failure(error.message);
    throw error instanceof pg.DatabaseError ? refusedBy(error) : error;
  } finally {
    await client.end();
  }
}

export function statusLines({ applied, pending, unknown }: MigrationStatus): string[] {
  const breaking = pending.filter((each) => each.breaking).map(({ name }) => name);
  return [
    `${applied.length} migrations applied${applied.length > 0 ? `, the last ${applied.at(-1)?.name}` : ''}.`,
    ...pending.map(({ name }) => `${paint.yellow('missing')}  ${name}`),
    ...unknown.map((name) => `${paint.yellow('newer')}    ${name} (applied by a newer version than this)`),
    ...(breaking.length > 0
      ? [`${paint.red('breaking')} ${breaking.join(', ')}: stop every process of the old version before you migrate.`]
      : []),
  ];
}

const planLines = (plan: readonly TablePlan[]): string[] => plan.map(({ sql, done }) => (done ? `-- done: ${sql};` : `${sql};`));

const databaseOption = (): Option => new Option('--database-url <address>', 'address of the database (DATABASE_URL)');
interface Options {
  readonly databaseUrl?: string;
  readonly dryRun?: boolean;
  readonly serviceRole?: string;
}

interface Ways {
  readonly terminal: Terminal;
  readonly asJson: (command: Command) => boolean;
  readonly finish: (code: number) => void;
}

/** `dps db`: migrate, status, distribute. */
export function addSchema(program: Command, { terminal, asJson, finish }: Ways): Command {
  const db = program.command('db').description('the database itself');
  const url = ({ databaseUrl: given }: Options): string => databaseUrl(given, terminal.env);
  const logTo = (command: Command) => (line: string) => (asJson(command) ? undefined : terminal.out(`${line}\n`));
  db.command('migrate')
    .description('bring the database to the newest form')
    .addOption(databaseOption())
    .option(
      '--service-role <role>',
      'the role that the service runs as, made where there is none: it changes no sealed row and no table',
    )
    .action(async (options: Options, command: Command) => {
      const { serviceRole } = options;
      const applied = await onDatabase(url(options), async (client) => {
        const names = await migrate(client, migrationsDir(), logTo(command));
        if (serviceRole === undefined) await renewServiceRoles(client);
        else await makeServiceRole(client, serviceRole, terminal.env.SERVICE_ROLE_PASSWORD?.trim() || undefined);
        return names;
      });
      const words = applied.length === 0 ? 'Nothing to do: the database is up to date.' : `${applied.length} migrations applied.`;
      const granted = serviceRole === undefined ? [] : [`The role ${serviceRole} may do what the service needs, and no more.`];
      tell(terminal, asJson(command), { applied, ...(serviceRole !== undefined && { serviceRole }) }, () => [words, ...granted]);
    });
  db.command('status')
    .description('which migrations are applied and which are missing; exit code 1 when some are')
    .addOption(databaseOption())
    .action(async (options: Options, command: Command) => {
      const status = await onDatabase(url(options), (client) => migrationStatus(client, migrationsDir()));
      const names = { applied: status.applied.map(({ name }) => name), pending: status.pending.map(({ name }) => name) };
      tell(terminal, asJson(command), { ...names, unknown: status.unknown }, () => statusLines(status));
      if (status.pending.length > 0) finish(exitCodes.failed);
    });
  db.command('distribute')
    .description('shard the tables of merchants on a Citus cluster, and copy the shared ones to every node')
    .addOption(databaseOption())
    .option('--dry-run', 'only show what would be done, also where there is no Citus')
    .action(async (options: Options, command: Command) => {
      const plan = await onDatabase(url(options), (client) =>
        options.dryRun === true ? planDistribution(client) : distribute(client, logTo(command)),
      );
      const words =
        plan.length === 0
          ? ['Nothing to place: every table is where it belongs, and rights to columns are on every node.']
          : [`${plan.length} tables placed.`];
      tell(terminal, asJson(command), { plan }, () => (options.dryRun === true ? planLines(plan) : words));
    });
  db.command('reseal')
    .description(
      'seal and hash anew, by the newest key, what an older one did, while the service runs; may be stopped and begun again',
    )
    .addOption(databaseOption())
    .option('--dry-run', 'only show which keys are needed, and by what')
    .action(async (options: Options, command: Command) => {
      const json = asJson(command);
      const done = new Map<string, number>();
      const keys = options.dryRun
        ? await reviewAll(url(options))
        : await resealAll(url(options), terminal.env, ({ table, seen, done: renewed }) => {
            done.set(table, renewed);
            if (!json && seen > 0) terminal.err(`${table}: ${seen} looked at, ${renewed} renewed\n`);
          });
      tell(terminal, json, { renewed: Object.fromEntries(done), keys }, () => keyLines(keys));
    });
  return db;
}
