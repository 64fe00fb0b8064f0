// POST and PATCH /orders/{orderNumber}/captures/{captureNumber}/shipping-details.

import { write } from '../book/endpoint.ts';
import { answering } from '../core/changes.ts';
import { noOrder } from '../core/order/in-hand.ts';
import { addShippingDetail, updateShippingDetail } from '../core/order/shipping.ts';
import { whyNot } from '../core/order/states.ts';
import { refuse } from '../core/refusals.ts';
import { Type } from '../wire/schema.ts';
import { ShippingDetailBody, shippingFromWire } from './shipping.ts';

const exampleBody = { type: 'Shipment', shippingCompany: 'DHL', trackingId: 'JD0123456789' };

export const addShippingDetails = write({
  id: 'addShippingDetails',
  method: 'POST',
  path: '/api/v3/orders/:orderNumber/captures/:captureNumber/shipping-details',
  tag: 'Shipping details',
  summary: 'Add shipping details to a capture',
  scope: ['orders'],
  refusals: ['order.not_found', 'order.declined', 'capture.not_found', 'order.pending'],
  example: { body: exampleBody, answer: { shippingNumber: 1 } },
  params: Type.Object({ orderNumber: Type.String(), captureNumber: Type.String() }),
  body: ShippingDetailBody,
  answer: Type.Object({ shippingNumber: Type.Integer({ minimum: 1 }) }, { title: 'ShippingDetailAnswer' }),

  needs: ({ params }) => ({ order: params.orderNumber, with: ['captures'] }),

  decide({ order, declined }, { params, body, setting }) {
    if (!order) return noOrder(declined);
    const capture = order.captures.find((each) => each.number === params.captureNumber);
    if (!capture)
      return (
        (order.order.state === 'Pending' && whyNot(order.order, 'capture', setting.now)) ||
        refuse('capture.not_found', 'captureNumber')
      );
    return answering(addShippingDetail(order.order, capture, shippingFromWire(body), setting.now), (shippingNumber) => ({
      shippingNumber,
    }));
  },
});

export const updateShippingDetails = write({
  id: 'updateShippingDetails',
  method: 'PATCH',
  path: '/api/v3/orders/:orderNumber/captures/:captureNumber/shipping-details/:shippingNumber',
  tag: 'Shipping details',
  summary: 'Update shipping details of a capture',
  scope: ['orders'],
  refusals: ['order.not_found', 'order.declined', 'capture.not_found', 'shipping.not_found'],
  example: { body: exampleBody, answer: {} },
  params: Type.Object({ orderNumber: Type.String(), captureNumber: Type.String(), shippingNumber: Type.String() }),
  body: ShippingDetailBody,
  answer: Type.Object({}, { title: 'Empty' }),

  needs: ({ params }) => ({ order: params.orderNumber, with: ['captures', 'shippingDetails'] }),

  decide({ order, declined, shippingDetails }, { params, body, setting }) {
    if (!order) return noOrder(declined);
    if (!order.captures.some((each) => each.number === params.captureNumber)) return refuse('capture.not_found', 'captureNumber');
    const detail = shippingDetails.find(
      (each) => each.captureNumber === params.captureNumber && String(each.number) === params.shippingNumber,
    );
    if (!detail) return refuse('shipping.not_found', 'shippingNumber');
    return answering(updateShippingDetail(order.order, detail, shippingFromWire(body), setting.now), () => ({}));
  },
});
