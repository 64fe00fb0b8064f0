import { auditValues } from '../book/auditing.ts';
import { refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { operatorsAct } from '../merchants/acts.ts';
import { chance } from '../runtime/chance.ts';
import { Opt, Reason, Type, Whole } from '../wire/schema.ts';
import { deleteOldImports, makeCurrent } from './reference.sql.ts';
import { Reference, referenceOf, uuid, type WithPlaces } from './reference-data.ts';

export const finishReferenceImport = operation({
  id: 'finishReferenceImport',
  method: 'POST',
  path: '/admin/v1/reference/imports/:importId/finish',
  summary: 'Make an import the reference data, at once for every reader; within five seconds in every process',
  scope: 'admin:write',
  refusals: ['reference.incomplete'],
  example: { body: { placeCount: 16477, reason: 'New edition' } },
  body: Type.Object({ placeCount: Whole(1, 100_000_000), reason: Opt(Reason()) }, { title: 'FinishReferenceImport' }),
  answer: Reference,
  async run(asked, deps: WithPlaces) {
    const { placeCount, reason } = asked.body;
    const importId = asked.params['importId'] ?? '';
    if (!uuid.test(importId)) return refuse('reference.incomplete', 'placeCount');
    const act = auditValues(operatorsAct(asked, importId, reason, deps), chance.id());
    const [done] = await deps.db.run(makeCurrent, importId, placeCount, ...act);
    if (!done) return refuse('reference.incomplete', 'placeCount');
    await deps.db.run(deleteOldImports);
    await deps.places.refresh();
    return referenceOf(deps);
  },
});
