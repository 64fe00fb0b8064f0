// Shipping details of a capture: who carries it, and where the buyer can follow it (C28).
import { type Change, type Decided, insert, update } from '../changes.ts';
import type { Instant } from '../dates.ts';
import type { Event } from '../events.ts';
import type { Capture, Order, ShippingDetail } from './rows.ts';

export interface ShippingRequest {
  readonly type: string;
  readonly shippingCompany: string;
  readonly trackingId: string;
  readonly trackingUrl: string | null;
}

/** Tracking pages of carriers that can be addressed by the tracking id alone; the id goes in place of {id}. */
const carrierPages: Readonly<Record<string, string>> = {
  ups: 'https://www.ups.com/track?tracknum={id}',
  dhl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={id}',
  dpd: 'https://tracking.dpd.de/status/en_US/parcel/{id}',
  gls: 'https://gls-group.com/EU/en/parcel-tracking?match={id}',
  hermes: 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#{id}',
  bring: 'https://sporing.bring.no/sporing/{id}',
  posten: 'https://sporing.posten.no/sporing/{id}',
  postnord: 'https://tracking.postnord.com/en/tracking?id={id}',
  posti: 'https://www.posti.fi/en/tracking#/shipment/{id}',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr={id}',
  bpost: 'https://track.bpost.cloud/btr/web/#/search?itemCode={id}',
};

/** The sent tracking page, or the known carrier's, or ''. A company is known by its first word: "DHL Paket" is DHL. */
export function trackingUrl(request: ShippingRequest): string {
  if (request.trackingUrl !== null) return request.trackingUrl;
  const company = request.shippingCompany.trim().toLowerCase().split(/\s+/)[0] ?? '';
  const page = Object.hasOwn(carrierPages, company) ? carrierPages[company] : undefined;
  return page?.replace('{id}', encodeURIComponent(request.trackingId)) ?? '';
}

type Rows = Pick<Decided<readonly ShippingDetail[]>, 'answer' | 'changes' | 'events'>;

/** New shipping details, numbered on from the order's counter; the caller raises the counter with its own change. */
export function addShipping(order: Order, captureNumber: string, requests: readonly ShippingRequest[], now: Instant): Rows {
  const rows = requests.map(
    (request, index): ShippingDetail => ({
      orderId: order.id,
      number: order.shippingCount + index + 1,
      captureNumber,
      type: request.type,
      shippingCompany: request.shippingCompany,
      trackingId: request.trackingId,
      trackingUrl: trackingUrl(request),
      insertedAt: now,
      updatedAt: now,
    }),
  );
  return {
    answer: rows,
    changes: rows.map((row): Change => insert('shippingDetails', row)),
    events: rows.map((row): Event => shippingEvent('capture.shipping_added', order, row)),
  };
}

/** Add one shipping detail to a capture. */
export function addShippingDetail(order: Order, capture: Capture, request: ShippingRequest, now: Instant): Decided<number> {
  const { changes, events } = addShipping(order, capture.number, [request], now);
  return {
    answer: order.shippingCount + 1,
    changes: [update('orders', order, { add: { shippingCount: 1 } }), ...changes],
    events,
  };
}

/** Replace what a shipping detail says. */
export function updateShippingDetail(
  order: Order,
  detail: ShippingDetail,
  request: ShippingRequest,
  now: Instant,
): Decided<undefined> {
  const { type, shippingCompany, trackingId } = request;
  return {
    answer: undefined,
    changes: [
      update('shippingDetails', detail, {
        set: { type, shippingCompany, trackingId, trackingUrl: trackingUrl(request), updatedAt: now },
      }),
    ],
    events: [shippingEvent('capture.shipping_updated', order, detail)],
  };
}

function shippingEvent(type: Event['type'], order: Order, detail: ShippingDetail): Event {
  return {
    type,
    orderId: order.id,
    subject: `${detail.captureNumber}/${detail.number}`,
    currency: order.currency,
    amountMinor: 0n,
  };
}
