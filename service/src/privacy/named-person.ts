// The person that an export or an erasure names.

import type { MerchantOnClock } from '../core/merchant.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { AskedOfMerchant } from '../http/operation.ts';
import { CutText, Opt, Text } from '../wire/schema.ts';
import type { NamedPerson } from './person.ts';

export const personMembers = {
  customerNumber: Opt(Text(100)),
  identificationNumber: Opt(Text(50, 'National or organisation number.')),
  orderNumber: Opt(Text(50, 'Of any order of the person.')),
  reason: CutText(500, 'Why, for the audit. Leave out who it is: this stays.'),
};

/** A person is named in one way. */
function namedIn({ customerNumber, identificationNumber, orderNumber }: NamedPerson): NamedPerson | Refusal {
  const given = Object.entries({ customerNumber, identificationNumber, orderNumber }).filter(([, value]) => value?.trim());
  if (given.length === 0) return refuse('value.required', 'customerNumber');
  return given.length === 1 ? Object.fromEntries(given) : refuse('person.named_twice', String(given[1]?.[0]));
}

export const fieldOf = (named: NamedPerson): string => Object.keys(named)[0] ?? 'customerNumber';

interface Asked {
  readonly merchant: MerchantOnClock;
  readonly named: NamedPerson;
}

export function askedFor({ merchant, body }: AskedOfMerchant<NamedPerson & { reason: string }>): Asked | Refusal {
  if (body.reason.trim() === '') return refuse('value.required', 'reason');
  const named = namedIn(body);
  return named instanceof Refusal ? named : { merchant, named };
}
