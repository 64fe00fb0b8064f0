import { answering } from '../core/changes.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { merge } from '../core/merge.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { arrayText } from '../store/table.ts';
import { CutText, Opt, Text, Type } from '../wire/schema.ts';
import { findCustomerByNumber } from './profiles.sql.ts';

export const mergeCustomers = operation({
  id: 'mergeCustomers',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/customers/:customerNumber/merge',
  summary: 'Make one customer of two',
  about:
    'The customer of the address is merged into the one of the body: what both owe is one person’s from now on, and either number means that person. It cannot be undone.',
  scope: 'admin:write',
  operatorsMoney: 'risks',
  refusals: ['merchant.not_found', 'customer.not_found', 'customer.same'],
  example: { body: { into: '1795167000123456789', reason: 'One person with two numbers' } },
  body: Type.Object({ into: Text(100, 'The customer number that stays.'), reason: CutText(500) }, { title: 'MergeCustomers' }),
  answer: Type.Object({ customerNumber: Opt(Type.String({ description: 'The customer both are now.' })) }),
  async run({ merchant, params, body, actor, requestId }, deps) {
    const from = await keyOf(params['customerNumber'] ?? '', merchant, deps);
    if (from === undefined) return refuse('customer.not_found', 'customerNumber');
    const into = await keyOf(body.into, merchant, deps);
    if (into === undefined) return refuse('customer.not_found', 'into');
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'mergeCustomers',
      requestId,
      reason: body.reason,
      needs: { merge: { from, into } },
      decide(inHand, setting) {
        const decided = merge(inHand.merge, { reason: body.reason, mergedBy: actor }, setting);
        return decided instanceof Refusal ? decided : answering(decided, ({ number }) => number ?? '');
      },
    });
    if (answer instanceof Refusal) return answer;
    return answer.text === '' ? {} : { customerNumber: answer.text };
  },
});

async function keyOf(number: string, merchant: MerchantOnClock, { db, secrets }: Deps): Promise<string | undefined> {
  if (number === '' || number.includes('\0')) return undefined;
  const [row] = await db.read(findCustomerByNumber, merchant.id, number, arrayText('text', secrets.hashes(`number:${number}`)));
  return row && String(row['key']);
}
