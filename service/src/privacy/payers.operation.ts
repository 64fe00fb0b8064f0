// Whoever paid and is no customer: named by the account the money came from. Their rights reach what banks told of them,
// whatever it was booked for. Entries of bank statements are the operator's, so keys of one organisation do not get here.
import { eraseEntries } from '../bank/bank-entries.sql.ts';
import { BankEntryRecord, entryRecord } from '../bank/bank-statements.operation.ts';
import { entriesOfPayer, isStray, isWaiting } from '../bank/payers.ts';
import { operatorsOwn } from '../book/audit.sql.ts';
import { auditCall } from '../book/auditing.ts';
import { accountText } from '../core/bank-file/payer.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { chance } from '../runtime/chance.ts';
import { call } from '../store/db.ts';
import { arrayText } from '../store/table.ts';
import { together } from '../store/transaction.ts';
import { CutText, Opt, Text, Type, Word } from '../wire/schema.ts';

interface NamedPayer {
  readonly iban: string;
  readonly name?: string;
  readonly reason: string;
}

const who = {
  iban: Text(50, 'The account as the bank told it: an IBAN, or a national number.'),
  name: Opt(Text(200, 'Only entries with this name on them, or with none: an account is often two people’s.')),
  reason: CutText(500, 'Why, for the audit. Leave out who it is: this stays.'),
};

async function foundBy({ iban, name, reason }: NamedPayer, deps: Deps) {
  if (accountText(iban) === '') return refuse('value.required', 'iban');
  if (reason.trim() === '') return refuse('value.required', 'reason');
  const found = await entriesOfPayer([iban], name?.trim() ? [name] : undefined, deps);
  return found.length > 0 ? found : refuse('person.not_found', 'iban');
}

/** Nobody's in particular: the audit says that it was done, not to whom. */
const actOf = ({ actor, operation: name, requestId, body }: OperatorAsked<NamedPayer>, deps: Deps) =>
  auditCall(
    {
      merchantId: operatorsOwn,
      actor,
      operation: name,
      subject: '',
      requestId,
      reason: body.reason,
      happenedAt: deps.clock(),
    },
    chance.id(),
  );

export const exportPayer = operation({
  id: 'exportPayer',
  method: 'POST',
  path: '/admin/v1/payers/export',
  summary: 'What bank statements tell of a payer, named by account',
  about: 'Also what was booked for nobody. What it was booked for is left out: a customer’s own data is `persons/export`.',
  scope: 'admin:privacy',
  refusals: ['value.required', 'person.not_found'],
  body: Type.Object(who, { title: 'ExportPayer' }),
  answer: Type.Object({ entries: Type.Array(BankEntryRecord) }),
  async run(asked, deps) {
    const found = await foundBy(asked.body, deps);
    if (found instanceof Refusal) return found;
    await together(deps.db, [actOf(asked, deps)]);
    return { entries: found.map((row) => ({ ...entryRecord(row, deps), bookings: [] })) };
  },
});

export const erasePayer = operation({
  id: 'erasePayer',
  method: 'POST',
  path: '/admin/v1/payers/erase',
  summary: 'Erase what bank statements tell of a payer, named by account',
  about:
    'Names, accounts and words go from entries that were sent back or ignored and booked for nobody; with `documents` from those that were booked, too. What waits stays, because the money has to find its way back: assign it, send it back or ignore it, and ask again.',
  scope: 'admin:privacy',
  refusals: ['value.required', 'person.not_found'],
  body: Type.Object(
    { ...who, documents: Opt(Word(['Keep', 'Erase'], 'Keep (as the law has it; the default), or Erase.')) },
    { title: 'ErasePayer' },
  ),
  answer: Type.Object({
    erased: Type.Number({ description: 'Entries that name nobody any more.' }),
    waiting: Type.Number({ description: 'Entries that wait for a person: not erased.' }),
    kept: Type.Number({ description: 'Entries that were booked, kept for the law.' }),
  }),
  async run(asked, deps) {
    const found = await foundBy(asked.body, deps);
    if (found instanceof Refusal) return found;
    const settled = found.filter((row) => !isWaiting(row));
    const meant = asked.body.documents === 'Erase' ? settled : settled.filter(isStray);
    const ids = arrayText(
      'uuid',
      meant.map(({ id }) => id),
      deps.secrets,
    );
    const [gone] = await together(deps.db, [call(eraseEntries, ids), actOf(asked, deps)]);
    return {
      erased: gone?.length ?? 0,
      waiting: found.length - settled.length,
      kept: settled.length - meant.length,
    };
  },
});
