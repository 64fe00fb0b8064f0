// A person who paid and is no customer: named by the account the money came from. Their rights reach what banks reported of them,
// booked for any debt or none. Entries of bank statements are the operator's, so keys of one organisation do not get here.

import { entriesOfPayer } from '../bank/payers.ts';
import { operatorsOwn } from '../book/audit.sql.ts';
import { auditCall } from '../book/auditing.ts';
import { accountText } from '../core/bank-file/payer.ts';
import { refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import type { OperatorAsked } from '../http/operation.ts';
import { chance } from '../runtime/chance.ts';
import { CutText, Opt, Text } from '../wire/schema.ts';

interface NamedPayer {
  readonly iban: string;
  readonly name?: string;
  readonly reason: string;
}

export const payerMembers = {
  iban: Text(50, 'The account as the bank reported it: an IBAN, or a national number.'),
  name: Opt(Text(200, 'Only entries with this name on them, or with none: an account is often two people’s.')),
  reason: CutText(500, 'Why, for the audit. Leave out who it is: this stays.'),
};

export async function foundBy({ iban, name, reason }: NamedPayer, deps: Deps) {
  if (accountText(iban) === '') return refuse('value.required', 'iban');
  if (reason.trim() === '') return refuse('value.required', 'reason');
  const found = await entriesOfPayer([iban], name?.trim() ? [name] : undefined, deps);
  return found.length > 0 ? found : refuse('person.not_found', 'iban');
}

/** Of no single person: the audit says that it was done, not to whom. */
export const actOf = ({ actor, operation: name, requestId, body }: OperatorAsked<NamedPayer>, deps: Deps) =>
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
