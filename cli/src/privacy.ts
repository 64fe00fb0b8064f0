// `dps privacy`: what a person may ask for, and how long what is kept.
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { demand, type Reach } from './admin-api.ts';
import { exitCodes, Failure } from './failure.ts';
import { listMerchants, pickMerchant } from './operate.ts';
import { type Terminal, table, tell } from './terminal.ts';

export interface ToService {
  readonly terminal: Terminal;
  readonly reach: (command: Command) => Reach;
  readonly asJson: (command: Command) => boolean;
}

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
      const told = await ask<Export>(to, command, options, 'export', {});
      if (options.out === undefined) return to.terminal.out(`${JSON.stringify(told, null, 2)}\n`);
      await writeFile(options.out, `${JSON.stringify(told, null, 2)}\n`, { mode: 0o600 });
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
      if (options.yes !== true) throw new Failure('An erasure cannot be undone.', 'Say --yes to go on.', exitCodes.usage);
      const extras = {
        ...(options.documents && { documents: 'Erase' }),
        ...(options.listEntries && { listEntries: 'Erase' }),
      };
      const erased = await ask<Erased>(to, command, options, 'erase', extras);
      tell(to.terminal, to.asJson(command), erased, () => erasedLines(erased));
    });
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
