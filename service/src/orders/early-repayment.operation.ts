// What repaying a capture in installments early costs on a day, all or a part, for a consumer who asks.

import { type Day, dayAt, isDay } from '../core/dates.ts';
import { payloadOf } from '../core/documents/payment.ts';
import type { Merchant } from '../core/merchant.ts';
import { type Currency, minorToWire } from '../core/money.ts';
import { openReminderFeeMinor } from '../core/order/dunning.ts';
import { type EarlyRepayment, earlyRepaymentOf } from '../core/order/early-repayment.ts';
import type { Capture } from '../core/order/rows.ts';
import { printReference } from '../core/payment-reference/references.ts';
import { laidOn, openMinorOf } from '../core/plan/schedule.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { amount, reading } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { Amount, DayText, Opt, type Static, Type } from '../wire/schema.ts';
import { findPaidCapture } from './payments.sql.ts';

const asDay = (sent: string): Day | undefined => (isDay(sent) ? sent : undefined);
const filters = {
  on: reading(10, 'a day', asDay, 'The day of the payment; today where nothing is said.'),
  amount: amount('What is paid of it; everything where nothing is said.'),
};

const Quote = Type.Object(
  {
    captureNumber: Type.String(),
    orderNumber: Type.String(),
    day: DayText(),
    totalAmount: Amount('What repaying everything costs on the day, with what reminders charged.'),
    dueAmount: Amount('Of that what is due by the day: no part of it is early.'),
    amount: Amount('What is paid: everything, or what was asked for.'),
    savedAmount: Amount('What of interest and fees is not owed.'),
    remainingAmount: Amount('Left to pay after it, with interest and fees.'),
    installments: Type.Array(Type.Object({ number: Type.Number(), dueDate: DayText(), amount: Amount('Left of it.') }), {
      description: 'What is left after it, and when.',
    }),
    paymentReference: Opt(Type.String({ description: 'What the payer gives with it.' })),
    paymentCode: Opt(Type.String({ description: 'What the code for this amount says, where the country has one.' })),
  },
  { title: 'EarlyRepaymentQuote' },
);

export const quoteEarlyRepayment = operation({
  id: 'quoteEarlyRepayment',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/captures/:captureNumber/early-repayment',
  summary: 'What repaying a capture in installments early costs',
  about:
    'On `?on=`, a day from now on; without it today. Of `?amount=` a part: the installments that follow are paid first, and the costs of all that are left fall in proportion. Book the payment with `earlyRepayment`.',
  scope: 'admin:read',
  query: filters,
  refusals: [
    'merchant.not_found',
    'capture.not_found',
    'payment.not_in_installments',
    'payment.on_account',
    'payment.early_amount',
    'value.out_of_range',
  ],
  answer: Quote,
  async run({ merchant, params, query, requestId }, deps) {
    const named = params['captureNumber'] ?? '';
    const [found] = await deps.db.read(findPaidCapture, merchant.id, named, null);
    if (!found) return refuse('capture.not_found', 'captureNumber');
    const orderNumber = String(found['orderNumber']);
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor: 'operator',
      operation: 'quoteEarlyRepayment',
      requestId,
      needs: { order: orderNumber, with: ['captures', 'installments', 'costReturns'] },
      decide({ order }, { now, merchant }) {
        const capture = order?.captures.find(({ number }) => number === named);
        if (!order || !capture) return refuse('capture.not_found', 'captureNumber');
        const today = dayAt(now, merchant.timeZone);
        const day = query.on ?? today;
        if (day < today) return refuse('value.out_of_range', 'on');
        const before = order.costReturns;
        const early = earlyRepaymentOf(capture, order.installments, before, { on: day, ...optional(query.amount) });
        const { chargedAccount: account } = capture;
        if (account !== null) return refuse('payment.on_account', 'captureNumber', { account });
        if (!early) return refuse('payment.not_in_installments', 'captureNumber');
        const { amountMinor, totalMinor, dueMinor } = early;
        if (amountMinor !== totalMinor && (amountMinor <= dueMinor || amountMinor > totalMinor))
          return refuse('payment.early_amount', 'amount', { due: shown(dueMinor), open: shown(totalMinor) });
        const quote = quoteToWire(early, capture, day, { orderNumber, currency: order.order.currency, merchant });
        return { answer: JSON.stringify(quote), changes: [], events: [] };
      },
    });
    return answer instanceof Refusal ? answer : (JSON.parse(answer.text) as Static<typeof Quote>);
  },
});

const optional = (amountMinor: bigint | undefined) => (amountMinor === undefined ? {} : { amountMinor });
const shown = (minor: bigint): string => minorToWire(minor).toFixed(2);

interface Around {
  readonly orderNumber: string;
  readonly currency: Currency;
  readonly merchant: Merchant;
}

function quoteToWire(early: EarlyRepayment, capture: Capture, day: Day, around: Around): Static<typeof Quote> {
  const { totalMinor, dueMinor, amountMinor, savedMinor, rows } = early;
  const { merchant, currency, orderNumber } = around;
  const { changed } = laidOn(rows, amountMinor - openReminderFeeMinor(capture), day);
  const left = rows.map((row) => changed.find(([before]) => before === row)?.[1] ?? row);
  const reference = capture.paymentReference;
  const { country, language, contract } = merchant;
  const debt = { country, payee: contract.payee, currency, amountMinor, dueOn: day, debtor: null, message: capture.number };
  const code = reference === null ? undefined : payloadOf({ ...debt, reference }, { country, language });
  return {
    captureNumber: capture.number,
    orderNumber,
    day,
    totalAmount: minorToWire(totalMinor),
    dueAmount: minorToWire(dueMinor),
    amount: minorToWire(amountMinor),
    savedAmount: minorToWire(savedMinor),
    remainingAmount: minorToWire(openMinorOf(...left)),
    installments: left
      .filter((row) => openMinorOf(row) > 0n)
      .map((row) => ({ number: row.number, dueDate: row.dueOn, amount: minorToWire(openMinorOf(row)) })),
    ...(reference !== null && { paymentReference: printReference(country, reference) }),
    ...(code !== undefined && { paymentCode: code }),
  };
}
