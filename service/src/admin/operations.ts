// The operator's endpoints, one line each.

import { getAccountEntries, getAccountStatements } from './account-stream.ts';
import { bookAccountPayment, getAccount, getAccounts, setAccountStopped } from './accounts.ts';
import { merchantKeyOperations, operatorKeyOperations } from './api-keys.ts';
import { getAudit, getMerchantAudit } from './audit-trail.ts';
import { assignBankEntry, closeBankEntry, getBankEntries, getBankImports, importBankStatement } from './bank-statements.ts';
import { getChainHeads, proveChain } from './chains.ts';
import { getCheckoutDecisions } from './checkout-decisions.ts';
import { getClock, setClock } from './clock.ts';
import { collectOnceMore, getCollectionFile, getCollections, makeCollections, takePaymentBack } from './collections.ts';
import { getContract, getContracts, setContract } from './contracts.ts';
import { getDuplicates, mergeCustomers } from './customers.ts';
import { getDecisions, replayPolicy } from './decisions.ts';
import { getEvents, getMerchantEvents } from './events.ts';
import { getJobs, runJob } from './jobs.ts';
import { getListEntries, importListEntries, removeListEntry } from './lists.ts';
import { activateMerchant, createMerchant, deactivateMerchant, getMerchant, getMerchants, setMerchant } from './merchants.ts';
import type { Operation } from './operation.ts';
import { captureOrder, extendAuthorization, refundOrder, releaseOrder, voidOpen } from './order-actions.ts';
import { getOrder } from './order-story.ts';
import { searchOrders, searchOrdersOf } from './orders.ts';
import { createOrganisation, getOrganisations, setOrganisation } from './organisations.ts';
import { getOverdue, pauseReminders } from './overdue.ts';
import { erasePayer, exportPayer } from './payers.ts';
import { bookPayment } from './payments.ts';
import { getHouseAccounts, getPayoutFile, getPayoutFiles, getPayouts, makePayoutFile, putHouseAccount } from './payout-files.ts';
import { getPolicies, getPolicy, setPolicy } from './policies.ts';
import { erasePerson, exportPerson } from './privacy.ts';
import { addPlaces, beginImport, finishImport, getReference } from './reference.ts';
import { decideReview, getReviews } from './reviews.ts';
import {
  adjustSettlement,
  closeSettlementNow,
  endSettlementPayout,
  getSettlement,
  getSettlementCsv,
  getSettlementPdf,
  getSettlements,
  previewSettlement,
} from './settlements.ts';
import { getWebhookAttempts, getWebhookDeliveries, replayWebhooks, testWebhookEndpoint } from './webhook-deliveries.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  getWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from './webhook-endpoints.ts';

export const operations: readonly Operation[] = [
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
