// Keys of merchants and of the operator, at a running service. The first key of all is made on the database: dps key create.
import { type Command, Option } from 'commander';
import { demand, type Reach } from './admin-api.ts';
import { exitCodes, Failure } from './failure.ts';
import { type Common, pickOrganisation } from './merchants.ts';
import { listMerchants, pickMerchant } from './operate.ts';
import { alsoAsList, listAll, type Row, word } from './pages.ts';
import { paint } from './table.ts';
import { type Terminal, table, tell } from './terminal.ts';
import { demandInstant } from './time.ts';

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

const newKeyLines = (made: Row): string[] => [
  ...keyLines([made]),
  '',
  word(made['key']),
  '',
  paint.yellow('Keep it now: it is shown this once, and only its hash is stored.'),
];

export function addApiKeys(program: Command, terminal: Terminal, { reach, asJson }: Common): void {
  const keys = alsoAsList(
    program.command('keys').description('keys of merchants and of the operator').option(whose, whoseMeans),
    async (_options: object, command: Command) => {
      const to = reach(command);
      const listed = await listAll(to, await pathOf(to, command.optsWithGlobals<Whose>()), 'keys');
      tell(terminal, asJson(command), { keys: listed }, () => keyLines(listed));
    },
  );
  const pick = async (command: Command, id: string) => {
    const to = reach(command);
    return [to, `${await pathOf(to, command.optsWithGlobals<Whose>())}/${encodeURIComponent(id)}`] as const;
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
  readonly name: string;
  readonly scopes?: string;
  readonly expires?: string;
  readonly from?: readonly string[];
  readonly organisation?: string;
  readonly reason: string;
}

function addMaking(keys: Command, terminal: Terminal, { reach, asJson }: Common): void {
  keys
    .command('create')
    .description('make one, and show it once')
    .option('--merchant <merchant>', whoseMeans)
    .requiredOption('--name <name>', 'what it is for, to know it again')
    .option('--scopes <list>', 'what it may do, with commas between; everything if left out')
    .option('--expires <when>', 'until when it is valid, such as 2027-12-31 or 365d; for good if left out')
    .addOption(new Option('--from <network...>', 'addresses or networks (CIDR) it may be used from; any if left out'))
    .option('--organisation <organisation>', 'limits a key of the operator to this one, by id or name')
    .requiredOption(why, whyMeans)
    .action(async (_options: object, command: Command) => {
      const to = reach(command);
      const { name, reason, scopes, expires, from, organisation, merchant } = command.optsWithGlobals<Making>();
      const wanted = scopes?.split(',').map((scope) => scope.trim());
      const body = {
        name,
        reason,
        ...(wanted && { scopes: wanted.filter(Boolean) }),
        ...(expires !== undefined && { expiresAt: new Date(demandInstant(expires, Date.now())).toISOString() }),
        ...(from && { allowedAddresses: from }),
        ...(organisation !== undefined && { organisationId: (await pickOrganisation(to, organisation)).id }),
      };
      const made = await demand<Row>(to, 'POST', await pathOf(to, { ...(merchant !== undefined && { merchant }) }), body);
      tell(terminal, asJson(command), made, () => newKeyLines(made));
    });
}
