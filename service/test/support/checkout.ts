// A checkout without a database: a shop with one plan, one account and campaigns, and what a buyer chose there.
import type { Basket } from '../../src/core/checkout/products.ts';
import type { Checkout, PaymentContract } from '../../src/core/checkout/rows.ts';
import type { Choice, ContractRequest } from '../../src/core/checkout/terms.ts';
import { account, installment } from '../../src/core/countries/demo-shop.ts';
import type { AccountProfile, InstallmentProfile } from '../../src/core/credit-profiles.ts';
import type { Contract, Merchant } from '../../src/core/merchant.ts';
import { asSent } from './applicant.ts';
import { merchantIn } from './merchant.ts';

export const today = '2026-06-10';
/** Six months at 9 %, 5.00 once and 1.00 a month, from 50.00 to 1 000.00. */
export const six: InstallmentProfile = installment(1, 6, [50, 1_000], 900, { startup: 5, monthly: 1 });
/** An account at 12 % from 50.00 to 1 000.00. */
export const revolving: AccountProfile = { ...account(1_200, 10, [50, 1_000]), profileNo: 9 };

export function shop(over: Partial<Contract> = {}, country: Parameters<typeof merchantIn>[0] = 'DE'): Merchant {
  const merchant = merchantIn(country);
  const campaigns = [
    { campaignNumber: 60, description: '', daysUntilDue: 60, validFrom: null, validTo: null },
    { campaignNumber: 90, description: '', daysUntilDue: 90, validFrom: '2026-06-11', validTo: null },
  ];
  const products = { installmentProfiles: [six], accountProfiles: [revolving], campaigns };
  return { ...merchant, contract: { ...merchant.contract, ...products, ...over } };
}

/** A shop that collects nothing. */
export const noDebit: Partial<Contract> = { directDebit: false };

export const basket: Basket = { amountMinor: 60_000n, currency: 'EUR', on: today };

export const chosen = (type: string, over: Partial<Choice> = {}): Choice => ({
  type,
  campaignNumber: null,
  profileNo: null,
  numberOfInstallments: null,
  interestRate: null,
  directDebit: false,
  ...over,
});

/** What a buyer asks a contract for. */
export const asking = (choice: ContractRequest['choice'], bankAccount: string | null = null): ContractRequest => ({
  choice,
  bankAccount,
  bankAccountKey: bankAccount && 'key',
  bankCode: null,
  language: 'DE',
  withdrawalUrl: (id) => `https://pay.example/w/${id}`,
});

/** Of a basket of 600.00, by a customer of a number. */
export const checkoutUntil = (expiresAt: number): Checkout => ({
  id: 'c',
  customerNumber: '77',
  currency: 'EUR',
  amountMinor: 60_000n,
  orderDetails: { number: 'o1' },
  customer: asSent,
  deliveryCustomer: null,
  nationalId: null,
  deliveryNationalId: null,
  remarks: null,
  orderId: null,
  expiresAt,
});

/** An agreement on installments for 600.00, not used yet. */
export const agreedContract = (terms: PaymentContract['terms'], madeAt: number, expiresAt: number): PaymentContract => ({
  id: 'contract',
  number: '1',
  mandateNumber: null,
  checkoutId: 'c',
  paymentType: 'Installment',
  amountMinor: 60_000n,
  currency: 'EUR',
  terms,
  bankAccount: null,
  bankAccountKey: null,
  documentId: 'd',
  orderId: null,
  madeAt,
  usedAt: null,
  expiresAt,
});
