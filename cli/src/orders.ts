// Orders as an operator finds and moves them, and the audit.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { demand, type Reach } from './admin-api.ts';
import { exitCodes, Failure } from './failure.ts';
import { inPath } from './in-path.ts';
import { listMerchants, pickMerchant } from './operate.ts';
import { listAll, type Row, word } from './pages.ts';
import { type Column, paint } from './table.ts';
import { type Terminal, table, tell } from './terminal.ts';
import type { Asking } from './to-service.ts';

const right = (title: string): Column => ({ title, align: 'right' });
const money = (amount: unknown): string => Number(amount).toFixed(2);
const whose = '--merchant <merchant>';
const whoseMeans = 'by id, country or name';

async function pathOf(reach: Reach, merchant: string): Promise<string> {
  return `/admin/v1/merchants/${pickMerchant(await listMerchants(reach), merchant).id}`;
}

/** The options that are filters, as the interface has them. */
const filtersOf = (options: Row, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (typeof options[name] === 'string' ? [[name, options[name]]] : [])));

function limitOf(text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) > 0) return Number(text);
  throw new Failure(`"${text}" is no number of rows.`, undefined, exitCodes.usage);
}

const searchFilters = [
  'state',
  'paymentType',
  'from',
  'to',
  'minAmount',
  'maxAmount',
  'amount',
  'customerNumber',
  'number',
  'expiresBefore',
];
/** What names a person: sent in the body, since addresses are kept in logs. */
const personFilters = ['name', 'email', 'phone'];

export function addOrders(program: Command, terminal: Terminal, { reach, asJson }: Asking): void {
  const orders = program.command('orders').description('orders: search, the story of one, and what an operator does to it');
  orders
    .command('search')
    .description('newest first, with what each consumer owes')
    .requiredOption(whose, whoseMeans)
    .option('--state <list>', 'Pending, Authorized, PartlyCaptured, Captured, Voided, Expired, Rejected')
    .option('--payment-type <list>', 'Invoice, Consolidatedinvoice, Installment, Account')
    .option('--from <moment>', 'made then or later: a day of the merchant’s, or an instant')
    .option('--to <moment>', 'made before; of a day its end')
    .option('--min-amount <amount>')
    .option('--max-amount <amount>')
    .option('--amount <amount>', 'authorized for it, or with a capture of it')
    .option('--name <name>', 'of the consumer or company: all of its words, in any order')
    .option('--email <address>')
    .option('--phone <number>', 'with or without the country')
    .option('--customer-number <number>')
    .option('--number <number>')
    .option('--expires-before <moment>', 'still open, and open until before')
    .option('--limit <rows>', 'how many', '50')
    .action(async (options: Row & { merchant: string; limit: string }, command: Command) => {
      const to = reach(command);
      const path = `${await pathOf(to, options.merchant)}/orders`;
      const person = filtersOf(options, personFilters);
      const found = await listAll(to, `${path}/search`, 'orders', {
        query: filtersOf(options, searchFilters),
        most: limitOf(options.limit),
        body: person,
      });
      tell(terminal, asJson(command), { orders: found }, () => orderLines(found));
    });
  orders
    .command('show <order>')
    .description('its whole story, by number or id')
    .requiredOption(whose, whoseMeans)
    .action(async (number: string, { merchant }: { merchant: string }, command: Command) => {
      const to = reach(command);
      const story = await demand<Row>(to, 'GET', `${await pathOf(to, merchant)}/orders/${inPath(number)}`);
      tell(terminal, asJson(command), story, () => storyLines(story));
    });
  for (const step of steps) addStep(orders, terminal, { reach, asJson }, step);
}

const orderColumns = [
  'number',
  'state',
  'type',
  right('authorized'),
  right('left to capture'),
  right('captured'),
  right('refunded'),
  right('paid'),
  right('open'),
  right('due'),
  '',
  'due on',
  'made',
];
const orderLine = (order: Row): string[] => [
  word(order['orderNumber']),
  word(order['state']),
  word(order['paymentType']),
  ...['authorizedAmount', 'leftToCaptureAmount', 'capturedAmount', 'refundedAmount'].map((name) => money(order[name])),
  ...['paidAmount', 'openAmount', 'dueAmount'].map((name) => money(order[name])),
  word(order['currency']),
  word(order['nextDueDate']),
  word(order['createdAt']),
];
const orderLines = (orders: readonly Row[]): string[] =>
  orders.length === 0 ? ['No order is like that.'] : table(orderColumns, orders.map(orderLine));

const timeColumns = ['at', 'what', right('amount'), 'number', 'by', 'why'];
const timeLine = (each: Row): string[] => [
  word(each['at']),
  word(each['event'] ?? each['operation'] ?? ''),
  each['amount'] === undefined ? '' : money(each['amount']),
  word(each['number'] ?? ''),
  [each['source'], each['actorName'] ?? each['actor']].filter(Boolean).join(' '),
  word(each['reason'] ?? ''),
];

function storyLines(story: Row): string[] {
  const decisions = (story['decisions'] as Row[]).map(
    ({ decidedAt, outcome, amount, policyVersion }) =>
      `${word(decidedAt)}  ${word(outcome)}, ${money(amount)} under policy ${word(policyVersion)}`,
  );
  return [
    ...table(orderColumns, [orderLine(story)]),
    ...(story['customerNumber'] === undefined ? [] : [`customer ${word(story['customerNumber'])}`]),
    ...(story['contractVersion'] === undefined ? [] : [`made under contract version ${word(story['contractVersion'])}`]),
    ...(Number(story['leftToCaptureAmount']) > 0 ? [`to be captured until ${word(story['expiresOn'])}`] : []),
    ...owedLines(story),
    '',
    ...table(timeColumns, (story['timeline'] as Row[]).map(timeLine)),
    ...(decisions.length > 0 ? ['', paint.dim('credit decisions; more: dps risk explain'), ...decisions] : []),
  ];
}

const captureColumns = [
  'capture',
  right('amount'),
  right('refunded'),
  right('paid'),
  right('open'),
  right('due'),
  'due on',
  right('reminders'),
  'paid under',
];
const captureLine = (capture: Row): string[] => [
  word(capture['captureNumber']),
  ...['amount', 'refundedAmount', 'paidAmount', 'openAmount', 'dueAmount'].map((name) => money(capture[name])),
  word(capture['nextDueDate']),
  word(capture['reminderCount']),
  word(capture['paymentReference']),
];

const paymentColumns = ['payment', 'capture', right('amount'), 'came on', ''];
const paymentLine = (payment: Row): string[] => [
  word(payment['transactionId']),
  word(payment['captureNumber']),
  money(payment['amount']),
  word(payment['valueDate']),
  payment['returnedOn'] === undefined ? '' : `taken back by the bank on ${word(payment['returnedOn'])}`,
];

/** What the consumer owes, capture by capture, what was paid, and the papers that say so. */
function owedLines(story: Row): string[] {
  const captures = story['captures'] as Row[];
  const payments = story['payments'] as Row[];
  if (captures.length === 0) return ['the consumer owes nothing: nothing is captured', ...paperLines(story)];
  const currency = word(story['currency']);
  const due =
    story['nextDueDate'] === undefined
      ? ''
      : `, ${money(story['dueAmount'])} of it by today, due on ${word(story['nextDueDate'])}`;
  const back = Number(story['owedBackAmount']);
  const named = captures.filter(({ accountNumber }) => accountNumber !== undefined);
  const accounts = [...new Set(named.map(({ accountNumber }) => word(accountNumber)))].join(', ');
  return [
    '',
    Number(story['openAmount']) === 0
      ? `the consumer owes nothing more; paid ${money(story['paidAmount'])} ${currency}`
      : `the consumer owes ${money(story['openAmount'])} ${currency}${due}; paid ${money(story['paidAmount'])}, reminders ${word(story['reminderCount'])}`,
    ...(accounts === ''
      ? []
      : [`charged to the customer account ${accounts}: ${money(story['chargedAmount'] ?? 0)} ${currency}`]),
    ...(back > 0 ? [`owed back to the consumer: ${money(back)} ${currency}`] : []),
    '',
    ...table(captureColumns, captures.map(captureLine)),
    ...(payments.length > 0 ? ['', ...table(paymentColumns, payments.map(paymentLine))] : []),
    ...paperLines(story),
  ];
}

const letterNames: Readonly<Record<string, string>> = {
  WithdrawalReminder: 'reminder of the right of withdrawal',
  Modification: 'notice of a change',
};
const opened = ({ openedAt }: Row): string => (openedAt === undefined ? '' : `, opened ${word(openedAt)}`);

function paperLines(story: Row): string[] {
  const captures = story['captures'] as Row[];
  const papers: [string, Row][] = [
    ...(story['contracts'] as Row[]).map((each): [string, Row] => [
      `contract ${word(each['contractNumber'])}, given ${word(each['informationGivenAt'])}${opened(each)}`,
      each,
    ]),
    ...(story['letters'] as Row[]).map((each): [string, Row] => [
      `${letterNames[word(each['kind'])] ?? word(each['kind'])} of ${word(each['createdAt'])}${opened(each)}`,
      each,
    ]),
    ...captures.flatMap((capture): [string, Row][] => [
      [`invoice ${word(capture['captureNumber'])}`, capture],
      ...(capture['reminders'] as Row[]).map((each): [string, Row] => [
        `reminder ${word(each['level'])} of ${word(each['date'])}, asked for ${money(each['amount'])}`,
        each,
      ]),
    ]),
    ...(story['refunds'] as Row[]).map((each): [string, Row] => [`credit note ${word(each['refundNumber'])}`, each]),
  ];
  const shown = papers.filter(([, each]) => each['consumerUrl'] !== undefined);
  if (shown.length === 0) return [];
  return [
    '',
    ...table(
      ['paper', 'link for the consumer, for 30 days'],
      shown.map(([name, each]) => [name, word(each['consumerUrl'])]),
    ),
  ];
}

interface Step {
  readonly name: string;
  readonly path: string;
  readonly means: string;
  readonly options: readonly (readonly [flags: string, means: string])[];
}

const amount = ['--amount <amount>', 'a part; all of it if left out'] as const;
const steps: readonly Step[] = [
  {
    name: 'capture',
    path: 'captures',
    means: 'capture for the merchant',
    options: [amount, ['--invoice-number <number>', 'becomes the capture number']],
  },
  {
    name: 'refund',
    path: 'refunds',
    means: 'refund for the merchant',
    options: [
      amount,
      ['--capture-number <number>', 'which capture'],
      ['--credit-note-number <number>', 'becomes the refund number'],
    ],
  },
  { name: 'void', path: 'voids', means: 'void what is open', options: [amount] },
  {
    name: 'release',
    path: 'release',
    means: 'give the customer’s limit back: decline what waits, void what is open',
    options: [],
  },
  { name: 'extend', path: 'expiry', means: 'extend the authorization', options: [['--expires-on <day>', 'the new last day']] },
];

function addStep(orders: Command, terminal: Terminal, { reach, asJson }: Asking, { name, path, means, options }: Step): void {
  const command = orders
    .command(`${name} <order>`)
    .description(means)
    .requiredOption(whose, whoseMeans)
    .requiredOption('--reason <text>', 'why, for the audit')
    .option('--once <key>', 'an idempotency key: sent again with it, nothing is done twice; without one dps makes it');
  for (const [flags, about] of options) command.option(flags, about);
  command.action(async (number: string, given: Record<string, string>, own: Command) => {
    const to = reach(own);
    // Always with a key: what is repeated after its answer was lost is then not done twice.
    const { merchant = '', once = randomUUID(), amount: asked, ...body } = given;
    if (asked !== undefined && !/^\d{1,9}(\.\d{1,2})?$/.test(asked))
      throw new Failure(`"${asked}" is no amount.`, 'Write it like 12.50.', exitCodes.usage);
    const address = `${await pathOf(to, merchant)}/orders/${inPath(number)}/${path}`;
    const sent = { ...body, ...(asked !== undefined && { amount: Number(asked) }) };
    const done = await demand<Row>(to, 'POST', address, sent, { 'idempotency-key': once });
    tell(terminal, asJson(own), done, () => [...table(actedColumns, [actedLine(done)]), ...madeLine(done)]);
  });
}

const actedColumns = [
  'number',
  'state',
  right('authorized'),
  right('left to capture'),
  right('captured'),
  right('voided'),
  right('refunded'),
  'to be captured until',
];
const actedLine = (order: Row): string[] => [
  word(order['orderNumber']),
  word(order['state']),
  ...['authorizedAmount', 'leftToCaptureAmount', 'capturedAmount', 'voidedAmount', 'refundedAmount'].map((name) =>
    money(order[name]),
  ),
  word(order['expiresOn']),
];

const madeLine = ({ numbers }: Row): string[] =>
  Array.isArray(numbers) && numbers.length > 0 ? [`made: ${numbers.join(', ')}`] : [];

const auditFilters = ['actor', 'operation', 'subject', 'order', 'from', 'to'];

export function addAudit(program: Command, terminal: Terminal, { reach, asJson }: Asking): void {
  // What proves the audit is below the same word (chains.ts).
  const audit = program.commands.find((each) => each.name() === 'audit') ?? program.command('audit').description('the audit');
  audit
    .command('list')
    .description('who did what, when and why; newest first')
    .option(whose, `${whoseMeans}; over all where none is named`)
    .option('--actor <id>', 'id of the key, or job, consumer')
    .option('--operation <id>', 'such as captureOrder')
    .option('--subject <id>', 'number or id of what it was done to')
    .option('--order <number>', 'about this order (with --merchant)')
    .option('--from <moment>')
    .option('--to <moment>')
    .option('--limit <rows>', 'how many', '50')
    .action(async (options: Row & { merchant?: string; limit: string }, command: Command) => {
      if (options['order'] !== undefined && options.merchant === undefined)
        throw new Failure('An order is a merchant’s.', 'Name it with --merchant.', exitCodes.usage);
      const to = reach(command);
      const path = options.merchant === undefined ? '/admin/v1' : await pathOf(to, options.merchant);
      const found = await listAll(to, `${path}/audit`, 'audit', {
        query: filtersOf(options, auditFilters),
        most: limitOf(options.limit),
      });
      tell(terminal, asJson(command), { audit: found }, () =>
        table(
          ['at', 'operation', 'of', 'by', 'why'],
          found.map((act) => [
            word(act['at']),
            word(act['operation']),
            word(act['orderNumber'] ?? act['accountNumber'] ?? act['subject']),
            word(act['actorName'] ?? act['actor']),
            word(act['reason'] ?? ''),
          ]),
        ),
      );
    });
}
