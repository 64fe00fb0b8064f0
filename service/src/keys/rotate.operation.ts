// A new key in the place of an old one, with an overlap.
import { auditValues } from '../book/auditing.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { InstantText, Opt, Reason, type Static, Type, Whole } from '../wire/schema.ts';
import { insertSuccessor } from './keys.sql.ts';
import { hashOfKey, makeKey } from './make-key.ts';
import {
  actOf,
  beyondOwn,
  find,
  type KeyRow,
  type KeysOf,
  keyToWire,
  merchantsKeys,
  NewKey,
  operatorsKeys,
  ownerOf,
  withKey,
} from './own-key.ts';

const Rotate = Type.Object(
  {
    overlapHours: Opt(Whole(0, 720, 'How long the old one still works; 24 where nothing is said, 0 ends it at once.')),
    expiresAt: Opt(
      InstantText(
        'Of the new one; as long as the old one was made for where nothing is said, and no longer than the key that asks.',
      ),
    ),
    reason: Reason(),
  },
  { title: 'RotateKey' },
);

const hourMs = 3_600_000;

async function rotate(asked: OperatorAsked<Static<typeof Rotate>>, deps: Deps): Promise<Static<typeof NewKey> | Refusal> {
  const owner = ownerOf(asked);
  const old = await find(owner, asked, deps);
  if (!old) return refuse('key.not_found', 'keyId');
  const { overlapHours = 24, reason } = asked.body;
  const now = deps.clock();
  const until = endOf(old, asked, now);
  const beyond = owner.merchant ? undefined : beyondOwn({ ...old, expiresAt: until }, asked);
  if (beyond) return beyond;
  if (until !== null && until <= now) return refuse('value.out_of_range', 'expiresAt');
  const [id, key] = [uuidv7(now), makeKey(deps.mode)];
  const values = [id, hashOfKey(key), until === null ? null : new Date(until).toISOString(), old.id] as const;
  const act = actOf(owner, asked, reason, old.id, deps);
  const oldEnds = new Date(now + overlapHours * hourMs).toISOString();
  const [row] = await deps.db.run(insertSuccessor, ...values, oldEnds, ...auditValues(act, uuidv7(now)));
  deps.auth.forget();
  return row ? { ...keyToWire(row as unknown as KeyRow, now), key } : refuse('key.ended', 'keyId');
}

/** As it was asked for; else as long as the old one was made for, and where it renews itself no longer than it lives itself. */
function endOf(old: KeyRow, { actor, body: { expiresAt } }: OperatorAsked<Static<typeof Rotate>>, now: number): number | null {
  if (expiresAt !== undefined) return Date.parse(expiresAt);
  if (old.expiresAt === null || old.id === actor) return old.expiresAt;
  return now + (old.expiresAt - old.insertedAt);
}

const rotation = ({ whose, path, common, missing, example }: KeysOf) =>
  operation({
    ...common,
    id: `rotate${whose}Key`,
    method: 'POST',
    path: `${path}/:keyId/rotate`,
    summary: 'Make a new key in the place of one',
    about: 'With its name, scopes and networks. The old one works for a while longer; two are valid at most.',
    scope: 'admin:keys',
    refusals: [...missing, 'key.not_found', 'key.ended', 'value.out_of_range'],
    example: { body: { overlapHours: 48, reason: 'Yearly change.' }, answer: withKey(example) },
    body: Rotate,
    answer: NewKey,
    run: rotate,
  });

export const rotateMerchantKey = rotation(merchantsKeys);
export const rotateOperatorKey = rotation(operatorsKeys);
