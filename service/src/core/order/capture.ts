// Capture: the goods leave, the authorization (or a part of it) becomes a debt with a due date (C22).

import { type Change, type Decided, insert, update } from '../changes.ts';
import { campaignDays, isForAccount, termsOf } from '../checkout/terms.ts';
import { nextBusinessDay } from '../countries/holidays.ts';
import { addDays, addMonths, type Day, dayAt } from '../dates.ts';
import { invoiceDue, invoiceTerms } from '../documents/terms.ts';
import type { Json } from '../json.ts';
import { canCollect, type Merchant } from '../merchant.ts';
import { minorToWire } from '../money.ts';
import { monthlyDueDay } from '../monthly-invoice.ts';
import { drawReference } from '../payment-reference/references.ts';
import { agreedPlan } from '../plan/agreed.ts';
import { nextDueDay, scheduleOf } from '../plan/schedule.ts';
import { Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import { type OrderInHand, otherCurrency } from './in-hand.ts';
import type { Capture, CaptureInstallment, Order } from './rows.ts';
import { addShipping, type ShippingRequest } from './shipping.ts';
import { afterStep, uncapturedMinor, whyNot } from './states.ts';

export interface CaptureRequest {
  /** Null captures all that remains. */
  readonly amountMinor: bigint | null;
  /** The shop's invoice number becomes the capture number. */
  readonly number: string | null;
  readonly currency: string | null;
  /** An invoice that is due later than usual; null for the usual day. */
  readonly campaignNumber: number | null;
  readonly items: Json;
  readonly remarks: Json;
  readonly shipping: readonly ShippingRequest[];
}

export interface Captured {
  readonly order: Order;
  readonly capture: Capture;
}

/**
 * Capture all or a part of what is open. Refused: what the order's state forbids (`whyNot`), another currency than the order's, more
 * than is open, an invoice number that the order has used (`numberTaken`), a campaign that neither order nor contract has.
 */
export function capture(
  inHand: OrderInHand,
  request: CaptureRequest,
  numberTaken: boolean,
  setting: Setting,
): Decided<Captured> | Refusal {
  const { order, exposure } = inHand;
  const { now, merchant, chance } = setting;
  const refusal = whyNot(order, 'capture', now) ?? otherCurrency(order, request.currency, 'orderDetails.currency');
  if (refusal) return refusal;
  const open = uncapturedMinor(order);
  const amount = request.amountMinor ?? open;
  if (amount > open)
    return refuse('capture.exceeds_open', 'orderDetails.totalGrossAmount', { open: minorToWire(open).toFixed(2) });
  if (numberTaken) return refuse('capture.number_used', 'invoiceNumber');

  const invoicedOn = dayAt(now, merchant.timeZone);
  const daysOfCampaign = campaignDaysOf(order, request.campaignNumber, invoicedOn, merchant);
  if (daysOfCampaign instanceof Refusal) return daysOfCampaign;
  const draft: Capture = {
    number: request.number ?? chance.number(),
    orderId: order.id,
    amountMinor: amount,
    refundedMinor: 0n,
    paidMinor: 0n,
    creditMinor: 0n,
    onAccount: order.paymentType === 'Account' ? isForAccount(order) : null,
    chargedAccount: null,
    chargedMinor: 0n,
    settledOn: null,
    invoicedOn,
    dueOn: dueDay(order, invoicedOn, daysOfCampaign, merchant),
    returnNotifiedAt: null,
    reminderLevel: 0,
    reminderCount: 0,
    remindedOn: null,
    reminderFeeMinor: 0n,
    reminderFeePaidMinor: 0n,
    lateInterestMinor: null,
    lateInterestPaidMinor: null,
    remindersPausedUntil: null,
    debitReturnedOn: isTransferred(order, merchant) ? invoicedOn : null,
    paymentReference: referenceOf(order, setting),
    documentId: chance.id(),
    invoiceTerms: invoiceTerms(merchant),
    invoiceDue: null,
    items: request.items,
    remarks: request.remarks,
    insertedAt: now,
    updatedAt: now,
  };
  const installments = installmentsOf(draft, order, merchant);
  const row: Capture = {
    ...draft,
    dueOn: nextDueDay(installments) ?? draft.dueOn,
    invoiceDue: invoiceDue(draft, installments),
  };
  const shipped = addShipping(order, row.number, request.shipping, now);
  const after = afterStep(order, 'capture', { capturedMinor: order.capturedMinor + amount }, now);
  return {
    answer: { order: after, capture: row },
    changes: [
      update('orders', order, {
        add: { capturedMinor: amount, shippingCount: request.shipping.length },
        set: { state: after.state, updatedAt: now },
      }),
      update('exposures', exposure, { add: { heldMinor: -amount, debtMinor: amount } }),
      insert('captures', row),
      ...installments.map((each): Change => insert('captureInstallments', each)),
      ...shipped.changes,
    ],
    events: [
      { type: 'order.captured', orderId: order.id, subject: row.number, currency: order.currency, amountMinor: amount },
      ...shipped.events,
    ],
  };
}

/** The capture's own schedule, where the order is paid in installments. */
function installmentsOf(capture: Capture, order: Order, merchant: Merchant): CaptureInstallment[] {
  const terms = agreedPlan(order);
  return terms ? scheduleOf(capture, order, terms, merchant.country) : [];
}

/**
 * Days until an invoice of a campaign is due. The one that the order was agreed on holds, whether or not it still runs; another
 * has to be in the contract on the day, and only an invoice has one.
 */
function campaignDaysOf(order: Order, campaignNumber: number | null, on: Day, { contract }: Merchant): number | null | Refusal {
  if (campaignNumber === null) return null;
  const agreed = termsOf(order);
  if (agreed.campaignNumber === campaignNumber) return agreed.daysUntilDue;
  const days = order.paymentType === 'Invoice' ? campaignDays(contract, campaignNumber, on) : undefined;
  return days ?? refuse('method.campaign', 'campaignNumber');
}

function dueDay(order: Order, invoicedOn: Day, daysOfCampaign: number | null, merchant: Merchant): Day {
  // C40: a consolidated invoice is due by the end of its month, any other by the day of the invoice.
  if (order.paymentType === 'Consolidatedinvoice')
    return monthlyDueDay(invoicedOn, order.daysUntilDue ?? merchant.contract.consolidatedInvoiceDays);
  // An account's entry waits for the account's statement, a month later.
  if (order.paymentType === 'Account') return nextBusinessDay(merchant.country, addMonths(invoicedOn, 1));
  return addDays(
    invoicedOn,
    daysOfCampaign ?? termsOf(order).daysUntilDue ?? order.daysUntilDue ?? merchant.contract.invoiceDays,
  );
}

/**
 * Was it to be debited by a merchant that lost what it asks banks with? Its invoice asks for a transfer, so it is not debited as well, should
 * the merchant be able to later.
 */
const isTransferred = (order: Order, { contract }: Merchant): boolean =>
  termsOf(order).directDebit && !canCollect(contract.payee, order.currency);

/** A contract's paper may be paid before the invoice is there: the first capture has the reference it said (C31). */
function referenceOf(order: Order, { merchant, chance }: Setting): string {
  const agreed = order.capturedMinor === 0n ? termsOf(order).paymentReference : undefined;
  return agreed ?? drawReference(merchant.country, merchant.contract.payee, chance);
}
