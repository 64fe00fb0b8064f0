// The operator's endpoints, one line each.
import { getClock, getMerchants, setClock } from './clock.ts';
import { getDecisions, replayPolicy } from './decisions.ts';
import { getJobs, runJob } from './jobs.ts';
import type { Operation } from './operation.ts';
import { getPolicies, getPolicy, setPolicy } from './policies.ts';

export const operations: readonly Operation[] = [
  getMerchants,
  getClock,
  setClock,
  getJobs,
  runJob,
  getPolicies,
  getPolicy,
  setPolicy,
  replayPolicy,
  getDecisions,
];
