import { answering } from '../core/changes.ts';
import { takeOff } from '../core/list-entries.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { uuid } from '../http/paging.ts';
import { entryToWire, ShownEntry } from '../wire/lists.ts';
import { CutText, Type } from '../wire/schema.ts';

export const removeListEntry = operation({
  id: 'removeListEntry',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/lists/:entryId/remove',
  summary: 'Take an entry off its list',
  scope: 'admin:write',
  operatorsMoney: 'risks',
  refusals: ['merchant.not_found', 'list.not_found'],
  example: { body: { reason: 'Entered by mistake' } },
  body: Type.Object({ reason: CutText(500) }, { title: 'RemoveListEntry' }),
  answer: ShownEntry,
  async run({ merchant, params, body, actor, requestId }, deps) {
    const entryId = params['entryId']?.toLowerCase() ?? '';
    if (!uuid.test(entryId)) return refuse('list.not_found', 'entryId');
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'removeListEntry',
      requestId,
      reason: body.reason,
      needs: { listEntry: entryId },
      decide({ listEntry }, setting) {
        const decided = takeOff(listEntry, { removedBy: actor, removedReason: body.reason }, setting);
        return decided instanceof Refusal ? decided : answering(decided, (entry) => JSON.stringify(entryToWire(entry)));
      },
    });
    return answer instanceof Refusal ? answer : JSON.parse(answer.text);
  },
});
