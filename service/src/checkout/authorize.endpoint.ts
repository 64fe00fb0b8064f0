// POST /checkout/authorize: full credit decision for a customer and a basket.

import { type EndpointRequest, write } from '../book/endpoint.ts';
import type { AddressFit } from '../core/address/address.ts';
import { answering } from '../core/changes.ts';
import type { Checkout, PaymentContract } from '../core/checkout/rows.ts';
import { type JsonObject, said } from '../core/json.ts';
import { minorFromWire } from '../core/money.ts';
import { type Authorized, type AuthorizeRequest, authorize } from '../core/order/authorize.ts';
import { productRefusals } from '../core/refusals/checkout.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { outcomes } from '../core/risk/decide-credit.ts';
import { hear } from '../sources/sources.ts';
import { tokenFault } from '../wire/account-tokens.ts';
import { customerFaults, receiverFaults } from '../wire/customer-faults.ts';
import {
  CheckoutCustomer,
  CustomerAnswer,
  CustomerInPart,
  DeliveryCustomer,
  type Introducing,
  introductionFromWire,
  partyFromWire,
  personNeedFromWire,
  whoToWire,
} from '../wire/customers.ts';
import { authorizeExample } from '../wire/examples.ts';
import { lineFromWire } from '../wire/items.ts';
import { asAnswered, fitOf, type JudgedAddresses, judgeAddresses, noticesOf, withCorrected } from '../wire/judged-addresses.ts';
import { languageOf, Message, messageOf } from '../wire/messages.ts';
import { aboutOrder, Order, OrderInPart, OrderRisk } from '../wire/orders.ts';
import { AdditionalData, choiceFromWire, Payment } from '../wire/payment.ts';
import { references, referencesOf } from '../wire/references.ts';
import { withRights } from '../wire/rejections.ts';
import { ConversationLanguage, DayText, Opt, type Static, Text, Type, Uuid, Word } from '../wire/schema.ts';
import { contestUrl } from '../wire/signed-link.ts';
import { type LookedAt, marksFromWire, traitsFromWire } from '../wire/traits.ts';
import { secureLoginUrl } from './secure-login.ts';
import { checkoutFromRows, completeFrom, contractIdOf, findCheckoutBy, isId, partyNamed } from './two-step.ts';

const AuthorizeRequestBody = Type.Object(
  {
    payment: Payment,
    checkoutId: Opt(Uuid()),
    customer: CheckoutCustomer,
    deliveryCustomer: Opt(DeliveryCustomer),
    order: Order,
    additionalData: Opt(AdditionalData),
    ...references,
    nonce: Opt(Text(4096)),
    merchantUrl: Opt(Text(2048)),
    contractId: Opt(Uuid('The older place; payment.contractId wins.')),
    risk: Opt(OrderRisk),
    conversationLanguage: Opt(ConversationLanguage()),
  },
  { title: 'WholeAuthorizeRequest' },
);
type Body = Static<typeof AuthorizeRequestBody>;

/** Sent with a checkoutId, customer and order may leave out what was sent for payment methods (C41). */
const AsSent = Type.Object(
  { ...AuthorizeRequestBody.properties, customer: Opt(CustomerInPart), order: Opt(OrderInPart) },
  { title: 'AuthorizeRequest' },
);

const AuthorizeAnswer = Type.Object(
  {
    outcome: Word(outcomes),
    customer: CustomerAnswer,
    deliveryCustomer: Opt(CustomerAnswer),
    reservationId: Opt(Uuid()),
    checkoutId: Uuid(),
    secureLoginUrl: Opt(Type.String({ description: 'Where the consumer confirms the identity, when that is needed.' })),
    redirectUrl: Opt(Type.String({ description: 'The newer name of secureLoginUrl.' })),
    riskCheckMessages: Opt(Type.Array(Message)),
    expirationDate: Opt(DayText('The last day on which the order can be captured.')),
  },
  { title: 'AuthorizeAnswer' },
);

export const authorizeCheckout = write({
  id: 'authorize',
  method: 'POST',
  path: '/api/v3/checkout/authorize',
  tag: 'Checkout',
  summary: 'Authorize payment for a customer and basket',
  about:
    'A rejected or pending decision is an answer with status 200: look at `outcome`. A rejected order leaves its number free.',
  scope: ['checkout'],
  refusals: [
    'order.number_used',
    'order.gross_total',
    'order.net_total',
    'method.not_available',
    'method.contract_needed',
    ...productRefusals,
    'bank_account.not_served',
    'order.currency_not_offered',
    'order.currency_not_payable',
    'method.recurring',
    'checkout.not_found',
    'checkout.customer_number',
    'checkout.used',
    'merchant.inactive',
  ],
  example: authorizeExample,
  params: Type.Object({}),
  body: AuthorizeRequestBody,
  bodyAsSent: AsSent,
  answer: AuthorizeAnswer,

  earlier: {
    find: (_params, body, merchant) => findCheckoutBy((body as Partial<Body> | undefined)?.checkoutId, merchant.id),
    fromRows: checkoutFromRows,
    complete: completeFrom,
  },

  check({ customer, deliveryCustomer }, shopDay) {
    return Refusal.of([...customerFaults(customer, shopDay), ...receiverFaults(deliveryCustomer, shopDay)]);
  },

  async prepare({ body, merchant }, sources) {
    const addresses = judgeAddresses(body, merchant.country, sources.places.placesFor(merchant.id));
    const { country, currency } = merchant;
    const asked = { country, currency: body.order.currency ?? currency };
    return { addresses, heard: await hear(body.customer, asked, sources) };
  },

  opensCredit: () => true,

  needs({ body, merchant, hash }) {
    return {
      person: {
        marks: Object.values(marksFromWire(lookedAt(body), merchant.country, hash)),
        ...personNeedFromWire(introducing(body), merchant.country, hash),
      },
      order: body.order.number,
      ...(isId(body.checkoutId) && { checkout: body.checkoutId }),
      contract: contractIdOf(body) ?? null,
    };
  },

  decide(
    { person, order, checkout, contract, contractCheckout },
    { body, merchant, publicUrl, hash, signers, prepared, setting },
  ) {
    if (!person) throw new Error('authorize without a person in hand');
    const fault = tokenFault(body.payment, 'payment', merchant, signers);
    if (fault) return fault;
    if (isId(body.checkoutId) && !checkout) return refuse('checkout.not_found', 'checkoutId');
    const { addresses, heard } = prepared;
    const referred = { checkout, contract, contractCheckout };
    const request = requestFromWire(withCorrected(body, addresses), fitOf(addresses), referred, merchant, hash);
    const decided = authorize(request, person, heard, order !== undefined, setting);
    if (decided instanceof Refusal) return decided;
    return answering(decided, (authorized) => answerToWire(authorized, body, addresses, { merchant, publicUrl, signers }));
  },
});

/** Who the body says the customer is. */
function introducing({ customer, deliveryCustomer, payment }: Body, contract?: PaymentContract): Introducing {
  // Collected is from the account of the order, else from that of the contract it refers to.
  const { bankAccount = contract?.bankAccount ?? undefined, bankCode } = payment.directDebit ?? {};
  return {
    customer,
    ...(deliveryCustomer && { deliveryCustomer }),
    ...(bankAccount !== undefined && { bankAccount }),
    ...(bankCode !== undefined && { bankCode }),
  };
}
/** What the credit decision sees of the order itself. */
const lookedAt = ({ customer, deliveryCustomer, order, risk }: Body): LookedAt => {
  const deliveryType = (order.risk ?? risk)?.deliveryType;
  return {
    customer,
    ...(deliveryCustomer && { deliveryCustomer }),
    items: order.items,
    totalGrossAmount: order.totalGrossAmount,
    ...(deliveryType && { deliveryType }),
  };
};

/** What the request refers to, as the book found it. */
interface Referred {
  readonly checkout: Checkout | undefined;
  readonly contract: PaymentContract | undefined;
  readonly contractCheckout: Checkout | undefined;
}

function requestFromWire(
  body: Body,
  address: AddressFit,
  { checkout, contract, contractCheckout }: Referred,
  { currency: defaultCurrency, country }: From['merchant'],
  hash: EndpointRequest<unknown, Body>['hash'],
): AuthorizeRequest {
  const { customer, deliveryCustomer, order, payment } = body;
  const choice = choiceFromWire(payment);
  return {
    number: order.number,
    checkout: checkout ?? null,
    contractCheckout: contractCheckout ?? null,
    paymentType: choice.type,
    payment: {
      choice,
      bankAccount: payment.directDebit?.bankAccount ?? null,
      bankCode: payment.directDebit?.bankCode ?? null,
      contractNamed: contractIdOf(body) !== undefined,
      contract: contract ?? null,
      contractParty: contractCheckout ? partyNamed(contractCheckout) : null,
    },
    currency: order.currency ?? defaultCurrency,
    totals: {
      grossMinor: minorFromWire(order.totalGrossAmount),
      netMinor: minorFromWire(order.totalNetAmount),
      lines: order.items.map(lineFromWire),
    },
    party: partyFromWire(customer),
    traits: { address, ...traitsFromWire(lookedAt(body), country) },
    marks: marksFromWire(lookedAt(body), country, hash),
    introduction: introductionFromWire(introducing(body, contract), country, hash),
    contents: {
      items: order.items as unknown as JsonObject[],
      customer: withoutNumber(customer),
      deliveryCustomer: deliveryCustomer ? withoutNumber(deliveryCustomer) : null,
      nationalId: customer.identificationNumber ?? null,
      deliveryNationalId: deliveryCustomer?.identificationNumber ?? null,
      payment: withoutAccount(payment),
      remarks: remarksOf(body),
    },
  };
}

/** National numbers and accounts are sealed, apart from what else is kept. */
function withoutNumber(customer: CustomerInPart): JsonObject {
  if (customer.identificationNumber === undefined) return customer as JsonObject;
  const { identificationNumber: _number, ...named } = customer;
  return named as JsonObject;
}

function withoutAccount(payment: Payment): JsonObject {
  if (!payment.directDebit) return payment as JsonObject;
  const { directDebit, ...agreed } = payment;
  return { ...agreed, ...(directDebit.bankCode && { directDebit: { bankCode: directDebit.bankCode } }) } as JsonObject;
}

function remarksOf(body: Body): JsonObject {
  const risk = body.order.risk ?? body.risk;
  return said<unknown>({
    ...aboutOrder(body.order),
    ...referencesOf(body),
    risk,
    additionalData: body.additionalData,
  }) as JsonObject;
}

type From = Pick<EndpointRequest<unknown, Body>, 'merchant' | 'publicUrl' | 'signers'>;

function answerToWire(
  authorized: Authorized,
  body: Body,
  addresses: JudgedAddresses,
  from: From,
): Static<typeof AuthorizeAnswer> {
  const { merchant, publicUrl, signers } = from;
  const { order, outcome, reasons, customerNumber, customerId, decisionId } = authorized;
  const standing = outcome === 'Accepted' || outcome === 'Pending';
  const { customer, deliveryCustomer } = asAnswered(body, addresses, reasons, standing);
  const decision = { outcome, category: body.customer.customerCategory };
  const notices = withRights(noticesOf(reasons, addresses, standing), decision, () =>
    contestUrl(publicUrl, merchant.id, decisionId, signers[0]),
  );
  const page = reasons.some(({ id }) => id === 'risk.authentication')
    ? secureLoginUrl(publicUrl, { merchantId: merchant.id, orderId: order.id }, signers[0])
    : undefined;
  return {
    outcome,
    customer: { customerNumber, customerAccountId: customerId, ...whoToWire(customer, merchant.country) },
    ...(deliveryCustomer && { deliveryCustomer: whoToWire(deliveryCustomer, merchant.country) }),
    checkoutId: order.checkoutId,
    ...(standing && { reservationId: order.id, expirationDate: order.expiresOn }),
    ...(page !== undefined && { secureLoginUrl: page, redirectUrl: page }),
    ...(notices.length > 0 && {
      riskCheckMessages: notices.map((notice) => messageOf(notice, languageOf(body, merchant.language))),
    }),
  };
}
