import { auditValues } from '../book/auditing.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { Reason, type Static, Type } from '../wire/schema.ts';
import { revokeOwnKey } from './keys.sql.ts';
import { actOf, find, Key, type KeyRow, type KeysOf, keyToWire, merchantsKeys, operatorsKeys, ownerOf } from './own-key.ts';

async function revoke(asked: OperatorAsked<{ reason: string }>, deps: Deps): Promise<Static<typeof Key> | Refusal> {
  const owner = ownerOf(asked);
  const found = await find(owner, asked, deps);
  if (!found) return refuse('key.not_found', 'keyId');
  const act = actOf(owner, asked, asked.body.reason, found.id, deps);
  const [row] = await deps.db.run(revokeOwnKey, found.id, ...auditValues(act, uuidv7(deps.clock())));
  deps.auth.forget();
  return keyToWire((row as unknown as KeyRow | undefined) ?? found, deps.clock());
}

const revocation = ({ whose, path, common, missing, example }: KeysOf) =>
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
  });

export const revokeMerchantKey = revocation(merchantsKeys);
export const revokeOperatorKey = revocation(operatorsKeys);
