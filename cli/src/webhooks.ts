// Webhook endpoints of a running service, what was sent to them, and a merchant's events as who polls sees them.
import { type Command, Option } from 'commander';
import { demand, type Reach } from './admin-api.ts';
import { exitCodes, Failure } from './failure.ts';
import { demandWhole } from './numbers.ts';
import { listMerchants, type OfMerchant, ofMerchant, pickMerchant } from './operate.ts';
import { type FlatRow, listAll } from './pages.ts';
import { paint } from './table.ts';
import { right, table, tell } from './terminal.ts';
import { demandDuration, demandInstant } from './time.ts';
import type { ToService } from './to-service.ts';

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly disabledReason?: string;
  readonly disabledAfter?: number;
  readonly failingSince?: string;
  readonly failureCount: number;
  readonly waiting: number;
  readonly secrets: readonly { readonly kind: string; readonly publicKey?: string; readonly endsAt?: string }[];
  readonly secret?: string;
}

const merchantPath = async (reach: Reach, merchant: string): Promise<string> =>
  `/admin/v1/merchants/${pickMerchant(await listMerchants(reach), merchant).id}`;
const endpointsOf = async (reach: Reach, merchant: string): Promise<[string, Endpoint[]]> => {
  const path = `${await merchantPath(reach, merchant)}/webhook-endpoints`;
  return [path, (await demand<{ endpoints: Endpoint[] }>(reach, 'GET', path)).endpoints];
};

/** A shorter end of an id is a slip of the pen (or a variable that is empty), and would mean the only endpoint all the same. */
const endOfId = 6;

/** An endpoint by its id, the end of its id, or its address. */
async function endpointOf(reach: Reach, merchant: string, wanted: string): Promise<[string, Endpoint]> {
  if (wanted.trim().length < endOfId)
    throw new Failure(
      `"${wanted}" names no endpoint.`,
      'By its id, at least six characters of the end of it, or its address.',
      exitCodes.usage,
    );
  const [path, endpoints] = await endpointsOf(reach, merchant);
  const found = endpoints.filter(({ id, url }) => url === wanted || id.endsWith(wanted.toLowerCase()));
  const [only] = found;
  if (only && found.length === 1) return [`${path}/${only.id}`, only];
  const known = endpoints.map(({ id, url }) => `${id} (${url})`).join(', ');
  throw new Failure(`"${wanted}" is ${found.length === 0 ? 'no' : 'more than one'} endpoint.`, `There are ${known || 'none'}.`);
}

const pathOf = async (reach: Reach, merchant: string, wanted: string): Promise<string> =>
  (await endpointOf(reach, merchant, wanted))[0];

function stateOf({ enabled, disabledReason, disabledAfter, failingSince, failureCount }: Endpoint): string {
  if (!enabled) return paint.red(`disabled (${disabledReason ?? 'operator'}, after ${disabledAfter ?? 0})`);
  return failureCount === 0 ? paint.green('fine') : paint.yellow(`${failureCount} failures since ${failingSince ?? ''}`);
}

const endpointLines = (endpoints: readonly Endpoint[]): string[] =>
  table(
    ['endpoint', { title: 'address', below: true }, 'events', 'state', right('waiting'), 'description'],
    endpoints.map((each) => [
      each.id,
      each.url,
      each.events.join(',') || 'all',
      stateOf(each),
      String(each.waiting),
      each.description,
    ]),
  );

/** The secret of a new or rotated one: shown this once. */
function secretLines({ id, url, secret = '', secrets }: Endpoint): string[] {
  const publicKey = secrets.at(-1)?.publicKey;
  return [
    `${id}: ${url}`,
    publicKey === undefined ? `Secret, shown this once: ${secret}` : `Public key, for the receiver: ${publicKey}`,
    ...(secrets.length > 1 ? [`Signed with ${secrets.length} secrets until those replaced end.`] : []),
  ];
}

const listOf = (text: string | undefined): string[] | undefined => text?.split(',').filter((each) => each !== '');
const wholeOf = (text: string | undefined, what: string) => (text === undefined ? undefined : demandWhole(text, what));
const reason = (): Option => new Option('--reason <words>', 'why, for the audit');
const kind = (): Option => new Option('--kind <kind>', 'v1 HMAC-SHA256, v1a Ed25519').choices(['v1', 'v1a']);

interface Settings {
  readonly events?: string;
  readonly description?: string;
  readonly concurrency?: string;
  readonly kind?: string;
  readonly reason?: string;
}

const given = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]: [string, unknown]) => value !== undefined));

interface Way extends ToService {
  readonly finish: (code: number) => void;
}

export function addWebhooks(program: Command, way: Way): void {
  const { terminal, reach, asJson } = way;
  const webhooks = program.command('webhooks').description('where a merchant’s events are sent, and what came of it');
  webhooks
    .command('list')
    .description('the endpoints of a merchant')
    .requiredOption(...ofMerchant)
    .action(async ({ merchant }: OfMerchant, command: Command) => {
      const [, endpoints] = await endpointsOf(reach(command), merchant);
      tell(terminal, asJson(command), { endpoints }, () => endpointLines(endpoints));
    });
  webhooks
    .command('create <url>')
    .description('send the merchant’s events to an address; the secret is shown this once')
    .requiredOption(...ofMerchant)
    .option('--events <types>', 'order.captured,capture.* and so on; without it all')
    .option('--description <words>')
    .option('--concurrency <count>', 'how many are sent at once; above 1 they may arrive in another order')
    .addOption(kind())
    .addOption(reason())
    .action(async (url: string, options: OfMerchant & Settings, command: Command) => {
      const { merchant, events, concurrency, ...rest } = options;
      const to = reach(command);
      const path = `${await merchantPath(to, merchant)}/webhook-endpoints`;
      const body = { url, events: listOf(events), concurrency: wholeOf(concurrency, 'count'), ...rest };
      const made = await demand<Endpoint>(to, 'POST', path, given(body));
      tell(terminal, asJson(command), made, () => secretLines(made));
    });
  addSwitches(webhooks, way);
  addSecrets(webhooks, way);
  addLog(webhooks, way);
  addReplay(webhooks, way);
}

/** On, off, and away. */
function addSwitches(webhooks: Command, { terminal, reach, asJson }: ToService): void {
  for (const [name, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    webhooks
      .command(`${name} <endpoint>`)
      .description(enabled ? 'call it again; what waited goes on' : 'call it no more; what happens meanwhile is not queued')
      .requiredOption(...ofMerchant)
      .addOption(reason())
      .action(async (endpoint: string, { merchant, ...options }: OfMerchant & Settings, command: Command) => {
        const to = reach(command);
        const body = given({ enabled, reason: options.reason });
        const after = await demand<Endpoint>(to, 'PATCH', await pathOf(to, merchant, endpoint), body);
        tell(terminal, asJson(command), after, () => endpointLines([after]));
      });
  }
  webhooks
    .command('delete <endpoint>')
    .description('forget it and its secrets')
    .requiredOption(...ofMerchant)
    .addOption(reason())
    .action(async (endpoint: string, { merchant, ...options }: OfMerchant & Settings, command: Command) => {
      const to = reach(command);
      const query = options.reason === undefined ? '' : `?reason=${encodeURIComponent(options.reason)}`;
      const path = `${await pathOf(to, merchant, endpoint)}${query}`;
      const gone = await demand<{ deleted: string }>(to, 'DELETE', path);
      tell(terminal, asJson(command), gone, () => [`${gone.deleted} is gone.`]);
    });
}

function addSecrets(webhooks: Command, { terminal, reach, asJson, finish }: Way): void {
  webhooks
    .command('rotate <endpoint>')
    .description('a new secret; for a while messages are signed with the old one too')
    .requiredOption(...ofMerchant)
    .option('--overlap <duration>', 'how long: 24h, 7d, or 0', '24h')
    .addOption(kind())
    .addOption(reason())
    .action(async (endpoint: string, options: OfMerchant & Settings & { overlap: string }, command: Command) => {
      const to = reach(command);
      const { merchant, overlap, ...rest } = options;
      const overlapSeconds = overlap === '0' ? 0 : demandDuration(overlap);
      const path = `${await pathOf(to, merchant, endpoint)}/secrets`;
      const made = await demand<Endpoint>(to, 'POST', path, given({ overlapSeconds, ...rest }));
      tell(terminal, asJson(command), made, () => secretLines(made));
    });
  webhooks
    .command('test <endpoint>')
    .description('send it a test event now')
    .requiredOption(...ofMerchant)
    .action(async (endpoint: string, { merchant }: OfMerchant, command: Command) => {
      const to = reach(command);
      const sent = await demand<FlatRow>(to, 'POST', `${await pathOf(to, merchant, endpoint)}/test`, {});
      tell(terminal, asJson(command), sent, () => [
        `${sent.delivered === true ? paint.green('taken') : paint.red('not taken')}: ${String(sent.reason)}, ${String(sent.milliseconds)} ms`,
      ]);
      if (sent.delivered !== true) finish(exitCodes.failed);
    });
}

function addLog(webhooks: Command, { terminal, reach, asJson }: ToService): void {
  const columns = ['number', 'event', 'state', right('attempts'), 'last', 'answer', 'next'];
  const line = (each: FlatRow): string[] => [
    String(each.number),
    String(each.eventType),
    String(each.state),
    String(each.attemptCount),
    String(each.lastAttemptAt ?? ''),
    String(each.lastReason ?? ''),
    String(each.dueAt ?? ''),
  ];
  webhooks
    .command('deliveries <endpoint>')
    .description('what was sent and what waits, newest first')
    .requiredOption(...ofMerchant)
    .addOption(new Option('--state <state>').choices(['Pending', 'Delivered', 'Failed']))
    .option('--events <types>', 'order.captured,capture.* and so on')
    .action(async (endpoint: string, { merchant, ...options }: OfMerchant & Settings & { state?: string }, command: Command) => {
      const to = reach(command);
      const query = { state: options.state, events: options.events };
      const path = `${await pathOf(to, merchant, endpoint)}/deliveries`;
      const deliveries = await listAll<FlatRow>(to, path, 'deliveries', { query });
      tell(terminal, asJson(command), { deliveries }, () => table(columns, deliveries.map(line)));
    });
  webhooks
    .command('attempts <endpoint>')
    .description('every attempt, tests among them, newest first')
    .requiredOption(...ofMerchant)
    .option('--number <number>', 'of one event')
    .action(async (endpoint: string, { merchant, ...options }: OfMerchant & { number?: string }, command: Command) => {
      const to = reach(command);
      const path = `${await pathOf(to, merchant, endpoint)}/attempts`;
      const attempts = await listAll<FlatRow>(to, path, 'attempts', { query: { number: options.number } });
      tell(terminal, asJson(command), { attempts }, () =>
        table(
          ['at', 'number', 'answer', right('ms')],
          attempts.map((each) => [
            String(each.attemptedAt),
            String(each.number ?? 'test'),
            String(each.reason),
            String(each.milliseconds),
          ]),
        ),
      );
    });
}

interface Again {
  readonly number?: string;
  readonly from?: string;
  readonly to?: string;
  readonly since?: string;
  readonly fromTime?: string;
  readonly toTime?: string;
  readonly reason?: string;
}

function addReplay(webhooks: Command, { terminal, reach, asJson }: ToService): void {
  webhooks
    .command('replay <endpoint>')
    .description('send events again, under their ids')
    .requiredOption(...ofMerchant)
    .option('--number <number>', 'one event')
    .option('--from <number>', 'from this one …')
    .option('--to <number>', '… to this one')
    .option('--since <number>', 'all after this one')
    .option('--from-time <time>', 'those that happened from then …')
    .option('--to-time <time>', '… until then')
    .addOption(reason())
    .action(async (endpoint: string, { merchant, ...options }: OfMerchant & Again, command: Command) => {
      const to = reach(command);
      const numbers = [options.number, options.from, options.to, options.since];
      const [number, from, until, since] = numbers.map((text) => wholeOf(text, 'number of an event'));
      const instant = (text: string | undefined) =>
        text === undefined ? undefined : new Date(demandInstant(text, Date.now())).toISOString();
      const times = { fromTime: instant(options.fromTime), toTime: instant(options.toTime) };
      const [at, { enabled }] = await endpointOf(to, merchant, endpoint);
      const path = `${at}/replays`;
      const body = given({ number, from, to: until, since, ...times, reason: options.reason });
      let answer = await demand<{ queued: number; last?: number; more: boolean }>(to, 'POST', path, body);
      let queued = answer.queued;
      while (answer.more) {
        answer = await demand(to, 'POST', path, { ...body, since: undefined, from: (answer.last ?? 0) + 1 });
        queued += answer.queued;
      }
      tell(terminal, asJson(command), { queued, ...(answer.last !== undefined && { last: answer.last }) }, () => [
        enabled ? `${queued} are sent again.` : `${queued} wait until the endpoint is enabled (dps webhooks enable …).`,
      ]);
    });
}

interface Polled {
  readonly events: readonly {
    readonly id: string;
    readonly type: string;
    readonly timestamp: string;
    readonly data: {
      readonly sequence: number;
      readonly resource?: { readonly type: string; readonly number: string; readonly version: number };
      readonly amount?: number;
      readonly currency?: string;
    };
  }[];
  readonly next: number;
}

const followEveryMs = 1000;

export function addEvents(program: Command, { terminal, reach, asJson }: ToService): void {
  program
    .command('events')
    .description('a merchant’s events in their order')
    .requiredOption(...ofMerchant)
    .option('--after <number>', 'only those after this number', '0')
    .option('--types <types>', 'order.captured,capture.* and so on')
    .option('--follow', 'go on with what happens; Ctrl-C ends it')
    .action(
      async (
        { merchant, after, types, follow }: { merchant: string; after: string; types?: string; follow?: boolean },
        command: Command,
      ) => {
        const to = reach(command);
        const path = `${await merchantPath(to, merchant)}/events?limit=200${types === undefined ? '' : `&types=${encodeURIComponent(types)}`}`;
        for (let place = after; ; ) {
          const page = await demand<Polled>(to, 'GET', `${path}&after=${encodeURIComponent(place)}`);
          // A line an event, for people and machines alike: who follows cannot wait for a table's end.
          for (const event of page.events) terminal.out(`${asJson(command) ? JSON.stringify(event) : eventLine(event)}\n`);
          const isEnd = String(page.next) === place || page.events.length === 0;
          place = String(page.next);
          if (isEnd && follow !== true) return;
          if (isEnd) await new Promise((resume) => setTimeout(resume, followEveryMs));
        }
      },
    );
}

function eventLine({ type, timestamp, data }: Polled['events'][number]): string {
  const { sequence, resource, amount, currency } = data;
  const about = resource ? `${resource.type} ${resource.number} v${resource.version}` : '';
  const money = amount === undefined || amount === 0 ? '' : `${amount.toFixed(2)} ${currency ?? ''}`;
  return [String(sequence).padStart(6), timestamp, type.padEnd(28), about, money].join('  ').trimEnd();
}
