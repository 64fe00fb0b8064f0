// The commands about people: lists, customers, reviews.
import type { Command } from 'commander';
import type { Reach } from './admin-api.ts';
import { exitCodes, Failure } from './failure.ts';
import { demandWhole } from './numbers.ts';
import { listMerchants, type Merchant, pickMerchant } from './operate.ts';
import { alsoAsList } from './pages.ts';
import {
  decideReview,
  duplicateLines,
  entryLines,
  importLines,
  importList,
  listDuplicates,
  listEntries,
  listReviews,
  mergeCustomers,
  numberOf,
  type Review,
  removeEntry,
  reviewLines,
  type WaitingReview,
} from './people.ts';
import { type Terminal, tell } from './terminal.ts';
import type { Judging } from './to-service.ts';

const whose = '--merchant <merchant>';
const whoseMeans = 'by id, country or name';

async function on(common: Judging, command: Command, wanted: string): Promise<readonly [Reach, Merchant]> {
  const to = common.reach(command);
  return [to, pickMerchant(await listMerchants(to), wanted)];
}

export function addPeople(program: Command, terminal: Terminal, common: Judging): void {
  addLists(program, terminal, common);
  addCustomers(program, terminal, common);
  addReviews(program, terminal, common);
}

function addLists(program: Command, terminal: Terminal, common: Judging): void {
  const lists = program.command('lists').description('the negative and positive lists of a merchant');
  lists
    .command('show')
    .description('who and what is on them')
    .requiredOption(whose, whoseMeans)
    .action(async (options: { merchant: string }, command: Command) => {
      const entries = await listEntries(...(await on(common, command, options.merchant)));
      tell(terminal, common.asJson(command), { entries }, () => entryLines(entries));
    });
  lists
    .command('import <file>')
    .description('put the entries of a CSV or JSON file on them; tells what is wrong line by line')
    .requiredOption(whose, whoseMeans)
    .option('--list <list>', 'negative or positive, where the file does not say')
    .option('--kind <kind>', 'person, address, email, phone, bankAccount or company, where the file does not say')
    .option('--reason <text>', 'why, where the file does not say')
    .action(async (file: string, options: Record<string, string> & { merchant: string }, command: Command) => {
      const { merchant: wanted, ...defaults } = options;
      const imported = await importList(...(await on(common, command, wanted)), file, defaults);
      tell(terminal, common.asJson(command), imported, () => importLines(imported));
      if (imported.faulty > 0) common.finish(exitCodes.failed);
    });
  lists
    .command('remove <entry>')
    .description('take an entry off, by its id')
    .requiredOption(whose, whoseMeans)
    .requiredOption('--reason <text>', 'why')
    .action(async (entry: string, options: { merchant: string; reason: string }, command: Command) => {
      const removed = await removeEntry(...(await on(common, command, options.merchant)), entry, options.reason);
      tell(terminal, common.asJson(command), removed, () => [`${entry} is off the list.`]);
    });
}

function addCustomers(program: Command, terminal: Terminal, common: Judging): void {
  const customers = program.command('customers').description('the customers of a merchant');
  customers
    .command('duplicates')
    .description('customers who are probably one person twice')
    .requiredOption(whose, whoseMeans)
    .option('--minimum <percent>', 'how sure at least', '70')
    .action(async (options: { merchant: string; minimum: string }, command: Command) => {
      const [to, merchant] = await on(common, command, options.merchant);
      const duplicates = await listDuplicates(to, merchant, demandWhole(options.minimum, 'percentage'));
      tell(terminal, common.asJson(command), { duplicates }, () => duplicateLines(duplicates));
    });
  customers
    .command('merge <from> <into>')
    .description('make one customer of two, by their numbers; it cannot be undone')
    .requiredOption(whose, whoseMeans)
    .requiredOption('--reason <text>', 'why')
    .action(async (from: string, into: string, options: { merchant: string; reason: string }, command: Command) => {
      const merged = await mergeCustomers(...(await on(common, command, options.merchant)), from, into, options.reason);
      tell(terminal, common.asJson(command), merged, () => [`${from} and ${into} are one customer now.`]);
    });
}

interface Decision {
  readonly merchant?: string;
  readonly reason: string;
  readonly by?: string;
  readonly account?: true;
  readonly rejection?: true;
  readonly answer?: string;
}

function addReviews(program: Command, terminal: Terminal, common: Judging): void {
  const reviews = alsoAsList(
    program
      .command('reviews')
      .alias('review')
      .description('orders and applications for accounts that wait to be decided, and rejections that are contested')
      .option(whose, `${whoseMeans}; of every merchant where none is named`),
    async (_options: object, command: Command) => {
      const waiting = await waitingAt(...(await merchantsOf(common, command)));
      tell(terminal, common.asJson(command), { reviews: waiting }, () => reviewLines(waiting));
    },
  );
  for (const decision of ['approve', 'decline'] as const) {
    reviews
      .command(`${decision} <number>`)
      .description(decision === 'approve' ? 'it becomes Accepted' : 'it becomes Rejected')
      .option(whose, `${whoseMeans}; needed where the number waits at several`)
      .requiredOption('--reason <text>', 'why, for the audit')
      .option('--by <name>', 'who decided')
      .option('--account', 'the number is a customer account’s, not an order’s')
      .option('--rejection', 'the number is that of a rejection which the person contests; approved, it is not held against them')
      .option('--answer <text>', 'with --rejection: what the person is answered in writing')
      .action(async (number: string, _options: object, command: Command) => {
        const { reason, by, account, rejection, answer } = command.optsWithGlobals<Decision>();
        const kind = rejection ? ('rejection' as const) : account ? ('account' as const) : ('order' as const);
        const said = { ...(by !== undefined && { decidedBy: by }), ...(answer !== undefined && { answer }) };
        const body = { kind, decision, reason, ...said };
        const [to, merchants] = await merchantsOf(common, command);
        const decided = await decideReview(to, await whereItWaits(to, merchants, kind, number), number, body);
        const words = `${decided.orderNumber ?? decided.accountNumber ?? number}: ${rejection ? (decision === 'approve' ? 'changed' : 'stands') : decided.outcome}`;
        tell(terminal, common.asJson(command), decided, () => [words]);
      });
  }
}

/** The merchant that was named, or all of them. */
async function merchantsOf(common: Judging, command: Command): Promise<readonly [Reach, readonly Merchant[]]> {
  const { merchant } = command.optsWithGlobals<{ merchant?: string }>();
  const to = common.reach(command);
  const merchants = await listMerchants(to);
  return [to, merchant === undefined ? merchants : [pickMerchant(merchants, merchant)]];
}

async function waitingAt(to: Reach, merchants: readonly Merchant[]): Promise<WaitingReview[]> {
  const waiting: WaitingReview[] = [];
  for (const merchant of merchants) {
    const { id, name, country } = merchant;
    const found = await listReviews(to, merchant);
    waiting.push(...found.map((each) => ({ merchant: `${name} (${country})`, merchantId: id, ...each })));
  }
  return waiting;
}

async function whereItWaits(to: Reach, merchants: readonly Merchant[], kind: Review['kind'], number: string): Promise<Merchant> {
  const [only] = merchants;
  if (only && merchants.length === 1) return only;
  const isIt = (each: Review): boolean => each.kind === kind && numberOf(each).toLowerCase() === number.toLowerCase();
  const ids = (await waitingAt(to, merchants)).filter(isIt).map(({ merchantId }) => merchantId);
  const [at] = merchants.filter(({ id }) => ids.includes(id));
  if (at && ids.length === 1) return at;
  if (!at)
    throw new Failure(
      `No ${kind} ${number} waits to be decided.`,
      'dps reviews lists what does; --account is for accounts, --rejection for rejections.',
    );
  throw new Failure(`${number} waits at ${ids.length} merchants.`, 'Name one with --merchant.', exitCodes.usage);
}
