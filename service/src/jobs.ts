// Every job, in the order in which those of one moment run when a test clock is put forward. A new job is a line here.

import { keepHeads } from './audit/keep-heads.job.ts';
import { sealLedger, sealNewRows } from './audit/seal-ledger.job.ts';
import type { HeadSigner } from './audit/signing.ts';
import { bookBankEntries } from './bank/book-bank-entries.job.ts';
import { purgeBankEntries } from './bank/purge-bank-entries.job.ts';
import { purgeCheckouts } from './checkout/purge-checkouts.job.ts';
import { keepAccounts } from './customer-account/keep-accounts.job.ts';
import { remindOfWithdrawalFromAccounts } from './customer-account/remind-of-withdrawal.job.ts';
import { purgeVelocities } from './customers/purge-velocities.job.ts';
import type { Job } from './jobs/jobs.ts';
import { applyAccountChanges } from './merchants/apply-account-changes.job.ts';
import { chargeAccounts } from './orders/charge-accounts.job.ts';
import { expireAuthorizations } from './orders/expire-authorizations.job.ts';
import { remindOfWithdrawalFromOrders, remindOfWithdrawalLate } from './orders/remind-of-withdrawal.job.ts';
import { remindOverdue } from './orders/remind-overdue.job.ts';
import { warnOfExpiringOrders } from './orders/warn-of-expiry.job.ts';
import { purgeStoredAnswers } from './privacy/purge-stored-answers.job.ts';
import { retain } from './privacy/retain.job.ts';
import { learnPlacesFrom } from './reference/learn-places.job.ts';
import { declineOverdueReviews } from './risk/decline-overdue-reviews.job.ts';
import { purgeListEntries } from './risk/purge-list-entries.job.ts';
import type { HeadsConfig } from './runtime/config.ts';
import { settle } from './settlement/settle.job.ts';
import type { PlaceRegister } from './sources/sources.ts';
import type { Secrets } from './store/secrets.ts';
import type { Deliverer } from './webhooks/deliver.ts';
import { deliverWebhooks } from './webhooks/deliver-webhooks.job.ts';
import { purgeDeliveries } from './webhooks/purge-deliveries.job.ts';
import { purgeEvents } from './webhooks/purge-events.job.ts';

export interface JobListDeps {
  readonly secrets: Secrets;
  readonly headSigner: HeadSigner;
  readonly places: PlaceRegister;
  readonly deliverer: Deliverer;
  /** Where heads of chains are kept. */
  readonly heads: HeadsConfig;
  /** How long events are kept. */
  readonly eventDays: number;
  /** Where consumers find the service's pages. */
  readonly publicUrl: string;
}

export const allJobs = ({ secrets, headSigner, places, deliverer, heads, eventDays, publicUrl }: JobListDeps): Job[] => [
  // Before the accounts are kept: a statement holds what was captured until its day.
  chargeAccounts,
  declineOverdueReviews,
  warnOfExpiringOrders,
  expireAuthorizations,
  bookBankEntries(secrets),
  keepAccounts,
  applyAccountChanges(secrets),
  settle,
  remindOverdue,
  remindOfWithdrawalFromAccounts({ publicUrl, secrets }),
  remindOfWithdrawalFromOrders({ publicUrl, secrets }),
  remindOfWithdrawalLate({ publicUrl, secrets }),
  learnPlacesFrom(places),
  purgeStoredAnswers,
  purgeCheckouts,
  purgeVelocities,
  purgeListEntries,
  purgeBankEntries(secrets),
  sealNewRows(headSigner),
  sealLedger(headSigner),
  keepHeads(headSigner, heads),
  retain(secrets),
  deliverWebhooks(deliverer),
  purgeDeliveries,
  purgeEvents(eventDays),
];
