// Keys of merchants and of the operator: listed, made and shown once.
import { auditValues } from '../book/auditing.ts';
import { like, oneOf, Refusal, refuse } from '../core/refusals.ts';
import { operatorScopes } from '../core/scopes.ts';
import type { Deps } from '../http/deps.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { keyParts, pageOf } from '../http/paging.ts';
import { findOrganisation } from '../merchants/find-organisation.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { isNetwork } from '../runtime/networks.ts';
import { InstantText, Opt, Reason, type Static, Text, Type } from '../wire/schema.ts';
import { insertNewKey, listKeys } from './keys.sql.ts';
import { hashOfKey, listText, makeKey, merchantScopes } from './make-key.ts';
import {
  type Asked,
  actOf,
  beyondOwn,
  Key,
  type KeyRow,
  type KeysOf,
  keyToWire,
  type Limits,
  merchantsKeys,
  NewKey,
  type Owner,
  operatorsKeys,
  ownerOf,
  withKey,
} from './own-key.ts';

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

async function list(asked: Asked, deps: Deps): Promise<{ keys: Static<typeof Key>[]; next?: string } | Refusal> {
  const owner = ownerOf(asked);
  const page = pageOf(asked.query, [keyParts.id], [lastId]);
  if (page instanceof Refusal) return page;
  const rows = (await deps.db.read(listKeys, ...owner.ids, ...page.after, page.rows)) as unknown as KeyRow[];
  const { shown, next } = page.of(rows, ({ id }) => [id]);
  return { keys: shown.map((row) => keyToWire(row, deps.clock())), ...next };
}

const MakeKey = Type.Object(
  {
    name: Text(100, 'What it is for, to know it again.'),
    scopes: Opt(Type.Array(Type.String(), { maxItems: 20 })),
    expiresAt: Opt(InstantText('For good where nothing is said.')),
    allowedAddresses: Opt(
      Type.Array(Text(50), {
        maxItems: 50,
        description: 'Addresses or networks (CIDR) it may be used from; any where none is said.',
      }),
    ),
    organisationId: Opt(Type.String({ description: 'Limits a key of the operator to this organisation.' })),
    reason: Reason(),
  },
  { title: 'MakeKey' },
);
type MakeKey = Static<typeof MakeKey>;

async function make(asked: OperatorAsked<MakeKey>, deps: Deps): Promise<Static<typeof NewKey> | Refusal> {
  const owner = ownerOf(asked);
  const { body } = asked;
  const fault = faultOf(body, deps.clock());
  if (fault) return fault;
  const scopes = scopesFor(owner, asked);
  if (scopes instanceof Refusal) return scopes;
  const organisationId = await limitFor(owner, asked, deps);
  if (organisationId instanceof Refusal) return organisationId;
  const limits = limitsFor(owner, asked);
  const beyond = owner.merchant ? undefined : beyondOwn({ scopes, organisationId, ...limits }, asked);
  if (beyond) return beyond;
  const [id, key] = [uuidv7(deps.clock()), makeKey(deps.mode)];
  const expiresAt = limits.expiresAt === null ? null : new Date(limits.expiresAt).toISOString();
  const networks = limits.allowedAddresses && listText(limits.allowedAddresses);
  const values = [
    id,
    owner.ids[0],
    organisationId,
    hashOfKey(key),
    body.name.trim(),
    listText(scopes),
    expiresAt,
    networks,
  ] as const;
  const act = actOf(owner, asked, body.reason, id, deps);
  const [row] = await deps.db.run(insertNewKey, ...values, ...auditValues(act, uuidv7(deps.clock())));
  // Among the keys that guesses from its address do not keep out.
  deps.auth.forget();
  return { ...keyToWire(row as unknown as KeyRow, deps.clock()), key };
}

function faultOf({ name, expiresAt, allowedAddresses = [] }: MakeKey, now: number): Refusal | undefined {
  if (name.trim() === '') return refuse('value.required', 'name');
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now) return refuse('value.out_of_range', 'expiresAt');
  const at = allowedAddresses.findIndex((each) => !isNetwork(each));
  return at < 0 ? undefined : refuse('value.format', `allowedAddresses[${at}]`, like('203.0.113.0/24'));
}

/** Those that are named; where none is, all that a merchant's key can have, or what the key that makes one of the operator has. */
function scopesFor({ merchant }: Owner, asked: OperatorAsked<MakeKey>): readonly string[] | Refusal {
  const { scopes: own } = asked;
  const { scopes: wanted, organisationId } = asked.body;
  // Without being named settling is nothing for a key of an organisation, and accounts in clear are for no key.
  const usual = own.filter(
    (scope) => scope !== 'admin:personal' && (scope !== 'admin:settlement' || organisationId === undefined),
  );
  const known: readonly string[] = merchant ? merchantScopes : operatorScopes;
  const scopes = wanted === undefined || wanted.length === 0 ? (merchant ? known : usual) : [...new Set(wanted)];
  const at = scopes.findIndex((scope) => !known.includes(scope));
  return at < 0 ? scopes : refuse('value.format', `scopes[${at}]`, oneOf(known));
}

async function limitFor(
  { merchant }: Owner,
  { body, organisationId }: OperatorAsked<MakeKey>,
  deps: Deps,
): Promise<string | null | Refusal> {
  if (merchant) return null;
  const wanted = body.organisationId;
  if (wanted === undefined) return organisationId;
  const found = await findOrganisation(wanted, deps);
  const allowed = found && (organisationId === null || organisationId === found.id);
  return allowed ? found.id : refuse('organisation.not_found', 'organisationId');
}

/** Until when and from where the new key may be used: one of the operator's as its maker where nothing is said. */
function limitsFor({ merchant }: Owner, { body, keyLimits: own }: OperatorAsked<MakeKey>): Limits {
  const wanted: Limits = {
    expiresAt: body.expiresAt === undefined ? null : Date.parse(body.expiresAt),
    allowedAddresses: body.allowedAddresses?.length ? body.allowedAddresses : null,
  };
  if (merchant) return wanted;
  return {
    expiresAt: wanted.expiresAt ?? own.expiresAt,
    allowedAddresses: wanted.allowedAddresses ?? own.allowedAddresses,
  };
}

const ownerName = { Merchant: 'a merchant', Operator: 'the operator' } as const;

const listing = ({ whose, path, common, missing, example }: KeysOf) =>
  operation({
    ...common,
    id: `list${whose}Keys`,
    method: 'GET',
    path,
    summary: `The keys of ${ownerName[whose]}`,
    about: 'The latest first, ended ones included; `?limit=` and `?after=` page. The keys themselves cannot be shown again.',
    scope: 'admin:read',
    refusals: [...missing, 'page.unknown'],
    example: { answer: { keys: [example] } },
    answer: Type.Object({ keys: Type.Array(Key), next: Opt(Type.String()) }),
    run: list,
  });

export const listMerchantKeys = listing(merchantsKeys);
export const listOperatorKeys = listing(operatorsKeys);

const making = ({ whose, path, common, missing, example }: KeysOf) =>
  operation({
    ...common,
    id: `create${whose}Key`,
    method: 'POST',
    path,
    summary: `Make a key of ${ownerName[whose]}, shown once`,
    about:
      whose === 'Merchant'
        ? `Every scope where none is named: ${merchantScopes.join(', ')}.`
        : 'It may do no more than the key that makes it, for no longer, from nowhere else, and not beyond its organisation; where nothing is said it is limited as that one is.',
    scope: 'admin:keys',
    refusals: [
      ...missing,
      ...(whose === 'Merchant' ? [] : (['organisation.not_found'] as const)),
      'value.required',
      'value.format',
      'value.out_of_range',
    ],
    example: {
      body: { name: example.name, scopes: example.scopes, reason: whose === 'Merchant' ? 'New shop.' : 'New colleague.' },
      answer: withKey(example),
    },
    body: MakeKey,
    answer: NewKey,
    run: make,
  });

export const createMerchantKey = making(merchantsKeys);
export const createOperatorKey = making(operatorsKeys);
