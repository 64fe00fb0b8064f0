// What the paper of a contract says (core/documents/contract.ts), from the checkout it was made in.

import { clausesOf } from '../account/clauses.ts';
import { accountFeeMinor } from '../account/letter-fee.ts';
import { accountSent, judgeAccount } from '../bank/bank-account.ts';
import { compactAccount } from '../bank/iban.ts';
import { servable } from '../bank/sepa.ts';
import { countries } from '../countries/countries.ts';
import { paymentParts } from '../credit-profiles.ts';
import { addDays, type Day, timeAt } from '../dates.ts';
import { buyerOf as addressedTo } from '../documents/buyer.ts';
import type {
  AccountClauses,
  BuyerParty,
  ContractData,
  ContractPayment,
  CreditData,
  CreditorParty,
  InstallmentRow,
  LateRule,
  MandateData,
} from '../documents/contract.ts';
import { decimalText, type Writing } from '../documents/format.ts';
import type { Json, JsonObject } from '../json.ts';
import { lateRateOn } from '../law/late-interest.ts';
import { lawOn } from '../law/law-on.ts';
import { statedFeeMinor } from '../law/reminder-fee.ts';
import { type Merchant, paymentOrderOf } from '../merchant.ts';
import { monthlyDueDay } from '../monthly-invoice.ts';
import { lateTermsOf } from '../order/late-charges.ts';
import { rateText } from '../plan/apr.ts';
import { dueDays } from '../plan/due-days.ts';
import { assumedCeilingMinor } from '../plan/offers.ts';
import { openEndedOf } from '../plan/open-ended.ts';
import { installmentMinor, type Plan } from '../plan/plan.ts';
import { fill } from '../texts/fill.ts';
import { texts } from '../texts/texts.ts';
import type { Basket } from './products.ts';
import type { Checkout, PaymentContract } from './rows.ts';
import { type Agreed, type ContractRequest, termsOf } from './terms.ts';

export interface Making {
  readonly contract: Pick<
    PaymentContract,
    'id' | 'number' | 'madeAt' | 'paymentType' | 'terms' | 'mandateNumber' | 'bankAccount'
  >;
  readonly agreed: Omit<Agreed, 'profile'>;
  readonly basket: Basket;
  /** What is not for one purchase has no details of an order. */
  readonly checkout: Pick<Checkout, 'customer' | 'customerNumber' | 'orderDetails' | 'amountMinor'>;
  readonly request: Pick<ContractRequest, 'language' | 'bankCode' | 'withdrawalUrl'>;
  /** What is known of an account only where it is opened with its agreement. */
  readonly appliedFor?: Pick<AccountClauses, 'firstStatementOn' | 'payoutFees'>;
}

export function contractDataOf(making: Making, merchant: Merchant): ContractData {
  const { contract, basket, checkout, request } = making;
  const credit = creditOf(making, merchant);
  return {
    kind: 'Contract',
    number: contract.number,
    language: request.language,
    country: merchant.country,
    currency: basket.currency,
    madeAt: contract.madeAt,
    madeOn: basket.on,
    givenAt: timeAt(contract.madeAt, merchant.timeZone),
    creditor: creditorOf(merchant),
    shop: merchant.name === merchant.contract.payee.name ? null : partyNamed(merchant.name, []),
    buyer: buyerOf(checkout),
    purchase: purchaseOf(checkout, { language: request.language, country: merchant.country }),
    credit,
    directDebit: mandateOf(making, merchant),
    payment: paymentOf(making, credit, merchant),
    withdrawalUrl: request.withdrawalUrl(contract.id),
  };
}

/** How the first payment, or the whole, is made by hand. */
function paymentOf(
  { contract, checkout }: Making,
  { installments }: CreditData,
  { contract: { payee }, country }: Merchant,
): ContractPayment | null {
  const { paymentReference: reference } = termsOf(contract);
  const [first] = installments;
  if (reference === undefined || !first) return null;
  const { address: debtor } = addressedTo(object(checkout.customer), country);
  return { payee, reference, dueOn: first.dueOn, amountMinor: first.amountMinor, debtor };
}

const partyNamed = (name: string, addressLines: readonly string[]): CreditorParty => ({
  name,
  organisationNumber: null,
  addressLines,
  email: null,
  phone: null,
  website: null,
});

function creditorOf({ contract: { payee } }: Merchant): CreditorParty {
  const { address } = payee;
  const { organisationNumber = null, vatNumber = null, email = null, phone = null, website = null } = payee;
  return {
    name: payee.name,
    addressLines: address ? [address.street, `${address.postalCode} ${address.postalPlace}`] : [],
    organisationNumber,
    vatNumber,
    email,
    phone,
    website,
    supervisoryAuthority: payee.supervisoryAuthority ?? null,
  };
}

const object = (json: Json | undefined): JsonObject => (json ?? {}) as JsonObject;
const text = (json: Json | undefined): string => (typeof json === 'string' ? json : '');
const words = (...parts: (Json | undefined)[]): string => parts.map(text).filter(Boolean).join(' ');

/** The buyer as far as the checkout knows them. */
export function buyerOf(checkout: Pick<Checkout, 'customer' | 'customerNumber'>): BuyerParty {
  const customer = object(checkout.customer);
  const address = object(customer['address']);
  const company = text(customer['companyName']) || text(customer['lastName']);
  const person = words(customer['firstName'], customer['lastName']);
  const isCompany = customer['customerCategory'] === 'Company';
  const lines = [
    text(address['careOf']) && `c/o ${text(address['careOf'])}`,
    words(address['street'], address['streetNumber'], address['streetNumberAdditional']),
    words(address['postalCode'], address['postalPlace']),
  ];
  return {
    category: isCompany ? 'Company' : 'Person',
    name: isCompany ? company : person,
    addressLines: lines.filter(Boolean),
    email: text(customer['email']) || null,
    phone: text(customer['mobilePhone']) || text(customer['phone']) || null,
    birthDate: text(customer['birthDate']) || null,
    customerNumber: checkout.customerNumber,
  };
}

function purchaseOf({ orderDetails, amountMinor }: Making['checkout'], writing: Writing): ContractData['purchase'] {
  const order = object(orderDetails);
  const items = (order['items'] ?? []) as unknown as { quantity: number; description: string }[];
  return {
    orderNumber: text(order['number']) || null,
    items: items.map(({ quantity, description }) => `${decimalText(String(quantity), writing)} × ${description}`),
    cashPriceMinor: orderDetails === null ? null : amountMinor,
  };
}

/** Costs that a credit without interest and fees has. */
const free = {
  nominalRate: '0.00',
  annualPercentageRate: '0.00',
  startupFeeMinor: 0n,
  monthlyFeeMinor: 0n,
} as const;

function creditOf(making: Making, merchant: Merchant): CreditData {
  const { agreed, basket, contract, request } = making;
  const { amountMinor, on } = basket;
  const { withdrawalDays } = lawOn(merchant.country, on);
  const phrases = texts[request.language].checkout;
  const common = { ...free, ...lateCosts(making, merchant), amountMinor, withdrawalDays };
  if (agreed.plan) return { ...common, ...installmentCredit(agreed.plan, making, merchant) };
  if (agreed.terms.account) return { ...common, ...accountCredit(making, merchant) };
  const isMonthly = contract.paymentType === 'Consolidatedinvoice';
  const days = agreed.terms.daysUntilDue ?? merchant.contract.invoiceDays;
  const dueOn = isMonthly ? monthlyDueDay(on, merchant.contract.consolidatedInvoiceDays) : addDays(on, days);
  return {
    ...common,
    type: isMonthly ? 'Consolidatedinvoice' : 'Invoice',
    title: isMonthly ? phrases.consolidatedTitle : fill(phrases.invoiceTitle, { days }),
    totalMinor: amountMinor,
    installments: [payment(1, dueOn, { principalMinor: amountMinor, interestMinor: 0n, feeMinor: 0n }, 0n)],
  };
}

/** What being late costs, in numbers: the rate of the day and how it moves, of what is not charged to an account; the fee of a reminder. */
function lateCosts(making: Making, merchant: Merchant) {
  const { agreed, basket } = making;
  const { country, contract } = merchant;
  const { on } = basket;
  const { reminders } = contract;
  const terms = lateTermsOf({ installment: agreed.terms.installment, creditMinor: basket.amountMinor }, merchant, on);
  // An account has its own rate go on and no other: what its holder owes late is part of it.
  const rate = isCharged(making) ? undefined : lateRateOn(terms, on);
  const { changes } = countries[country].law.late;
  const lateRule: LateRule | undefined = terms.agreedBps !== null ? 'agreed' : changes === 'never' ? undefined : changes;
  const fee = (isCharged(making) ? accountFeeMinor : statedFeeMinor)(country, reminders?.feeMinor, basket);
  return {
    // Where the rate of the day is not known, it is the law's.
    lateInterestRate: rate === undefined ? null : (rate / 100).toFixed(2),
    ...(rate !== undefined && lateRule && { lateRule }),
    reminderFeeMinor: fee > 0n && basket.currency === countries[country].currency ? fee : null,
  };
}

type Part = Pick<InstallmentRow, 'principalMinor' | 'interestMinor' | 'feeMinor'>;

const payment = (number: number, dueOn: Day, part: Part, balanceMinor: bigint): InstallmentRow => ({
  number,
  dueOn,
  amountMinor: installmentMinor(part),
  ...part,
  balanceMinor,
});

/** Days as if the goods left today: the schedule that holds comes with the invoice. */
function installmentCredit(plan: Plan, { basket, request }: Making, { country }: Merchant) {
  const days = dueDays(basket.on, plan.installments.length, country);
  let balance = basket.amountMinor;
  const installments = plan.installments.map((part, index) => {
    balance -= part.principalMinor;
    return payment(index + 1, days[index] ?? basket.on, part, balance);
  });
  const { interestRateBps, numberOfInstallments: count, startupFeeMinor, monthlyFeeMinor } = plan.terms;
  return {
    type: 'Installment' as const,
    title: fill(texts[request.language].checkout.installmentTitle, { count }),
    totalMinor: plan.totalMinor,
    nominalRate: (interestRateBps / 100).toFixed(2),
    annualPercentageRate: plan.effectiveAnnualPercentageRate,
    startupFeeMinor,
    monthlyFeeMinor,
    installments,
  };
}

/** Is it an account that asks for it? What a mandate is given for is collected of the order. */
const isCharged = ({ agreed, contract }: Making): boolean => agreed.terms.account !== null && contract.mandateNumber === null;

/**
 * An account has no schedule; its rate and its total follow the assumptions of the law for open-ended credit. One that was applied for
 * has a limit, which takes the place of the assumed one; one that an order is put on has none.
 */
function accountCredit(making: Making, merchant: Merchant) {
  const { agreed, basket, checkout, request, appliedFor } = making;
  const paymentOrder = paymentOrderOf(merchant.contract);
  const isUsual = !isCharged(making) || paymentOrder.join() === paymentParts.join();
  const { account } = agreed.terms;
  const used = account && openEndedOf(basket.amountMinor, account);
  const assumedMinor = checkout.orderDetails === null ? undefined : assumedCeilingMinor[basket.currency];
  const year = assumedMinor === undefined ? used : account && openEndedOf(assumedMinor, account);
  return {
    type: 'Account' as const,
    title: texts[request.language].checkout.accountTitle,
    totalMinor: basket.amountMinor + (used ? used.interestMinor + used.feesMinor : 0n),
    nominalRate: ((account?.interestRateBps ?? 0) / 100).toFixed(2),
    annualPercentageRate: year ? rateText(year.annualRate) : '0.00',
    ...(assumedMinor !== undefined && { assumedMinor }),
    startupFeeMinor: account?.startupFeeMinor ?? 0n,
    monthlyFeeMinor: account?.monthlyFeeMinor ?? 0n,
    ...(!isUsual && { paymentOrder }),
    ...(account && isCharged(making) && { account: { ...clausesOf(account, merchant.country, basket.on), ...appliedFor } }),
    installments: [],
  };
}

function mandateOf({ contract, checkout, request }: Making, merchant: Merchant): MandateData | null {
  const { mandateNumber, bankAccount } = contract;
  const creditorId = merchant.contract.payee.sepaCreditorId;
  if (mandateNumber === null || bankAccount === null || creditorId === null) return null;
  // A national account is known to the mandate by its IBAN.
  const account = judgeAccount(accountSent(bankAccount, request.bankCode), merchant.country, servable);
  return {
    reference: mandateNumber,
    creditorId,
    accountHolder: buyerOf(checkout).name,
    iban: account.iban ?? compactAccount(bankAccount),
    bic: account.bic ?? request.bankCode,
    recurrent: contract.paymentType !== 'Invoice',
  };
}
