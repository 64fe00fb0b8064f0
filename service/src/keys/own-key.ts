// A key as its owner sees it, a merchant or the operator; the key itself is shown once, when it is made.
import type { MerchantOnClock } from '../core/merchant.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import { type AdminScope, type Holder, mayDo, maySettle } from '../core/scopes.ts';
import type { Deps } from '../http/deps.ts';
import type { OperatorAsked } from '../http/operation.ts';
import { uuid } from '../http/paging.ts';
import { actOn, operatorsAct } from '../merchants/acts.ts';
import { isPartOf } from '../runtime/networks.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, type Static, Type, Word } from '../wire/schema.ts';
import { findOwnKey } from './keys.sql.ts';

const keyStates = ['active', 'replaced', 'expired', 'revoked'] as const;

export const Key = Type.Object(
  {
    id: Type.String({ description: 'The audit names who acted by it.' }),
    name: Type.String(),
    merchantId: Opt(Type.String()),
    organisationId: Opt(Type.String({ description: 'A key of the operator that is limited to this organisation.' })),
    scopes: Type.Array(Type.String()),
    state: Word(keyStates, 'replaced: another has taken its place, and it works until it expires.'),
    createdAt: InstantText(),
    expiresAt: Opt(InstantText()),
    revokedAt: Opt(InstantText()),
    lastUsedAt: Opt(InstantText('To the hour.')),
    successorId: Opt(Type.String()),
    allowedAddresses: Opt(Type.Array(Type.String())),
  },
  { title: 'ApiKey' },
);
export const NewKey = Type.Object(
  { ...Key.properties, key: Type.String({ description: 'Shown this once; only its hash is kept.' }) },
  { title: 'NewApiKey' },
);

const ofMerchant = {
  id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b20',
  name: 'Web shop',
  merchantId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11',
  scopes: ['checkout', 'orders', 'read'],
  state: 'active',
  createdAt: '2026-11-20T09:30:00Z',
  expiresAt: '2027-11-20T09:30:00Z',
};
const ofOperator = {
  id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b21',
  name: 'Night shift',
  scopes: ['admin:read'],
  state: 'active',
  createdAt: '2026-11-20T09:30:00Z',
};

/** The same with the key, as it is shown once. */
export const withKey = <Example extends object>(example: Example) => ({ ...example, key: 'dps_live_…' });

export interface KeyRow {
  readonly id: string;
  readonly merchantId: string | null;
  readonly organisationId: string | null;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly allowedAddresses: readonly string[] | null;
  readonly successorId: string | null;
  readonly insertedAt: number;
}

export function keyToWire(row: KeyRow, now: number): Static<typeof Key> {
  const { id, name, merchantId, organisationId, scopes, expiresAt, revokedAt, lastUsedAt, successorId, allowedAddresses } = row;
  const expired = expiresAt !== null && expiresAt <= now;
  return {
    id,
    name,
    ...(merchantId !== null && { merchantId }),
    ...(organisationId !== null && { organisationId }),
    scopes: [...scopes],
    state: revokedAt !== null ? 'revoked' : expired ? 'expired' : successorId !== null ? 'replaced' : 'active',
    createdAt: instantToWire(row.insertedAt),
    ...(expiresAt !== null && { expiresAt: instantToWire(expiresAt) }),
    ...(revokedAt !== null && { revokedAt: instantToWire(revokedAt) }),
    ...(lastUsedAt !== null && { lastUsedAt: instantToWire(lastUsedAt) }),
    ...(successorId !== null && { successorId }),
    ...(allowedAddresses && { allowedAddresses: [...allowedAddresses] }),
  };
}

/** Whose keys are meant: a merchant's, or the operator's, of the organisation that the asking key is limited to. */
export interface Owner {
  readonly merchant: MerchantOnClock | null;
  readonly ids: readonly [merchantId: string | null, organisationId: string | null];
}

export type Asked = OperatorAsked<unknown>;

export function ownerOf({ merchant, organisationId }: Asked): Owner {
  return { merchant, ids: merchant ? [merchant.id, null] : [null, organisationId] };
}

export const actOf = ({ merchant }: Owner, asked: Asked, reason: string, subject: string, deps: Deps) =>
  merchant ? actOn(merchant, asked, reason, deps, subject) : operatorsAct(asked, subject, reason, deps);

export async function find(owner: Owner, { params }: Asked, { db }: Deps): Promise<KeyRow | undefined> {
  const id = params['keyId'] ?? '';
  const [row] = uuid.test(id) ? await db.read(findOwnKey, ...owner.ids, id) : [];
  return row as unknown as KeyRow | undefined;
}

export type Limits = Asked['keyLimits'];

/** What a key may do, until when and from where. */
export type Reach = Limits & Required<Holder>;

/** The one question for every key of the operator that is made or renewed: what of it goes beyond the key that asks? */
export function beyondOwn(result: Reach, asked: Asked): Refusal | undefined {
  const scope =
    result.scopes.find((each) => !mayDo(asked, each as AdminScope)) ??
    (maySettle(result) && !maySettle(asked) ? 'admin:settlement' : undefined);
  if (scope !== undefined) return refuse('key.scope', 'scopes', { scope });
  const limit = beyondLimits(result, asked.keyLimits);
  return limit && refuse('key.scope', limit, { scope: `beyond its own ${limit}` });
}

function beyondLimits({ expiresAt, allowedAddresses }: Limits, own: Limits): keyof Limits | undefined {
  if (own.expiresAt !== null && (expiresAt === null || expiresAt > own.expiresAt)) return 'expiresAt';
  const { allowedAddresses: networks } = own;
  const isWithinOwn = networks === null || allowedAddresses?.every((each) => isPartOf(each, networks));
  return isWithinOwn ? undefined : 'allowedAddresses';
}

/** What the operations on a merchant's keys, and on the operator's own, do not have in common. */
export interface KeysOf {
  readonly whose: 'Merchant' | 'Operator';
  readonly path: string;
  readonly common: { readonly keepsToOrganisation?: true };
  readonly missing: readonly 'merchant.not_found'[];
  readonly example: Pick<Static<typeof Key>, 'name' | 'scopes'>;
}
export const merchantsKeys: KeysOf = {
  whose: 'Merchant',
  path: '/admin/v1/merchants/:merchantId/keys',
  common: {},
  missing: ['merchant.not_found'],
  example: ofMerchant,
};
export const operatorsKeys: KeysOf = {
  whose: 'Operator',
  path: '/admin/v1/keys',
  common: { keepsToOrganisation: true },
  missing: [],
  example: ofOperator,
};
