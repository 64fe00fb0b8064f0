// What the operations on jobs need beside the pipeline.
import type { Deps } from '../http/deps.ts';
import type { Jobs } from './jobs.ts';

export interface WithJobs extends Deps {
  readonly jobs: Jobs;
}
