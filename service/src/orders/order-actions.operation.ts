// What an operator does to an order by hand, by the decisions the shop's own requests make, with a reason. The event says
// that an operator did it, so that a shop does not do it again.
import type { InHand, Needs } from '../book/needs.ts';
import { answering, type Decided } from '../core/changes.ts';
import { minorFromWire, minorToWire } from '../core/money.ts';
import { capture } from '../core/order/capture.ts';
import { extendOrder } from '../core/order/extend.ts';
import { noOrder, type OrderInHand } from '../core/order/in-hand.ts';
import { refund } from '../core/order/refund.ts';
import { decidePending } from '../core/order/review.ts';
import { leftMinor } from '../core/order/states.ts';
import { voidOrder } from '../core/order/void.ts';
import { Refusal, type RefusalId, refuse } from '../core/refusals.ts';
import { type Order, orderStates } from '../core/rows.ts';
import type { AdminScope } from '../core/scopes.ts';
import type { Setting } from '../core/setting.ts';
import { type Operation, operation } from '../http/operation.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import {
  Amount,
  CreditNoteNumber,
  chooses,
  DayText,
  InvoiceNumber,
  Opt,
  PositiveAmount,
  Reason,
  type Static,
  Text,
  type TSchema,
  Type,
  Word,
} from '../wire/schema.ts';

const Acted = Type.Object(
  {
    orderNumber: Type.String(),
    state: Word(orderStates),
    authorizedAmount: Amount(),
    leftToCaptureAmount: Amount('Authorized, and neither captured nor voided.'),
    capturedAmount: Amount(),
    voidedAmount: Amount(),
    refundedAmount: Amount(),
    expiresOn: DayText(),
    numbers: Type.Array(Type.String(), { description: 'Of the capture, the refunds or the cancellation that was made.' }),
  },
  { title: 'ActedOnOrder' },
);
type Acted = Static<typeof Acted>;

function actedToWire(order: Order, numbers: readonly string[]): Acted {
  return {
    orderNumber: order.number,
    state: order.state,
    authorizedAmount: minorToWire(order.authorizedMinor),
    leftToCaptureAmount: minorToWire(leftMinor(order)),
    capturedAmount: minorToWire(order.capturedMinor),
    voidedAmount: minorToWire(order.voidedMinor),
    refundedAmount: minorToWire(order.refundedMinor),
    expiresOn: order.expiresOn,
    numbers: [...numbers],
  };
}

interface Action<Body extends TSchema> {
  readonly id: string;
  /** Behind the order's address. */
  readonly path: string;
  readonly scope: AdminScope;
  readonly summary: string;
  readonly about: string;
  readonly refusals: readonly RefusalId[];
  readonly body: Body;
  readonly example: { readonly body: object; readonly answer?: object };
  readonly needs?: (body: Static<Body>) => Partial<Needs>;
  readonly decide: (order: OrderInHand, body: Static<Body>, setting: Setting, inHand: InHand) => Decided<Acted> | Refusal;
}

const exampleAnswer = {
  orderNumber: 'WEB-1001',
  state: 'PartlyCaptured',
  authorizedAmount: 104.95,
  leftToCaptureAmount: 44.95,
  capturedAmount: 60,
  voidedAmount: 0,
  refundedAmount: 0,
  expiresOn: '2026-12-20',
  numbers: ['1795167000234567890'],
};

/** The shop names amounts elsewhere in its body than the operator does. */
const ownFields = (refusal: Refusal): Refusal => {
  const [first, ...others] = refusal.notices.map(({ field, ...notice }) => ({
    ...notice,
    ...(field !== undefined && { field: /totalGrossAmount$|^items/.test(field) ? 'amount' : field }),
  }));
  return first ? new Refusal([first, ...others]) : refusal;
};

function action<Body extends TSchema>({ id, path, needs, decide, refusals, example, ...described }: Action<Body>): Operation {
  return operation<TSchema, typeof Acted>({
    ...described,
    id,
    method: 'POST',
    path: `/admin/v1/merchants/:merchantId/orders/:orderNumber/${path}`,
    about: `${described.about} An \`Idempotency-Key\` makes it safe to send again.`,
    idempotent: true,
    refusals: [
      'merchant.not_found',
      'order.not_found',
      'order.declined',
      ...refusals,
      'idempotency.key_invalid',
      'idempotency.key_reused',
    ],
    example: { body: example.body, answer: { ...exampleAnswer, ...example.answer } },
    answer: Acted,
    async run({ params, body: sent, actor, requestId, claim, replayed }, deps) {
      const merchant = await findMerchant(params['merchantId'] ?? '', deps);
      if (!merchant) return refuse('merchant.not_found', 'merchantId');
      const body = sent as Static<Body>;
      const answer = await deps.book.submit({
        merchantId: merchant.id,
        actor,
        operation: id,
        requestId,
        reason: (body as { reason: string }).reason,
        ...(claim && { claim }),
        needs: { order: params['orderNumber'] ?? '', ...needs?.(body) },
        decide(inHand, setting) {
          if (!inHand.order) return noOrder(inHand.declined);
          const decided = decide(inHand.order, body, setting, inHand);
          return decided instanceof Refusal ? ownFields(decided) : answering(decided, (acted) => JSON.stringify(acted));
        },
      });
      if (answer instanceof Refusal) return answer;
      if (answer.replayed) replayed();
      return JSON.parse(answer.text) as Acted;
    },
  });
}

const amountOf = ({ amount }: { readonly amount?: number }): bigint | null =>
  amount === undefined ? null : minorFromWire(amount);
const nothing = { currency: null, campaignNumber: null, items: null, remarks: null } as const;

export const captureOrder = action({
  id: 'captureOrder',
  path: 'captures',
  scope: 'admin:money',
  summary: 'Capture for a merchant',
  about: 'Without an amount all that remains.',
  refusals: ['order.nothing_open', 'capture.exceeds_open', 'order.expired', 'order.pending', 'capture.number_used'],
  example: { body: { amount: 60, reason: 'The shop’s system is down.' } },
  body: Type.Object(
    { amount: Opt(PositiveAmount()), invoiceNumber: Opt(InvoiceNumber()), reason: Reason() },
    { title: 'CaptureOrder', ...chooses({ amount: ['amount'] }) },
  ),
  needs: ({ invoiceNumber }) => ({ captureNumber: invoiceNumber ?? null }),
  decide(order, body, setting, { captureNumberTaken }) {
    const request = {
      ...nothing,
      amountMinor: amountOf(body),
      number: body.invoiceNumber ?? null,
      campaignNumber: null,
      shipping: [],
    };
    const decided = capture(order, request, captureNumberTaken, setting);
    return decided instanceof Refusal
      ? decided
      : answering(decided, ({ order: after, capture: made }) => actedToWire(after, [made.number]));
  },
});

export const refundOrder = action({
  id: 'refundOrder',
  path: 'refunds',
  scope: 'admin:money',
  summary: 'Refund for a merchant',
  about:
    'Without an amount all that was captured, or the rest of the capture that is named; an amount needs a capture where there are several. Goodwill is a refund with its reason: never more than what was captured.',
  refusals: [
    'capture.not_found',
    'refund.nothing_captured',
    'refund.exceeds_captured',
    'order.pending',
    'refund.number_used',
    'refund.one_number_many_captures',
    'value.required',
  ],
  example: {
    body: { captureNumber: '1795167000234567890', amount: 10, reason: 'Goodwill: late delivery.' },
    answer: { refundedAmount: 10, numbers: ['1795167000345678901'] },
  },
  body: Type.Object(
    { captureNumber: Opt(Text(50)), amount: Opt(PositiveAmount()), creditNoteNumber: Opt(CreditNoteNumber()), reason: Reason() },
    { title: 'RefundOrder', ...chooses({ amount: ['amount'], of: ['captureNumber'] }) },
  ),
  needs: ({ creditNoteNumber }) => ({ with: ['captures', 'installments'], refundNumber: creditNoteNumber ?? null }),
  decide(order, body, setting, { refundNumberTaken }) {
    const { captureNumber = null, creditNoteNumber: number = null } = body;
    const request = { captureNumber, path: 'items', amountMinor: amountOf(body), number, items: null, remarks: null };
    const decided = refund(order, request, refundNumberTaken, setting);
    return decided instanceof Refusal
      ? decided
      : answering(decided, ({ order: after, refunds }) =>
          actedToWire(
            after,
            refunds.map((each) => each.number),
          ),
        );
  },
});

export const voidOpen = action({
  id: 'voidOrder',
  path: 'voids',
  scope: 'admin:money',
  summary: 'Void for a merchant',
  about: 'Without an amount all that is open.',
  refusals: ['order.nothing_open', 'void.exceeds_open', 'order.expired', 'order.pending'],
  example: {
    body: { reason: 'The shop has closed.' },
    answer: { state: 'Captured', leftToCaptureAmount: 0, voidedAmount: 44.95 },
  },
  body: Type.Object(
    { amount: Opt(PositiveAmount()), reason: Reason() },
    { title: 'VoidOrder', ...chooses({ amount: ['amount'] }) },
  ),
  decide(order, body, setting) {
    const decided = voidOrder(order, { ...nothing, amountMinor: amountOf(body) }, setting);
    return decided instanceof Refusal
      ? decided
      : answering(decided, ({ order: after, cancellation }) => actedToWire(after, [cancellation.number]));
  },
});

export const releaseOrder = action({
  id: 'releaseOrder',
  path: 'release',
  scope: 'admin:money',
  summary: 'Give a customer’s limit back',
  about: 'Whatever the order still holds: a pending order is declined, of any other all that is open is voided.',
  refusals: ['order.nothing_open', 'order.expired'],
  example: {
    body: { reason: 'Ordered twice.' },
    answer: { state: 'Voided', leftToCaptureAmount: 0, capturedAmount: 0, voidedAmount: 104.95 },
  },
  body: Type.Object({ reason: Reason() }, { title: 'ReleaseOrder', ...chooses({}) }),
  decide(order, { reason }, setting) {
    if (order.order.state === 'Pending') {
      const declined = decidePending(order, 'decline', setting, { reason, decidedBy: 'operator' });
      return declined instanceof Refusal ? declined : answering(declined, (after) => actedToWire(after, []));
    }
    const decided = voidOrder(order, { ...nothing, amountMinor: null }, setting);
    return decided instanceof Refusal
      ? decided
      : answering(decided, ({ order: after, cancellation }) => actedToWire(after, [cancellation.number]));
  },
});

export const extendAuthorization = action({
  id: 'extendOrder',
  path: 'expiry',
  scope: 'admin:money',
  summary: 'Extend an authorization',
  about:
    'To a later day: at most as far from today as the contract gives a new order, and a year after it was authorized. Nothing is decided anew, and the warnings before the end come again.',
  refusals: ['order.not_extendable', 'order.nothing_open', 'order.expired', 'order.pending'],
  example: { body: { expiresOn: '2027-01-15', reason: 'Delivered late.' }, answer: { expiresOn: '2027-01-15', numbers: [] } },
  body: Type.Object({ expiresOn: DayText(), reason: Reason() }, { title: 'ExtendOrder' }),
  decide(order, { expiresOn }, setting) {
    const decided = extendOrder(order, expiresOn, setting);
    return decided instanceof Refusal ? decided : answering(decided, (after) => actedToWire(after, []));
  },
});
