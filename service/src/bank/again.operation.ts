import { collectAgain as decideAgain } from '../core/order/collection.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { findPaidCapture } from '../orders/payments.sql.ts';
import { Opt, Text, Type } from '../wire/schema.ts';
import { collectionFile, creditorOf } from './collection-file.ts';
import { CollectionFile, newFile, wholeRecord } from './collection-record.ts';

export const collectAgain = operation({
  id: 'collectAgain',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/collections/again',
  summary: 'Ask the bank once more for a direct debit that it returned',
  about:
    'A file of this one alone, under another end-to-end id, on the next possible day, for as much as is still owed; reminders wait until a ' +
    'week after. Once, and not where the bank said that the account or the mandate is gone, or the consumer fetched the money back.',
  scope: 'admin:write',
  discloses: 'accounts',
  operatorsMoney: 'moves',
  refusals: ['merchant.not_found', 'capture.not_found', 'collection.no_creditor', 'collection.not_again'],
  example: { body: { captureNumber: 'R-2026-1001', reason: 'The buyer has money on the account now' } },
  body: Type.Object(
    {
      captureNumber: Text(50),
      installment: Opt(Type.Integer({ minimum: 1, maximum: 999, description: 'Of a capture that is paid in installments.' })),
      reason: Text(255),
    },
    { title: 'CollectAgain' },
  ),
  answer: CollectionFile,
  async run({ merchant, body, actor, requestId }, deps) {
    const creditor = creditorOf(merchant);
    if (!creditor) return refuse('collection.no_creditor', 'merchantId');
    const { captureNumber, installment = 0, reason } = body;
    if (reason.trim() === '') return refuse('value.required', 'reason');
    const [found] = await deps.db.read(findPaidCapture, merchant.id, captureNumber, null);
    if (!found) return refuse('capture.not_found', 'captureNumber');
    const fileId = await newFile(merchant, creditor, deps);
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'collectAgain',
      requestId,
      reason,
      needs: { order: String(found['orderNumber']), with: ['captures', 'installments', 'collections'] },
      decide({ order, collections }, setting) {
        if (!order) return refuse('capture.not_found', 'captureNumber');
        const decided = decideAgain(order, collections, { fileId, captureNumber, installment }, setting);
        return decided instanceof Refusal ? decided : { ...decided, answer: '', about: captureNumber };
      },
    });
    if (answer instanceof Refusal) return answer;
    const file = await collectionFile(deps, merchant, fileId, true);
    return file ? wholeRecord(file, merchant, deps) : refuse('service.busy');
  },
});
