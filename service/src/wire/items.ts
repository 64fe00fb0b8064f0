// Order items and totals: the shapes shared by authorize, update, capture, void and refund, and their way into the core.
import { divideRounded, minorFromWire, scaled } from '../core/money.ts';
import { type Line, priceDecimals, quantityDecimals, type Totals } from '../core/order/totals.ts';
import {
  Amount,
  CurrencyCode,
  CutText,
  chooses,
  InformingPrice,
  InstantText,
  ListOrAll,
  Opt,
  Percent,
  PositiveAmount,
  PositiveInformingPrice,
  PositiveUnitPrice,
  Quantity,
  Remark,
  type Static,
  Text,
  Type,
  UnitPrice,
  Whole,
  Word,
} from './schema.ts';

/** The most items of one request (C08). */
export const maxItems = 500;

const itemTypes = [
  'PhysicalArticle',
  'DigitalArticle',
  'GiftCard',
  'Discount',
  'ShippingFee',
  'Surcharge',
  'Info',
  'Subscription',
] as const;
const vatCategories = ['HighCategory', 'LowCategory', 'NullCategory', 'NoCategory', 'MiddleCategory', 'OtherCategory'] as const;

const described = {
  productId: Text(100, 'The shop’s own article number.'),
  groupId: Opt(CutText(255)),
  description: CutText(255, 'Longer text is cut.'),
  type: Opt(Word(itemTypes)),
  quantity: Quantity(),
  unitCode: Opt(CutText(50)),
  vatCategory: Opt(Word(vatCategories)),
  vatPercent: Opt(Percent()),
  vatAmount: Opt(InformingPrice('Of one unit: gross less net.')),
  imageUrl: Opt(Text(2048)),
  productUrl: Opt(Text(2048)),
  googleProductCategoryId: Opt(Remark()),
  googleProductCategory: Opt(CutText(255)),
  merchantProductType: Opt(CutText(255)),
  lineNumber: Opt(Whole(0, 1_000_000)),
  discountAmount: Opt(UnitPrice()),
  marketPlaceSellerId: Opt(Text(32)),
  additionalInformation: Opt(CutText(4096)),
  specification: Opt(CutText(4096)),
  serviceStart: Opt(InstantText()),
  serviceEnd: Opt(InstantText()),
};

const ofAnItem = { amount: ['grossUnitPrice', 'quantity'] };

export const OrderItem = Type.Object(
  {
    ...described,
    netUnitPrice: Opt(InformingPrice('Derived from the gross price and the VAT where it is missing.')),
    grossUnitPrice: UnitPrice('Negative for a discount.'),
  },
  { title: 'OrderItem', ...chooses(ofAnItem) },
);
export type OrderItem = Static<typeof OrderItem>;

export const refundTypes = ['Refund', 'Return'] as const;

export const RefundItem = Type.Object(
  {
    ...described,
    productId: Opt(described.productId),
    description: Opt(described.description),
    netUnitPrice: Opt(PositiveInformingPrice()),
    grossUnitPrice: PositiveUnitPrice('Positive; a stored refund reads back negative.'),
    refundType: Opt(Word(refundTypes)),
    currency: Opt(CurrencyCode()),
  },
  { title: 'RefundItem', ...chooses(ofAnItem) },
);
export type RefundItem = Static<typeof RefundItem>;

/** Totals of a part of an order, with or without the items they are the sum of (C21). */
export const OrderSummary = Type.Object(
  {
    totalGrossAmount: PositiveAmount(),
    totalNetAmount: Opt(Amount()),
    currency: Opt(CurrencyCode()),
    items: Opt(ListOrAll(OrderItem, maxItems)),
    merchantImageUrl: Opt(Text(2048)),
    imageUrl: Opt(Text(2048)),
  },
  { title: 'OrderSummary', ...chooses({ amount: ['totalGrossAmount'], items: ['items'] }) },
);
export type OrderSummary = Static<typeof OrderSummary>;

/** An item as the sum of totals needs it; its net price as sent or else derived from the VAT. */
export function lineFromWire(
  item: Pick<OrderItem, 'grossUnitPrice' | 'netUnitPrice' | 'vatPercent' | 'vatAmount' | 'quantity'>,
): Line {
  const { netUnitPrice, vatAmount, vatPercent } = item;
  const grossUnitE4 = scaled(item.grossUnitPrice, priceDecimals);
  const line = { grossUnitE4, quantityE6: scaled(item.quantity, quantityDecimals) };
  if (netUnitPrice !== undefined) return { ...line, netUnitE4: scaled(netUnitPrice, priceDecimals) };
  if (vatAmount !== undefined) return { ...line, netUnitE4: grossUnitE4 - scaled(vatAmount, priceDecimals) };
  if (vatPercent === undefined || vatPercent < 0 || vatPercent > 100) return { ...line, netUnitE4: null };
  const vatPercentE4 = scaled(vatPercent, priceDecimals);
  return { ...line, netUnitE4: divideRounded(grossUnitE4 * 1_000_000n, 1_000_000n + vatPercentE4), vatPercentE4 };
}

/**
 * A refund item again without the net price and VAT that were filled in: by the rate that was sent, or those of none where that says
 * nothing, as it was not sold.
 */
export function withoutFilledIn(item: OrderItem, isSold: boolean): OrderItem {
  const { netUnitPrice, vatAmount, ...sent } = item;
  if (sent.vatPercent === undefined && isSold) return item;
  const filledIn = completeRefundItem(sent);
  return filledIn.netUnitPrice === netUnitPrice && filledIn.vatAmount === vatAmount ? sent : item;
}

export function totalsFromWire(summary: OrderSummary): Totals {
  return {
    grossMinor: minorFromWire(summary.totalGrossAmount),
    netMinor: summary.totalNetAmount === undefined ? null : minorFromWire(summary.totalNetAmount),
    lines: (summary.items ?? []).map(lineFromWire),
  };
}

const priceToWire = (unitE4: bigint): number => Number(unitE4) / 10 ** priceDecimals;

/** A refund item with its net price and VAT filled in, so that a stored refund has no gaps (C24). */
export function completeRefundItem(item: RefundItem): RefundItem {
  const { grossUnitE4, netUnitE4 } = lineFromWire(item);
  const net = netUnitE4 ?? grossUnitE4;
  return { ...item, netUnitPrice: priceToWire(net), vatAmount: item.vatAmount ?? priceToWire(grossUnitE4 - net) };
}

/** Does a refund item say nothing of its VAT? */
export const isUntaxed = ({ netUnitPrice, vatAmount, vatPercent }: RefundItem): boolean =>
  netUnitPrice === undefined && vatAmount === undefined && vatPercent === undefined;

/**
 * One that says nothing of its VAT has that of the product as it was sold, surest first, where what was sold has the product. What was
 * not sold lowers the price of all that was: it has their rate, where they have one.
 */
export function withRateOf(item: RefundItem, captured: readonly OrderItem[], onlyRate: number | undefined): RefundItem {
  if (!isUntaxed(item)) return item;
  const sold = captured.find(({ productId }) => productId !== undefined && productId === item.productId);
  if (!sold && onlyRate !== undefined) return { ...item, vatPercent: onlyRate };
  if (sold?.vatPercent !== undefined) return { ...item, vatPercent: sold.vatPercent };
  const { grossUnitE4, netUnitE4 } = sold ? lineFromWire(sold) : { grossUnitE4: 0n, netUnitE4: null };
  if (netUnitE4 === null || grossUnitE4 === 0n) return item;
  return { ...item, netUnitPrice: priceToWire(divideRounded(lineFromWire(item).grossUnitE4 * netUnitE4, grossUnitE4)) };
}
