// The operator's endpoints, one line each. From an address to its file: the table of words in ARCHITECTURE.md names the folder,
// the last word that is no parameter the file.

import { listAudit, listMerchantAudit } from './audit/audit.operation.ts';
import { listChainHeads } from './audit/chains.operation.ts';
import { proveChain } from './audit/proof.operation.ts';
import { collectAgain } from './bank/again.operation.ts';
import { assignBankEntry } from './bank/assign.operation.ts';
import { listBankEntries } from './bank/bank-entries.operation.ts';
import { importBankStatement, listBankImports } from './bank/bank-statements.operation.ts';
import { closeBankEntry } from './bank/close.operation.ts';
import { getCollectionFile, listCollections, makeCollections } from './bank/collections.operation.ts';
import { getAccount, listAccounts } from './customer-account/accounts.operation.ts';
import { listAccountEntries } from './customer-account/entries.operation.ts';
import { bookAccountPayment } from './customer-account/payments.operation.ts';
import { returnAccountPayment } from './customer-account/return.operation.ts';
import { listAccountStatements } from './customer-account/statements.operation.ts';
import { setAccountStopped } from './customer-account/stopped.operation.ts';
import { withdrawFromAccount } from './customer-account/withdrawal.operation.ts';
import { listDuplicateCustomers } from './customers/duplicates.operation.ts';
import { mergeCustomers } from './customers/merge.operation.ts';
import type { AnyOperation } from './deps.ts';
import { getPaper } from './documents/paper-pdf.operation.ts';
import { listJobs } from './jobs/jobs.operation.ts';
import { runJob } from './jobs/run.operation.ts';
import { createMerchantKey, createOperatorKey, listMerchantKeys, listOperatorKeys } from './keys/keys.operation.ts';
import { revokeMerchantKey, revokeOperatorKey } from './keys/revoke.operation.ts';
import { rotateMerchantKey, rotateOperatorKey } from './keys/rotate.operation.ts';
import { listAccountChanges } from './merchants/account-changes.operation.ts';
import { activateMerchant } from './merchants/activate.operation.ts';
import { approveAccountChange } from './merchants/approve.operation.ts';
import { getClock, setClock } from './merchants/clock.operation.ts';
import { getMerchantContract, listContracts, setContract } from './merchants/contracts.operation.ts';
import { deactivateMerchant } from './merchants/deactivate.operation.ts';
import { createMerchant, getMerchant, listMerchants, setMerchant } from './merchants/merchants.operation.ts';
import { createOrganisation, listOrganisations, setOrganisation } from './merchants/organisations.operation.ts';
import { setPayoutAccount } from './merchants/payout-accounts.operation.ts';
import { rejectAccountChange } from './merchants/reject.operation.ts';
import { captureOrder } from './orders/captures.operation.ts';
import { quoteEarlyRepayment } from './orders/early-repayment.operation.ts';
import { extendOrder } from './orders/expiry.operation.ts';
import { getOrderStory, searchOrders } from './orders/orders.operation.ts';
import { listOverdue } from './orders/overdue.operation.ts';
import { bookPayment } from './orders/payments.operation.ts';
import { refundOrder } from './orders/refunds.operation.ts';
import { releaseOrder } from './orders/release.operation.ts';
import { pauseReminders } from './orders/reminder-pause.operation.ts';
import { returnPayment } from './orders/return.operation.ts';
import { searchOrdersOfPerson } from './orders/search.operation.ts';
import { voidOrder } from './orders/voids.operation.ts';
import { withdrawFromCredit } from './orders/withdrawal.operation.ts';
import { erasePayer, erasePerson } from './privacy/erase.operation.ts';
import { exportPayer, exportPerson } from './privacy/export.operation.ts';
import { finishReferenceImport } from './reference/finish.operation.ts';
import { beginReferenceImport } from './reference/imports.operation.ts';
import { getLaw } from './reference/law.operation.ts';
import { addReferencePlaces } from './reference/places.operation.ts';
import { getReferenceData } from './reference/reference.operation.ts';
import { listCheckoutDecisions, listDecisions } from './risk/decisions.operation.ts';
import { importListEntries, listListEntries } from './risk/lists.operation.ts';
import { getPolicy, listPolicies, setPolicy } from './risk/policies.operation.ts';
import { removeListEntry } from './risk/remove.operation.ts';
import { replayPolicy } from './risk/replay.operation.ts';
import { decideReview, listReviews } from './risk/reviews.operation.ts';
import { adjustSettlement } from './settlement/adjustments.operation.ts';
import { listHouseAccounts, setHouseAccount } from './settlement/house-accounts.operation.ts';
import { getSettlementCsv } from './settlement/lines-csv.operation.ts';
import { getPayoutFile } from './settlement/pain-001-xml.operation.ts';
import { endPayout } from './settlement/payout.operation.ts';
import { listPayoutFiles, makePayoutFile } from './settlement/payout-files.operation.ts';
import { listPayouts } from './settlement/payouts.operation.ts';
import { previewSettlement } from './settlement/preview.operation.ts';
import { closeSettlement, getSettlement, listSettlements } from './settlement/settlements.operation.ts';
import { getSettlementPdf } from './settlement/statement-pdf.operation.ts';
import { listWebhookAttempts } from './webhooks/attempts.operation.ts';
import { listWebhookDeliveries } from './webhooks/deliveries.operation.ts';
import { listEvents, listMerchantEvents } from './webhooks/events.operation.ts';
import { replayWebhooks } from './webhooks/replays.operation.ts';
import { rotateWebhookSecret } from './webhooks/secrets.operation.ts';
import { testWebhookEndpoint } from './webhooks/test.operation.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from './webhooks/webhook-endpoints.operation.ts';

export const operations: readonly AnyOperation[] = [
  listOrganisations, // GET /admin/v1/organisations
  createOrganisation, // POST /admin/v1/organisations
  setOrganisation, // PUT /admin/v1/organisations/:organisationId
  listMerchants, // GET /admin/v1/merchants
  createMerchant, // POST /admin/v1/merchants
  getMerchant, // GET /admin/v1/merchants/:merchantId
  setMerchant, // PUT /admin/v1/merchants/:merchantId
  activateMerchant, // POST /admin/v1/merchants/:merchantId/activate
  deactivateMerchant, // POST /admin/v1/merchants/:merchantId/deactivate
  listContracts, // GET /admin/v1/merchants/:merchantId/contracts
  getMerchantContract, // GET /admin/v1/merchants/:merchantId/contracts/:version
  setContract, // POST /admin/v1/merchants/:merchantId/contracts
  searchOrders, // GET /admin/v1/merchants/:merchantId/orders
  searchOrdersOfPerson, // POST /admin/v1/merchants/:merchantId/orders/search
  getOrderStory, // GET /admin/v1/merchants/:merchantId/orders/:orderNumber
  captureOrder, // POST /admin/v1/merchants/:merchantId/orders/:orderNumber/captures
  refundOrder, // POST /admin/v1/merchants/:merchantId/orders/:orderNumber/refunds
  voidOrder, // POST /admin/v1/merchants/:merchantId/orders/:orderNumber/voids
  releaseOrder, // POST /admin/v1/merchants/:merchantId/orders/:orderNumber/release
  quoteEarlyRepayment, // GET /admin/v1/merchants/:merchantId/captures/:captureNumber/early-repayment
  withdrawFromCredit, // POST /admin/v1/merchants/:merchantId/orders/:orderNumber/withdrawal
  extendOrder, // POST /admin/v1/merchants/:merchantId/orders/:orderNumber/expiry
  listMerchantAudit, // GET /admin/v1/merchants/:merchantId/audit
  listAudit, // GET /admin/v1/audit
  listMerchantKeys, // GET /admin/v1/merchants/:merchantId/keys
  createMerchantKey, // POST /admin/v1/merchants/:merchantId/keys
  rotateMerchantKey, // POST /admin/v1/merchants/:merchantId/keys/:keyId/rotate
  revokeMerchantKey, // POST /admin/v1/merchants/:merchantId/keys/:keyId/revoke
  listOperatorKeys, // GET /admin/v1/keys
  createOperatorKey, // POST /admin/v1/keys
  rotateOperatorKey, // POST /admin/v1/keys/:keyId/rotate
  revokeOperatorKey, // POST /admin/v1/keys/:keyId/revoke
  getClock, // GET /admin/v1/merchants/:merchantId/clock
  setClock, // PUT /admin/v1/merchants/:merchantId/clock
  listJobs, // GET /admin/v1/jobs
  runJob, // POST /admin/v1/jobs/:name/run
  listAccounts, // GET /admin/v1/merchants/:merchantId/accounts
  getAccount, // GET /admin/v1/merchants/:merchantId/accounts/:accountNumber
  listAccountEntries, // GET /admin/v1/merchants/:merchantId/accounts/:accountNumber/entries
  listAccountStatements, // GET /admin/v1/merchants/:merchantId/accounts/:accountNumber/statements
  bookAccountPayment, // POST /admin/v1/merchants/:merchantId/accounts/:accountNumber/payments
  returnAccountPayment, // POST /admin/v1/merchants/:merchantId/accounts/:accountNumber/payments/:transactionId/return
  setAccountStopped, // PUT /admin/v1/merchants/:merchantId/accounts/:accountNumber/stopped
  withdrawFromAccount, // POST /admin/v1/merchants/:merchantId/accounts/:accountNumber/withdrawal
  getPaper, // GET /admin/v1/merchants/:merchantId/documents/:documentId/paper.pdf
  listListEntries, // GET /admin/v1/merchants/:merchantId/lists
  importListEntries, // POST /admin/v1/merchants/:merchantId/lists
  removeListEntry, // POST /admin/v1/merchants/:merchantId/lists/:entryId/remove
  listDuplicateCustomers, // GET /admin/v1/merchants/:merchantId/customers/duplicates
  mergeCustomers, // POST /admin/v1/merchants/:merchantId/customers/:customerNumber/merge
  listReviews, // GET /admin/v1/merchants/:merchantId/reviews
  decideReview, // POST /admin/v1/merchants/:merchantId/reviews/:number
  listPolicies, // GET /admin/v1/merchants/:merchantId/policies
  getPolicy, // GET /admin/v1/merchants/:merchantId/policies/:version
  setPolicy, // POST /admin/v1/merchants/:merchantId/policies
  replayPolicy, // POST /admin/v1/merchants/:merchantId/policies/replay
  listDecisions, // GET /admin/v1/merchants/:merchantId/orders/:orderNumber/decisions
  listCheckoutDecisions, // GET /admin/v1/merchants/:merchantId/checkouts/:checkoutId/decisions
  bookPayment, // POST /admin/v1/merchants/:merchantId/payments
  listSettlements, // GET /admin/v1/merchants/:merchantId/settlements
  closeSettlement, // POST /admin/v1/merchants/:merchantId/settlements
  getSettlement, // GET /admin/v1/merchants/:merchantId/settlements/:number
  getSettlementCsv, // GET /admin/v1/merchants/:merchantId/settlements/:number/lines.csv
  getSettlementPdf, // GET /admin/v1/merchants/:merchantId/settlements/:number/statement.pdf
  previewSettlement, // POST /admin/v1/merchants/:merchantId/settlements/preview
  adjustSettlement, // POST /admin/v1/merchants/:merchantId/settlements/adjustments
  endPayout, // POST /admin/v1/merchants/:merchantId/settlements/:number/payout
  listPayouts, // GET /admin/v1/payouts
  makePayoutFile, // POST /admin/v1/payout-files
  listPayoutFiles, // GET /admin/v1/payout-files
  getPayoutFile, // GET /admin/v1/payout-files/:fileId/pain.001.xml
  listHouseAccounts, // GET /admin/v1/house-accounts
  setHouseAccount, // PUT /admin/v1/house-accounts/:currency
  setPayoutAccount, // PUT /admin/v1/merchants/:merchantId/payout-accounts/:currency
  listAccountChanges, // GET /admin/v1/account-changes
  approveAccountChange, // POST /admin/v1/account-changes/:changeId/approve
  rejectAccountChange, // POST /admin/v1/account-changes/:changeId/reject
  exportPerson, // POST /admin/v1/merchants/:merchantId/persons/export
  erasePerson, // POST /admin/v1/merchants/:merchantId/persons/erase
  exportPayer, // POST /admin/v1/payers/export
  erasePayer, // POST /admin/v1/payers/erase
  listChainHeads, // GET /admin/v1/chains
  proveChain, // GET /admin/v1/merchants/:merchantId/chains/:chain/proof
  getLaw, // GET /admin/v1/law
  getReferenceData, // GET /admin/v1/reference
  beginReferenceImport, // POST /admin/v1/reference/imports
  addReferencePlaces, // POST /admin/v1/reference/imports/:importId/places
  finishReferenceImport, // POST /admin/v1/reference/imports/:importId/finish
  listEvents, // GET /admin/v1/events
  listMerchantEvents, // GET /admin/v1/merchants/:merchantId/events
  listWebhookEndpoints, // GET /admin/v1/merchants/:merchantId/webhook-endpoints
  createWebhookEndpoint, // POST /admin/v1/merchants/:merchantId/webhook-endpoints
  getWebhookEndpoint, // GET /admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId
  updateWebhookEndpoint, // PATCH /admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId
  deleteWebhookEndpoint, // DELETE /admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId
  rotateWebhookSecret, // POST /admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId/secrets
  testWebhookEndpoint, // POST /admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId/test
  listWebhookDeliveries, // GET /admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId/deliveries
  listWebhookAttempts, // GET /admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId/attempts
  replayWebhooks, // POST /admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId/replays
  importBankStatement, // POST /admin/v1/bank-statements
  listBankImports, // GET /admin/v1/bank-statements
  listBankEntries, // GET /admin/v1/bank-entries
  assignBankEntry, // POST /admin/v1/bank-entries/:entryId/assign
  closeBankEntry, // POST /admin/v1/bank-entries/:entryId/close
  listOverdue, // GET /admin/v1/merchants/:merchantId/overdue
  pauseReminders, // PUT /admin/v1/merchants/:merchantId/captures/:captureNumber/reminder-pause
  makeCollections, // POST /admin/v1/merchants/:merchantId/collections
  collectAgain, // POST /admin/v1/merchants/:merchantId/collections/again
  listCollections, // GET /admin/v1/merchants/:merchantId/collections
  getCollectionFile, // GET /admin/v1/merchants/:merchantId/collections/:fileId
  returnPayment, // POST /admin/v1/merchants/:merchantId/payments/:transactionId/return
];
