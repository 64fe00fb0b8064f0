// The jobs as the operator sees them: last run, count, failures; each can be run by hand.
import { refuse } from '../core/refusals.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Type } from '../wire/schema.ts';
import { operation } from './operation.ts';

const JobRecord = Type.Object(
  {
    name: Type.String(),
    everySeconds: Type.Number(),
    startedAt: Opt(InstantText()),
    finishedAt: Opt(InstantText()),
    doneCount: Type.Number(),
    failureCount: Type.Number(),
    lastFailure: Opt(Type.String()),
  },
  { title: 'Job' },
);

export const getJobs = operation({
  id: 'listJobs',
  method: 'GET',
  path: '/admin/v1/jobs',
  summary: 'The jobs and their last runs',
  scope: 'admin:read',
  answer: Type.Object({ jobs: Type.Array(JobRecord) }),
  async run(_asked, deps) {
    const jobs = (await deps.jobs.list()).map(({ startedAt, finishedAt, doneCount, failureCount, ...job }) => ({
      ...job,
      ...(startedAt && { startedAt: instantToWire(startedAt) }),
      ...(finishedAt && { finishedAt: instantToWire(finishedAt) }),
      doneCount: Number(doneCount),
      failureCount: Number(failureCount),
    }));
    return { jobs };
  },
});

export const runJob = operation({
  id: 'runJob',
  method: 'POST',
  path: '/admin/v1/jobs/:name/run',
  summary: 'Run a job now',
  scope: 'admin:write',
  refusals: ['job.not_found'],
  answer: Type.Object({ done: Type.Number(), skipped: Type.Boolean({ description: 'Another process runs it at this moment.' }) }),
  async run({ params }, deps) {
    const name = params['name'] ?? '';
    if (!deps.jobs.names.includes(name)) return refuse('job.not_found', 'name', { jobs: deps.jobs.names.join(', ') });
    const done = await deps.jobs.runNow(name);
    return { done: done ?? 0, skipped: done === undefined };
  },
});
