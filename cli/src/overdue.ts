// What is overdue at a merchant, and how far its reminders are.
import { type Command, Option } from 'commander';
import { demand } from './admin-api.ts';
import { inPath } from './in-path.ts';
import { listMerchants, type OfMerchant, ofMerchant, pickMerchant } from './operate.ts';
import { type FlatRow, listAll } from './pages.ts';
import { money, right, table, tell } from './terminal.ts';
import type { ToService } from './to-service.ts';

const columns = [
  'capture',
  'order',
  'state',
  'due',
  right('days'),
  right('overdue'),
  right('open'),
  'cur',
  { title: 'latest letter', below: true } as const,
];

function line(each: FlatRow): string[] {
  const letters = (each as unknown as { reminders: { consumerUrl?: string }[] }).reminders;
  const paused = each.remindersPausedUntil === undefined ? '' : ` (paused until ${String(each.remindersPausedUntil)})`;
  return [
    String(each.captureNumber),
    String(each.orderNumber),
    `${String(each.state)}${paused}`,
    String(each.dueDate),
    String(each.daysOverdue),
    money(each.overdueAmount),
    money(each.openAmount),
    String(each.currency),
    letters.at(-1)?.consumerUrl ?? '',
  ];
}

export function addOverdue(program: Command, { terminal, reach, asJson }: ToService): void {
  const merchantPath = async (command: Command, wanted: string): Promise<string> => {
    const to = reach(command);
    return `/admin/v1/merchants/${pickMerchant(await listMerchants(to), wanted).id}`;
  };
  const overdue = program.command('overdue').description('captures that are overdue, and their reminders');
  overdue
    .command('list')
    .description('of a merchant: longest overdue first')
    .requiredOption(...ofMerchant)
    .addOption(
      new Option('--state <state>').choices(['Overdue', 'FirstReminder', 'SecondReminder', 'ReadyForCollection', 'DebtorErased']),
    )
    .action(async ({ merchant, state }: OfMerchant & { state?: string }, command: Command) => {
      const path = `${await merchantPath(command, merchant)}/overdue`;
      const rows = await listAll<FlatRow>(reach(command), path, 'overdue', { query: { state } });
      tell(terminal, asJson(command), { overdue: rows }, () => table(columns, rows.map(line)));
    });
  overdue
    .command('pause <captureNumber>')
    .description('remind nobody of a capture until a day')
    .requiredOption(...ofMerchant)
    .requiredOption('--until <day>', 'such as 2026-12-31; a day that has passed ends the pause')
    .requiredOption('--reason <text>', 'why, for the audit')
    .action(async (capture: string, options: OfMerchant & { until: string; reason: string }, command: Command) => {
      const { merchant, ...body } = options;
      const path = `${await merchantPath(command, merchant)}/captures/${inPath(capture)}/reminder-pause`;
      const paused = await demand<FlatRow>(reach(command), 'PUT', path, body);
      tell(terminal, asJson(command), paused, () => [`${capture}: no reminder until ${String(paused.remindersPausedUntil)}`]);
    });
}
