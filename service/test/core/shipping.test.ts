// What is sent of a capture is numbered on through its order, and the buyer finds the parcel on the carrier's page.
import { describe, expect, it } from 'vitest';
import { insert } from '../../src/core/changes.ts';
import {
  addShipping,
  addShippingDetail,
  type ShippingRequest,
  trackingUrl,
  updateShippingDetail,
} from '../../src/core/order/shipping.ts';
import { Credit, start } from '../support/credit.ts';

const parcel: ShippingRequest = { type: 'Parcel', shippingCompany: 'Kurier Nord', trackingId: 'T 1', trackingUrl: null };
const sentBy = (shippingCompany: string, over: Partial<ShippingRequest> = {}) =>
  trackingUrl({ ...parcel, shippingCompany, ...over });

describe('the page to follow a parcel on', () => {
  it('is the one that the shop sent, else that of a carrier whose name comes first, else none', () => {
    const dpd = 'https://tracking.dpd.de/status/en_US/parcel/T%201';
    for (const company of ['dpd', 'DPD', ' DPD ', 'DPD\tPredict  24']) expect(sentBy(company)).toBe(dpd);
    for (const company of ['Kurier DPD', 'dpdx', '', 'constructor']) expect(sentBy(company)).toBe('');
    expect(sentBy('dpd', { trackingUrl: 'https://shop.example/t' })).toBe('https://shop.example/t');
    expect(sentBy('dpd', { trackingUrl: '' })).toBe('');
  });

  it('is addressed by the number alone, however that is spelt', () => {
    expect(sentBy('ups', { trackingId: '$&/?x=1&y#' })).toBe('https://www.ups.com/track?tracknum=%24%26%2F%3Fx%3D1%26y%23');
  });
});

describe('a shipping detail', () => {
  const credit = () => new Credit({ amount: 20_000, months: 3, rate: 0, startup: 0, monthly: 0 });
  const event = { orderId: 'o', currency: 'EUR', amountMinor: 0n };

  it('is numbered on from the last of its order', () => {
    const life = credit();
    const add = (request: ShippingRequest) => {
      life.now += 1;
      return life.take(addShippingDetail(life.inHand.order, life.one, request, life.now));
    };
    expect([add(parcel), add({ ...parcel, shippingCompany: 'UPS' })]).toEqual([1, 2]);
    expect(life.inHand.order.shippingCount).toBe(2);
    const { trackingUrl: _none, ...said } = parcel;
    const row = { ...said, orderId: 'o', captureNumber: 'c1' };
    const [one, two] = [start + 1, start + 2];
    expect(life.list('shippingDetails')).toEqual([
      { ...row, number: 1, trackingUrl: '', insertedAt: one, updatedAt: one },
      {
        ...row,
        number: 2,
        shippingCompany: 'UPS',
        trackingUrl: 'https://www.ups.com/track?tracknum=T%201',
        insertedAt: two,
        updatedAt: two,
      },
    ]);
    const added = { ...event, type: 'capture.shipping_added' };
    expect(life.events.slice(-2)).toEqual([
      { ...added, subject: 'c1/1' },
      { ...added, subject: 'c1/2' },
    ]);
  });

  it('that comes with a capture is counted by it, several at once', () => {
    const life = credit();
    const order = { ...life.inHand.order, shippingCount: 3 };
    const { answer, changes, events } = addShipping(order, 'c2', [parcel, parcel], start);
    expect(answer.map(({ number, captureNumber }) => [number, captureNumber])).toEqual([
      [4, 'c2'],
      [5, 'c2'],
    ]);
    expect(changes).toEqual(answer.map((row) => insert('shippingDetails', row)));
    expect(events.map(({ subject }) => subject)).toEqual(['c2/4', 'c2/5']);
  });

  it('is replaced as it is said anew', () => {
    const life = credit();
    life.take(addShippingDetail(life.inHand.order, life.one, parcel, start));
    const [detail] = life.list('shippingDetails');
    if (!detail) throw new Error('no detail');
    const anew: ShippingRequest = { type: 'Letter', shippingCompany: 'Posti', trackingId: 'T-2', trackingUrl: null };
    life.take(updateShippingDetail(life.inHand.order, detail, anew, start + 1));
    const url = 'https://www.posti.fi/en/tracking#/shipment/T-2';
    expect(life.list('shippingDetails')).toEqual([{ ...detail, ...anew, trackingUrl: url, updatedAt: start + 1 }]);
    expect(life.events.at(-1)).toEqual({ ...event, type: 'capture.shipping_updated', subject: 'c1/1' });
  });
});
