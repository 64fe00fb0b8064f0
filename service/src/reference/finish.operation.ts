import { refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { Type, Whole } from '../wire/schema.ts';
import { deleteOldImports, makeCurrent } from './reference.sql.ts';
import { Reference, referenceOf, uuid, type WithPlaces } from './reference-data.ts';

export const finishReferenceImport = operation({
  id: 'finishReferenceImport',
  method: 'POST',
  path: '/admin/v1/reference/imports/:importId/finish',
  summary: 'Make an import the reference data, at once for every reader; within five seconds in every process',
  scope: 'admin:write',
  refusals: ['reference.incomplete'],
  body: Type.Object({ placeCount: Whole(1, 100_000_000) }, { title: 'FinishReferenceImport' }),
  answer: Reference,
  async run({ params, body }, deps: WithPlaces) {
    const importId = params['importId'] ?? '';
    const [done] = uuid.test(importId) ? await deps.db.run(makeCurrent, importId, body.placeCount) : [];
    if (!done) return refuse('reference.incomplete', 'placeCount');
    await deps.db.run(deleteOldImports);
    await deps.places.refresh();
    return referenceOf(deps);
  },
});
