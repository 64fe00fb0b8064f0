// Every table a decision may change, in the order in which the book writes them; a new table is a line here and a
// `.sql.ts` file beside the endpoints it belongs to.
import { bankEntries } from './bank/bank-entries.sql.ts';
import { storedAnswers } from './book/idempotency.sql.ts';
import type { Lookups, Tables } from './book/storage.ts';
import { checkoutDecisions, checkouts } from './checkout/checkouts.sql.ts';
import { contracts } from './checkout/contracts.sql.ts';
import { wasDeclined } from './core/order/states.ts';
import {
  accountDays,
  accountEntries,
  accountEvents,
  accountLetters,
  accountMonths,
  accountPayments,
  accountWithdrawals,
} from './customer-account/account-events.sql.ts';
import { accountApplications, accountOwners, accountReviews, accounts } from './customer-account/accounts.sql.ts';
import { customerMerges, customerNumbers, customers, exposures, velocities } from './customers/customers.sql.ts';
import { customerProfiles } from './customers/profiles.sql.ts';
import { documents } from './documents/documents.sql.ts';
import { accountChanges, houseAccounts } from './merchants/account-changes.sql.ts';
import { captureInstallments, captures, returnNotifications } from './orders/captures.sql.ts';
import { collectionFiles, collections } from './orders/collections.sql.ts';
import { orderContents, orders } from './orders/orders.sql.ts';
import { paymentReturns, payments } from './orders/payments.sql.ts';
import { refunds } from './orders/refunds.sql.ts';
import { captureReminders } from './orders/reminders.sql.ts';
import { identityChecks, orderReviews } from './orders/reviews.sql.ts';
import { shippingDetails } from './orders/shipping-details.sql.ts';
import { voids } from './orders/voids.sql.ts';
import { costReturns, withdrawals } from './orders/withdrawals.sql.ts';
import { creditDecisions } from './risk/credit-decisions.sql.ts';
import { listEntries, listKeys } from './risk/lists.sql.ts';
import { objections } from './risk/objections.sql.ts';
import { payoutFiles } from './settlement/payout-files.sql.ts';
import { payouts, settlementAdjustments, settlementEntries, settlementLines, settlements } from './settlement/settlements.sql.ts';
import { type AnyTable, sealedOf } from './store/table.ts';
import { webhookSecrets } from './webhooks/endpoints.sql.ts';

export const tables: Tables['tables'] = {
  customers,
  customerNumbers,
  customerProfiles,
  customerMerges,
  listEntries,
  listKeys,
  exposures,
  accounts,
  accountOwners,
  accountApplications,
  accountReviews,
  accountEvents,
  accountEntries,
  accountDays,
  accountMonths,
  accountPayments,
  accountLetters,
  accountWithdrawals,
  orders,
  orderContents,
  orderReviews,
  identityChecks,
  captures,
  captureInstallments,
  payments,
  paymentReturns,
  collections,
  captureReminders,
  refunds,
  voids,
  returnNotifications,
  shippingDetails,
  withdrawals,
  costReturns,
  creditDecisions,
  objections,
  checkouts,
  checkoutDecisions,
  contracts,
  documents,
  velocities,
  settlements,
  settlementLines,
  settlementEntries,
  settlementAdjustments,
  payouts,
};

/** Every table that holds sealed values; `dps db reseal` goes through them. */
export const sealedTables: readonly AnyTable[] = [
  ...Object.values(tables as Readonly<Record<string, AnyTable>>),
  storedAnswers,
  accountChanges,
  bankEntries,
  collectionFiles,
  houseAccounts,
  payoutFiles,
  webhookSecrets,
].filter((table) => sealedOf(table).length > 0);

/** How else than by key a loaded row is found. */
export const lookups: Lookups = {
  // A rejected order leaves its number free (C20).
  orders: {
    number: (order) => (order.state === 'Rejected' ? null : order.numberKey),
    declined: (order) => (wasDeclined(order) ? order.numberKey : null),
  },
  checkoutDecisions: { checkout: (decision) => decision.checkoutId },
  exposures: { customer: (exposure) => exposure.customerKey },
  accounts: { customer: (account) => (account.state === 'Declined' ? null : account.customerKey) },
  accountDays: { account: (day) => day.accountNumber },
  accountEvents: { account: (event) => event.accountNumber },
  accountEntries: { account: (entry) => entry.accountNumber },
  accountMonths: { account: (month) => month.accountNumber },
  accountPayments: { account: (payment) => payment.accountNumber },
  accountLetters: { account: (letter) => letter.accountNumber },
  velocities: { subject: (velocity) => velocity.subject },
  customers: { mergedInto: (customer) => customer.mergedInto },
  customerProfiles: {
    name: (profile) => profile.nameKey,
    born: (profile) => profile.bornKey,
    email: (profile) => profile.emailKey,
    phone: (profile) => profile.phoneKey,
    address: (profile) => profile.addressKey,
  },
  listEntries: {
    standing: (entry) => (entry.removedAt === null ? '' : null),
    content: (entry) => (entry.removedAt === null ? entry.contentKey : null),
  },
  captures: { order: (capture) => capture.orderId },
  collections: { order: (collection) => collection.orderId },
  captureInstallments: { order: (installment) => installment.orderId },
  costReturns: { order: (costs) => costs.orderId },
  captureReminders: { order: (reminder) => reminder.orderId },
  shippingDetails: { order: (detail) => detail.orderId },
  creditDecisions: { order: (decision) => decision.orderId },
  settlements: { currency: (settlement) => settlement.currency },
};
