// The jobs as the operator sees them: last run, next run, lag, failures, holder; each can be run by hand.
import { refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Type } from '../wire/schema.ts';
import type { Jobs } from './jobs.ts';

interface WithJobs extends Deps {
  readonly jobs: Jobs;
}

const JobRecord = Type.Object(
  {
    name: Type.String(),
    everySeconds: Type.Number(),
    startedAt: Opt(InstantText()),
    finishedAt: Opt(InstantText()),
    succeededAt: Opt(InstantText('When it last ended well.')),
    failedAt: Opt(InstantText()),
    nextRunAt: Opt(InstantText('Not before; absent when it runs as soon as somebody runs jobs.')),
    heldBy: Opt(Type.String({ description: 'The process that runs it at this moment: host, process and run.' })),
    lagSeconds: Opt(
      Type.Number({ description: 'How long its oldest work waits; where that is not known, by how much its run is late.' }),
    ),
    doneCount: Type.Number(),
    failureCount: Type.Number(),
    failuresInRow: Type.Number(),
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
  async run(_asked, deps: WithJobs) {
    const jobs = (await deps.jobs.list()).map((job) => {
      const { startedAt, finishedAt, succeededAt, failedAt, nextRunAt, ...rest } = job;
      const instants = { startedAt, finishedAt, succeededAt, failedAt, nextRunAt };
      const told = Object.entries(instants).flatMap(([name, at]) => (at === undefined ? [] : [[name, instantToWire(at)]]));
      return { ...rest, ...(Object.fromEntries(told) as Record<keyof typeof instants, string>) };
    });
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
  answer: Type.Object({
    done: Type.Number(),
    skipped: Type.Boolean({ description: 'Another process runs it at this moment.' }),
    heldBy: Opt(Type.String({ description: 'Which: host, process and run.' })),
    startedAt: Opt(InstantText()),
  }),
  async run({ params }, deps: WithJobs) {
    const name = params['name'] ?? '';
    if (!deps.jobs.names.includes(name)) return refuse('job.not_found', 'name', { jobs: deps.jobs.names.join(', ') });
    const ran = await deps.jobs.runNow(name);
    if ('done' in ran) return { done: ran.done, skipped: false };
    return { done: 0, skipped: true, heldBy: ran.heldBy, startedAt: instantToWire(ran.startedAt) };
  },
});
