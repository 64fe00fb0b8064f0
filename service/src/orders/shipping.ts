// The shipping detail's wire form, shared by capture and shipping-details.
import type { ShippingRequest } from '../core/order/shipping.ts';
import { Opt, type Static, Text, Type, WebAddress, Word } from '../wire/schema.ts';

const members = {
  shippingCompany: Text(200),
  trackingId: Text(100),
  trackingUrl: Opt(WebAddress(2083, 'Of http or https; filled in for a known carrier when it is missing.')),
};
const types = ['Shipment', 'Return'] as const;

export const ShippingDetailBody = Type.Object({ type: Word(types), ...members }, { title: 'ShippingDetailRequest' });

/** Inside a capture the type may be left out: it is a shipment. */
export const ShippingRequestBody = Type.Object(
  { ...members, type: Opt(Word(types)), trackingId: Opt(members.trackingId) },
  { title: 'CaptureShippingDetail' },
);

export function shippingFromWire(body: Static<typeof ShippingRequestBody>): ShippingRequest {
  return {
    type: body.type ?? 'Shipment',
    shippingCompany: body.shippingCompany,
    trackingId: body.trackingId ?? '',
    trackingUrl: body.trackingUrl ?? null,
  };
}
