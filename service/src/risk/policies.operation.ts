// The credit policy of a merchant: what holds, what held before, and how it is changed while the service runs. A policy that
// is not sound is refused with everything that is wrong with it, and the one before stays.

import { auditValues } from '../book/auditing.ts';
import { businessTime } from '../core/merchant.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { asJson, policyOf } from '../core/risk/decision.ts';
import { policyFromForm, policyToForm } from '../core/risk/policy-form.ts';
import { standardPolicy } from '../core/risk/standard-policy.ts';
import { operation } from '../http/operation.ts';
import { keyParts, pageOf } from '../http/paging.ts';
import {
  findPolicy,
  insertPolicy,
  keepFirstPolicy,
  lockMerchant,
  listPolicies as selectPolicies,
} from '../merchants/policies.sql.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { call } from '../store/db.ts';
import { together } from '../store/transaction.ts';
import { instantToWire } from '../wire/instants.ts';
import { AnyPolicy } from '../wire/policy.ts';
import { InstantText, Opt, Text, Type, Whole } from '../wire/schema.ts';

const PolicyVersion = Type.Object(
  {
    version: Type.String({ description: 'Decisions name it.' }),
    country: Type.String(),
    active: Type.Boolean(),
    policy: AnyPolicy,
    reason: Opt(Type.String()),
    author: Opt(Type.String({ description: 'Id of the operator’s key.' })),
    madeAt: Opt(InstantText()),
  },
  { title: 'PolicyVersion' },
);

interface Row {
  readonly version: number;
  readonly policy: unknown;
  readonly reason: string;
  readonly author: string;
  readonly madeAt: number;
}

function versionToWire(row: Row, country: string, activeVersion: string) {
  const policy = policyOf(row.policy);
  return {
    version: policy.version,
    country,
    active: policy.version === activeVersion,
    policy: policyToForm(policy),
    reason: row.reason,
    author: row.author,
    madeAt: instantToWire(row.madeAt),
  };
}

export const listPolicies = operation({
  id: 'listPolicies',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/policies',
  summary: 'The versions of a merchant’s credit policy',
  about: 'The latest first; `?limit=` and `?after=` page. Empty as long as only the policy of the contract ever held.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'page.unknown'],
  answer: Type.Object({ policies: Type.Array(PolicyVersion), next: Opt(Type.String()) }),
  async run({ merchant, query }, deps) {
    const page = pageOf(query, [keyParts.int], [2_000_000_000]);
    if (page instanceof Refusal) return page;
    const rows = (await deps.db.read(selectPolicies, merchant.id, ...page.after, page.rows)) as unknown as Row[];
    const { shown, next } = page.of(rows, ({ version }) => [version]);
    const active = merchant.contract.policy.version;
    return {
      policies: shown.map((row) => versionToWire(row, merchant.country, active)),
      ...next,
    };
  },
});

export const getPolicy = operation({
  id: 'getPolicy',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/policies/:version',
  summary: 'A version of a merchant’s credit policy, or the one that holds',
  about: '`active` instead of a version is the one that holds.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'policy.not_found'],
  answer: PolicyVersion,
  async run({ merchant, params }, deps) {
    const { country } = merchant;
    const active = merchant.contract.policy;
    const asked = params['version'] ?? '';
    const version = asked === 'active' ? active.version : asked;
    const [row] = await deps.db.read(findPolicy, merchant.id, version);
    if (row) return versionToWire(row as unknown as Row, country, active.version);
    // The policy of the contract has a name and no number until there is a second.
    if (version === active.version) return { version, country, active: true, policy: policyToForm(active) };
    return refuse('policy.not_found', 'version');
  },
});

export const setPolicy = operation({
  id: 'setPolicy',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/policies',
  summary: 'Make a new version of a merchant’s credit policy; it holds at once',
  about:
    'Every decision from then on follows it, in every process of the service. `replaces` guards against a change of somebody else: it is refused when another version than that one holds.',
  scope: 'admin:write',
  operatorsMoney: 'risks',
  refusals: ['merchant.not_found', 'policy.unknown_member', 'value.required', 'value.out_of_range', 'policy.changed'],
  example: { body: { policy: policyToForm(standardPolicy), reason: 'Back to the standard' } },
  body: Type.Object(
    { policy: AnyPolicy, reason: Text(500, 'Why it is changed: kept with the version.'), replaces: Opt(Whole(1, 1_000_000_000)) },
    { title: 'SetPolicy' },
  ),
  answer: PolicyVersion,
  async run({ merchant, body, actor, requestId }, deps) {
    if (body.reason.trim() === '') return refuse('value.required', 'reason');
    const policy = policyFromForm(body.policy, 'next');
    if (policy instanceof Refusal) return policy;
    const act = {
      merchantId: merchant.id,
      actor,
      operation: 'setPolicy',
      subject: 'policy',
      requestId,
      reason: body.reason,
      happenedAt: businessTime(merchant, deps.clock()),
    };
    const [, , inserted] = await together(deps.db, [
      call(lockMerchant, merchant.id),
      call(keepFirstPolicy, merchant.id),
      call(
        insertPolicy,
        merchant.id,
        JSON.stringify(asJson(policy)),
        body.reason.trim(),
        actor,
        body.replaces ?? null,
        ...auditValues(act, uuidv7(deps.clock())),
      ),
    ]);
    const [row] = inserted ?? [];
    if (!row) return refuse('policy.changed', 'replaces');
    deps.auth.forget();
    return versionToWire(row as unknown as Row, merchant.country, String(row['version']));
  },
});
