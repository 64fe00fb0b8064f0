// Keys of merchants and of the operator, at a running service; and on the database itself, as the first key of all has to be.
import { type Command, Option } from 'commander';
import { demand, type Reach } from './admin-api.ts';
import { databaseUrl, type MadeKey, makeKeyOn } from './database.ts';
import { exitCodes, Failure } from './failure.ts';
import { inPath } from './in-path.ts';
import { pickOrganisation } from './merchants.ts';
import { listMerchants, pickMerchant } from './operate.ts';
import { alsoAsList, listAll, type Row, word } from './pages.ts';
import { paint } from './table.ts';
import { type Terminal, table, tell } from './terminal.ts';
import { demandInstant } from './time.ts';
import type { Asking } from './to-service.ts';

interface Whose {
  readonly merchant?: string;
}
const whose = '--merchant <merchant>';
const whoseMeans = 'of this merchant, by id, country or name; of the operator where none is named';
const why = '--reason <text>';
const whyMeans = 'why, for the audit';

async function pathOf(reach: Reach, { merchant }: Whose): Promise<string> {
  if (merchant === undefined) return '/admin/v1/keys';
  return `/admin/v1/merchants/${pickMerchant(await listMerchants(reach), merchant).id}/keys`;
}

const keyLine = (key: Row): string[] => [
  word(key['name']),
  word(key['state']),
  (key['scopes'] as string[]).join(','),
  word(key['expiresAt'] ?? 'never'),
  word(key['lastUsedAt'] ?? '-'),
  word(key['id']),
];
const keyLines = (keys: readonly Row[]): string[] =>
  table(['name', 'state', 'scopes', 'expires', 'last used', 'id'], keys.map(keyLine));

const newKeyLines = (made: Row): string[] => [...keyLines([made]), ...shownOnce(word(made['key']))];

const shownOnce = (key: string): string[] => [
  '',
  key,
  '',
  paint.yellow('Keep it now: it is shown this once, and only its hash is stored.'),
];

export function addApiKeys(program: Command, terminal: Terminal, { reach, asJson }: Asking): void {
  const keys = alsoAsList(
    program.command('keys').alias('key').description('keys of merchants and of the operator').option(whose, whoseMeans),
    async (_options: object, command: Command) => {
      const to = reach(command);
      const listed = await listAll(to, await pathOf(to, command.optsWithGlobals<Whose>()), 'keys');
      tell(terminal, asJson(command), { keys: listed }, () => keyLines(listed));
    },
  );
  const pick = async (command: Command, id: string) => {
    const to = reach(command);
    return [to, `${await pathOf(to, command.optsWithGlobals<Whose>())}/${inPath(id)}`] as const;
  };
  addMaking(keys, terminal, { reach, asJson });
  keys
    .command('rotate <id>')
    .description('make a new key in its place; the old one works for a while longer')
    .option('--merchant <merchant>', whoseMeans)
    .option('--overlap <hours>', 'how many hours the old one still works; 0 ends it at once', '24')
    .requiredOption(why, whyMeans)
    .action(async (id: string, { overlap, reason }: { overlap: string; reason: string }, command: Command) => {
      if (!/^\d{1,3}$/.test(overlap)) throw new Failure(`"${overlap}" is no number of hours.`, undefined, exitCodes.usage);
      const [to, path] = await pick(command, id);
      const made = await demand<Row>(to, 'POST', `${path}/rotate`, { overlapHours: Number(overlap), reason });
      tell(terminal, asJson(command), made, () => newKeyLines(made));
    });
  keys
    .command('revoke <id>')
    .description('end it: at once, or within five seconds in other processes')
    .option('--merchant <merchant>', whoseMeans)
    .requiredOption(why, whyMeans)
    .action(async (id: string, { reason }: { reason: string }, command: Command) => {
      const [to, path] = await pick(command, id);
      const ended = await demand<Row>(to, 'POST', `${path}/revoke`, { reason });
      tell(terminal, asJson(command), ended, () => keyLines([ended]));
    });
}

interface Making extends Whose {
  readonly operator?: true;
  readonly name: string;
  readonly scopes?: string;
  readonly expires?: string;
  readonly from?: readonly string[];
  readonly organisation?: string;
  readonly reason?: string;
  readonly databaseUrl?: string;
  readonly mode: 'sandbox' | 'live';
}

function addMaking(keys: Command, terminal: Terminal, { reach, asJson }: Asking): void {
  keys
    .command('create')
    .description('make one, of a merchant or of the operator, and show it once; only its hash is stored')
    .option('--merchant <merchant>', 'of this merchant, by id, country or name')
    .option('--operator', 'of the operator; without a reason it is made on the database, as the first one has to be')
    .requiredOption('--name <name>', 'what it is for, to know it again')
    .option('--scopes <list>', 'what it may do, with commas between; everything if left out')
    .option('--expires <when>', 'until when it is valid, such as 2027-12-31 or 365d; for good if left out')
    .addOption(new Option('--from <network...>', 'addresses or networks (CIDR) it may be used from; any if left out'))
    .option('--organisation <organisation>', 'limits a key of the operator to this one, by id or name')
    .option(why, `${whyMeans}; needed but on the database`)
    .option('--database-url <address>', 'make it on this database itself (DATABASE_URL, for the first key of the operator)')
    .addOption(
      new Option('--mode <mode>', 'where a key made on the database is used (MODE)')
        .choices(['sandbox', 'live'])
        .default(terminal.env.MODE === 'live' ? 'live' : 'sandbox'),
    )
    .action(async (_options: object, command: Command) => {
      const options = command.optsWithGlobals<Making>();
      if (isOnDatabase(options)) {
        const made = await makeKeyOn(databaseUrl(options.databaseUrl, terminal.env), options);
        return tell(terminal, asJson(command), made, () => madeOnDatabaseLines(made));
      }
      const to = reach(command);
      const made = await makeAtService(to, options);
      tell(terminal, asJson(command), made, () => newKeyLines(made));
    });
}

/** Where there is no key yet, nobody can ask the service for one. */
function isOnDatabase({ databaseUrl: url, operator, merchant, reason, from, organisation }: Making): boolean {
  const usage = (message: string, hint?: string): Failure => new Failure(message, hint, exitCodes.usage);
  // A word forgotten must not make a key that opens everything where a shop's was wanted.
  if ((operator === true) === (merchant !== undefined))
    throw usage('A key is for a merchant or for the operator.', 'Give either --merchant <id|country|name> or --operator.');
  if (url === undefined && !(operator && reason === undefined)) return false;
  if (from !== undefined || organisation !== undefined)
    throw usage('--from and --organisation are for keys made at the service.', 'Give --reason, and no --database-url.');
  return true;
}

async function makeAtService(to: Reach, { name, reason, scopes, expires, from, organisation, merchant }: Making): Promise<Row> {
  if (reason === undefined)
    throw new Failure(
      "required option '--reason <text>' not specified",
      'The audit keeps it. On the database itself (--database-url) none is needed.',
      exitCodes.usage,
    );
  const wanted = scopes?.split(',').map((scope) => scope.trim());
  const body = {
    name,
    reason,
    ...(wanted && { scopes: wanted.filter(Boolean) }),
    ...(expires !== undefined && { expiresAt: new Date(demandInstant(expires, Date.now())).toISOString() }),
    ...(from && { allowedAddresses: from }),
    ...(organisation !== undefined && { organisationId: (await pickOrganisation(to, organisation)).id }),
  };
  return demand<Row>(to, 'POST', await pathOf(to, { ...(merchant !== undefined && { merchant }) }), body);
}

const madeOnDatabaseLines = (made: MadeKey): string[] => [
  ...table(['key of', 'name', 'scopes', 'expires'], [[made.owner, made.name, made.scopes.join(','), made.expiresAt ?? 'never']]),
  ...shownOnce(made.key),
];
