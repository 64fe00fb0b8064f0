// Captures, refunds, cancellations and the order itself as they are read back.

import { accountSent, judgeAccount } from '../core/bank/bank-account.ts';
import { servable } from '../core/bank/sepa.ts';
import { type Terms, termsOf } from '../core/checkout/terms.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import type { Instant } from '../core/dates.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { Merchant } from '../core/merchant.ts';
import { minorToWire } from '../core/money.ts';
import { leftToPayMinor } from '../core/order/payment.ts';
import { whyDeclined } from '../core/order/review.ts';
import type { Capture, CaptureInstallment, Order, Refund, Void } from '../core/order/rows.ts';
import { leftMinor, publicStatus } from '../core/order/states.ts';
import { installmentMinor } from '../core/plan/plan.ts';
import { uuidv5 } from '../runtime/chance.ts';
import { addressToWire } from '../wire/customers.ts';
import { dayAsInstant, instantToWire } from '../wire/instants.ts';
import { OrderItem, type RefundItem } from '../wire/items.ts';
import { languageOf, Message, messageOf } from '../wire/messages.ts';
import { CaptureReferences, References } from '../wire/references.ts';
import { Amount, CurrencyCode, DayText, InstantText, Opt, type Static, Type, Uuid } from '../wire/schema.ts';
import type { WholeOrder } from './whole-order.sql.ts';

const CaptureItem = Type.Partial(Type.Object({ ...OrderItem.properties, captureId: Type.String() }));
const common = {
  reservationId: Uuid(),
  customerNumber: Opt(Type.String()),
  orderNumber: Type.String(),
  currency: CurrencyCode(),
  insertedAt: InstantText(),
  updatedAt: InstantText(),
  ...References.properties,
};

const ShippingRecord = Type.Object(
  {
    shippingNumber: Type.Integer(),
    type: Type.String(),
    shippingCompany: Type.String(),
    trackingId: Type.String(),
    trackingUrl: Type.String(),
  },
  { title: 'ShippingDetail' },
);

const InstallmentRecord = Type.Object(
  {
    number: Type.Integer(),
    dueDate: DayText(),
    amount: Amount('With interest and fees.'),
    principalAmount: Amount(),
    interestAmount: Amount(),
    feeAmount: Amount(),
    paidAmount: Amount(),
  },
  { title: 'Installment' },
);

export const CaptureRecord = Type.Object(
  {
    captureId: Type.String(),
    captureNumber: Type.String(),
    amount: Amount('Of the capture.'),
    balance: Amount('Left to pay: captured less refunded and paid; of installments with their interest and fees.'),
    totalRefundedAmount: Amount(),
    paidAmount: Opt(Amount('Of the captured amount, without interest and fees; left out while nothing is paid.')),
    chargedAmount: Opt(Amount('Charged to the customer account `accountNumber`, which asks for it.')),
    accountNumber: Opt(Type.String()),
    creditAmount: Opt(Amount('Refunded after it was paid: owed back to the consumer.')),
    accountProfileNumber: Opt(Type.Integer()),
    installmentProfileNumber: Opt(Type.Integer()),
    installmentCustomerInterestRate: Opt(Type.Number({ description: 'Nominal, a year, in per cent.' })),
    numberOfInstallments: Opt(Type.Integer()),
    installmentAmount: Opt(Amount('Of a usual one: neither the first nor, if there are more, the last.')),
    installments: Opt(Type.Array(InstallmentRecord)),
    directDebitBankAccount: Opt(Type.String({ maxLength: 34, description: 'As the order names it.' })),
    directDebitSwift: Opt(Type.String({ maxLength: 11, description: 'The BIC of its bank, as far as it is known.' })),
    ...common,
    ...CaptureReferences.properties,
    campaignNumber: Opt(Type.Integer()),
    orderDate: InstantText(),
    invoiceDate: InstantText(),
    dueDate: InstantText(),
    ocr: Opt(
      Type.String({
        maxLength: 27,
        description: 'The payment reference: KID, OCR, viitenumero, FIK, OGM, QR reference or RF, by country.',
      }),
    ),
    invoiceUrl: Opt(Type.String({ description: 'The invoice as PDF, fetched with the key.' })),
    consumerInvoiceUrl: Opt(
      Type.String({ description: 'The same for the consumer: a signed link that needs no key and ends after 30 days.' }),
    ),
    captureItems: Type.Array(CaptureItem),
    shippingDetails: Type.Array(ShippingRecord),
  },
  { title: 'Capture' },
);

export const RefundRecord = Type.Object(
  {
    refundId: Uuid('Of this refund for ever; its number is `refundNumber`.'),
    refundNumber: Type.String(),
    captureNumber: Type.String(),
    amount: Amount('Negative.'),
    balance: Amount('Negative.'),
    refundType: Opt(Type.String()),
    creditNoteUrl: Opt(Type.String({ description: 'The credit note as PDF, fetched with the key.' })),
    consumerCreditNoteUrl: Opt(Type.String({ description: 'The same for the consumer, for 30 days.' })),
    ...common,
    refundItems: Type.Array(Type.Partial(Type.Object({ ...OrderItem.properties, refundId: Uuid(), refundType: Type.String() }))),
  },
  { title: 'Refund' },
);

export const CancellationRecord = Type.Object(
  {
    cancellationNo: Type.String(),
    cancellationAmount: Amount(),
    insertedAt: InstantText(),
    ...References.properties,
    cancellationItems: Type.Array(Type.Partial(Type.Object({ ...OrderItem.properties, cancellationNumber: Type.String() }))),
  },
  { title: 'Cancellation' },
);

const list = (json: Json): readonly JsonObject[] => (json ?? []) as readonly JsonObject[];
const object = (json: Json): JsonObject => (json ?? {}) as JsonObject;
const customerNumberOf = (whole: WholeOrder): { customerNumber?: string } => {
  const number = object(whole.contents.customer)['customerNumber'];
  return typeof number === 'string' ? { customerNumber: number } : {};
};

function commonOf(whole: WholeOrder, remarks: Json) {
  const { order } = whole;
  return {
    reservationId: order.id,
    ...customerNumberOf(whole),
    orderNumber: order.number,
    currency: order.currency,
    ...object(remarks),
  };
}

type UrlsOf = (documentId: string) => { readonly url: string; readonly consumerUrl: string };

export function captureToWire(
  capture: Capture,
  whole: WholeOrder,
  urlsOf: UrlsOf,
  country: CountryCode,
): Static<typeof CaptureRecord> {
  const urls = capture.documentId === null ? undefined : urlsOf(capture.documentId);
  const shipped = whole.shippingDetails.filter((detail) => detail.captureNumber === capture.number);
  const paidMinor = capture.paidMinor - capture.chargedMinor;
  return {
    captureId: capture.number,
    captureNumber: capture.number,
    amount: minorToWire(capture.amountMinor),
    balance: minorToWire(leftToPayMinor(capture, whole.installments)),
    totalRefundedAmount: minorToWire(capture.refundedMinor),
    ...(paidMinor > 0n && { paidAmount: minorToWire(paidMinor) }),
    ...(capture.chargedMinor > 0n && { chargedAmount: minorToWire(capture.chargedMinor) }),
    ...(capture.chargedAccount !== null && { accountNumber: capture.chargedAccount }),
    ...(capture.creditMinor > 0n && { creditAmount: minorToWire(capture.creditMinor) }),
    ...installmentsToWire(
      whole.installments.filter((each) => each.captureNumber === capture.number),
      termsOf(whole.order),
    ),
    insertedAt: instantToWire(capture.insertedAt),
    updatedAt: instantToWire(capture.updatedAt),
    orderDate: instantToWire(whole.order.insertedAt),
    invoiceDate: dayAsInstant(capture.invoicedOn),
    dueDate: dayAsInstant(capture.dueOn),
    ...(capture.paymentReference !== null && { ocr: capture.paymentReference }),
    ...(urls && { invoiceUrl: urls.url, consumerInvoiceUrl: urls.consumerUrl }),
    ...debitedAccountToWire(whole, country),
    ...commonOf(whole, capture.remarks),
    captureItems: list(capture.items).map((item) => ({ ...item, captureId: capture.number })),
    shippingDetails: shipped.map(({ number, type, shippingCompany, trackingId, trackingUrl }) => ({
      shippingNumber: number,
      type,
      shippingCompany,
      trackingId,
      trackingUrl,
    })),
  };
}

/** The account that a direct debit is collected from. */
function debitedAccountToWire({ contents: { bankAccount, payment } }: WholeOrder, country: CountryCode) {
  if (bankAccount === null) return {};
  const { bankCode } = object(object(payment)['directDebit'] ?? null);
  const { bic } = judgeAccount(accountSent(bankAccount, typeof bankCode === 'string' ? bankCode : null), country, servable);
  return { directDebitBankAccount: bankAccount, ...(bic !== undefined && { directDebitSwift: bic }) };
}

/** The credit behind a capture. An installment of zero is left out. */
function installmentsToWire(rows: readonly CaptureInstallment[], { installment, account }: Terms) {
  if (account) return { accountProfileNumber: account.profileNo };
  if (!installment || rows.length === 0) return {};
  const due = rows.filter((row) => installmentMinor(row) > 0n);
  // The first bears the start-up fee, the last what rounding left.
  const usual = due[1] ?? due[0];
  return {
    installmentProfileNumber: installment.profileNo,
    installmentCustomerInterestRate: installment.interestRateBps / 100,
    numberOfInstallments: due.length,
    ...(usual && { installmentAmount: minorToWire(installmentMinor(usual)) }),
    installments: due.map((row) => ({
      number: row.number,
      dueDate: row.dueOn,
      amount: minorToWire(installmentMinor(row)),
      principalAmount: minorToWire(row.principalMinor),
      interestAmount: minorToWire(row.interestMinor),
      feeAmount: minorToWire(row.feeMinor),
      paidAmount: minorToWire(row.paidMinor),
    })),
  };
}

/** Stored refunds read back negative, prices per unit as well (C24); quantities stay positive. */
export function refundToWire(refund: Refund, whole: WholeOrder, urlsOf: UrlsOf): Static<typeof RefundRecord> {
  const negative = (price: number | undefined): number | undefined => (price ? -price : price);
  const urls = refund.documentId === null ? undefined : urlsOf(refund.documentId);
  // Clients with types read a UUID here; numbers are the shop's own.
  const refundId = uuidv5(refund.orderId, refund.number);
  return {
    refundId,
    refundNumber: refund.number,
    captureNumber: refund.captureNumber,
    amount: minorToWire(-refund.amountMinor),
    balance: minorToWire(-refund.amountMinor),
    insertedAt: instantToWire(refund.insertedAt),
    updatedAt: instantToWire(refund.insertedAt),
    ...(urls && { creditNoteUrl: urls.url, consumerCreditNoteUrl: urls.consumerUrl }),
    ...commonOf(whole, refund.remarks),
    refundItems: (list(refund.items) as unknown as RefundItem[]).map((item) => ({
      ...item,
      refundId,
      netUnitPrice: negative(item.netUnitPrice),
      grossUnitPrice: negative(item.grossUnitPrice),
      vatAmount: negative(item.vatAmount),
    })) as Static<typeof RefundRecord>['refundItems'],
  };
}

export function cancellationToWire(cancellation: Void): Static<typeof CancellationRecord> {
  return {
    cancellationNo: cancellation.number,
    cancellationAmount: minorToWire(cancellation.amountMinor),
    insertedAt: instantToWire(cancellation.insertedAt),
    ...object(cancellation.remarks),
    cancellationItems: list(cancellation.items).map((item) => ({ ...item, cancellationNumber: cancellation.number })),
  };
}

const OrderDetails = Type.Object(
  {
    orderId: Uuid(),
    orderNumber: Type.String(),
    status: Type.String({ description: 'Accepted, Pending, Cancelled or Expired.' }),
    statusReason: Opt(Message),
    totalNetAmount: Amount(),
    totalGrossAmount: Amount(),
    remainingAuthorizedAmount: Amount('Still to be captured or voided.'),
    currency: CurrencyCode(),
    orderChannelType: Opt(Type.String()),
    orderDeliveryType: Opt(Type.String()),
    hasSeparateDeliveryAddress: Type.Boolean(),
    customer: Type.Object({}, { additionalProperties: true }),
    deliveryCustomer: Opt(Type.Object({}, { additionalProperties: true })),
    insertedAt: InstantText(),
    updatedAt: InstantText(),
    expirationDate: DayText(),
    orderItems: Type.Array(Type.Object({}, { additionalProperties: true })),
    ...References.properties,
  },
  { title: 'OrderDetails' },
);

export const WholeOrderAnswer = Type.Object(
  {
    orderDetails: OrderDetails,
    captures: Type.Array(CaptureRecord),
    refunds: Type.Array(RefundRecord),
    cancellations: Type.Array(CancellationRecord),
    payment: Type.Object({ type: Type.String() }, { additionalProperties: true }),
  },
  { title: 'WholeOrder' },
);

interface Reading {
  readonly now: Instant;
  readonly urlsOf: UrlsOf;
  /** The customer's own language is before the shop's, and so is the country of an address. */
  readonly merchant: Pick<Merchant, 'language' | 'country'>;
}

export function wholeOrderToWire(whole: WholeOrder, { now, urlsOf, merchant }: Reading): Static<typeof WholeOrderAnswer> {
  const { payment, bankAccount } = whole.contents;
  const directDebit =
    bankAccount === null
      ? {}
      : { directDebit: { ...object(object(payment)['directDebit'] ?? null), bankAccount, ...mandateOf(whole.order) } };
  return {
    orderDetails: orderDetailsToWire(whole, now, merchant),
    captures: whole.captures.map((each) => captureToWire(each, whole, urlsOf, merchant.country)),
    refunds: whole.refunds.map((each) => refundToWire(each, whole, urlsOf)),
    cancellations: whole.voids.map(cancellationToWire),
    payment: { type: whole.order.paymentType, ...object(payment), ...directDebit },
  };
}

/** What a collection names to the bank, and the consumer finds on the bank statement. */
function mandateOf(order: Order): JsonObject {
  const { mandateNumber } = termsOf(order);
  return mandateNumber === undefined ? {} : { mandateNumber };
}

function orderDetailsToWire(
  { order, contents, declined }: WholeOrder,
  now: Instant,
  { language, country }: Reading['merchant'],
): Static<typeof OrderDetails> {
  const insertedAt = instantToWire(order.insertedAt);
  const updatedAt = instantToWire(order.updatedAt);
  const { risk, additionalData: _plugin, ...references } = object(contents.remarks);
  const { channelType, deliveryType } = object(risk ?? null);
  return {
    orderId: order.id,
    ...references,
    orderNumber: order.number,
    status: publicStatus(order, now),
    ...(declined && {
      statusReason: messageOf({ id: whyDeclined(declined) }, languageOf({ customer: contents.customer }, language)),
    }),
    totalNetAmount: minorToWire(order.netMinor),
    totalGrossAmount: minorToWire(order.authorizedMinor),
    remainingAuthorizedAmount: minorToWire(leftMinor(order)),
    currency: order.currency,
    ...(typeof channelType === 'string' && { orderChannelType: channelType }),
    ...(typeof deliveryType === 'string' && { orderDeliveryType: deliveryType }),
    hasSeparateDeliveryAddress: object(contents.deliveryCustomer)['address'] !== undefined,
    customer: customerToWire(contents.customer, contents.nationalId, country),
    ...(contents.deliveryCustomer !== null && {
      deliveryCustomer: customerToWire(contents.deliveryCustomer, contents.deliveryNationalId, country),
    }),
    insertedAt,
    updatedAt,
    expirationDate: order.expiresOn,
    orderItems: list(contents.items).map((item) => ({ orderId: order.id, ...item, insertedAt, updatedAt })),
  };
}

/** A birth date reads back as a date-time, because clients parse it so. */
function customerToWire(customer: Json, nationalId: string | null, country: CountryCode): JsonObject {
  const { birthDate, address, ...named } = object(customer);
  const shown: { [name: string]: Json } = { ...named };
  if (typeof birthDate === 'string') shown['birthDate'] = dayAsInstant(birthDate);
  if (address !== undefined) shown['address'] = addressToWire(object(address), country) as Json;
  if (nationalId !== null) shown['identificationNumber'] = nationalId;
  return shown;
}
