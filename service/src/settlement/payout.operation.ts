import { Refusal, refuse } from '../core/refusals.ts';
import { endPayout as decidePayoutEnd } from '../core/settlement/payout.ts';
import { operation } from '../http/operation.ts';
import { DayText, Opt, Text, Type, Word } from '../wire/schema.ts';
import { find } from './find-settlement.ts';
import { SettlementRecord, settlementToWire } from './to-wire.ts';

export const endPayout = operation({
  id: 'endPayout',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/settlements/:number/payout',
  summary: 'Say what became of a payout',
  about:
    '`Paid` when the bank carried it out, or it was paid otherwise; `Failed` when the bank refused it or it came back, with the reason. A failed payout is written into the next payout file again, to the account that is agreed then. Reported again, nothing changes: a transfer that failed is not paid by its name any more, and without a name only by `paidOn`, a day from when it failed or the next one was sent. Of one that was sent more than once the bank’s `endToEndId` says which transfer failed.',
  scope: 'admin:money',
  operatorsMoney: 'moves',
  refusals: ['merchant.not_found', 'settlement.not_found', 'payout.not_found', 'payout.state', 'payout.attempt', 'payout.day'],
  body: Type.Object(
    {
      state: Word(['Paid', 'Failed']),
      paidOn: Opt(
        DayText(
          'The day on which the money left, from the close of the statement to today; today when nothing is said. Needed where a transfer failed and none was sent since.',
        ),
      ),
      reason: Opt(Text(500, 'Needed for a failed one.')),
      endToEndId: Opt(
        Text(35, 'Of the transfer that the bank reports on. Needed for a failed one that was sent more than once.'),
      ),
    },
    { title: 'EndPayout' },
  ),
  answer: Type.Object({ settlement: SettlementRecord }),
  async run(asked, deps) {
    const { body, actor, requestId } = asked;
    const found = await find(asked, deps);
    if (found instanceof Refusal) return found;
    const { merchant, settlement } = found;
    const reason = body.reason?.trim() || null;
    if (body.state === 'Failed' && reason === null) return refuse('value.required', 'reason');
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'endPayout',
      requestId,
      reason,
      needs: { payout: settlement.number },
      decide({ payout }, setting) {
        const end = { state: body.state, paidOn: body.paidOn, reason, endToEndId: body.endToEndId?.trim() || null };
        const decided = decidePayoutEnd(payout, end, setting, merchant.timeZone);
        return decided instanceof Refusal ? decided : { ...decided, answer: decided.answer.state };
      },
    });
    if (answer instanceof Refusal) return answer;
    const again = await find(asked, deps);
    return again instanceof Refusal ? again : { settlement: settlementToWire(again.settlement, deps.publicUrl) };
  },
});
