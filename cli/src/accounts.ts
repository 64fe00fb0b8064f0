// Customer accounts of a running service: list, one of them, its stream, its statements, a payment and its return.
import { type Command, Option } from 'commander';
import { demand, type Reach } from './admin-api.ts';
import { inPath } from './in-path.ts';
import { listMerchants, type OfMerchant, ofMerchant, pickMerchant } from './operate.ts';
import { type FlatRow, listAll } from './pages.ts';
import { documentOf, paperTable } from './papers.ts';
import { money, right, table, tell } from './terminal.ts';
import type { ToService } from './to-service.ts';

/** Where a merchant's accounts are. */
async function accountsOf(reach: Reach, merchant: string): Promise<string> {
  return `/admin/v1/merchants/${pickMerchant(await listMerchants(reach), merchant).id}/accounts`;
}

const accountColumns = [
  'account',
  'customer',
  'state',
  'status',
  'cur',
  right('limit'),
  right('balance'),
  right('total'),
  right('overdue'),
  'next step',
];
const accountLine = (each: FlatRow): string[] => [
  String(each.accountNumber),
  String(each.customerNumber),
  String(each.state),
  `${String(each.status)}${each.isStopped === true ? ' (stopped)' : ''}`,
  String(each.currency),
  money(each.accountLimit),
  money(each.balance),
  money(each.totalBalance),
  money(each.overdueAmount),
  String(each.nextStepOn ?? '-'),
];

export function addAccounts(program: Command, { terminal, reach, asJson }: ToService): void {
  const accounts = program.command('accounts').description('customer accounts');
  accounts
    .command('list')
    .description('the accounts of a merchant')
    .requiredOption(...ofMerchant)
    .addOption(new Option('--state <state>').choices(['UnderReview', 'Open', 'Declined']))
    .option('--status <status>', 'such as FirstReminder')
    .action(async ({ merchant, state, status }: OfMerchant & { state?: string; status?: string }, command: Command) => {
      const to = reach(command);
      const rows = await listAll<FlatRow>(to, await accountsOf(to, merchant), 'accounts', { query: { state, status } });
      tell(terminal, asJson(command), { accounts: rows }, () => table(accountColumns, rows.map(accountLine)));
    });
  addViews(accounts, { terminal, reach, asJson });
  addDecisions(accounts, { terminal, reach, asJson });
}

const paperKinds: Readonly<Record<string, string>> = {
  Contract: 'agreement',
  WithdrawalReminder: 'reminder of the right of withdrawal',
  FirstReminder: 'first reminder',
  SecondReminder: 'second reminder',
  UnderCancelation: 'notice of termination',
};
function paperName({ kind, givenAt, openedAt, cancelledOn }: FlatRow): string {
  const name = `${paperKinds[String(kind)] ?? String(kind)}, given ${String(givenAt)}`;
  const opened = openedAt === undefined ? '' : `, opened ${String(openedAt)}`;
  return `${name}${opened}${cancelledOn === undefined ? '' : `, cancelled ${String(cancelledOn)}`}`;
}

const paperLines = (account: FlatRow): string[] =>
  paperTable((account['papers'] as unknown as FlatRow[]).map((each) => [paperName(each), each]));

const statementColumns = [
  'month',
  'made',
  right('opening'),
  right('balance'),
  right('interest'),
  right('fees'),
  right('total'),
  right('minimum'),
  right('overdue'),
  'due',
  'document',
  { title: 'as PDF', below: true as const },
];
const statementLine = (each: FlatRow): string[] => [
  String(each.month),
  String(each.madeOn),
  ...[
    each.openingBalance,
    each.balance,
    each.interest,
    each.fees,
    each.totalBalance,
    each.minimumPayment,
    each.overdueAmount,
  ].map(money),
  String(each.dueDate),
  documentOf(each.statementUrl),
  each.consumerStatementUrl === undefined ? '' : String(each.consumerStatementUrl),
];

/** What is read of one account. */
function addViews(accounts: Command, { terminal, reach, asJson }: ToService): void {
  const shown = (
    name: string,
    description: string,
    show: (to: Reach, path: string) => Promise<[object, () => string[]]>,
  ): Command =>
    accounts
      .command(`${name} <accountNumber>`)
      .description(description)
      .requiredOption(...ofMerchant)
      .action(async (number: string, { merchant }: OfMerchant, command: Command) => {
        const to = reach(command);
        const [value, lines] = await show(to, `${await accountsOf(to, merchant)}/${inPath(number)}`);
        tell(terminal, asJson(command), value, lines);
      });
  shown('show', 'one account', async (to, path) => {
    const account = await demand<FlatRow>(to, 'GET', path);
    return [account, () => [...table(accountColumns, [accountLine(account)]), ...paperLines(account)]];
  });
  shown('entries', 'its stream, with the balance after each entry', async (to, path) => {
    const entries = await listAll<FlatRow>(to, `${path}/entries`, 'entries');
    const columns = [
      right('no'),
      'booked',
      'value',
      'kind',
      'reference',
      right('principal'),
      right('interest'),
      right('fees'),
      right('balance'),
      right('total'),
    ];
    const line = (each: FlatRow): string[] => [
      String(each.number),
      String(each.bookingDate),
      String(each.valueDate),
      String(each.kind),
      String(each.reference ?? ''),
      ...[each.principal, each.interest, each.fees, each.balance, each.totalBalance].map(money),
    ];
    return [{ entries }, () => table(columns, entries.map(line))];
  });
  shown('statements', 'its monthly statements, latest first', async (to, path) => {
    const statements = await listAll<FlatRow>(to, `${path}/statements`, 'statements');
    return [{ statements }, () => table(statementColumns, statements.map(statementLine))];
  });
}

function addDecisions(accounts: Command, { terminal, reach, asJson }: ToService): void {
  accounts
    .command('pay <accountNumber>')
    .description('book money that came in')
    .requiredOption(...ofMerchant)
    .requiredOption('--amount <amount>', 'such as 49.90')
    .requiredOption('--on <day>', 'the day on which it arrived, such as 2026-11-20')
    .option('--overpaid', 'also more than is owed: what is over is credit of the account holder')
    .requiredOption('--transaction <id>', 'your own number of the transaction: booked once, however often it is sent')
    .action(
      async (
        number: string,
        options: OfMerchant & { amount: string; on: string; transaction: string; overpaid?: true },
        command: Command,
      ) => {
        const to = reach(command);
        const { merchant, amount, on: valueDate, transaction: transactionId, overpaid } = options;
        const body = { amount, valueDate, transactionId, ...(overpaid && { allowOverpayment: true }) };
        const paid = await demand<FlatRow>(to, 'POST', `${await accountsOf(to, merchant)}/${inPath(number)}/payments`, body);
        const words = `${money(paid.amount)} booked: fees ${money(paid.feesAmount)}, interest ${money(paid.interestAmount)}, principal ${money(paid.principalAmount)}; ${money(paid.totalBalance)} left, ${String(paid.status)}`;
        tell(terminal, asJson(command), paid, () => [words]);
      },
    );
  accounts
    .command('return <accountNumber>')
    .description('take a payment back that the bank took back, or that was booked by mistake')
    .requiredOption(...ofMerchant)
    .requiredOption('--transaction <id>', 'under which it was booked')
    .requiredOption('--on <day>', 'the day on which the money went back, such as 2026-11-24; interest runs again from it on')
    .requiredOption('--reason <text>', 'why, for the audit')
    .action(
      async (number: string, options: OfMerchant & { transaction: string; on: string; reason: string }, command: Command) => {
        const to = reach(command);
        const { merchant, transaction, on: returnedOn, reason } = options;
        const path = `${await accountsOf(to, merchant)}/${inPath(number)}/payments/${inPath(transaction)}/return`;
        const back = await demand<FlatRow>(to, 'POST', path, { returnedOn, reason });
        const words = `${money(back.amount)} taken back: fees ${money(back.feesAmount)}, interest ${money(back.interestAmount)}, principal ${money(back.principalAmount)}; ${money(back.totalBalance)} owed, ${String(back.status)}`;
        tell(terminal, asJson(command), back, () => [words]);
      },
    );
}
