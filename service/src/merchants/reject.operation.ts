import { auditValues } from '../book/auditing.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { chance } from '../runtime/chance.ts';
import { Reason, Type } from '../wire/schema.ts';
import { ChangeRecord, changeToWire, exampleChange, readChange, stateOf } from './account-change-shape.ts';
import { rejectChange } from './account-changes.sql.ts';

export const rejectAccountChange = operation({
  id: 'rejectAccountChange',
  method: 'POST',
  path: '/admin/v1/account-changes/:changeId/reject',
  summary: 'Reject a change of an account that is not in force yet',
  about:
    'One that waits for a second person or for its time, or that is in force and could not be applied; who proposed it may take it back so. The account before stays.',
  scope: 'admin:money',
  keepsToOrganisation: true,
  operatorsMoney: 'moves',
  refusals: ['account_change.not_found', 'account_change.state'],
  example: { body: { reason: 'The merchant knows nothing of it.' }, answer: { ...exampleChange, state: 'Rejected' } },
  body: Type.Object({ reason: Reason() }, { title: 'RejectAccountChange' }),
  answer: ChangeRecord,
  async run({ params, body, actor, operation: name, requestId, organisationId }, deps) {
    const change = await readChange(params['changeId'] ?? '', organisationId, deps);
    if (change instanceof Refusal) return change;
    const { merchantId, id, hasFailed } = change;
    const happenedAt = deps.clock() + change.clockOffsetMs;
    const act = { merchantId, actor, operation: name, subject: id, requestId, reason: body.reason, happenedAt };
    const recorded = [...auditValues(act, chance.id()), chance.id()];
    const [done] = await deps.db.run(rejectChange, merchantId, id, actor, ...recorded, hasFailed);
    const rejected = await readChange(id, organisationId, deps);
    if (rejected instanceof Refusal) return rejected;
    return done ? changeToWire(rejected, deps) : refuse('account_change.state', 'changeId', { state: stateOf(rejected) });
  },
});
