// Plays the examples against a running service, or against one of its own, and shows each order's story as a table.
import { findService } from '../cli/src/find-service.ts';
import { type Column, paint, tableLines } from '../cli/src/table.ts';
import { type AccountSums, leftOf, noAccount, playAccount } from './demo/accounts.ts';
import {
  type AccountExample,
  type Beginning,
  type Example,
  fresh,
  freshAccount,
  type InstallmentExample,
  loadAccountExamples,
  loadExamples,
  loadInstallmentExamples,
} from './demo/examples.ts';
import { playInstallments } from './demo/installments.ts';
import { money, nothing, openOf } from './demo/money.ts';
import { played, playRejection, playRetry } from './demo/more-stories.ts';
import { openShop } from './demo/shop.ts';
import { playLife, Story } from './demo/story.ts';
import { type OwnService, startOwnService } from './own-service.ts';

const usage = `npm run demo [-- <country> …]

Plays an order for each country (no, se, fi, dk, de, at, ch, nl, be), or for those named, two in installments and two customer
accounts, and shows their stories. It plays against the service of this folder where one runs (DPS_URL, PORT, or what the
service running on DATA_DIR says of itself), so that its orders can be looked at afterwards; else against one of its own,
whose data is thrown away.`;

const columns = (currency: string, sums: readonly string[]): Column[] => [
  { title: `  ${currency}`, width: 22 },
  { title: 'asked', align: 'right', width: 9 },
  { title: 'answer', width: 22 },
  ...sums.map((title): Column => ({ title, align: 'right', width: title === 'authorized' ? 10 : 8 })),
];

/** The steps of a story with its sums after each, and what was wrong. */
function showSteps<Sums>(
  currency: string,
  titles: readonly string[],
  story: Story<Sums>,
  sumsOf: (sums: Sums) => readonly bigint[],
): void {
  const rows = story.steps.map(({ name, asked, answer, ok, amounts }) => [
    `  ${name}`,
    asked === undefined ? '' : money(asked),
    ok ? answer : paint.red(answer),
    ...sumsOf(amounts).map(money),
  ]);
  for (const line of tableLines(columns(currency, titles), rows, ' ')) console.log(line);
  for (const fault of story.faults) console.log(paint.red(`  NOT OK  ${fault}`));
  console.log('');
}

function show(heading: string, example: Beginning, story: Story): void {
  const { order, customer } = example.authorize;
  const { postalCode, postalPlace, countryCode } = customer.address;
  console.log(
    `${paint.bold(`${countryCode}  ${order.number}`)}  ${customer.firstName} ${customer.lastName}, ${postalCode} ${postalPlace}`,
  );
  console.log(`    ${heading}`);
  showSteps(order.currency, ['authorized', 'captured', 'refunded', 'voided', 'open'], story, (amounts) => [
    amounts.authorized,
    amounts.captured,
    amounts.refunded,
    amounts.voided,
    openOf(amounts),
  ]);
}

interface Played {
  readonly story: Story;
  readonly currency: string;
}

async function playAll(
  url: string,
  examples: readonly Example[],
  inInstallments: readonly InstallmentExample[],
): Promise<Played[]> {
  const done: Played[] = [];
  const tell = async <Kind extends Beginning>(
    template: Kind,
    heading: (example: Kind) => string,
    play: (example: Kind, story: Story) => Promise<string | undefined>,
  ) => {
    const example = fresh(template);
    const { order, customer } = example.authorize;
    const story = new Story(`${customer.address.countryCode} ${order.number}`, `/orders/${order.number}`, nothing);
    const words = await played(story, () => play(example, story));
    show(heading(example), example, story);
    if (words) console.log(`    ${paint.dim('What the buyer reads:')} ${words}\n`);
    done.push({ story, currency: example.authorize.order.currency });
  };
  for (const template of examples) {
    await tell(
      template,
      ({ story }) => story,
      async (example, story) => {
        await playLife(example, openShop(url, example.key), story);
        return undefined;
      },
    );
  }
  for (const template of inInstallments) {
    await tell(
      template,
      ({ story }) => story,
      (example, story) => playInstallments(example, openShop(url, example.key), story),
    );
  }
  const [first] = examples;
  if (first) {
    const shop = openShop(url, first.key);
    await tell(
      first,
      () => 'A buyer who is not accepted; the order number stays free.',
      (example, story) => playRejection(example, shop, story),
    );
    await tell(
      first,
      () => 'An answer got lost: everything is sent twice with one idempotency key.',
      async (example, story) => {
        await playRetry(example, shop, story);
        return undefined;
      },
    );
  }
  return done;
}

async function playAccounts(url: string, examples: readonly AccountExample[]): Promise<Story<AccountSums>[]> {
  const done: Story<AccountSums>[] = [];
  for (const template of examples) {
    const example = freshAccount(template);
    const { customer } = example.apply;
    const { countryCode, postalCode, postalPlace } = customer.address;
    const story = new Story(`${countryCode} account`, '/customer-account', noAccount);
    await played(story, () => playAccount(example, openShop(url, example.key), story));
    console.log(
      `${paint.bold(`${countryCode}  Customer account`)}  ${customer.firstName} ${customer.lastName}, ${postalCode} ${postalPlace}`,
    );
    console.log(`    ${example.story}`);
    showSteps(customer.currency, ['limit', 'balance', 'charges', 'left'], story, (sums) => [
      sums.limit,
      sums.balance,
      sums.charges,
      leftOf(sums),
    ]);
    done.push(story);
  }
  return done;
}

/** Per currency, over all orders: what was authorized is captured, voided or open. */
function summarize(done: readonly Played[], accounts: readonly Story<AccountSums>[], seconds: string): number {
  const currencies = [...new Set(done.map(({ currency }) => currency))];
  const rows = currencies.map((currency) => {
    const all = done.filter((each) => each.currency === currency).map(({ story }) => story.amounts);
    const of = (pick: (amounts: Story['amounts']) => bigint): string =>
      money(all.reduce((total, amounts) => total + pick(amounts), 0n));
    return [
      `  ${currency}`,
      String(all.length),
      of((a) => a.authorized),
      of((a) => a.captured),
      of((a) => a.refunded),
      of((a) => a.voided),
      of(openOf),
    ];
  });
  console.log(paint.bold('Summary'));
  const titles = ['orders', 'authorized', 'captured', 'refunded', 'voided', 'open'];
  const summary: Column[] = [{ title: '', width: 6 }, ...titles.map((title): Column => ({ title, align: 'right', width: 10 }))];
  for (const line of tableLines(summary, rows)) console.log(line);
  const stories = [...done.map(({ story }) => story), ...accounts];
  const faults = stories.flatMap((story) => story.faults);
  const steps = stories.reduce((count, story) => count + story.steps.length, 0);
  const what = `${done.length} orders, ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`;
  console.log('');
  if (faults.length === 0) {
    console.log(paint.green(`All amounts add up: ${what}, ${steps} steps, ${seconds} s.`));
    return 0;
  }
  for (const fault of faults) console.log(paint.red(`NOT OK  ${fault}`));
  console.log(paint.red(`${faults.length} faults in ${what}.`));
  return 1;
}

class CannotPlay extends Error {}

/** Is there a service with demo shops? Something else on the port is as good as nothing. */
async function answersOn(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/v3/version`, {
      headers: { 'x-auth-key': 'sandbox-no' },
      signal: AbortSignal.timeout(2000),
    });
    const answer = (await response.json()) as { version?: string; code?: string };
    if (response.status === 401 && answer.code !== undefined)
      throw new CannotPlay(
        `The service on ${url} has no demo shops; is it in live mode? DPS_URL names another, or PORT where a new one may run.`,
      );
    return response.ok && answer.version !== undefined;
  } catch (error) {
    if (error instanceof CannotPlay) throw error;
    return false;
  }
}

/** A service of this folder where one runs; else one of our own, on the port that was asked for. */
async function findOrStart(): Promise<{ readonly url: string; readonly own?: OwnService }> {
  const { url, by, emptyDir } = findService(process.env);
  if (emptyDir === undefined && (await answersOn(url))) return { url };
  if (by === 'DPS_URL')
    throw new CannotPlay(`No service answers on ${url}, which DPS_URL names. Start it there, or leave DPS_URL out.`);
  console.log(
    `No service ${emptyDir === undefined ? `answers on ${url}` : `runs on ${emptyDir}`}; starting one of our own on data that is thrown away …`,
  );
  const own = await startOwnService(by === 'PORT' ? { port: new URL(url).port } : {});
  return { url: own.url, own };
}

/** Where the orders of a run are, once it is over. */
function whatIsLeft(url: string, examples: readonly Example[], own: boolean): string {
  if (own)
    return 'That service and its orders are gone now. To keep them, run npm start in one terminal and npm run demo in another.';
  const [country = 'de'] = examples.map(({ key }) => key.slice(-2));
  const search = `npm run --silent dps -- --url ${url} --key sandbox-operator orders search --merchant ${country}`;
  return `The orders are on ${url}: ${search}`;
}

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    console.log(usage);
    return 0;
  }
  const all = loadExamples();
  const known = all.map(({ key }) => key.slice(-2));
  const wanted = words.map((code) => code.toLowerCase());
  const unknown = wanted.filter((code) => !known.includes(code));
  if (unknown.length > 0) {
    console.error(
      `There is no example for ${unknown.join(', ')}; there are ${known.join(', ')}. npm run demo -- --help says more.`,
    );
    return 2;
  }
  const isWanted = ({ key }: { readonly key: string }): boolean => wanted.length === 0 || wanted.includes(key.slice(-2));
  const examples = all.filter(isWanted);
  const { url, own } = await findOrStart();
  try {
    console.log(`Playing ${examples.length} ${examples.length === 1 ? 'country' : 'countries'} on ${url}\n`);
    const since = performance.now();
    const done = await playAll(url, examples, loadInstallmentExamples().filter(isWanted));
    const accounts = await playAccounts(url, loadAccountExamples().filter(isWanted));
    const code = summarize(done, accounts, ((performance.now() - since) / 1000).toFixed(1));
    console.log(paint.dim(whatIsLeft(url, examples, own !== undefined)));
    return code;
  } finally {
    await own?.stop();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
