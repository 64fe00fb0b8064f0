import { operatorsOwn } from '../book/audit.sql.ts';
import { type Act, audited } from '../book/auditing.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { chance } from '../runtime/chance.ts';
import { Text, Type, Word } from '../wire/schema.ts';
import { closeEntry } from './bank-entries.sql.ts';
import { BankEntryRecord, entryRecord, findOpen, readEntry } from './entry-record.ts';

export const closeBankEntry = operation({
  id: 'closeBankEntry',
  method: 'POST',
  path: '/admin/v1/bank-entries/:entryId/close',
  summary: 'Record that what is left of an entry was sent back, or belongs to no order',
  about: 'The service sends no money: `SentBack` says that you did.',
  scope: 'admin:write',
  refusals: ['bank.entry_not_found', 'bank.entry_closed'],
  example: { body: { as: 'SentBack', reason: 'Paid twice' } },
  body: Type.Object({ as: Word(['SentBack', 'Ignored']), reason: Text(255) }, { title: 'CloseBankEntry' }),
  answer: BankEntryRecord,
  async run({ params, body, actor, requestId }, deps) {
    const entry = await findOpen({ params }, deps);
    if (entry instanceof Refusal) return entry;
    if (body.reason.trim() === '') return refuse('value.required', 'reason');
    const act: Act = {
      merchantId: operatorsOwn,
      actor,
      operation: 'closeBankEntry',
      subject: entry.id,
      requestId,
      reason: body.reason,
      happenedAt: deps.clock(),
    };
    const { statement, values } = audited(closeEntry, [entry.id, body.as, actor, body.reason], act, chance.id());
    const closed = await deps.db.run(statement, ...values);
    const after = await readEntry(entry.id, deps);
    if (closed.length === 0 || !after) return refuse('bank.entry_closed', 'entryId', { state: after?.state ?? 'Booking' });
    return entryRecord(after, deps);
  },
});
