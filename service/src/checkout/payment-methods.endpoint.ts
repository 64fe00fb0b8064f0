// POST /checkout/payment-methods: what a buyer can be offered for a basket value, and the first of two steps (C41, C48).

import { write } from '../book/endpoint.ts';
import { answering } from '../core/changes.ts';
import { type MethodsRequest, type Offered, offerMethods } from '../core/checkout/offer.ts';
import type { JsonObject } from '../core/json.ts';
import type { Merchant } from '../core/merchant.ts';
import { identifyingNumber, type Party } from '../core/party.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { outcomes } from '../core/risk/decide-credit.ts';
import { nothingHeard } from '../core/risk/facts.ts';
import { hear } from '../sources/sources.ts';
import { faultsOfGiven, receiverFaults } from '../wire/customer-faults.ts';
import {
  CustomerAnswer,
  CustomerInPart,
  DeliveryCustomer,
  type Introducing,
  introductionFromWire,
  isWhole,
  partyFromWire,
  personNeedFromWire,
  whoToWire,
} from '../wire/customers.ts';
import { paymentMethodsExample } from '../wire/examples.ts';
import { totalsFromWire } from '../wire/items.ts';
import { asAnswered, fitOf, type JudgedAddresses, judgeAddresses, noticesOf, withCorrected } from '../wire/judged-addresses.ts';
import { languageOf, Message, messageOf } from '../wire/messages.ts';
import { CheckoutOrder } from '../wire/orders.ts';
import { AdditionalData } from '../wire/payment.ts';
import { references } from '../wire/references.ts';
import { withRights } from '../wire/rejections.ts';
import { ConversationLanguage, CountryCode, Opt, type Static, Type, Uuid, Word } from '../wire/schema.ts';
import { contestUrl } from '../wire/signed-link.ts';
import { type LookedAt, marksFromWire, traitsFromWire } from '../wire/traits.ts';
import { methodsToWire, PaymentMethod, type Showing } from './method-to-wire.ts';

const MethodsRequestBody = Type.Object(
  {
    order: CheckoutOrder,
    customer: Opt(CustomerInPart),
    deliveryCustomer: Opt(DeliveryCustomer),
    country: Opt(CountryCode()),
    conversationLanguage: Opt(ConversationLanguage()),
    additionalData: Opt(AdditionalData),
    ...references,
  },
  { title: 'PaymentMethodsRequest' },
);
type Body = Static<typeof MethodsRequestBody>;

const MethodsAnswer = Type.Object(
  {
    checkoutId: Uuid('For authorize and contract, 24 hours.'),
    outcome: Word(outcomes),
    customer: Opt(CustomerAnswer),
    deliveryCustomer: Opt(CustomerAnswer),
    paymentMethods: Type.Array(PaymentMethod),
    riskCheckMessages: Opt(Type.Array(Message)),
  },
  { title: 'PaymentMethodsAnswer' },
);

export const paymentMethods = write({
  id: 'paymentMethods',
  method: 'POST',
  path: '/api/v3/checkout/payment-methods',
  tag: 'Checkout',
  summary: 'Available payment methods for a basket value',
  about:
    'The first of two steps: `checkoutId` stands for what was said here, so that authorize and contract may leave it out. Only `order.totalGrossAmount` is demanded.',
  scope: ['checkout'],
  refusals: [
    'order.gross_total',
    'order.net_total',
    'order.currency_not_offered',
    'order.currency_not_payable',
    'country.not_offered',
    'merchant.inactive',
  ],
  example: paymentMethodsExample,
  params: Type.Object({}),
  body: MethodsRequestBody,
  answer: MethodsAnswer,

  check({ customer, deliveryCustomer, country, order }, shopDay) {
    const own = shopDay.merchant.country;
    // The key of another country's shop would show products and a law that are not the buyer's.
    const asked = country ?? order.country ?? own;
    const field = country === undefined ? 'order.country' : 'country';
    if (asked !== own) return refuse('country.not_offered', field, { country: own });
    const said = customer ? faultsOfGiven(customer, shopDay) : [];
    return Refusal.of([...said, ...receiverFaults(deliveryCustomer, shopDay)]);
  },

  async prepare({ body, merchant }, sources) {
    const addresses = judgeAddresses(body, merchant.country, sources.places.placesFor(merchant.id));
    const { customer, order } = body;
    const asked = { country: merchant.country, currency: order.currency ?? merchant.currency };
    return { addresses, heard: isWhole(customer) ? await hear(customer, asked, sources) : nothingHeard };
  },

  opensCredit: () => true,

  needs({ body, merchant, hash }) {
    const known = introducing(body);
    if (!known) return {};
    const marks = Object.values(marksFromWire(lookedAt(body), merchant.country, hash));
    return { person: { marks, ...personNeedFromWire(known, merchant.country, hash) } };
  },

  decide({ person }, { body, merchant, publicUrl, hash, signers, prepared, setting }) {
    const { addresses, heard } = prepared;
    const request = requestFromWire(withCorrected(body, addresses), merchant, hash);
    const traits = { address: fitOf(addresses), ...request.traits };
    const decided = offerMethods({ ...request, traits }, person, heard, setting);
    if (decided instanceof Refusal) return decided;
    const from = { merchant: setting.merchant, publicUrl, signers };
    return answering(decided, (offered) => answerToWire(offered, body, addresses, from));
  },
});

const unknownParty: Party = {
  category: 'Person',
  nationalId: null,
  customerNumber: null,
  name: '',
  email: '',
  birthDate: null,
  postalCode: '',
};

/** What the credit decision sees of the order itself. */
const lookedAt = ({ customer, deliveryCustomer, order }: Body): LookedAt => ({
  items: order.items ?? [],
  totalGrossAmount: order.totalGrossAmount,
  ...(customer && { customer }),
  ...(deliveryCustomer && { deliveryCustomer }),
  ...(order.risk?.deliveryType && { deliveryType: order.risk.deliveryType }),
});

/** Who the body says the customer is, once it says enough. */
const introducing = ({ customer, deliveryCustomer }: Body): Introducing | undefined =>
  isWhole(customer) ? { customer, ...(deliveryCustomer && { deliveryCustomer }) } : undefined;

function requestFromWire(
  body: Body,
  { currency: defaultCurrency, country }: Merchant,
  hash: (text: string) => string,
): MethodsRequest {
  const known = introducing(body);
  const { order, customer, deliveryCustomer, ...remarks } = body;
  const { identificationNumber, ...named } = customer ?? {};
  const { identificationNumber: deliveryNationalId, ...receiver } = deliveryCustomer ?? {};
  const { customerCategory: category = 'Person', birthDate = null } = customer ?? {};
  return {
    currency: order.currency ?? defaultCurrency,
    totals: totalsFromWire(order),
    party: isWhole(customer)
      ? partyFromWire(customer)
      : { ...unknownParty, category, birthDate, nationalId: identifyingNumber(identificationNumber) },
    traits: traitsFromWire(lookedAt(body), country),
    marks: isWhole(customer) ? marksFromWire(lookedAt(body), country, hash) : {},
    introduction: known ? introductionFromWire(known, country, hash) : null,
    said: {
      orderDetails: order as JsonObject,
      customer: customer ? (named as JsonObject) : null,
      deliveryCustomer: deliveryCustomer ? (receiver as JsonObject) : null,
      nationalId: identificationNumber ?? null,
      deliveryNationalId: deliveryNationalId ?? null,
      remarks: remarks as JsonObject,
    },
  };
}

function idsToWire(customerNumber: string | null, customerId: string | null) {
  const ids: { customerNumber?: string; customerAccountId?: string } = {};
  if (customerNumber !== null) ids.customerNumber = customerNumber;
  if (customerId !== null) ids.customerAccountId = customerId;
  return ids;
}

type From = Pick<Showing, 'merchant' | 'publicUrl' | 'signers'>;

function answerToWire(offered: Offered, body: Body, addresses: JudgedAddresses, from: From): Static<typeof MethodsAnswer> {
  const { checkout, outcome, reasons, products, customerId, decisionId, basketDay: on } = offered;
  const { customer, deliveryCustomer } = asAnswered(body, addresses, reasons, outcome === 'Accepted');
  const decision = { outcome, category: body.customer?.customerCategory ?? 'Person' };
  const notices = withRights(noticesOf(reasons, addresses, outcome === 'Accepted'), decision, () =>
    contestUrl(from.publicUrl, from.merchant.id, decisionId, from.signers[0]),
  );
  const { id: checkoutId, customerNumber, currency, amountMinor: basketMinor } = checkout;
  const { country, language: spoken } = from.merchant;
  const language = languageOf(body, spoken);
  const showing = { language, currency, basketMinor, on, ...from };
  return {
    checkoutId,
    outcome,
    ...(customer && { customer: Object.assign(idsToWire(customerNumber, customerId), whoToWire(customer, country)) }),
    ...(deliveryCustomer && { deliveryCustomer: whoToWire(deliveryCustomer, country) }),
    paymentMethods: methodsToWire(products, showing),
    ...(notices.length > 0 && { riskCheckMessages: notices.map((notice) => messageOf(notice, language)) }),
  };
}
