// The `dps` command: what it can do, in one place. Each command is a few lines here and its work in a file beside.
import { Command, CommanderError, Help, Option } from 'commander';
import { geoNamesCredit } from '../../service/src/core/address/reference-file.ts';
import { addAccounts } from './accounts.ts';
import { reachOf } from './admin-api.ts';
import { addApiKeys } from './api-keys.ts';
import { addBank } from './bank.ts';
import { addChains } from './chains.ts';
import { addCompletion } from './completion.ts';
import { addCreditRights } from './credit-rights.ts';
import { failureOf, warnOfPassword } from './database.ts';
import { checkLines, examine } from './doctor.ts';
import { exitCodes, Failure, failureJson } from './failure.ts';
import { addLaw } from './law.ts';
import { addMerchants } from './merchants.ts';
import {
  clockLines,
  jobLines,
  jobRunLine,
  listJobs,
  listMerchants,
  merchantHint,
  type OfMerchant,
  ofMerchant,
  pickMerchant,
  readClock,
  runJob,
  setClock,
} from './operate.ts';
import { addAudit, addOrders } from './orders.ts';
import { addOverdue } from './overdue.ts';
import { alsoAsList } from './pages.ts';
import { addPapers } from './papers.ts';
import { addPeople } from './people-commands.ts';
import { addPrivacy } from './privacy.ts';
import { faultLines, importReference, partWarnings, readReference, readReferenceFile, referenceLines } from './reference.ts';
import { replay, replayLines } from './replay.ts';
import {
  checkoutLines,
  decisionLines,
  isCheckoutId,
  listPolicies,
  policyFrom,
  policyLines,
  policyListLines,
  readCheckoutDecisions,
  readDecisions,
  readPolicy,
  setPolicy,
} from './risk.ts';
import { addSchema } from './schema.ts';
import { addSettlements } from './settlements.ts';
import { paint } from './table.ts';
import { guarded, type Terminal, tell } from './terminal.ts';
import { demandDuration, demandInstant, instantBefore } from './time.ts';
import { versionOf } from './version.ts';
import { addEvents, addWebhooks } from './webhooks.ts';

interface Global {
  readonly url?: string;
  readonly key?: string;
  readonly json?: boolean;
}

const epilog = `
Examples:
  dps doctor                                  is everything in order?
  dps clock set --merchant de --advance 31d   31 days later for the German demo shop
  dps jobs run expire-authorizations
  dps reviews                                 what waits to be decided; --merchant de for one shop's
  dps reviews approve WEB-1001 --merchant de --reason "Known customer"
  dps lists import fraud.csv --merchant de --list negative
  dps policy show --merchant de --json > policy.json    then change it, and:
  dps policy set policy.json --merchant de --reason "Fewer gift cards"
  dps risk explain WEB-1001                   why was it decided so?
  dps risk replay --policy policy.json --since 30d --merchant de
  dps bank import statement.xml               book what came in; what waits: dps bank unmatched
  dps reference import allCountries.txt       postal codes and places, for addresses
  dps settlements list --merchant de          statements of what a merchant is paid
  dps payouts export --to payouts.xml         what is due, as a file for the bank
  dps webhooks create --merchant de https://shop.example/hook --events order.*,capture.*
  dps webhooks replay --merchant de https://shop.example/hook --since 1200
  dps events --merchant de --after 1200 --follow
  dps ledger verify                           was anything changed, deleted or put in between?
  dps merchants contract show de > contract.json   then change it, and:
  dps merchants contract set de contract.json --reason "Two more installments"
  dps keys rotate <id> --merchant de --reason "Yearly change"
  dps orders search --merchant de --state Authorized --expires-before 2026-12-01
  dps papers export <document> --merchant de       a paper of an order, without opening it for the consumer
  dps orders refund WEB-1001 --merchant de --amount 10 --reason "Goodwill"
  dps audit list --merchant de --order WEB-1001    who did what, and why
  dps law --on 2026-07-01 --country SE             rates, caps and fees of a day, with sources
  DATABASE_URL=postgres://… dps keys create --operator --name "First"    the first key of all

Where the service is: --url, DPS_URL, PORT, or what the service running on DATA_DIR (./data) says of itself.

Exit codes: 0 done, 1 refused or not in order, 2 wrong usage, 3 service or database not reachable,
or its answer lost.`;

function withHint(said: string): string {
  const hint = merchantHint(said);
  return hint === undefined ? said : `${said}${hint}\n`;
}

/** Run one command; gives the exit code. */
export async function dps(parameters: readonly string[], raw: Terminal): Promise<number> {
  const terminal = guarded(raw);
  if (asksForVersion(parameters)) {
    const version = versionOf();
    tell(terminal, parameters.includes('--json'), { version }, () => [version]);
    return 0;
  }
  let exitCode = 0;
  const program = commands(terminal, (code) => {
    exitCode = code;
  });
  let ran: Command | undefined;
  program.hook('preAction', (_program, command) => {
    ran = command;
  });
  try {
    await program.parseAsync([...parameters], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Without the wish for help the same words end as a wrong command does, and nothing is run.
    if (error instanceof AskedOfUnknown)
      return dps(
        parameters.filter((word) => word !== '--help' && word !== '-h'),
        raw,
      );
    const isJson = asJson(program);
    if (error instanceof CommanderError) {
      // Help ends this way as well; the words are out already, but those of an error that a machine reads.
      if (error.exitCode === 0 || error.code === 'commander.help') return 0;
      if (isJson) tellFailure(terminal, isJson, new Failure(error.message.replace(/^error: /, ''), merchantHint(error.message)));
      return exitCodes.usage;
    }
    const failure = failureOf(error);
    if (!failure) throw error;
    tellFailure(terminal, isJson, failure, ran);
    return failure.exitCode;
  }
}

/** Help was asked of a command that there is not. */
class AskedOfUnknown extends Error {}

/** A word that is no command, where only commands may follow. */
function asksOfUnknown({ commands: known, args: [word] }: Command): boolean {
  if (known.length === 0 || word === undefined || word.startsWith('-') || word === 'help') return false;
  return !known.some((command) => command.name() === word || command.aliases().includes(word));
}

function tellFailure({ err }: Terminal, isJson: boolean, failure: Failure, ran?: Command): void {
  const hint = failure.hint === undefined ? '' : `${failure.hint}\n`;
  err(isJson ? `${JSON.stringify(failureJson(failure), null, 2)}\n` : `${paint.red('Error:')} ${failure.said(ran)}\n${hint}`);
}

/** The whole command line. */
export function commands(screen: Terminal, finish: (code: number) => void): Command {
  const program = new Command('dps')
    .description('Operates a Deferred Payment Service.')
    .option('--url <address>', 'address of the service (DPS_URL; otherwise that of this folder’s own)')
    .option('--key <key>', 'operator key (DPS_OPERATOR_KEY; the sandbox’s own for the service of this folder)')
    .option('--json', 'answer as JSON, for machines')
    .configureHelp({ visibleOptions: (command) => visibleOptions(command) })
    .addHelpText('beforeAll', ({ command }) => {
      if (asksOfUnknown(command)) throw new AskedOfUnknown();
      return '';
    })
    .addHelpText('after', epilog)
    .configureOutput({
      writeOut: screen.out,
      writeErr: screen.err,
      outputError: (text, write) => !asJson(program) && write(withHint(text)),
    })
    .showSuggestionAfterError()
    .exitOverride();
  // How far something is, is for people: beside a JSON answer a failure stands alone.
  const terminal: Terminal = { ...screen, err: (text) => !asJson(program) && screen.err(text) };
  program.hook('preAction', (_program, command) => warnOfPassword(command.opts(), terminal));
  addService(program, terminal, finish);
  addClock(program, terminal);
  addJobs(program, terminal);
  addAccounts(program, { terminal, reach: (command) => reach(command, terminal), asJson });
  addPapers(program, { terminal, reach: (command) => reach(command, terminal), asJson });
  addSettlements(program, { terminal, reach: (command) => reach(command, terminal), asJson });
  addOverdue(program, { terminal, reach: (command) => reach(command, terminal), asJson });
  addBank(program, { terminal, reach: (command) => reach(command, terminal), asJson });
  addPeople(program, terminal, { reach: (command) => reach(command, terminal), asJson, finish });
  addChains(program, terminal, { reach: (command) => reach(command, terminal), asJson, finish });
  const common = { reach: (command: Command) => reach(command, terminal), asJson };
  addMerchants(program, terminal, common);
  addApiKeys(program, terminal, common);
  addOrders(program, terminal, common);
  addCreditRights(program, { terminal, ...common });
  addAudit(program, terminal, common);
  addLaw(program, { terminal, ...common });
  addWebhooks(program, { terminal, ...common, finish });
  addEvents(program, { terminal, reach: (command) => reach(command, terminal), asJson });
  addPrivacy(program, { terminal, reach: (command) => reach(command, terminal), asJson });
  addPolicy(program, terminal);
  addRisk(program, terminal);
  addReference(program, terminal);
  addSchema(program, { terminal, asJson, finish });
  addCompletion(program, terminal);
  return program;
}

const versionOption = new Option('-V, --version', 'the version of dps');

/** The version is asked for alone, and stands in the help all the same: `policy show` has an option of that name. */
function visibleOptions(command: Command): Option[] {
  const options = new Help().visibleOptions(command);
  return command.parent ? options : [...options, versionOption];
}

const isVersion = (word: string): boolean => word === versionOption.short || word === versionOption.long;
const asksForVersion = (parameters: readonly string[]): boolean =>
  parameters.some(isVersion) && parameters.every((word) => isVersion(word) || word === '--json');

const globalOf = (command: Command): Global => command.optsWithGlobals();
const reach = (command: Command, { env }: Terminal) => reachOf(globalOf(command), env);
const asJson = (command: Command): boolean => globalOf(command).json === true;

function addService(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command('doctor')
    .alias('health')
    .description('is the service reachable, its database ready, the key accepted?')
    .option('--merchant-key <key>', 'a merchant’s key, for the version (DPS_MERCHANT_KEY; sandbox-no beside sandbox-operator)')
    .action(async (options: { merchantKey?: string }, command: Command) => {
      const merchantKey = options.merchantKey ?? (terminal.env.DPS_MERCHANT_KEY?.trim() || undefined);
      const checks = await examine(reach(command, terminal), merchantKey);
      const bad = checks.some(({ ok }) => ok === false);
      tell(terminal, asJson(command), { ok: !bad, checks }, () => checkLines(checks));
      if (bad) finish(checks.length === 1 ? exitCodes.unreachable : exitCodes.failed);
    });
}

function addClock(program: Command, terminal: Terminal): void {
  const clock = program.command('clock').description('the test clock of a sandbox merchant');
  clock
    .command('show')
    .description('the time it is for a merchant')
    .requiredOption(...ofMerchant)
    .action(async (options: OfMerchant, command: Command) => {
      const to = reach(command, terminal);
      const merchant = pickMerchant(await listMerchants(to), options.merchant);
      const shown = await readClock(to, merchant);
      tell(terminal, asJson(command), { merchantId: merchant.id, ...shown }, () => clockLines(merchant, shown));
    });
  clock
    .command('set')
    .description('put it forward, and run the jobs that become due; it never goes back')
    .requiredOption(...ofMerchant)
    .addOption(new Option('--now <instant>', 'the time it shall be, such as 2027-01-31T12:00:00Z').conflicts('advance'))
    .option('--advance <duration>', 'how much later it shall be, such as 31d, 12h, 1d12h')
    .option('--reason <text>', 'why, for the audit')
    .action(async (options: ClockOptions, command: Command) => {
      const { reason } = options;
      const change = { ...clockChange(options), ...(reason !== undefined && { reason }) };
      const to = reach(command, terminal);
      const merchant = pickMerchant(await listMerchants(to), options.merchant);
      const shown = await setClock(to, merchant, change, ({ now, goal }) =>
        terminal.err(`${paint.dim(`it is ${now}, on the way to ${goal} …`)}\n`),
      );
      tell(terminal, asJson(command), { merchantId: merchant.id, ...shown }, () => clockLines(merchant, shown));
    });
}

interface ClockOptions extends OfMerchant {
  readonly now?: string;
  readonly advance?: string;
  readonly reason?: string;
}

function clockChange({ now, advance }: ClockOptions): { now: string } | { advanceSeconds: number } {
  if (advance !== undefined) return { advanceSeconds: demandDuration(advance) };
  if (now !== undefined) return { now: new Date(demandInstant(now, Date.now())).toISOString() };
  throw new Failure('To when?', 'Give --now <instant> or --advance <duration>.', exitCodes.usage);
}

function addJobs(program: Command, terminal: Terminal): void {
  const jobs = alsoAsList(
    program.command('jobs').description('the background jobs and their last runs'),
    async (_options: object, command: Command) => {
      const listed = await listJobs(reach(command, terminal));
      tell(terminal, asJson(command), { jobs: listed }, () => jobLines(listed));
    },
  );
  jobs
    .command('run <name>')
    .description('run a job now')
    .option('--reason <text>', 'why, for the audit')
    .action(async (name: string, options: { reason?: string }, command: Command) => {
      const result = await runJob(reach(command, terminal), name, options);
      tell(terminal, asJson(command), { name, ...result }, () => [jobRunLine(name, result)]);
    });
}

function addPolicy(program: Command, terminal: Terminal): void {
  const policy = program.command('policy').description('the credit policy of a merchant');
  policy
    .command('show')
    .description('the policy that holds, or another version')
    .requiredOption(...ofMerchant)
    .option('--version <version>', 'this version instead')
    .action(async (options: OfMerchant & { version?: string }, command: Command) => {
      const to = reach(command, terminal);
      const merchant = pickMerchant(await listMerchants(to), options.merchant);
      const shown = await readPolicy(to, merchant, options.version);
      tell(terminal, asJson(command), shown, () => policyLines(merchant, shown));
    });
  policy
    .command('list')
    .description('its versions')
    .requiredOption(...ofMerchant)
    .action(async (options: OfMerchant, command: Command) => {
      const to = reach(command, terminal);
      const policies = await listPolicies(to, pickMerchant(await listMerchants(to), options.merchant));
      tell(terminal, asJson(command), { policies }, () => policyListLines(policies));
    });
  policy
    .command('set <file>')
    .description('make the policy of a file the one that holds, at once')
    .requiredOption('--merchant <merchant>', 'whose, named by id, country or name')
    .requiredOption('--reason <text>', 'why, kept with the version')
    .action(async (file: string, options: { merchant: string; reason: string }, command: Command) => {
      const to = reach(command, terminal);
      const read = policyFrom(file);
      const merchant = pickMerchant(await listMerchants(to), options.merchant);
      const made = await setPolicy(to, merchant, read, options.reason);
      tell(terminal, asJson(command), made, () => [`${merchant.name} (${merchant.country}): version ${made.version} holds now.`]);
    });
}

function addRisk(program: Command, terminal: Terminal): void {
  const risk = program.command('risk').description('credit decisions');
  risk
    .command('explain <order>')
    .description('what an order, or a checkout by its id, was decided on, and whether it comes to the same again')
    .option('--merchant <merchant>', 'of this merchant, named by id, country or name; every one is asked if left out')
    .action(async (order: string, options: { merchant?: string }, command: Command) => {
      const to = reach(command, terminal);
      const offered = isCheckoutId(order) ? await readCheckoutDecisions(to, order, options.merchant) : [];
      if (offered.length > 0) return tell(terminal, asJson(command), { decisions: offered }, () => checkoutLines(offered));
      const decisions = await readDecisions(to, order, options.merchant);
      tell(terminal, asJson(command), { decisions }, () => decisionLines(decisions));
    });
  risk
    .command('replay')
    .description('what another policy would have decided')
    .requiredOption('--policy <file>', 'the other policy')
    .requiredOption('--since <when>', 'decisions from then on, such as 2026-11-01 or 30d')
    .requiredOption(...ofMerchant)
    .action(async (options: OfMerchant & { policy: string; since: string }, command: Command) => {
      const to = reach(command, terminal);
      const policy = policyFrom(options.policy);
      const merchant = pickMerchant(await listMerchants(to), options.merchant);
      // Decisions were made by the merchant's clock, so "30d" is meant by it.
      const since = new Date(instantBefore(options.since, Date.parse(merchant.now))).toISOString().replace(/\.\d+/, '');
      const replayed = await replay(to, merchant, { policy, since }, (decisions, until) =>
        terminal.err(`${paint.dim(`${decisions} decisions, up to ${until}`)}\n`),
      );
      tell(terminal, asJson(command), { since, ...replayed }, () => replayLines(merchant, since, replayed));
    });
}

function addReference(program: Command, terminal: Terminal): void {
  const reference = program
    .command('reference')
    .description('the reference data of postal codes and places in use, with its credit')
    .action(async (_options: object, command: Command) => {
      const current = await readReference(reach(command, terminal));
      tell(terminal, asJson(command), current, () => referenceLines(current));
    });
  reference
    .command('import <file>')
    .description('take up a file of places: a table with a header, or GeoNames’ allCountries.txt; plain or .gz')
    .option('--credit <text>', 'whose data it is, shown with it', geoNamesCredit)
    .option('--reason <text>', 'why, for the audit')
    .action(async (file: string, options: { credit: string; reason?: string }, command: Command) => {
      const to = reach(command, terminal);
      const read = await readReferenceFile(file);
      for (const line of [...faultLines(read), ...partWarnings(read)]) terminal.err(`${line}\n`);
      const { reference: current, isNew } = await importReference(to, file, read, options, (sent, all) =>
        terminal.err(`${sent} of ${all} places\n`),
      );
      const { layout, faults } = read;
      tell(terminal, asJson(command), { ...current, isNew, layout, faults }, () => [
        isNew
          ? `Imported (${layout} layout, ${faults.length} faulty lines left out).`
          : 'Nothing to do: this data is in use already.',
        ...referenceLines(current),
      ]);
    });
}
