// The jobs as the operator sees them: last run, next run, lag, failures, holder; each can be run by hand.

import { operation } from '../http/operation.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Type } from '../wire/schema.ts';
import type { WithJobs } from './with-jobs.ts';

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

export const listJobs = operation({
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
      const shown = Object.entries(instants).flatMap(([name, at]) => (at === undefined ? [] : [[name, instantToWire(at)]]));
      return { ...rest, ...(Object.fromEntries(shown) as Record<keyof typeof instants, string>) };
    });
    return { jobs };
  },
});
