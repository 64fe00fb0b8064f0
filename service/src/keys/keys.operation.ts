// Keys of merchants and of the operator: made and shown once, replaced with an overlap, revoked.
import { auditValues } from '../book/auditing.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { like, oneOf, Refusal, refuse } from '../core/refusals.ts';
import { type AdminScope, mayDo, maySettle, operatorScopes } from '../core/scopes.ts';
import type { Deps } from '../http/deps.ts';
import { type Operation, type OperatorAsked, operation } from '../http/operation.ts';
import { pageSize, uuid } from '../http/paging.ts';
import { actOn, operatorsAct } from '../merchants/acts.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { findOrganisation } from '../merchants/organisations.operation.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { isNetwork, isPartOf } from '../runtime/networks.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Reason, type Static, Text, Type, Whole, Word } from '../wire/schema.ts';
import { findOwnKey, insertNewKey, insertSuccessor, listKeys, revokeOwnKey } from './keys.sql.ts';
import { hashOfKey, listText, makeKey, merchantScopes } from './make-key.ts';

const keyStates = ['active', 'replaced', 'expired', 'revoked'] as const;

const Key = Type.Object(
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
const NewKey = Type.Object(
  { ...Key.properties, key: Type.String({ description: 'Shown this once; only its hash is kept.' }) },
  { title: 'NewApiKey' },
);

const example = {
  id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b20',
  name: 'Web shop',
  merchantId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11',
  scopes: ['checkout', 'orders', 'read'],
  state: 'active',
  createdAt: '2026-11-20T09:30:00Z',
  expiresAt: '2027-11-20T09:30:00Z',
};
const exampleKey = { ...example, key: 'dps_live_…' };

interface Row {
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

function keyToWire(row: Row, now: number): Static<typeof Key> {
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
interface Owner {
  readonly merchant: MerchantOnClock | null;
  readonly ids: readonly [merchantId: string | null, organisationId: string | null];
}

type Asked = OperatorAsked<unknown>;

async function ownerOf({ params, organisationId }: Asked, deps: Deps): Promise<Owner | Refusal> {
  if (params['merchantId'] === undefined) return { merchant: null, ids: [null, organisationId] };
  const merchant = await findMerchant(params['merchantId'], deps);
  return merchant ? { merchant, ids: [merchant.id, null] } : refuse('merchant.not_found', 'merchantId');
}

const actOf = ({ merchant }: Owner, asked: Asked, reason: string, subject: string, deps: Deps) =>
  merchant ? actOn(merchant, asked, reason, deps, subject) : operatorsAct(asked, subject, reason, deps);

async function find(owner: Owner, { params }: Asked, { db }: Deps): Promise<Row | undefined> {
  const id = params['keyId'] ?? '';
  const [row] = uuid.test(id) ? await db.read(findOwnKey, ...owner.ids, id) : [];
  return row as unknown as Row | undefined;
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

async function list(asked: Asked, deps: Deps): Promise<{ keys: Static<typeof Key>[]; next?: string } | Refusal> {
  const owner = await ownerOf(asked, deps);
  if (owner instanceof Refusal) return owner;
  const after = asked.query['after'] ?? lastId;
  if (!uuid.test(after)) return refuse('page.unknown', 'after');
  const limit = pageSize(asked.query);
  const rows = (await deps.db.read(listKeys, ...owner.ids, after, limit + 1)) as unknown as Row[];
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { keys: rows.slice(0, limit).map((row) => keyToWire(row, deps.clock())), ...(last && { next: last.id }) };
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
  const owner = await ownerOf(asked, deps);
  if (owner instanceof Refusal) return owner;
  const { body } = asked;
  const fault = faultOf(body, deps.clock());
  if (fault) return fault;
  const scopes = scopesFor(owner, asked);
  if (scopes instanceof Refusal) return scopes;
  const organisationId = await limitFor(owner, asked, deps);
  if (organisationId instanceof Refusal) return organisationId;
  const limits = limitsFor(owner, asked);
  if (limits instanceof Refusal) return limits;
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
  const [row] = await deps.db.read(insertNewKey, ...values, ...auditValues(act, uuidv7(deps.clock())));
  return { ...keyToWire(row as unknown as Row, deps.clock()), key };
}

function faultOf({ name, expiresAt, allowedAddresses = [] }: MakeKey, now: number): Refusal | undefined {
  if (name.trim() === '') return refuse('value.required', 'name');
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now) return refuse('value.out_of_range', 'expiresAt');
  const at = allowedAddresses.findIndex((each) => !isNetwork(each));
  return at < 0 ? undefined : refuse('value.format', `allowedAddresses[${at}]`, like('203.0.113.0/24'));
}

/** A key makes keys of merchants with any of their scopes, and keys of the operator that may do no more than itself. */
function scopesFor({ merchant }: Owner, asked: OperatorAsked<MakeKey>): readonly string[] | Refusal {
  const { scopes: own } = asked;
  const { scopes: wanted, organisationId } = asked.body;
  // Without being named it is nothing for a key of an organisation.
  const usual = own.filter((scope) => scope !== 'admin:settlement' || organisationId === undefined);
  const known: readonly string[] = merchant ? merchantScopes : operatorScopes;
  const scopes = wanted === undefined || wanted.length === 0 ? (merchant ? known : usual) : [...new Set(wanted)];
  const at = scopes.findIndex((scope) => !known.includes(scope));
  if (at >= 0) return refuse('value.format', `scopes[${at}]`, oneOf(known));
  const mayGive = (scope: string): boolean =>
    mayDo(own, scope as AdminScope) && (scope !== 'admin:settlement' || maySettle(asked));
  const beyond = merchant ? undefined : scopes.find((scope) => !mayGive(scope));
  return beyond === undefined ? scopes : refuse('key.scope', 'scopes', { scope: beyond });
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

type Limits = Asked['keyLimits'];

/** Until when and from where the new key may be used: one of the operator's as its maker at most, and so where nothing is said. */
function limitsFor({ merchant }: Owner, { body, keyLimits: own }: OperatorAsked<MakeKey>): Limits | Refusal {
  const wanted: Limits = {
    expiresAt: body.expiresAt === undefined ? null : Date.parse(body.expiresAt),
    allowedAddresses: body.allowedAddresses?.length ? body.allowedAddresses : null,
  };
  if (merchant) return wanted;
  const limits = {
    expiresAt: wanted.expiresAt ?? own.expiresAt,
    allowedAddresses: wanted.allowedAddresses ?? own.allowedAddresses,
  };
  const fault = beyondLimits(limits, own);
  return fault === undefined ? limits : refuse('key.scope', fault, { scope: `beyond its own ${fault}` });
}

/** In which of its limits a key would go beyond another's. */
function beyondLimits({ expiresAt, allowedAddresses }: Limits, own: Limits): keyof Limits | undefined {
  if (own.expiresAt !== null && (expiresAt === null || expiresAt > own.expiresAt)) return 'expiresAt';
  const { allowedAddresses: networks } = own;
  const isWithinOwn = networks === null || allowedAddresses?.every((each) => isPartOf(each, networks));
  return isWithinOwn ? undefined : 'allowedAddresses';
}

const Rotate = Type.Object(
  {
    overlapHours: Opt(Whole(0, 720, 'How long the old one still works; 24 where nothing is said, 0 ends it at once.')),
    expiresAt: Opt(InstantText('Of the new one; as long as the old one was made for where nothing is said.')),
    reason: Reason(),
  },
  { title: 'RotateKey' },
);

const hourMs = 3_600_000;

async function rotate(asked: OperatorAsked<Static<typeof Rotate>>, deps: Deps): Promise<Static<typeof NewKey> | Refusal> {
  const owner = await ownerOf(asked, deps);
  if (owner instanceof Refusal) return owner;
  const old = await find(owner, asked, deps);
  if (!old) return refuse('key.not_found', 'keyId');
  const beyond = owner.merchant ? undefined : old.scopes.find((scope) => !mayDo(asked.scopes, scope as AdminScope));
  if (beyond !== undefined) return refuse('key.scope', undefined, { scope: beyond });
  const fault = owner.merchant ? undefined : beyondWhenRotated(old, asked);
  if (fault !== undefined) return refuse('key.scope', fault, { scope: `beyond its own ${fault}` });
  const { overlapHours = 24, expiresAt, reason } = asked.body;
  const now = deps.clock();
  const life = old.expiresAt === null ? null : now + (old.expiresAt - old.insertedAt);
  const until = expiresAt === undefined ? life : Date.parse(expiresAt);
  if (until !== null && until <= now) return refuse('value.out_of_range', 'expiresAt');
  const [id, key] = [uuidv7(now), makeKey(deps.mode)];
  const values = [id, hashOfKey(key), until === null ? null : new Date(until).toISOString(), old.id] as const;
  const act = actOf(owner, asked, reason, old.id, deps);
  const oldEnds = new Date(now + overlapHours * hourMs).toISOString();
  const [row] = await deps.db.read(insertSuccessor, ...values, oldEnds, ...auditValues(act, uuidv7(now)));
  deps.auth.forget();
  return row ? { ...keyToWire(row as unknown as Row, now), key } : refuse('key.ended', 'keyId');
}

/** A key renews itself for as long as it was made for and no longer; of others only such as go no further than itself. */
function beyondWhenRotated(old: Row, { actor, keyLimits: own, body }: OperatorAsked<Static<typeof Rotate>>): string | undefined {
  if (old.id !== actor) return beyondLimits({ ...old, expiresAt: laterOf(old.expiresAt, body.expiresAt) }, own);
  const isLonger = old.expiresAt !== null && body.expiresAt !== undefined && Date.parse(body.expiresAt) > old.expiresAt;
  return isLonger ? 'expiresAt' : undefined;
}

/** Of two ends the later one; null is never. */
const laterOf = (end: number | null, told: string | undefined): number | null =>
  end === null || told === undefined ? end : Math.max(end, Date.parse(told));

async function revoke(asked: OperatorAsked<{ reason: string }>, deps: Deps): Promise<Static<typeof Key> | Refusal> {
  const owner = await ownerOf(asked, deps);
  if (owner instanceof Refusal) return owner;
  const found = await find(owner, asked, deps);
  if (!found) return refuse('key.not_found', 'keyId');
  const act = actOf(owner, asked, asked.body.reason, found.id, deps);
  const [row] = await deps.db.read(revokeOwnKey, found.id, ...auditValues(act, uuidv7(deps.clock())));
  deps.auth.forget();
  return keyToWire((row as unknown as Row | undefined) ?? found, deps.clock());
}

/** The four operations, once for a merchant's keys and once for the operator's own. */
function keyOperations(whose: 'Merchant' | 'Operator', path: string): Operation[] {
  const ofMerchant = whose === 'Merchant';
  const common = ofMerchant ? {} : { keepsToOrganisation: true as const };
  const missing = ofMerchant ? (['merchant.not_found'] as const) : [];
  const whoseKeys = ofMerchant ? 'a merchant' : 'the operator';
  return [
    operation({
      ...common,
      id: `list${whose}Keys`,
      method: 'GET',
      path,
      summary: `The keys of ${whoseKeys}`,
      about: 'The latest first, ended ones included; `?limit=` and `?after=` page. The keys themselves nobody can tell.',
      scope: 'admin:read',
      refusals: [...missing, 'page.unknown'],
      example: { answer: { keys: [example] } },
      answer: Type.Object({ keys: Type.Array(Key), next: Opt(Type.String()) }),
      run: list,
    }),
    operation({
      ...common,
      id: `create${whose}Key`,
      method: 'POST',
      path,
      summary: `Make a key of ${whoseKeys}, shown once`,
      about: ofMerchant
        ? `Every scope where none is named: ${merchantScopes.join(', ')}.`
        : 'It may do no more than the key that makes it, for no longer, from nowhere else, and not beyond its organisation; where nothing is said it is limited as that one is.',
      scope: 'admin:keys',
      refusals: [
        ...missing,
        ...(ofMerchant ? [] : (['organisation.not_found'] as const)),
        'value.required',
        'value.format',
        'value.out_of_range',
      ],
      example: { body: { name: 'Web shop', scopes: example.scopes, reason: 'New shop.' }, answer: exampleKey },
      body: MakeKey,
      answer: NewKey,
      run: make,
    }),
    operation({
      ...common,
      id: `rotate${whose}Key`,
      method: 'POST',
      path: `${path}/:keyId/rotate`,
      summary: 'Make a new key in the place of one',
      about: 'With its name, scopes and networks. The old one works for a while longer; two are valid at most.',
      scope: 'admin:keys',
      refusals: [...missing, 'key.not_found', 'key.ended', 'value.out_of_range'],
      example: { body: { overlapHours: 48, reason: 'Yearly change.' }, answer: exampleKey },
      body: Rotate,
      answer: NewKey,
      run: rotate,
    }),
    operation({
      ...common,
      id: `revoke${whose}Key`,
      method: 'POST',
      path: `${path}/:keyId/revoke`,
      summary: 'End a key',
      about: 'At once in this process, within five seconds in every other. Again it changes nothing.',
      scope: 'admin:keys',
      refusals: [...missing, 'key.not_found'],
      example: {
        body: { reason: 'Found in a repository.' },
        answer: { ...example, state: 'revoked', revokedAt: '2026-11-20T10:00:00Z' },
      },
      body: Type.Object({ reason: Reason() }, { title: 'Why' }),
      answer: Key,
      run: revoke,
    }),
  ];
}

export const merchantKeyOperations = keyOperations('Merchant', '/admin/v1/merchants/:merchantId/keys');
export const operatorKeyOperations = keyOperations('Operator', '/admin/v1/keys');
