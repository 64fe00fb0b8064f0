// A buyer agrees to a credit, an account or a mandate in the checkout: the terms are frozen, the
// paper is described, and authorize refers to both by the contract's id.

import { accountFeeMinor } from '../account/letter-fee.ts';
import { ibanOrNumber } from '../bank/bank-account.ts';
import { type Decided, insert } from '../changes.ts';
import { dayAt, dayMs } from '../dates.ts';
import { documentRow } from '../documents/content.ts';
import { statedFeeMinor } from '../law/reminder-fee.ts';
import { type Merchant, paymentOrderOf } from '../merchant.ts';
import { drawReferenceAhead } from '../payment-reference/references.ts';
import { type Notice, Refusal, refuse } from '../refusals.ts';
import { asJson } from '../risk/decision.ts';
import type { CheckoutDecision } from '../risk/rows.ts';
import type { Setting } from '../setting.ts';
import { bankAccountFault, namesItsBuyer } from './agreement.ts';
import { checkoutFault } from './checkout.ts';
import { contractDataOf } from './contract-data.ts';
import { type Basket, needsAccount } from './products.ts';
import type { Checkout, PaymentContract } from './rows.ts';
import { type Agreed, agree, type ContractRequest, type Terms } from './terms.ts';

/** How long a contract waits for its order. */
const contractMs = dayMs;

export interface MadeContract {
  readonly contract: PaymentContract;
  readonly agreed: Agreed;
}

/**
 * A contract for a checkout. Refused like an order that is paid so (400.108, 400.110 to 400.114, a missing bank account), when the
 * checkout is over (404) or was used (409), and where the buyer of a plan, an account or a mandate is not known by name and address
 * (400.002). Nor is there one for a buyer who was rejected when the checkout was made (400.108): nothing was offered, and there would be a
 * paper about a credit that is not given.
 */
export function makeContract(
  checkout: Checkout,
  request: ContractRequest,
  setting: Setting,
  decided?: Pick<CheckoutDecision, 'outcome'>,
): Decided<MadeContract> | Refusal {
  const { merchant, now, chance } = setting;
  const { amountMinor, currency } = checkout;
  const fault = checkoutFault(checkout, null, now);
  if (fault) return fault;
  if (decided?.outcome === 'Rejected') return refuse('method.not_available', 'paymentInfo.type');
  const basket: Basket = { amountMinor, currency, on: dayAt(now, merchant.timeZone) };
  const agreed = agree(request.choice, basket, merchant, 'paymentInfo');
  if (agreed instanceof Refusal) return agreed;
  const named = { isRequired: needsAccount(agreed.profile, basket, merchant), collectedIn: currency };
  const accountFault = bankAccountFault(request, named, merchant, 'paymentInfo');
  if (accountFault) return accountFault;
  const isNamed = namesItsBuyer(request.choice.type, request.bankAccount !== null);
  const nameless = isNamed ? Refusal.of(missingOf(checkout)) : undefined;
  if (nameless) return nameless;
  // Each invoice of a month's end has a reference of its own, and an account has its statements.
  const isPaidByHand = request.bankAccount === null && ['Invoice', 'Installment'].includes(request.choice.type);
  const paymentReference = isPaidByHand ? drawReferenceAhead(merchant.country, merchant.contract.payee, chance) : undefined;
  const contract: PaymentContract = {
    id: chance.id(),
    number: chance.number(),
    mandateNumber: request.bankAccount === null ? null : chance.number(),
    checkoutId: checkout.id,
    paymentType: request.choice.type,
    amountMinor,
    currency,
    terms: asJson({
      ...agreed.terms,
      ...whatStays(agreed, request, basket, merchant),
      agreedOn: basket.on,
      directDebit: request.bankAccount !== null,
      ...(paymentReference !== undefined && { paymentReference }),
    }),
    bankAccount: request.bankAccount && ibanOrNumber(request.bankAccount, request.bankCode, merchant.country),
    bankAccountKey: request.bankAccountKey,
    documentId: chance.id(),
    orderId: null,
    madeAt: now,
    usedAt: null,
    expiresAt: now + contractMs,
  };
  const paper = contractDataOf({ contract, agreed, basket, checkout, request }, merchant);
  return {
    answer: { contract, agreed },
    changes: [insert('contracts', contract), insert('documents', documentRow(contract.documentId, paper, null))],
    events: [
      {
        type: 'contract.made',
        orderId: null,
        resource: { type: 'contract', number: contract.number, version: 1 },
        subject: contract.number,
        currency,
        amountMinor,
        details: { paymentType: contract.paymentType, checkoutId: checkout.id },
      },
    ],
  };
}

/** What the checkout does not say of its buyer, without which no one agrees to anything. */
function missingOf({ customer }: Checkout): Notice[] {
  const said = (customer ?? {}) as Partial<Record<string, string>> & { readonly address?: Partial<Record<string, string>> };
  const { address = {} } = said;
  const isCompany = said['customerCategory'] === 'Company';
  const names = isCompany ? (said['lastName'] ? [] : ['companyName']) : ['firstName', 'lastName'];
  const places = ['street', 'postalCode', 'postalPlace'].filter((part) => !address[part]).map((part) => `address.${part}`);
  const missing = [...names.filter((name) => !said[name]), ...places];
  return missing.map((member) => ({ id: 'value.required', field: `customer.${member}` }));
}

/** What an agreement says of the merchant's terms, so that it stays when those change: days to pay, what payments cover, what being late costs. */
function whatStays(
  { terms }: Agreed,
  { choice, bankAccount }: ContractRequest,
  basket: Basket,
  { country, contract }: Merchant,
): Partial<Terms> {
  const { feeMinor, interestRateBps = null } = contract.reminders ?? {};
  // Of an account no interest on late payment is agreed on, and a fee as far as its letters may have one; what no account can ask for after
  // all costs no more.
  const isOnAccount = terms.account !== null && bankAccount === null;
  return {
    ...(choice.type === 'Invoice' && terms.daysUntilDue === null && { daysUntilDue: contract.invoiceDays }),
    ...(terms.account && { paymentOrder: paymentOrderOf(contract) }),
    late: {
      interestRateBps: isOnAccount ? 0 : interestRateBps,
      reminderFeeMinor: (isOnAccount ? accountFeeMinor : statedFeeMinor)(country, feeMinor, basket),
    },
  };
}
