// The operator's endpoints, one line each.
import { getAccountEntries, getAccountStatements } from './account-stream.ts';
import { bookAccountPayment, decideAccount, getAccount, getAccounts, setAccountStopped } from './accounts.ts';
import { getClock, getMerchants, setClock } from './clock.ts';
import { getJobs, runJob } from './jobs.ts';
import type { Operation } from './operation.ts';

export const operations: readonly Operation[] = [
  getMerchants,
  getClock,
  setClock,
  getJobs,
  runJob,
  getAccounts,
  getAccount,
  getAccountEntries,
  getAccountStatements,
  bookAccountPayment,
  decideAccount,
  setAccountStopped,
];
