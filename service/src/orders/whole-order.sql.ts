// An order with everything below it, in one statement: what all reads of the order group answer from (C25).
import type { Declined } from '../core/order/review.ts';
import type { Capture, CaptureInstallment, Order, OrderContents, Refund, ShippingDetail, Void } from '../core/order/rows.ts';
import { type AnyTable, jsonRows, type OpenRow, rowOfJson, type Statement, selectList } from '../store/table.ts';
import { captureInstallments, captures } from './captures.sql.ts';
import { idBehindNumber, ofOrder, orderContents, orders } from './orders.sql.ts';
import { refunds } from './refunds.sql.ts';
import { shippingDetails } from './shipping-details.sql.ts';
import { voids } from './voids.sql.ts';

export interface WholeOrder {
  readonly order: Order;
  readonly contents: OrderContents;
  readonly captures: readonly Capture[];
  /** Of all captures, in their order. */
  readonly installments: readonly CaptureInstallment[];
  readonly refunds: readonly Refund[];
  readonly voids: readonly Void[];
  readonly shippingDetails: readonly ShippingDetail[];
  /** Of an order that was declined: did a person do it, and why it had waited. */
  readonly declined: Declined | null;
}

/** Rows that are there only where the order's own columns say so: nearly every order has only some of them, and a look costs as much as a find. */
const onlyWhere = (isSo: string, rows: string): string => `case when ${isSo} then ${rows} else '[]' end`;

/** @param number the order's number, as SQL. */
const wholeOrderText = (capturesRead: AnyTable, number = '$2'): string => `select ${selectList(orders, 'o')},
  to_json(oc) as "contents",
  ${onlyWhere('o.captured_minor > 0', jsonRows(capturesRead, 'c', ofOrder('c'), 'c.inserted_at, c.number'))} as "captures",
  ${onlyWhere(
    `o.captured_minor > 0 and o.payment_type <> 'Invoice'`,
    jsonRows(captureInstallments, 'i', ofOrder('i'), 'i.capture_number, i.number'),
  )} as "installments",
  ${onlyWhere('o.refunded_minor > 0', jsonRows(refunds, 'r', ofOrder('r'), 'r.inserted_at, r.number'))} as "refunds",
  ${onlyWhere('o.voided_minor > 0', jsonRows(voids, 'v', ofOrder('v'), 'v.inserted_at, v.number'))} as "voids",
  ${onlyWhere('o.shipping_count > 0', jsonRows(shippingDetails, 's', ofOrder('s'), 's.number'))} as "shippingDetails",
  case when o.state = 'Rejected' then json_build_object(
    'isReviewed', exists (select 1 from order_reviews w where ${ofOrder('w')}),
    'waitedFor', (select d.reasons from credit_decisions d where ${ofOrder('d')} order by d.decided_at, d.id limit 1)) end as "declined"
from orders o left join order_contents oc on ${ofOrder('oc')}
where o.merchant_id = $1 and o.id = ${idBehindNumber('declined', number)}`;

export const findWholeOrder: Statement = { name: 'find_whole_order', text: wholeOrderText(captures) };

const { invoiceTerms: _common, invoiceDue: _ofPapers, ...shown } = captures.columns;

const capturesShown: AnyTable = { ...captures, columns: shown, part: true };

/** The same without what only an invoice says of a capture. */
export const findShownOrder: Statement = {
  name: 'find_shown_order',
  text: wholeOrderText(capturesShown),
  ofMany: {
    name: 'find_shown_orders',
    // With a limit an order is found as it is found alone; without one PostgreSQL looked for all numbers among all orders of a young table.
    text: `select asked.at::int as asked, found.* from unnest($2::text[]) with ordinality asked(number, at),
lateral (${wholeOrderText(capturesShown, 'asked.number')} limit 1) found`,
  },
};

/** A row of either statement; `open` unseals what is sealed. */
export function wholeOrderOf(row: Record<string, unknown>, open: OpenRow): WholeOrder {
  if (row['contents'] === null) throw new Error('an order without its contents');
  const contents = rowOfJson(orderContents, row['contents']);
  return {
    // The order's own columns, with the others beside them: a copy without those took a fifteenth of a GET.
    order: row as unknown as Order,
    contents: open(orderContents, contents as object as Record<string, unknown>) as unknown as OrderContents,
    captures: rows(captures, row['captures']),
    installments: rows(captureInstallments, row['installments']),
    refunds: rows(refunds, row['refunds']),
    voids: rows(voids, row['voids']),
    shippingDetails: rows(shippingDetails, row['shippingDetails']),
    declined: row['declined'] as Declined | null,
  };
}

function rows<Row>(table: Parameters<typeof rowOfJson<Row>>[0], json: unknown): Row[] {
  return (json as unknown[]).map((row) => rowOfJson(table, row));
}
