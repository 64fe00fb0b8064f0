import { auditValues } from '../book/auditing.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { chance } from '../runtime/chance.ts';
import { Opt, Text, Type } from '../wire/schema.ts';
import { ChangeRecord, changeToWire, exampleChange, readChange, stateOf } from './account-change-shape.ts';
import { approveChange, findSamePerson } from './account-changes.sql.ts';

const hourMs = 3_600_000;

export const approveAccountChange = operation({
  id: 'approveAccountChange',
  method: 'POST',
  path: '/admin/v1/account-changes/:changeId/approve',
  summary: 'Approve a change of an account, as the second person',
  about:
    'It is in force after the waiting time (`ACCOUNT_CHANGE_HOURS`), and payouts until then go to the account before, or wait where there is none. The key is another person’s: not the one that proposed, none of the same name, none that was made after the proposal, and none whose line (what it was renewed from and to, and what made it, at any remove) has a key in common with the other’s. Keys made on the database (`dps keys create`) begin a line.',
  scope: 'admin:money',
  keepsToOrganisation: true,
  operatorsMoney: 'moves',
  refusals: ['account_change.not_found', 'account_change.state', 'account_change.second_person'],
  example: { body: { reason: 'Called back on the number that we have.' }, answer: { ...exampleChange, state: 'Approved' } },
  body: Type.Object({ reason: Opt(Text(500)) }, { title: 'ApproveAccountChange' }),
  answer: ChangeRecord,
  async run({ params, body, actor, operation: name, requestId, organisationId }, deps) {
    const change = await readChange(params['changeId'] ?? '', organisationId, deps);
    if (change instanceof Refusal) return change;
    const { merchantId, id, proposedBy, proposedAt } = change;
    const state = stateOf(change);
    if (state !== 'Proposed') return refuse('account_change.state', 'changeId', { state });
    const same = await deps.db.read(findSamePerson, proposedBy, actor, new Date(proposedAt).toISOString());
    if (same.length > 0) return refuse('account_change.second_person');
    const happenedAt = deps.clock() + change.clockOffsetMs;
    const effectiveAt = new Date(happenedAt + deps.accountChangeHours * hourMs).toISOString();
    const act = { merchantId, actor, operation: name, subject: id, requestId, reason: body.reason ?? null, happenedAt };
    const recorded = [...auditValues(act, chance.id()), chance.id()];
    await deps.db.run(approveChange, merchantId, id, actor, effectiveAt, ...recorded);
    // Without a waiting time it is in force by now.
    const approved = await readChange(id, organisationId, deps);
    if (approved instanceof Refusal) return approved;
    // Another came first.
    if (approved.approvedBy !== actor) return refuse('account_change.state', 'changeId', { state: stateOf(approved) });
    return changeToWire(approved, deps);
  },
});
