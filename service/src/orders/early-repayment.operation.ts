// What repaying a capture in installments early costs on a day, for a consumer who asks.

import { type Day, dayAt, isDay } from '../core/dates.ts';
import { minorToWire } from '../core/money.ts';
import { type EarlyRepayment, earlyRepaymentOf } from '../core/order/early-repayment.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { aboutFilters, readFilters, reading } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { Amount, DayText, type Static, Type } from '../wire/schema.ts';
import { findPaidCapture } from './payments.sql.ts';

const asDay = (sent: string): Day | undefined => (isDay(sent) ? sent : undefined);
const filters = { on: reading(10, 'a day', asDay, 'The day of the payment; today where nothing is said.') };

const Quote = Type.Object(
  {
    captureNumber: Type.String(),
    orderNumber: Type.String(),
    day: DayText(),
    totalAmount: Amount('To be paid on the day, with what reminders charged.'),
    savedAmount: Amount('What of interest and fees is not owed.'),
  },
  { title: 'EarlyRepaymentQuote' },
);

export const quoteEarlyRepayment = operation({
  id: 'quoteEarlyRepayment',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/captures/:captureNumber/early-repayment',
  summary: 'What repaying a capture in installments early costs',
  about: 'On `?on=`, a day from now on; without it today. Book the payment with `earlyRepayment`.',
  scope: 'admin:read',
  query: aboutFilters(filters),
  refusals: [
    'merchant.not_found',
    'capture.not_found',
    'payment.not_in_installments',
    'value.out_of_range',
    'filter.unknown',
    'value.format',
  ],
  answer: Quote,
  async run({ merchant, params, query, requestId }, deps) {
    const chosen = readFilters(query, filters);
    if (chosen instanceof Refusal) return chosen;
    const named = params['captureNumber'] ?? '';
    const [found] = await deps.db.read(findPaidCapture, merchant.id, named, null);
    if (!found) return refuse('capture.not_found', 'captureNumber');
    const orderNumber = String(found['orderNumber']);
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor: 'operator',
      operation: 'quoteEarlyRepayment',
      requestId,
      needs: { order: orderNumber, with: ['captures', 'installments'] },
      decide({ order }, { now, merchant: { timeZone } }) {
        const capture = order?.captures.find(({ number }) => number === named);
        if (!order || !capture) return refuse('capture.not_found', 'captureNumber');
        const today = dayAt(now, timeZone);
        const day = chosen.on ?? today;
        if (day < today) return refuse('value.out_of_range', 'on');
        const early = earlyRepaymentOf(capture, order.installments, day);
        if (!early) return refuse('payment.not_in_installments', 'captureNumber');
        return { answer: JSON.stringify(quoteToWire(early, named, orderNumber, day)), changes: [], events: [] };
      },
    });
    return answer instanceof Refusal ? answer : (JSON.parse(answer.text) as Static<typeof Quote>);
  },
});

const quoteToWire = (
  { totalMinor, savedMinor }: EarlyRepayment,
  captureNumber: string,
  orderNumber: string,
  day: string,
): Static<typeof Quote> => ({
  captureNumber,
  orderNumber,
  day,
  totalAmount: minorToWire(totalMinor),
  savedAmount: minorToWire(savedMinor),
});
