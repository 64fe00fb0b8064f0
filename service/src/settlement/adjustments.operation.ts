import { type Currency, currencies, minorFromWire, minorToWire } from '../core/money.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { adjust } from '../core/settlement/payout.ts';
import { operation } from '../http/operation.ts';
import { Amount, type Static, Text, Type, Word } from '../wire/schema.ts';
import { CurrencyMember } from './find-settlement.ts';

const Adjustment = Type.Object(
  {
    number: Type.String(),
    currency: Word(currencies),
    amount: Type.Number(),
    reason: Type.String(),
  },
  { title: 'SettlementAdjustment' },
);

export const adjustSettlement = operation({
  id: 'adjustSettlement',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/settlements/adjustments',
  summary: 'Credit or charge a merchant on the next statement',
  about:
    'A closed statement never changes; what was wrong is put right on the next one. The same `number` again is answered as before and books nothing.',
  scope: 'admin:money',
  operatorsMoney: 'moves',
  refusals: ['merchant.not_found', 'adjustment.number_used'],
  example: { body: { number: 'terminal-2026-11', amount: -25, currency: 'EUR', reason: 'Rent of a terminal' } },
  body: Type.Object(
    {
      number: Text(50, 'Your own number of it: booked once, however often it is sent.'),
      amount: Amount('In the merchant’s favour above zero.'),
      currency: CurrencyMember,
      reason: Text(500, 'Stands on the statement.'),
    },
    { title: 'AdjustSettlement' },
  ),
  answer: Adjustment,
  async run({ merchant, body, actor, requestId }, deps) {
    const [number, reason] = [body.number.trim(), body.reason.trim()];
    if (number === '') return refuse('value.required', 'number');
    if (reason === '') return refuse('value.required', 'reason');
    if (body.amount === 0) return refuse('value.out_of_range', 'amount');
    const currency: Currency = body.currency ?? merchant.currency;
    const amountMinor = minorFromWire(body.amount);
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'adjustSettlement',
      requestId,
      reason,
      needs: { adjustment: number },
      decide({ adjustment }, setting) {
        const decided = adjust(adjustment, { number, currency, amountMinor, reason }, setting);
        if (decided instanceof Refusal) return decided;
        const { answer: row } = decided;
        return {
          ...decided,
          answer: JSON.stringify({ number, currency, amount: minorToWire(row.amountMinor), reason: row.reason }),
        };
      },
    });
    return answer instanceof Refusal ? answer : (JSON.parse(answer.text) as Static<typeof Adjustment>);
  },
});
