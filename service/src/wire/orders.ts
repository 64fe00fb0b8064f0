// The order of authorize and payment methods: the whole one, and the part that a first step may know (C48).
import { maxItems, OrderItem } from './items.ts';
import {
  Amount,
  CountryCode,
  CurrencyCode,
  CutText,
  ListOrAll,
  Opt,
  OrderNumber,
  PositiveAmount,
  type Static,
  Text,
  Type,
  Word,
} from './schema.ts';

export const OrderRisk = Type.Object(
  {
    channelType: Opt(Word(['Internet', 'Catalog', 'CallCenter', 'Stationary', 'Other'])),
    deliveryType: Opt(Word(['Normal', 'Express', 'InHouseDelivery'])),
    ticketDeliveryMethod: Opt(Word(['NotSet', 'PickUp', 'Post', 'Phone'])),
  },
  { title: 'OrderRisk' },
);

const about = {
  currency: Opt(CurrencyCode()),
  country: Opt(CountryCode()),
  discountAmount: Opt(Amount()),
  merchantImageUrl: Opt(Text(2048)),
  imageUrl: Opt(Text(2048)),
  googleAnalyticsUserId: Opt(CutText(255)),
  googleAnalyticsClientId: Opt(CutText(255)),
  productUser: Opt(CutText(50)),
  costCenter: Opt(CutText(50)),
  risk: Opt(OrderRisk),
};

export const Order = Type.Object(
  {
    number: OrderNumber(),
    totalNetAmount: Amount(),
    totalGrossAmount: PositiveAmount(),
    items: Type.Array(OrderItem, { minItems: 1, maxItems }),
    ...about,
  },
  { title: 'Order' },
);
export type Order = Static<typeof Order>;

/** Before the buyer has chosen how to pay, only the total has to be known. */
export const CheckoutOrder = Type.Object(
  {
    number: Opt(OrderNumber()),
    totalNetAmount: Opt(Amount()),
    totalGrossAmount: PositiveAmount(),
    items: Opt(ListOrAll(OrderItem, maxItems)),
    ...about,
  },
  { title: 'CheckoutOrder' },
);
export type CheckoutOrder = Static<typeof CheckoutOrder>;

/** The second step's order: what is missing here was said in the first. */
export const OrderInPart = Type.Object(
  {
    number: Opt(OrderNumber()),
    totalNetAmount: Opt(Amount()),
    totalGrossAmount: Opt(PositiveAmount()),
    items: Opt(ListOrAll(OrderItem, maxItems)),
    ...about,
  },
  { title: 'OrderInPart' },
);

/** What of an order is neither its number nor its sum: kept as a remark. */
export function aboutOrder(order: CheckoutOrder): Omit<CheckoutOrder, 'totalGrossAmount' | 'risk'> {
  const { items: _i, number: _n, totalGrossAmount: _g, totalNetAmount: _t, currency: _c, risk: _r, ...rest } = order;
  return rest;
}
