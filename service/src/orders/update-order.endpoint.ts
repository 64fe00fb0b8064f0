// POST /orders/{orderNumber}/updateOrder: replace the items of an authorized, uncaptured order.
import { write } from '../book/endpoint.ts';
import { contractIdOf, partyNamed } from '../checkout/two-step.ts';
import { answering } from '../core/changes.ts';
import type { JsonObject } from '../core/json.ts';
import { minorFromWire } from '../core/money.ts';
import { noOrder } from '../core/order/in-hand.ts';
import type { Order } from '../core/order/rows.ts';
import { updateOrder as decideUpdate, earlierFactsOf, owesWith, type UpdateRequest } from '../core/order/update.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { outcomes } from '../core/risk/decide-credit.ts';
import { hear } from '../sources/sources.ts';
import type { CheckoutCustomer } from '../wire/customers.ts';
import { exampleItems } from '../wire/examples.ts';
import { lineFromWire, maxItems, OrderItem } from '../wire/items.ts';
import { canonicalJson } from '../wire/json.ts';
import { languageOf, Message, messageOf } from '../wire/messages.ts';
import { references, referencesOf } from '../wire/references.ts';
import { withRights } from '../wire/rejections.ts';
import {
  Amount,
  ConversationLanguage,
  CurrencyCode,
  chooses,
  DayText,
  Opt,
  OrderPath,
  PositiveAmount,
  type Static,
  Text,
  Type,
  Uuid,
  Word,
} from '../wire/schema.ts';
import { contestUrl } from '../wire/signed-link.ts';
import { basketTraitsFromWire } from '../wire/traits.ts';
import { findOrder } from './read-order.ts';
import { wholeOrderOf } from './whole-order.sql.ts';

const Summary = Type.Object(
  {
    number: Opt(Text(50)),
    totalNetAmount: Amount(),
    totalGrossAmount: PositiveAmount(),
    currency: Opt(CurrencyCode()),
    items: Type.Array(OrderItem, { minItems: 1, maxItems }),
    merchantImageUrl: Opt(Text(2048)),
  },
  { title: 'UpdateOrderSummary', ...chooses({ amount: ['totalGrossAmount'], items: ['items'] }) },
);

type Summary = Static<typeof Summary>;

const UpdateRequestBody = Type.Object(
  {
    updateOrderSummary: Opt(Summary),
    order: Opt(Summary),
    payment: Opt(
      Type.Object(
        { contractId: Opt(Uuid('Of the contract that the buyer agreed to for the new total; other members are not read.')) },
        { title: 'UpdatePayment' },
      ),
    ),
    contractId: Opt(Uuid('The older place; payment.contractId wins.')),
    ...references,
    conversationLanguage: Opt(ConversationLanguage()),
  },
  { title: 'UpdateOrderRequest', ...chooses({ amount: ['updateOrderSummary', 'order'] }) },
);
type Body = Static<typeof UpdateRequestBody>;

const UpdateAnswer = Type.Object(
  {
    outcome: Word(outcomes),
    reservationId: Uuid(),
    checkoutId: Uuid('Of the order; with message 200.105 the one to make the new contract in.'),
    expirationDate: DayText(),
    riskCheckMessages: Opt(Type.Array(Message)),
  },
  { title: 'UpdateOrderAnswer' },
);

export const updateOrder = write({
  id: 'updateOrder',
  method: 'POST',
  path: '/api/v3/orders/:orderNumber/updateOrder',
  tag: 'Order management',
  summary: 'Replace the items of an authorized, uncaptured order',
  about:
    'The body holds the full new item list, as `updateOrderSummary` or as `order` like in authorize. Only what goes beyond the highest total approved so far is scored, by what bureau and registers say of the customer then; when that is rejected the order stays as it was. A higher total of an order in installments may need a new contract of the buyer: the answer is then Rejected with message 200.105, and its `checkoutId` is a new one, for POST `/checkout/{checkoutId}/contract`; send the update again with `payment.contractId`. Until then the order and its agreement stay as they are. Below what was agreed the plan is computed anew by the same terms.',
  scope: ['orders'],
  refusals: [
    'order.not_found',
    'order.declined',
    'order.not_updatable',
    'order.expired',
    'order.pending',
    'order.gross_total',
    'order.net_total',
    'order.currency',
    'method.contract_needed',
    'installment.no_plans',
    'installment.amount',
    'account.profile',
    'method.not_available',
    'merchant.inactive',
  ],
  example: {
    body: {
      updateOrderSummary: {
        totalGrossAmount: 54.95,
        totalNetAmount: 46.18,
        items: [{ ...exampleItems[0], quantity: 1 }, exampleItems[1]],
      },
    },
    answer: {
      outcome: 'Accepted',
      reservationId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10',
      checkoutId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11',
      expirationDate: '2026-12-20',
    },
  },
  params: OrderPath,
  body: UpdateRequestBody,
  answer: UpdateAnswer,

  check({ updateOrderSummary, order }) {
    if (updateOrderSummary && order && !isSameUpdate(updateOrderSummary, order))
      return refuse('body.unreadable', 'order', { why: unlike });
    return updateOrderSummary || order ? undefined : refuse('value.required', 'updateOrderSummary');
  },

  earlier: {
    find: ({ orderNumber }, _body, merchant) => findOrder({ orderNumber }, merchant),
    fromRows: ([row], open) => (row ? wholeOrderOf(row, open) : undefined),
  },

  async prepare({ body, merchant, earlier }, sources) {
    if (earlier?.order.state !== 'Authorized' || !isMore(body, earlier.order)) return null;
    const { customer, nationalId } = earlier.contents;
    if (customer === null) return null;
    const said = customer as unknown as CheckoutCustomer;
    const asked = { country: merchant.country, currency: earlier.order.currency };
    return hear({ ...said, ...(nationalId !== null && { identificationNumber: nationalId }) }, asked, sources);
  },

  opensCredit: (body, { order }) => order !== undefined && isMore(body, order.order),

  needs: ({ params, body }) => ({ order: params.orderNumber, with: ['contents'], contract: contractIdOf(body) ?? null }),

  decide(
    { order, declined, contents, contract, contractCheckout, creditDecisions: [first] },
    { params, body, merchant, publicUrl, signers, prepared, setting },
  ) {
    if (!order) return noOrder(declined);
    if (!contents || !first) throw new Error('an order without its contents or its decision');
    const language = languageOf(body, languageOf({ customer: contents.customer }, merchant.language));
    const request = updateFromWire(body, {
      language,
      named: {
        contract: contract ?? null,
        contractParty: contractCheckout ? partyNamed(contractCheckout) : null,
        party: partyNamed(contents),
      },
      contractCheckout: contractCheckout ?? null,
    });
    const number = body.order?.number ?? body.updateOrderSummary?.number;
    if (number !== undefined && number.toLowerCase() !== params.orderNumber.toLowerCase())
      return refuse('value.format', `${request.path}.number`, { why: ' It has to be the number in the address.' });
    const earlier = earlierFactsOf(first, prepared, setting, owesWith(order, request));
    const decided = decideUpdate({ ...order, contents }, request, earlier, setting);
    if (decided instanceof Refusal) return decided;
    const { category } = earlier.application;
    return answering(decided, ({ order: after, outcome, reasons, checkoutId, decisionId }) => ({
      outcome,
      reservationId: after.id,
      checkoutId,
      expirationDate: after.expiresOn,
      ...(reasons.length > 0 && {
        riskCheckMessages: withRights(reasons, { outcome: decisionId === undefined ? '' : outcome, category }, () =>
          contestUrl(publicUrl, merchant.id, decisionId ?? '', signers[0]),
        ).map((reason) => messageOf(reason, language)),
      }),
    }));
  },
});

const unlike = ' (order and updateOrderSummary say different things)';

/** Do both members say the same goods for the same money? What of the rest one of them leaves out is no contradiction. */
function isSameUpdate(one: Summary, other: Summary): boolean {
  const [first, second] = [one, other].map(({ totalGrossAmount, totalNetAmount, items }) =>
    canonicalJson({ totalGrossAmount, totalNetAmount, items }),
  );
  const differs = (['number', 'currency'] as const).some(
    (member) =>
      one[member] !== undefined && other[member] !== undefined && one[member].toLowerCase() !== other[member].toLowerCase(),
  );
  return first === second && !differs;
}

/** Up to the highest total that was approved nothing is given anew (C26). */
const isMore = ({ updateOrderSummary, order }: Body, { approvedMinor }: Pick<Order, 'approvedMinor'>): boolean =>
  minorFromWire((updateOrderSummary ?? order)?.totalGrossAmount ?? 0) > approvedMinor;

/** `updateOrderSummary` is what shop plug-ins send, `order` what the specification describes (C26). */
function updateFromWire(body: Body, agreed: Pick<UpdateRequest, 'named' | 'contractCheckout' | 'language'>): UpdateRequest {
  const path = body.updateOrderSummary ? 'updateOrderSummary' : 'order';
  const summary = body.updateOrderSummary ?? body.order;
  if (!summary) throw new Error('an update without a summary passed the check');
  return {
    path,
    totals: {
      grossMinor: minorFromWire(summary.totalGrossAmount),
      netMinor: minorFromWire(summary.totalNetAmount),
      lines: summary.items.map(lineFromWire),
    },
    currency: summary.currency ?? null,
    items: summary.items as unknown as JsonObject[],
    basket: basketTraitsFromWire(summary),
    contractNamed: contractIdOf(body) !== undefined,
    ...agreed,
    remarks: {
      ...referencesOf(body),
      ...(summary.merchantImageUrl !== undefined && { merchantImageUrl: summary.merchantImageUrl }),
    },
  };
}
