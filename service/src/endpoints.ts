// START HERE: the 24 endpoints in the order of the specification, and /status. From a URL to its file without searching:
// the folder is the first word after /api/v3/, the file the last word that is no parameter, with hyphens where it has capitals.

import type { Endpoint } from './book/endpoint.ts';
import { authorizeCheckout } from './checkout/authorize.endpoint.ts';
import { createContract } from './checkout/contract.endpoint.ts';
import { paymentMethods } from './checkout/payment-methods.endpoint.ts';
import { getCreditLimit } from './customer-account/credit-limit.endpoint.ts';
import { applyForAccount, findAccount } from './customer-account/customer-account.endpoint.ts';
import { addEvent } from './customer-account/event.endpoint.ts';
import { updateCustomer } from './customers/update-customer.endpoint.ts';
import { lookupCustomer } from './lookup/customer.endpoint.ts';
import { lookupInstallmentPlans } from './lookup/installment-plans.endpoint.ts';
import { createCapture, getCaptures } from './orders/captures.endpoint.ts';
import { getOrder } from './orders/orders.endpoint.ts';
import { createRefund, getRefunds } from './orders/refunds.endpoint.ts';
import { returnNotification } from './orders/return-notification.endpoint.ts';
import { addShippingDetails, updateShippingDetails } from './orders/shipping-details.endpoint.ts';
import { updateOrder } from './orders/update-order.endpoint.ts';
import { createVoid, getVoids } from './orders/voids.endpoint.ts';
import { getStatus } from './status/status.endpoint.ts';
import { validateAddress } from './validate/address.endpoint.ts';
import { validateBankAccount } from './validate/bank-account.endpoint.ts';
import { getVersion } from './version/version.endpoint.ts';

export const endpoints: readonly Endpoint[] = [
  // Checkout
  authorizeCheckout, // POST /api/v3/checkout/authorize
  paymentMethods, // POST /api/v3/checkout/payment-methods
  // Order management
  createCapture, // POST /api/v3/orders/:orderNumber/captures
  returnNotification, // POST /api/v3/orders/:orderNumber/captures/return-notification
  createRefund, // POST /api/v3/orders/:orderNumber/refunds
  createVoid, // POST /api/v3/orders/:orderNumber/voids
  updateOrder, // POST /api/v3/orders/:orderNumber/updateOrder
  getOrder, // GET /api/v3/orders/:orderNumber
  getCaptures, // GET /api/v3/orders/:orderNumber/captures/:captureNumber?
  getRefunds, // GET /api/v3/orders/:orderNumber/refunds/:refundNumber?
  getVoids, // GET /api/v3/orders/:orderNumber/voids/:voidNumber?
  // Shipping details
  addShippingDetails, // POST /api/v3/orders/:orderNumber/captures/:captureNumber/shipping-details
  updateShippingDetails, // PATCH /api/v3/orders/:orderNumber/captures/:captureNumber/shipping-details/:shippingNumber
  // Additional services
  lookupCustomer, // POST /api/v3/lookup/customer
  updateCustomer, // PATCH /api/v3/customers/:customerNumber/updateCustomer
  lookupInstallmentPlans, // POST /api/v3/lookup/installment-plans
  validateBankAccount, // POST /api/v3/validate/bank-account
  validateAddress, // POST /api/v3/validate/address
  createContract, // POST /api/v3/checkout/:checkoutId/contract
  // FastTrack
  applyForAccount, // POST /api/v3/customer-account
  getCreditLimit, // GET /api/v3/customer-account/:accountNumber/credit-limit
  addEvent, // POST /api/v3/customer-account/:accountNumber/event
  findAccount, // GET /api/v3/customer-account/:ssn
  // Common
  getVersion, // GET /api/v3/version
  getStatus, // GET /api/v3/status
];
