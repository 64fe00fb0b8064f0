import { update } from '../core/changes.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { DayText, Text, Type } from '../wire/schema.ts';
import { findPaidCapture } from './payments.sql.ts';

export const pauseReminders = operation({
  id: 'pauseReminders',
  method: 'PUT',
  path: '/admin/v1/merchants/:merchantId/captures/:captureNumber/reminder-pause',
  summary: 'Send no reminder of a capture until a day, for example while a complaint is examined',
  about: 'Up to and with the day; one that has passed ends the pause.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'capture.not_found'],
  example: { body: { until: '2026-12-20', reason: 'The buyer complained' } },
  body: Type.Object({ until: DayText(), reason: Text(255) }, { title: 'ReminderPause' }),
  answer: Type.Object({ captureNumber: Type.String(), remindersPausedUntil: DayText() }),
  async run({ merchant, params, body, actor, requestId }, deps) {
    if (body.reason.trim() === '') return refuse('value.required', 'reason');
    const captureNumber = params['captureNumber'] ?? '';
    const [found] = await deps.db.read(findPaidCapture, merchant.id, captureNumber, null);
    if (!found) return refuse('capture.not_found', 'captureNumber');
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'pauseReminders',
      requestId,
      reason: body.reason,
      needs: { order: String(found['orderNumber']), with: ['captures'] },
      decide({ order }) {
        const capture = order?.captures.find(({ number }) => number === captureNumber);
        if (!capture) return refuse('capture.not_found', 'captureNumber');
        const changes = [update('captures', capture, { set: { remindersPausedUntil: body.until } })];
        return { answer: '', changes, events: [], about: captureNumber };
      },
    });
    return answer instanceof Refusal ? answer : { captureNumber, remindersPausedUntil: body.until };
  },
});
