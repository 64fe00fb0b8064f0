// POST /checkout/authorize: full credit decision for a customer and a basket (specification 1 and 4, checkout).
import { answering } from '../core/changes.ts';
import { minorFromWire } from '../core/money.ts';
import { type Authorized, type AuthorizeRequest, authorize } from '../core/order/authorize.ts';
import { identityOf } from '../core/party.ts';
import { Refusal } from '../core/refusals.ts';
import { outcomes } from '../core/risk.ts';
import type { JsonObject } from '../core/rows.ts';
import { type Asked, write } from '../http/endpoint.ts';
import { inTime } from '../sources/sources.ts';
import { Address, addressToWire, CheckoutCustomer, customerFaults, DeliveryCustomer, partyFromWire } from '../wire/customers.ts';
import { lineFromWire, maxItems, OrderItem } from '../wire/items.ts';
import { languageOf, Message, messageOf } from '../wire/messages.ts';
import { AdditionalData, Payment } from '../wire/payment.ts';
import { references, referencesOf } from '../wire/references.ts';
import {
  Amount,
  ConversationLanguage,
  CurrencyCode,
  CutText,
  Opt,
  OrderNumber,
  PositiveAmount,
  type Static,
  Text,
  Type,
  Uuid,
  Word,
} from '../wire/schema.ts';
import { type LookedAt, marksFromWire, traitsFromWire } from '../wire/traits.ts';
import { authorizeExample } from './examples.ts';
import { secureLoginUrl } from './secure-login.ts';

/** How long a bureau may take before its silence is taken as its answer. */
const bureauLimitMs = 800;

const Risk = Type.Object(
  {
    channelType: Opt(Word(['Internet', 'Catalog', 'CallCenter', 'Stationary', 'Other'])),
    deliveryType: Opt(Word(['Normal', 'Express', 'InHouseDelivery'])),
    ticketDeliveryMethod: Opt(Word(['NotSet', 'PickUp', 'Post', 'Phone'])),
  },
  { title: 'OrderRisk' },
);

export const Order = Type.Object(
  {
    number: OrderNumber(),
    totalNetAmount: Amount(),
    totalGrossAmount: PositiveAmount(),
    currency: Opt(CurrencyCode()),
    items: Type.Array(OrderItem, { minItems: 1, maxItems }),
    discountAmount: Opt(Amount()),
    merchantImageUrl: Opt(Text(2048)),
    imageUrl: Opt(Text(2048)),
    googleAnalyticsUserId: Opt(CutText(255)),
    googleAnalyticsClientId: Opt(CutText(255)),
    productUser: Opt(CutText(50)),
    costCenter: Opt(CutText(50)),
    risk: Opt(Risk),
  },
  { title: 'Order' },
);

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
    risk: Opt(Risk),
    conversationLanguage: Opt(ConversationLanguage()),
  },
  { title: 'AuthorizeRequest' },
);
type Body = Static<typeof AuthorizeRequestBody>;

const CustomerAnswer = Type.Object(
  {
    customerNumber: Opt(Type.String()),
    firstName: Type.String(),
    lastName: Type.String(),
    addressList: Type.Array(Type.Partial(Address)),
  },
  { title: 'CustomerAnswer' },
);

const AuthorizeAnswer = Type.Object(
  {
    outcome: Word(outcomes),
    customer: CustomerAnswer,
    deliveryCustomer: Opt(CustomerAnswer),
    reservationId: Opt(Uuid()),
    checkoutId: Uuid(),
    secureLoginUrl: Opt(Type.String({ description: 'Where the consumer confirms the identity, when that is needed.' })),
    riskCheckMessages: Opt(Type.Array(Message)),
    expirationDate: Opt(Type.String({ format: 'date', description: 'The last day on which the order can be captured.' })),
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
  refusals: ['order.number_used', 'order.gross_total', 'order.net_total', 'payment.not_available', 'order.currency_not_offered'],
  example: authorizeExample,
  params: Type.Object({}),
  body: AuthorizeRequestBody,
  answer: AuthorizeAnswer,

  check({ customer }) {
    const [first, ...others] = customerFaults(customer);
    return first && new Refusal([first, ...others]);
  },

  prepare: ({ body }, sources) => inTime(sources.bureau.ask(body.customer), bureauLimitMs),

  needs({ body, merchant, hash }) {
    const party = partyFromWire(body.customer);
    const identity = identityOf(party, merchant.country);
    return {
      person: {
        key: hash(identity.text),
        number: party.customerNumber,
        byNumber: identity.byNumber,
        marks: Object.values(marksFromWire(lookedAt(body), hash)),
      },
      order: body.order.number,
    };
  },

  decide({ person, order }, { body, merchant, publicUrl, hash, prepared, setting }) {
    if (!person) throw new Error('authorize without a person in hand');
    const decided = authorize(requestFromWire(body, merchant.currency, hash), person, prepared, order !== undefined, setting);
    if (decided instanceof Refusal) return decided;
    return answering(decided, (authorized) => answerToWire(authorized, body, { merchant, publicUrl, hash }));
  },
});

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

function requestFromWire(body: Body, defaultCurrency: AuthorizeRequest['currency'], hash: From['hash']): AuthorizeRequest {
  const { customer, deliveryCustomer, order, payment } = body;
  const { identificationNumber, ...named } = customer;
  const { identificationNumber: deliveryNationalId, ...receiver } = deliveryCustomer ?? {};
  const { directDebit, ...agreed } = payment;
  return {
    number: order.number,
    checkoutId: body.checkoutId ?? null,
    paymentType: payment.type,
    currency: order.currency ?? defaultCurrency,
    totals: {
      grossMinor: minorFromWire(order.totalGrossAmount),
      netMinor: minorFromWire(order.totalNetAmount),
      lines: order.items.map(lineFromWire),
    },
    party: partyFromWire(customer),
    traits: traitsFromWire(lookedAt(body)),
    marks: marksFromWire(lookedAt(body), hash),
    contents: {
      items: order.items as unknown as JsonObject[],
      customer: named as JsonObject,
      deliveryCustomer: deliveryCustomer ? (receiver as JsonObject) : null,
      nationalId: identificationNumber ?? null,
      deliveryNationalId: deliveryNationalId ?? null,
      bankAccount: directDebit?.bankAccount ?? null,
      payment: { ...agreed, ...(directDebit?.bankCode && { directDebit: { bankCode: directDebit.bankCode } }) } as JsonObject,
      remarks: remarksOf(body),
    },
  };
}

function remarksOf(body: Body): JsonObject {
  const {
    items: _items,
    number: _number,
    totalGrossAmount: _gross,
    totalNetAmount: _net,
    currency: _currency,
    risk,
    ...about
  } = body.order;
  const remarks = { ...about, ...referencesOf(body), risk: risk ?? body.risk, additionalData: body.additionalData };
  return Object.fromEntries(Object.entries(remarks).filter(([, value]) => value !== undefined)) as JsonObject;
}

type From = Pick<Asked<unknown, Body>, 'merchant' | 'publicUrl' | 'hash'>;

function answerToWire(authorized: Authorized, body: Body, from: From): Static<typeof AuthorizeAnswer> {
  const { merchant, publicUrl, hash } = from;
  const { order, outcome, reasons, customerNumber } = authorized;
  const language = languageOf(body, merchant.language);
  const standing = outcome === 'Accepted' || outcome === 'Pending';
  return {
    outcome,
    customer: { customerNumber, ...whoToWire(body.customer, merchant) },
    ...(body.deliveryCustomer && { deliveryCustomer: whoToWire(body.deliveryCustomer, merchant) }),
    checkoutId: order.checkoutId,
    ...(standing && { reservationId: order.id, expirationDate: order.expiresOn }),
    ...(reasons.some((reason) => reason.id === 'risk.authentication') && {
      secureLoginUrl: secureLoginUrl(publicUrl, { merchantId: merchant.id, orderId: order.id }, hash),
    }),
    ...(reasons.length > 0 && { riskCheckMessages: reasons.map((reason) => messageOf(reason, language)) }),
  };
}

function whoToWire(who: Body['customer'] | NonNullable<Body['deliveryCustomer']>, merchant: From['merchant']) {
  return {
    firstName: who.firstName ?? '',
    lastName: who.lastName ?? who.companyName ?? '',
    addressList: [addressToWire(who.address, merchant.country)],
  };
}
