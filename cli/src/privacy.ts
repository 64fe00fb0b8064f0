// `dps privacy`: what a person may ask for, and how long what is kept.
import type { Command } from 'commander';
import { demand } from './admin-api.ts';
import { exitCodes, Failure } from './failure.ts';
import { demandWritable, writePrivately } from './files.ts';
import { listMerchants, pickMerchant } from './operate.ts';
import { table, tell } from './terminal.ts';
import type { ToService } from './to-service.ts';

interface Named {
  readonly merchant: string;
  readonly customer?: string;
  readonly order?: string;
  readonly reason: string;
}

interface Export {
  readonly customerId: string;
  readonly exportedAt: string;
  readonly data: Readonly<Record<string, readonly unknown[]>>;
}

interface Erased {
  readonly customerId: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly kept: readonly { readonly kind: string; readonly count: number; readonly until?: string }[];
}

/** A national number goes by the environment: what is typed is kept in the shell's history, and seen by whoever lists processes. */
const numberMeans = 'or by the national number in DPS_NATIONAL_ID';

export function addPrivacy(program: Command, to: ToService): void {
  const privacy = program.command('privacy').description('what is kept of a person: told, erased');
  const named = (name: string, description: string): Command =>
    privacy
      .command(name)
      .description(`${description}; named by customer number, by an order, ${numberMeans}`)
      .requiredOption('--merchant <merchant>', 'whose customer, named by id, country or name')
      .option('--customer <number>', 'customer number')
      .option('--order <number>', 'number of any order of the person')
      .requiredOption('--reason <text>', 'why, for the audit; leave out who it is');
  named('export', 'everything that is kept of a person, as JSON')
    .option('--out <file>', 'into a file that nobody else may read, instead of the screen')
    .action(async (options: Named & { out?: string }, command: Command) => {
      if (options.out !== undefined) demandWritable(options.out);
      const told = await ask<Export>(to, command, options, 'export', {});
      if (options.out === undefined) return to.terminal.out(`${JSON.stringify(told, null, 2)}\n`);
      writePrivately(options.out, `${JSON.stringify(told, null, 2)}\n`);
      const rows = Object.entries(told.data).map(([kind, each]) => [kind, String(each.length)]);
      return tell(to.terminal, to.asJson(command), { file: options.out }, () =>
        table(['kind', { title: 'rows', align: 'right' }], rows),
      );
    });
  named('erase', 'erase a person, for good')
    .option('--documents', 'invoices and the like as well, where the duty to keep them is met elsewhere')
    .option('--list-entries', 'entries of the merchant’s lists that mean this person as well')
    .option('--yes', 'yes, it cannot be undone')
    .action(async (options: Named & { documents?: boolean; listEntries?: boolean; yes?: boolean }, command: Command) => {
      demandYes(options.yes);
      const extras = {
        ...(options.documents && { documents: 'Erase' }),
        ...(options.listEntries && { listEntries: 'Erase' }),
      };
      const erased = await ask<Erased>(to, command, options, 'erase', extras);
      tell(to.terminal, to.asJson(command), erased, () => erasedLines(erased));
    });
  addPayers(privacy, to);
}

/** Somebody who paid and is no customer: found by the account alone, which goes by the environment as well. */
function addPayers(privacy: Command, to: ToService): void {
  const named = (name: string, description: string): Command =>
    privacy
      .command(name)
      .description(
        `${description}; named by the account in DPS_IBAN, and by the name in DPS_NAME where an account is several people’s`,
      )
      .requiredOption('--reason <text>', 'why, for the audit; leave out who it is');
  const asked = <Answer>(command: Command, what: string, body: object): Promise<Answer> => {
    const { DPS_IBAN: iban = '', DPS_NAME: name } = to.terminal.env;
    if (iban.trim() === '') throw new Failure('Nobody is named.', 'Put the account into DPS_IBAN.', exitCodes.usage);
    return demand(to.reach(command), 'POST', `/admin/v1/payers/${what}`, { iban, ...(name && { name }), ...body });
  };
  named('export-payer', 'what bank statements tell of a payer, as JSON')
    .option('--out <file>', 'into a file that nobody else may read, instead of the screen')
    .action(async ({ reason, out }: { reason: string; out?: string }, command: Command) => {
      if (out !== undefined) demandWritable(out);
      const told = await asked<{ entries: unknown[] }>(command, 'export', { reason });
      if (out === undefined) return to.terminal.out(`${JSON.stringify(told, null, 2)}\n`);
      writePrivately(out, `${JSON.stringify(told, null, 2)}\n`);
      return tell(to.terminal, to.asJson(command), { file: out }, () => [`${told.entries.length} entries in ${out}.`]);
    });
  named('erase-payer', 'erase what bank statements tell of a payer, for good')
    .option('--documents', 'of payments that were booked as well, where the duty to keep them is met elsewhere')
    .option('--yes', 'yes, it cannot be undone')
    .action(async ({ reason, documents, yes }: { reason: string; documents?: boolean; yes?: boolean }, command: Command) => {
      demandYes(yes);
      const erased = await asked<{ erased: number; waiting: number; kept: number }>(command, 'erase', {
        reason,
        ...(documents && { documents: 'Erase' }),
      });
      tell(to.terminal, to.asJson(command), erased, () => [
        `${erased.erased} entries name nobody any more; ${erased.waiting} wait for you (dps bank unmatched), ${erased.kept} are kept for the law.`,
      ]);
    });
}

function demandYes(yes: boolean | undefined): void {
  if (yes !== true) throw new Failure('An erasure cannot be undone.', 'Say --yes to go on.', exitCodes.usage);
}

async function ask<Answer>(
  { reach, terminal }: ToService,
  command: Command,
  named: Named,
  what: string,
  more: object,
): Promise<Answer> {
  const there = reach(command);
  const merchant = pickMerchant(await listMerchants(there), named.merchant);
  const number = terminal.env['DPS_NATIONAL_ID']?.trim();
  const { customer, order, reason } = named;
  if (customer === undefined && order === undefined && !number)
    throw new Failure(
      'Nobody is named.',
      `Give --customer or --order, or put the national number into DPS_NATIONAL_ID.`,
      exitCodes.usage,
    );
  return demand(there, 'POST', `/admin/v1/merchants/${merchant.id}/persons/${what}`, {
    ...(customer !== undefined && { customerNumber: customer }),
    ...(order !== undefined && { orderNumber: order }),
    ...(number && { identificationNumber: number }),
    reason,
    ...more,
  });
}

function erasedLines({ customerId, rows, kept }: Erased): string[] {
  const counted = Object.entries(rows).map(([kind, count]) => [kind, String(count)]);
  return [
    `Erased; the audit calls the person ${customerId}.`,
    ...table(['cleared or deleted', { title: 'rows', align: 'right' }], counted),
    ...kept.map(
      ({ kind, count, until }) => `Kept: ${count} ${kind}${until === undefined ? '' : `, as the law has it until ${until}`}.`,
    ),
  ];
}
