// Refusals of checkouts: payment methods, their contracts, installment plans and currencies.
import { type CatalogueEntry, row } from './row.ts';

export const checkoutRefusals = {
  'method.not_available': row(
    '400.108',
    400,
    'This payment method is not part of the merchant’s contract, or is not offered for this order.',
    'otherMethod',
  ),
  'method.contract_needed': row(
    '400.109',
    400,
    'A valid contract is needed: one of this checkout, for this payment method, amount and account.',
    'otherMethod',
  ),
  'installment.profile': row('400.110', 400, 'There is no installment profile with this number.', 'otherMethod'),
  'installment.no_plans': row('400.111', 400, 'The installment profile has no plan for this amount now.', 'otherMethod'),
  'installment.amount': row('400.112', 400, 'The amount is too small for so many monthly payments.', 'otherMethod'),
  'installment.number': row('400.113', 400, 'The installment profile has {number} installments.', 'otherMethod'),
  'account.profile': row('400.114', 400, 'There is no account profile with this number for this amount.', 'otherMethod'),
  'method.campaign': row('400.262', 400, 'There is no campaign with this number now.', 'otherMethod'),
  'method.recurring': row(
    '400.391',
    400,
    'Agreements for later direct debits (recurringDirectDebit) are not kept: send directDebit with each order.',
    'otherMethod',
  ),
  'installment.rate': row('400.263', 400, 'The installment profile has a rate of {rate} % a year.', 'otherMethod'),
  'checkout.not_found': row(
    '400.260',
    404,
    'There is no such checkout, or it is older than 24 hours; ask for payment methods again.',
  ),
  'checkout.used': row('400.261', 409, 'An order was already placed with this checkout; ask for payment methods again.'),
  'checkout.customer_number': row('400.103', 400, 'The customer number differs from the one of the checkout.'),
  'order.currency_not_offered': row('400.224', 400, 'The merchant’s contract does not have this currency.'),
  'order.currency_not_payable': row(
    '400.390',
    400,
    'The merchant’s contract names no account that consumers could pay {currency} to.',
    'otherMethod',
  ),
  'country.not_offered': row('400.298', 400, 'The merchant’s contract is for {country} only.'),
} as const satisfies Record<string, CatalogueEntry>;

/** What is refused of a product that an order or a contract names. */
export const productRefusals = [
  'installment.profile',
  'installment.no_plans',
  'installment.amount',
  'installment.number',
  'account.profile',
  'method.campaign',
  'installment.rate',
] as const satisfies readonly (keyof typeof checkoutRefusals)[];
