import { auditStatement, operatorsOwn } from '../book/audit.sql.ts';
import { auditValues } from '../book/auditing.ts';
import { refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { chance } from '../runtime/chance.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Reason, Type } from '../wire/schema.ts';
import type { WithJobs } from './with-jobs.ts';

export const runJob = operation({
  id: 'runJob',
  method: 'POST',
  path: '/admin/v1/jobs/:name/run',
  summary: 'Run a job now',
  scope: 'admin:write',
  refusals: ['job.not_found'],
  example: { body: { reason: 'The bank was late today.' } },
  body: Type.Object({ reason: Opt(Reason()) }, { title: 'RunJob' }),
  answer: Type.Object({
    done: Type.Number(),
    skipped: Type.Boolean({ description: 'Another process runs it at this moment.' }),
    heldBy: Opt(Type.String({ description: 'Which: host, process and run.' })),
    startedAt: Opt(InstantText()),
  }),
  async run({ params, body: { reason = null }, actor, operation: id, requestId }, deps: WithJobs) {
    const name = params['name'] ?? '';
    if (!deps.jobs.names.includes(name)) return refuse('job.not_found', 'name', { jobs: deps.jobs.names.join(', ') });
    // Before it runs, since what it did stays done where it fails; each of that is audited as the job's own.
    const act = { merchantId: operatorsOwn, actor, operation: id, subject: name, requestId, reason, happenedAt: deps.clock() };
    await deps.db.run(auditStatement, ...auditValues(act, chance.id()));
    const ran = await deps.jobs.runNow(name);
    if ('done' in ran) return { done: ran.done, skipped: false };
    return { done: 0, skipped: true, heldBy: ran.heldBy, startedAt: instantToWire(ran.startedAt) };
  },
});
