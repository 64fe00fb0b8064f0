// Which refusals an operation can answer, and what each looks like: taken from the catalogue and from the body's schema,
// so that the documentation cannot promise what the service does not say.
import { like, type Notice, oneOf, type RefusalId } from '../../core/refusals.ts';
import { uuidExample } from '../../wire/schema.ts';
import { keyNotSent } from '../entrance.ts';

/** What of an operation decides which refusals are possible. */
export interface Refusing {
  readonly body?: object;
  /** Through the book, and so with an idempotency key. */
  readonly writes: boolean;
  /** Nothing is kept of it: an idempotency key is only looked at. */
  readonly computes?: boolean;
  /** Scopes of which one is needed. */
  readonly scope: readonly string[];
  readonly refusals: readonly RefusalId[];
}

/** Values for the places of a message that name one. */
const values: Readonly<Record<string, string>> = {
  actual: '14.20 %',
  allow: 'GET',
  amount: '120.00',
  cap: '10.00 %',
  change: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b60',
  country: 'DE',
  fault: 'outside_sepa',
  filter: 'order.shipped',
  filters: 'state, paymentType',
  from: '2026-11-16',
  gone: '1204',
  parameter: 'interestCap',
  checkoutId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b12',
  currency: 'EUR',
  day: '2026-12-20',
  first: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b12',
  jobs: 'expire-authorizations, purge-stored-answers',
  now: '2026-11-20T09:30:00Z',
  number: '12',
  account: '0100.0000008',
  open: '54.95',
  due: '18.30',
  paymentType: 'Invoice',
  rate: '14.95',
  left: '12.30',
  member: 'payee',
  oldest: '1205',
  scope: 'orders',
  state: 'Open',
  sum: '104.95',
  to: '2026-11-20',
  today: '2026-11-20',
  endToEndId: 'EUR-000001-0a1b2c3d4e5f-2',
  why: 'the reason is given here',
};

/** Values of one refusal alone. */
const ownValues: Readonly<Partial<Record<RefusalId, Notice['values'] & object>>> = {
  'body.unreadable': { why: ' (it is not JSON at line 3, column 14: expected a comma or })' },
  'key.missing': keyNotSent,
  'order.not_pending': { state: 'Authorized' },
  'value.format': like(uuidExample),
};

/** Which field a refusal names. */
const fields: Readonly<Partial<Record<RefusalId, string>>> = {
  'account.currency': 'currency',
  'account.not_found': 'accountNumber',
  'account.payment_used': 'transactionId',
  'account.payment_exceeds': 'amount',
  'account.transaction_used': 'accountTransactionId',
  'account_change.failed': 'currency',
  'body.unreadable': 'request',
  'capture.exceeds_open': 'orderDetails.totalGrossAmount',
  'capture.not_found': 'captureNumber',
  'capture.number_used': 'invoiceNumber',
  'clock.backwards': 'now',
  'event.item_amount': 'items[0].grossAmount',
  'event.total_amount': 'totalAmount',
  'event.total_tax': 'totalTax',
  'idempotency.erased': 'Idempotency-Key',
  'idempotency.key_invalid': 'Idempotency-Key',
  'idempotency.key_reused': 'Idempotency-Key',
  'job.not_found': 'name',
  'merchant.not_found': 'merchantId',
  'order.currency_not_offered': 'order.currency',
  'order.not_found': 'orderNumber',
  'order.number_used': 'order.number',
  'method.not_available': 'payment.type',
  'refund.exceeds_captured': 'items',
  'refund.not_found': 'refundNumber',
  'refund.number_used': 'creditNoteNumber',
  'refund.one_number_many_captures': 'creditNoteNumber',
  'return.already_notified': 'captureNumber',
  'return.past_due': 'captureNumber',
  'shipping.not_found': 'shippingNumber',
  'void.exceeds_open': 'cancellationDetails.totalGrossAmount',
  'void.not_found': 'voidNumber',
};

/** Fields that depend on where the operation has its totals. */
const totalsFields: Readonly<Partial<Record<RefusalId, string>>> = {
  'order.currency': 'currency',
  'order.gross_total': 'totalGrossAmount',
  'order.net_total': 'totalNetAmount',
};

/** One of every refusal the operation can answer. */
export function noticesOf({ body, writes, computes, scope, refusals }: Refusing): Notice[] {
  const ids: RefusalId[] = ['key.missing', ...(scope.length > 0 ? (['key.scope'] as const) : []), 'limit.requests'];
  if (body) ids.push('body.too_large', 'body.media_type', 'body.unreadable');
  const wrong = body ? wrongValues(body) : [];
  const own: RefusalId[] = [...refusals];
  if (computes && body) own.push('idempotency.key_invalid');
  if (writes) own.push('idempotency.key_invalid', 'idempotency.key_reused', 'idempotency.in_progress', 'idempotency.erased');
  if (scope.some((each) => each.startsWith('admin:'))) own.push('service.in_doubt');
  const rest = [...ids, ...own, 'service.fault' as const, 'service.busy' as const];
  // What the schema says of a fault is more than what the operation says of it.
  const seen = new Set(wrong.map(({ id }) => id));
  return [...wrong, ...[...new Set(rest)].filter((id) => !seen.has(id)).map((id) => noticeOf(id, body))];
}

function noticeOf(id: RefusalId, body: object | undefined): Notice {
  const total = totalsFields[id];
  const field = fields[id] ?? (total && body ? pathTo(body, total) : undefined);
  const limit = id === 'body.too_large' ? '1048576' : '255';
  return { id, ...(field !== undefined && { field }), values: { ...values, limit, ...ownValues[id] } };
}

interface Node {
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly 'x-truncate'?: boolean;
  readonly 'x-decimals'?: number;
  readonly 'x-rounded'?: boolean;
}

interface Field {
  readonly path: string;
  readonly node: Node;
  readonly required: boolean;
}

/** Every field of a body with its dotted path. */
function fieldsOf(node: Node, path = ''): Field[] {
  if (node.items) return fieldsOf(node.items, `${path}[0]`);
  return Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
    const own = path ? `${path}.${name}` : name;
    return [{ path: own, node: inner, required: node.required?.includes(name) === true }, ...fieldsOf(inner, own)];
  });
}

const pathTo = (body: object, name: string): string | undefined =>
  fieldsOf(body as Node).find(({ path }) => path === name || path.endsWith(`.${name}`))?.path;

/** Faults of single values that the schema makes possible, each at the first field that can have it. */
function wrongValues(body: object): Notice[] {
  const all = fieldsOf(body as Node);
  type Values = (node: Node) => Notice['values'];
  const limited =
    (limitOf: (node: Node) => number | undefined): Values =>
    (node) => ({ limit: String(limitOf(node)) });
  const first = (id: RefusalId, fits: (field: Field) => boolean, valuesOf?: Values): Notice[] => {
    const found = all.find(fits);
    if (!found) return [];
    const own = valuesOf?.(found.node);
    return [{ id, field: found.path, ...(own && { values: own }) }];
  };
  return [
    ...first('value.required', ({ required }) => required),
    ...first('value.out_of_range', ({ node }) => node.minimum !== undefined),
    ...first(
      'value.format',
      ({ node }) => node.enum !== undefined || node.examples !== undefined,
      ({ enum: words, examples: [example = ''] = [] }) => (words ? oneOf(words) : like(example)),
    ),
    ...first(
      'value.too_short',
      ({ node }) => node.minLength !== undefined,
      limited((node) => node.minLength),
    ),
    ...first(
      'value.too_long',
      ({ node }) => node.maxLength !== undefined && !node['x-truncate'],
      limited((node) => node.maxLength),
    ),
    ...first(
      'value.too_many_decimals',
      ({ node }) => node['x-decimals'] !== undefined && !node['x-rounded'],
      limited((node) => node['x-decimals']),
    ),
    ...first(
      'value.too_many_items',
      ({ node }) => node.maxItems !== undefined,
      limited((node) => node.maxItems),
    ),
  ];
}
