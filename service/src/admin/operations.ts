// The operator's endpoints, one line each.
import { getAccountEntries, getAccountStatements } from './account-stream.ts';
import { bookAccountPayment, decideAccount, getAccount, getAccounts, setAccountStopped } from './accounts.ts';
import { getCheckoutDecisions } from './checkout-decisions.ts';
import { getClock, getMerchants, setClock } from './clock.ts';
import { getDuplicates, mergeCustomers } from './customers.ts';
import { getDecisions, replayPolicy } from './decisions.ts';
import { getJobs, runJob } from './jobs.ts';
import { getListEntries, importListEntries, removeListEntry } from './lists.ts';
import type { Operation } from './operation.ts';
import { bookPayment } from './payments.ts';
import { getPolicies, getPolicy, setPolicy } from './policies.ts';
import { addPlaces, beginImport, finishImport, getReference } from './reference.ts';
import { decideReview, getReviews } from './reviews.ts';

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
  getListEntries,
  importListEntries,
  removeListEntry,
  getDuplicates,
  mergeCustomers,
  getReviews,
  decideReview,
  getPolicies,
  getPolicy,
  setPolicy,
  replayPolicy,
  getDecisions,
  getCheckoutDecisions,
  bookPayment,
  getReference,
  beginImport,
  addPlaces,
  finishImport,
];
