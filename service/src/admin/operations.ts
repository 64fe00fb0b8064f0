// The operator's endpoints, one line each.
import { getClock, getMerchants, setClock } from './clock.ts';
import { getJobs, runJob } from './jobs.ts';
import type { Operation } from './operation.ts';
import { bookPayment } from './payments.ts';

export const operations: readonly Operation[] = [getMerchants, getClock, setClock, getJobs, runJob, bookPayment];
