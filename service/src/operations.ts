// The operator's endpoints, one line each.

import { getAudit, getMerchantAudit } from './audit/audit.operation.ts';
import { getChainHeads, proveChain } from './audit/chains.operation.ts';
import {
  assignBankEntry,
  closeBankEntry,
  getBankEntries,
  getBankImports,
  importBankStatement,
} from './bank/bank-statements.operation.ts';
import {
  collectOnceMore,
  getCollectionFile,
  getCollections,
  makeCollections,
  takePaymentBack,
} from './bank/collections.operation.ts';
import { bookAccountPayment, getAccount, getAccounts, setAccountStopped } from './customer-account/accounts.operation.ts';
import { getAccountEntries, getAccountStatements } from './customer-account/entries.operation.ts';
import { getDuplicates, mergeCustomers } from './customers/customers.operation.ts';
import type { AnyOperation } from './deps.ts';
import { getJobs, runJob } from './jobs/jobs.operation.ts';
import { merchantKeyOperations, operatorKeyOperations } from './keys/keys.operation.ts';
import { getClock, setClock } from './merchants/clock.operation.ts';
import { getContract, getContracts, setContract } from './merchants/contracts.operation.ts';
import {
  activateMerchant,
  createMerchant,
  deactivateMerchant,
  getMerchant,
  getMerchants,
  setMerchant,
} from './merchants/merchants.operation.ts';
import { createOrganisation, getOrganisations, setOrganisation } from './merchants/organisations.operation.ts';
import { captureOrder, extendAuthorization, refundOrder, releaseOrder, voidOpen } from './orders/order-actions.operation.ts';
import { getOrder } from './orders/order-story.operation.ts';
import { searchOrders, searchOrdersOf } from './orders/orders.operation.ts';
import { getOverdue, pauseReminders } from './orders/overdue.operation.ts';
import { bookPayment } from './orders/payments.operation.ts';
import { erasePayer, exportPayer } from './privacy/payers.operation.ts';
import { erasePerson, exportPerson } from './privacy/persons.operation.ts';
import { addPlaces, beginImport, finishImport, getReference } from './reference/reference.operation.ts';
import { getCheckoutDecisions } from './risk/checkout-decisions.operation.ts';
import { getDecisions, replayPolicy } from './risk/decisions.operation.ts';
import { getListEntries, importListEntries, removeListEntry } from './risk/lists.operation.ts';
import { getPolicies, getPolicy, setPolicy } from './risk/policies.operation.ts';
import { decideReview, getReviews } from './risk/reviews.operation.ts';
import {
  getHouseAccounts,
  getPayoutFile,
  getPayoutFiles,
  getPayouts,
  makePayoutFile,
  putHouseAccount,
} from './settlement/payout-files.operation.ts';
import {
  adjustSettlement,
  closeSettlementNow,
  endSettlementPayout,
  getSettlement,
  getSettlementCsv,
  getSettlementPdf,
  getSettlements,
  previewSettlement,
} from './settlement/settlements.operation.ts';
import {
  getWebhookAttempts,
  getWebhookDeliveries,
  replayWebhooks,
  testWebhookEndpoint,
} from './webhooks/deliveries.operation.ts';
import { getEvents, getMerchantEvents } from './webhooks/events.operation.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  getWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from './webhooks/webhook-endpoints.operation.ts';

export const operations: readonly AnyOperation[] = [
  getOrganisations,
  createOrganisation,
  setOrganisation,
  getMerchants,
  createMerchant,
  getMerchant,
  setMerchant,
  activateMerchant,
  deactivateMerchant,
  getContracts,
  getContract,
  setContract,
  searchOrders,
  searchOrdersOf,
  getOrder,
  captureOrder,
  refundOrder,
  voidOpen,
  releaseOrder,
  extendAuthorization,
  getMerchantAudit,
  getAudit,
  ...merchantKeyOperations,
  ...operatorKeyOperations,
  getClock,
  setClock,
  getJobs,
  runJob,
  getAccounts,
  getAccount,
  getAccountEntries,
  getAccountStatements,
  bookAccountPayment,
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
  getSettlements,
  closeSettlementNow,
  getSettlement,
  getSettlementCsv,
  getSettlementPdf,
  previewSettlement,
  adjustSettlement,
  endSettlementPayout,
  getPayouts,
  makePayoutFile,
  getPayoutFiles,
  getPayoutFile,
  getHouseAccounts,
  putHouseAccount,
  exportPerson,
  erasePerson,
  exportPayer,
  erasePayer,
  getChainHeads,
  proveChain,
  getReference,
  beginImport,
  addPlaces,
  finishImport,
  getEvents,
  getMerchantEvents,
  getWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  getWebhookDeliveries,
  getWebhookAttempts,
  replayWebhooks,
  importBankStatement,
  getBankImports,
  getBankEntries,
  assignBankEntry,
  closeBankEntry,
  getOverdue,
  pauseReminders,
  makeCollections,
  collectOnceMore,
  getCollections,
  getCollectionFile,
  takePaymentBack,
];
