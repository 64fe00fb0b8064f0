// Organisations, merchants and their contracts.
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { demand, type Reach } from './admin-api.ts';
import { differenceLines, differencesOf } from './difference.ts';
import { exitCodes, Failure } from './failure.ts';
import { inPath } from './in-path.ts';
import { listMerchants, type Merchant, merchantLines, pickMerchant } from './operate.ts';
import { alsoAsList, listAll, type Row, unmaskedBy, word } from './pages.ts';
import { type Terminal, table, tell } from './terminal.ts';
import type { Asking } from './to-service.ts';

const why = '--reason <text>';
const whyMeans = 'why, for the audit';

/** What a file holds, as JSON. */
export function jsonFrom(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new Failure(`${file} cannot be read (${error instanceof Error ? error.message : ''}).`, undefined, exitCodes.usage);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\s+/g, ' ') : '';
    throw new Failure(`${file} is no JSON: ${why}.`, undefined, exitCodes.usage);
  }
  throw new Failure(`${file} holds no object.`, 'See examples/merchants.', exitCodes.usage);
}

/** An organisation by its id or its name. */
export async function pickOrganisation(reach: Reach, wanted: string): Promise<{ id: string; name: string }> {
  const all = await listAll(reach, '/admin/v1/organisations', 'organisations');
  const text = wanted.trim().toLowerCase();
  const found = all.find((each) => [each['id'], each['name']].some((value) => word(value).toLowerCase() === text));
  if (found) return { id: word(found['id']), name: word(found['name']) };
  const names = all.map((each) => word(each['name'])).join(', ');
  throw new Failure(`There is no organisation "${wanted}".`, `By id or name; there are ${names || 'none'}.`);
}

export function addMerchants(program: Command, terminal: Terminal, common: Asking): void {
  addOrganisations(program, terminal, common);
  const merchants = alsoAsList(
    program
      .command('merchants')
      .description('the merchants')
      .option('--organisation <organisation>', 'only those of one, by id or name'),
    async (_options: object, command: Command) => {
      const to = common.reach(command);
      const { organisation } = command.optsWithGlobals<{ organisation?: string }>();
      const of = organisation === undefined ? undefined : (await pickOrganisation(to, organisation)).id;
      const listed = (await listMerchants(to)).filter((merchant) => of === undefined || merchant.organisationId === of);
      tell(terminal, common.asJson(command), { merchants: listed }, () => merchantLines(listed));
    },
  );
  addMaking(merchants, terminal, common);
  addActivity(merchants, terminal, common);
  addContracts(merchants, terminal, common);
}

function addOrganisations(program: Command, terminal: Terminal, { reach, asJson }: Asking): void {
  const organisations = alsoAsList(
    program.command('organisations').description('banks and groups of shops that own merchants'),
    async (_options: object, command: Command) => {
      const listed = await listAll(reach(command), '/admin/v1/organisations', 'organisations');
      tell(terminal, asJson(command), { organisations: listed }, () =>
        table(
          ['name', { title: 'merchants', align: 'right' }, 'id'],
          listed.map(({ name, merchantCount, id }) => [word(name), word(merchantCount), word(id)]),
        ),
      );
    },
  );
  organisations
    .command('create <name>')
    .description('make one')
    .requiredOption(why, whyMeans)
    .action(async (name: string, { reason }: { reason: string }, command: Command) => {
      const made = await demand<Row>(reach(command), 'POST', '/admin/v1/organisations', { name, reason });
      tell(terminal, asJson(command), made, () => [`${word(made['name'])}: ${word(made['id'])}`]);
    });
  organisations
    .command('rename <organisation> <name>')
    .description('give it another name')
    .requiredOption(why, whyMeans)
    .action(async (wanted: string, name: string, { reason }: { reason: string }, command: Command) => {
      const to = reach(command);
      const { id } = await pickOrganisation(to, wanted);
      const made = await demand<Row>(to, 'PUT', `/admin/v1/organisations/${id}`, { name, reason });
      tell(terminal, asJson(command), made, () => [`${word(made['name'])}: ${id}`]);
    });
}

const detailLines = (merchant: Row): string[] =>
  table(
    ['', ''],
    Object.entries(merchant)
      .filter(([name]) => name !== 'hints')
      .map(([name, value]) => [name, word(value)]),
  ).slice(1);

const hintLines = (hints: unknown): string[] =>
  (hints as readonly { field: string; text: string }[]).map(({ field, text }) => `Note: ${field}: ${text}`);

function addMaking(merchants: Command, terminal: Terminal, { reach, asJson }: Asking): void {
  merchants
    .command('show <merchant>')
    .description('one of them, by id, country or name')
    .action(async (wanted: string, _options: object, command: Command) => {
      const to = reach(command);
      const merchant = await demand<Row>(to, 'GET', pathOf(pickMerchant(await listMerchants(to), wanted)));
      tell(terminal, asJson(command), merchant, () => detailLines(merchant));
    });
  merchants
    .command('create <file>')
    .description('make one of a file with name, country and contract (examples/merchants; - is the standard input)')
    .option('--organisation <organisation>', 'whose it is, by id or name; that of the key where the key is limited to one')
    .option('--name <name>', 'instead of the name in the file')
    .requiredOption(why, whyMeans)
    .action(async (file: string, options: { name?: string; reason: string }, command: Command) => {
      const to = reach(command);
      // The same option of the list above takes it.
      const { organisation } = command.optsWithGlobals<{ organisation?: string }>();
      const { name, reason } = options;
      const over = { ...(name !== undefined && { name }), reason };
      const body = { ...jsonFrom(file), ...over };
      const organisationId = organisation === undefined ? {} : { organisationId: (await pickOrganisation(to, organisation)).id };
      const made = await demand<Row>(to, 'POST', '/admin/v1/merchants', { ...body, ...organisationId });
      tell(terminal, asJson(command), made, () => [
        ...detailLines(made),
        ...hintLines(made['hints']),
        '',
        `Next, a key for its shop: dps keys create --merchant ${word(made['id'])} --name … --reason …`,
      ]);
    });
  merchants
    .command('set <merchant>')
    .description('change its name, language or time zone')
    .option('--name <name>')
    .option('--language <language>')
    .option('--time-zone <zone>', 'such as Europe/Berlin')
    .requiredOption(why, whyMeans)
    .action(async (wanted: string, options: Record<string, string>, command: Command) => {
      const to = reach(command);
      const merchant = pickMerchant(await listMerchants(to), wanted);
      const changed = await demand<Row>(to, 'PUT', pathOf(merchant), options);
      tell(terminal, asJson(command), changed, () => detailLines(changed));
    });
}

function addActivity(merchants: Command, terminal: Terminal, { reach, asJson }: Asking): void {
  for (const [step, means] of [
    ['deactivate', 'let it take no new orders; what it has goes on'],
    ['activate', 'let it take orders again'],
  ] as const) {
    merchants
      .command(`${step} <merchant>`)
      .description(means)
      .requiredOption(why, whyMeans)
      .action(async (wanted: string, { reason }: { reason: string }, command: Command) => {
        const to = reach(command);
        const merchant = pickMerchant(await listMerchants(to), wanted);
        const changed = await demand<Row>(to, 'POST', `${pathOf(merchant)}/${step}`, { reason });
        const words = changed['active'] ? 'takes orders' : 'takes no new orders';
        tell(terminal, asJson(command), changed, () => [`${merchant.name} (${merchant.country}) ${words}.`]);
      });
  }
}

const pathOf = ({ id }: Pick<Merchant, 'id'>): string => `/admin/v1/merchants/${id}`;

function addContracts(merchants: Command, terminal: Terminal, { reach, asJson }: Asking): void {
  const contract = merchants.command('contract').description('what was agreed with a merchant, in versions');
  contract
    .command('show <merchant>')
    .description('the contract that holds as JSON, to be changed and set again')
    .option('--version <version>', 'this version instead')
    .option('--unmask <reason>', 'with whole account numbers, and why')
    .action(async (wanted: string, options: { version?: string; unmask?: string }, command: Command) => {
      const { version = 'active', unmask } = options;
      const to = reach(command);
      const merchant = pickMerchant(await listMerchants(to), wanted);
      const shown = await demand<Row>(to, 'GET', `${pathOf(merchant)}/contracts/${inPath(version)}${unmaskedBy(unmask, '?')}`);
      tell(terminal, true, shown['contract'], () => []);
    });
  contract
    .command('list <merchant>')
    .description('its versions')
    .action(async (wanted: string, _options: object, command: Command) => {
      const to = reach(command);
      const contracts = await listAll(to, `${pathOf(pickMerchant(await listMerchants(to), wanted))}/contracts`, 'contracts');
      tell(terminal, asJson(command), { contracts }, () =>
        table(
          [{ title: 'version', align: 'right' }, 'made', 'by', 'reason'],
          contracts.map(({ version, active, madeAt, author, reason, isDefault }) => [
            `${word(version)}${active ? ' *' : ''}`,
            word(madeAt),
            word(author),
            isDefault ? 'the service’s own, as it comes with its version' : word(reason),
          ]),
        ),
      );
    });
  contract
    .command('set <merchant> <file>')
    .description('make the contract of a file the one that holds, at once; tells first what changes (- is the standard input)')
    .option('--dry-run', 'only tell what would change, and what is wrong or worth knowing')
    .requiredOption(why, whyMeans)
    .action(async (wanted: string, file: string, options: { dryRun?: boolean; reason: string }, command: Command) => {
      const to = reach(command);
      const merchant = pickMerchant(await listMerchants(to), wanted);
      const result = await setContract(to, merchant, jsonFrom(file), options, (lines) => {
        if (!asJson(command)) for (const line of lines) terminal.out(`${line}\n`);
      });
      tell(terminal, asJson(command), result, () => [result.words]);
    });
}

async function setContract(
  to: Reach,
  merchant: Merchant,
  contract: object,
  { dryRun, reason }: { dryRun?: boolean; reason: string },
  show: (lines: readonly string[]) => void,
) {
  const path = `${pathOf(merchant)}/contracts`;
  const before = await demand<Row>(to, 'GET', `${path}/active`);
  const judged = await demand<Row>(to, 'POST', path, { contract, reason, checkOnly: true });
  const changes = differencesOf(before['contract'], judged['contract']);
  show([...differenceLines(changes), ...hintLines(judged['hints'])]);
  if (changes.length === 0) return { changes, words: 'Nothing to do: this contract holds already.' };
  if (dryRun) return { changes, words: 'Nothing was changed.' };
  // Another change that came between what was shown and this is not overwritten.
  const made = await demand<Row>(to, 'POST', path, { contract, reason, replaces: before['version'] });
  const version = Number(made['version']);
  return { changes, version, words: `${merchant.name} (${merchant.country}): version ${version} holds now.` };
}
