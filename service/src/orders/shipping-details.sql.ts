import type { ShippingDetail } from '../core/order/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';
import { orderIds } from './orders.sql.ts';

export const shippingDetails: Table<ShippingDetail> = {
  name: 'shippingDetails',
  columns: {
    orderId: 'uuid',
    number: 'int',
    captureNumber: 'text',
    type: 'text',
    shippingCompany: 'text',
    trackingId: 'text',
    trackingUrl: 'text',
    insertedAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['orderId', 'number'],
  sets: ['type', 'shippingCompany', 'trackingId', 'trackingUrl', 'updatedAt'],
  personal: ['trackingId', 'trackingUrl'],
};

export const listShippingDetails: Statement = {
  name: 'list_shipping_details',
  text: `select ${selectList(shippingDetails, 's')} from shipping_details s
where s.merchant_id = $1 and s.order_id = any(array(${orderIds})) order by s.number`,
};
