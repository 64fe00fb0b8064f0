// A change of an account as it is shown, and read for one operation on it.
import { operatorsOwn } from '../book/audit.sql.ts';
import { type Currency, currencies } from '../core/money.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import type { PayoutAccount } from '../core/settlement/terms.ts';
import type { Deps } from '../http/deps.ts';
import { uuid } from '../http/paging.ts';
import { placeOf } from '../store/table.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, type Static, Text, Type, Uuid, Word } from '../wire/schema.ts';
import { accountChanges, findChange } from './account-changes.sql.ts';
import { type AccountChange, applyBeforeLooking } from './account-changes.ts';

export const changeStates = ['Proposed', 'Approved', 'Effective', 'Rejected', 'Replaced', 'Expired'] as const;
export type ChangeState = (typeof changeStates)[number];

export const Account = Type.Object({ name: Type.String(), iban: Type.String(), bic: Opt(Type.String()) });

export const ChangeRecord = Type.Object(
  {
    id: Uuid(),
    merchantId: Opt(Type.String({ description: 'None: an account that payouts are made from.' })),
    merchantName: Opt(Type.String()),
    currency: Word(currencies),
    account: Account,
    state: Word(changeStates, 'Expired: it was not approved within seven days.'),
    reason: Type.String(),
    proposedBy: Type.String({ description: 'Id of the key.' }),
    proposedAt: InstantText(),
    approvedBy: Opt(Type.String({ description: 'Id of the key of the second person.' })),
    approvedAt: Opt(InstantText()),
    effectiveAt: Opt(InstantText('From then on, in the time of the merchant. Payouts before go to the account before.')),
    endedBy: Opt(Type.String({ description: 'Id of the key that rejected or replaced it.' })),
    endedAt: Opt(InstantText()),
  },
  { title: 'AccountChange' },
);

export const exampleChange: Static<typeof ChangeRecord> = {
  id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b60',
  merchantId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11',
  merchantName: 'Nordlicht Berlin',
  currency: 'EUR',
  account: { name: 'Nordlicht GmbH', iban: 'DE89…3000' },
  state: 'Proposed',
  reason: 'A letter of the merchant of 19 November.',
  proposedBy: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b20',
  proposedAt: '2026-11-20T09:30:00Z',
};

export const AccountBody = Type.Object(
  { name: Text(70), iban: Text(42), bic: Opt(Text(11)), reason: Text(500, 'Why, for who approves and for the audit.') },
  { title: 'ProposeAccount' },
);

export const stateOf = ({ state, isOver }: Pick<AccountChange, 'state' | 'isOver'>): ChangeState =>
  state === 'Proposed' && isOver ? 'Expired' : state;

export function changeToWire(
  change: AccountChange & { readonly merchantName?: string | null },
  { secrets }: Pick<Deps, 'secrets'>,
): Static<typeof ChangeRecord> {
  const { merchantId, merchantName, approvedBy, endedBy } = change;
  const { name, iban, bic } = accountOf(change, secrets);
  const at = (member: 'approvedAt' | 'effectiveAt' | 'endedAt') =>
    change[member] === null ? {} : { [member]: instantToWire(change[member]) };
  return {
    id: change.id,
    ...(merchantId !== operatorsOwn && { merchantId }),
    ...(merchantName && { merchantName }),
    currency: change.currency,
    account: { name, iban, ...(bic && { bic }) },
    state: stateOf(change),
    reason: change.reason,
    proposedBy: change.proposedBy,
    proposedAt: instantToWire(change.proposedAt),
    ...(approvedBy !== null && { approvedBy }),
    ...at('approvedAt'),
    ...at('effectiveAt'),
    ...(endedBy !== null && { endedBy }),
    ...at('endedAt'),
  };
}

/** One that cannot be opened is shown all the same, so that it can be rejected. */
function accountOf(change: AccountChange, secrets: Pick<Deps['secrets'], 'open'>): PayoutAccount {
  try {
    return JSON.parse(
      secrets.open(change.content, placeOf(accountChanges, 'content', change.merchantId, change)),
    ) as PayoutAccount;
  } catch {
    return { name: '(cannot be read)', iban: change.shown };
  }
}

export interface FoundChange extends AccountChange {
  readonly clockOffsetMs: number;
  /** It is in force, and could not be applied. */
  readonly hasFailed: boolean;
}

/** The change that is meant, after all that is in force by now was applied; of another organisation it equals a missing one. */
export async function readChange(id: string, organisationId: string | null, deps: Deps): Promise<FoundChange | Refusal> {
  const failed = await applyBeforeLooking(deps);
  const [row] = uuid.test(id) ? await deps.db.read(findChange, id, organisationId) : [];
  if (!row) return refuse('account_change.not_found', 'changeId');
  const change = row as unknown as Omit<FoundChange, 'hasFailed'>;
  return { ...change, hasFailed: failed.some((each) => each.id === change.id) };
}

export const currencyOf = (text: string | undefined): Currency | undefined =>
  currencies.find((currency) => currency === text?.toUpperCase());
