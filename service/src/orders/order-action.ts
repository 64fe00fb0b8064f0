// What an operator does to an order by hand, by the decisions the shop's own requests make, with a reason. The event says
// that an operator did it, so that a shop does not do it again.

import type { InHand, Needs } from '../book/needs.ts';
import { answering, type Decided } from '../core/changes.ts';
import { minorFromWire, minorToWire } from '../core/money.ts';
import { noOrder, type OrderInHand } from '../core/order/in-hand.ts';
import { type Order, orderStates } from '../core/order/rows.ts';
import { leftMinor } from '../core/order/states.ts';
import { Refusal, type RefusalId } from '../core/refusals.ts';
import type { AdminScope } from '../core/scopes.ts';
import type { Setting } from '../core/setting.ts';
import { type Operation, operation } from '../http/operation.ts';
import { Amount, DayText, type Static, type TSchema, Type, Word } from '../wire/schema.ts';

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

export function actedToWire(order: Order, numbers: readonly string[]): Acted {
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
  return (
    Refusal.of(
      refusal.notices.map(({ field, ...notice }) => ({
        ...notice,
        ...(field !== undefined && { field: /totalGrossAmount$|^items/.test(field) ? 'amount' : field }),
      })),
    ) ?? refusal
  );
};

export function action<Body extends TSchema>({
  id,
  path,
  needs,
  decide,
  refusals,
  example,
  ...described
}: Action<Body>): Operation {
  return operation({
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
    async run({ merchant, params, body: sent, actor, requestId, claim, replayed }, deps) {
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

export const amountOf = ({ amount }: { readonly amount?: number }): bigint | null =>
  amount === undefined ? null : minorFromWire(amount);

export const noDetails = { currency: null, campaignNumber: null, items: null, remarks: null } as const;
