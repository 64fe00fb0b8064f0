// The accounts that money is paid to and from by the command: proposed by one person, approved by another.
import { type Command, Option } from 'commander';
import { demand } from './admin-api.ts';
import { inPath } from './in-path.ts';
import { listMerchants, pickMerchant } from './operate.ts';
import { type FlatRow, listAll } from './pages.ts';
import { table, tell } from './terminal.ts';
import type { ToService } from './to-service.ts';

const columns = ['change', 'of', 'cur', 'account', 'state', 'from', 'reason'];
const line = (each: FlatRow): string[] => {
  const { name, iban } = each.account as unknown as FlatRow;
  return [
    String(each.id),
    String(each.merchantName ?? 'the operator'),
    String(each.currency),
    `${String(iban)}, ${String(name)}`,
    String(each.state),
    String(each.effectiveAt ?? ''),
    String(each.reason),
  ];
};

/** What came of a step, and what is to be done next. */
function stepLines(change: FlatRow): string[] {
  const { id, state, currency, effectiveAt } = change;
  const { iban, name } = change.account as unknown as FlatRow;
  const which = `${String(currency)} ${change.merchantId === undefined ? 'from' : 'to'} ${String(iban)}, ${String(name)}`;
  if (state === 'Proposed') return [`${which}: proposed. Another person approves it: dps payouts approve ${String(id)}`];
  if (state === 'Approved') {
    const until = 'until then the account before, or where there is none payouts wait.';
    return [`${which}: approved, in force from ${String(effectiveAt)}; ${until}`];
  }
  return [`${which}: ${state === 'Effective' ? 'in force' : String(state).toLowerCase()}`];
}

export function addAccountChanges(payouts: Command, { terminal, reach, asJson }: ToService): void {
  const show = (command: Command, change: FlatRow): void => tell(terminal, asJson(command), change, () => stepLines(change));
  payouts
    .command('account <currency>')
    .description(
      'propose the account that payouts in a currency are made from, or with --merchant the one that a merchant’s go to',
    )
    .option('--merchant <merchant>', 'whose payouts go there, named by id, country or name')
    .requiredOption('--name <name>', 'its holder')
    .requiredOption('--iban <iban>')
    .option('--bic <bic>')
    .requiredOption('--reason <reason>', 'why, for who approves and for the audit')
    .action(async (currency: string, { merchant, ...account }: { merchant?: string }, command: Command) => {
      const at = reach(command);
      const of = merchant === undefined ? undefined : pickMerchant(await listMerchants(at), merchant).id;
      const place = of === undefined ? 'house-accounts' : `merchants/${of}/payout-accounts`;
      show(command, await demand<FlatRow>(at, 'PUT', `/admin/v1/${place}/${inPath(currency)}`, account));
    });
  payouts
    .command('changes')
    .description('changes of these accounts, the latest first')
    .addOption(new Option('--state <state>').choices(['Proposed', 'Approved', 'Effective', 'Rejected', 'Replaced']))
    .option('--unmask <reason>', 'whole account numbers, to compare them; why, for the audit')
    .action(async ({ state, unmask }: { state?: string; unmask?: string }, command: Command) => {
      const query = { state, unmask };
      const changes = await listAll<FlatRow>(reach(command), '/admin/v1/account-changes', 'changes', { query });
      tell(terminal, asJson(command), { changes }, () => table(columns, changes.map(line)));
    });
  payouts
    .command('approve <change>')
    .description('approve a change as the second person, with a key of your own')
    .option('--reason <reason>', 'how you know that it is right, for the audit')
    .action(async (id: string, options: object, command: Command) => {
      const path = `/admin/v1/account-changes/${inPath(id)}/approve`;
      show(command, await demand<FlatRow>(reach(command), 'POST', path, options));
    });
  payouts
    .command('reject <change>')
    .description('reject a change that is not in force yet, or take your own back')
    .requiredOption('--reason <reason>', 'why, for the audit')
    .action(async (id: string, options: object, command: Command) => {
      const path = `/admin/v1/account-changes/${inPath(id)}/reject`;
      show(command, await demand<FlatRow>(reach(command), 'POST', path, options));
    });
}
