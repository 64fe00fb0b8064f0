// Every job, in the order in which those of one moment run when a test clock is put forward. A new job is a line here.
import type { Secrets } from '../secrets.ts';
import type { PlaceRegister } from '../sources/sources.ts';
import type { Deliverer } from '../webhooks/deliver.ts';
import { bookBankEntries } from './book-bank-entries.ts';
import { declineOverdueReviews } from './decline-overdue-reviews.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { expireAuthorizations } from './expire-authorizations.ts';
import type { Job } from './jobs.ts';
import { keepAccounts } from './keep-accounts.ts';
import { learnPlacesFrom } from './learn-places.ts';
import { purgeBankEntries } from './purge-bank-entries.ts';
import { purgeCheckouts } from './purge-checkouts.ts';
import { purgeDeliveries } from './purge-deliveries.ts';
import { purgeEvents } from './purge-events.ts';
import { purgeListEntries } from './purge-list-entries.ts';
import { purgeStoredAnswers } from './purge-stored-answers.ts';
import { purgeVelocities } from './purge-velocities.ts';
import { remindOverdue } from './remind-overdue.ts';
import { retain } from './retain.ts';
import { sealLedger } from './seal-ledger.ts';
import { settle } from './settle.ts';
import { warnOfExpiringOrders } from './warn-of-expiry.ts';

export interface JobGround {
  readonly secrets: Secrets;
  readonly places: PlaceRegister;
  readonly deliverer: Deliverer;
  /** How long events are kept. */
  readonly eventDays: number;
}

export const allJobs = ({ secrets, places, deliverer, eventDays }: JobGround): Job[] => [
  declineOverdueReviews,
  warnOfExpiringOrders,
  expireAuthorizations,
  bookBankEntries(secrets),
  keepAccounts,
  settle,
  remindOverdue,
  learnPlacesFrom(places),
  purgeStoredAnswers,
  purgeCheckouts,
  purgeVelocities,
  purgeListEntries,
  purgeBankEntries(secrets),
  sealLedger,
  retain(secrets),
  deliverWebhooks(deliverer),
  purgeDeliveries,
  purgeEvents(eventDays),
];
