// START HERE: the 24 endpoints, in the order of the specification. From a URL to its file without searching:
// the folder is the first word after /api/v3/, the file the last word that is no parameter.

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
import { update } from './orders/update-order.endpoint.ts';
import { createVoid, getVoids } from './orders/voids.endpoint.ts';
import { validateAddress } from './validate/address.endpoint.ts';
import { validateBankAccount } from './validate/bank-account.endpoint.ts';
import { getStatus, getVersion } from './version/version.endpoint.ts';

export const endpoints: readonly Endpoint[] = [
  // Checkout
  authorizeCheckout,
  paymentMethods,
  // Order management
  createCapture,
  returnNotification,
  createRefund,
  createVoid,
  update,
  getOrder,
  getCaptures,
  getRefunds,
  getVoids,
  // Shipping details
  addShippingDetails,
  updateShippingDetails,
  // Additional services
  lookupCustomer,
  updateCustomer,
  lookupInstallmentPlans,
  validateBankAccount,
  validateAddress,
  createContract,
  // FastTrack
  applyForAccount,
  getCreditLimit,
  addEvent,
  findAccount,
  // Common
  getVersion,
  getStatus,
];
