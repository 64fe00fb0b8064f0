import { randomUUID } from 'node:crypto';
import { audited } from '../book/auditing.ts';
import { operation } from '../http/operation.ts';
import { operatorsAct } from '../merchants/acts.ts';
import { chance } from '../runtime/chance.ts';
import { Opt, Reason, Text, Type } from '../wire/schema.ts';
import { deleteOldImports, findCurrentImport, insertImport } from './reference.sql.ts';

export const beginReferenceImport = operation({
  id: 'beginReferenceImport',
  method: 'POST',
  path: '/admin/v1/reference/imports',
  summary: 'Begin an import of places; it is not used before it is finished',
  scope: 'admin:write',
  example: {
    body: {
      label: 'Places of November 2026',
      credit: 'GeoNames, CC BY 4.0',
      contentHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      reason: 'New edition',
    },
  },
  body: Type.Object(
    { label: Text(200), credit: Text(200), contentHash: Text(64), reason: Opt(Reason()) },
    { title: 'BeginReferenceImport' },
  ),
  answer: Type.Object({
    importId: Opt(Type.String()),
    isCurrent: Type.Boolean({ description: 'The same data is in use already.' }),
  }),
  async run(asked, { db, clock }) {
    const { body } = asked;
    const [current] = await db.read(findCurrentImport);
    if (current?.['contentHash'] === body.contentHash) return { isCurrent: true };
    await db.run(deleteOldImports);
    const importId = randomUUID();
    const act = operatorsAct(asked, importId, body.reason, { clock });
    const { statement, values } = audited(insertImport, [importId, body.label, body.credit, body.contentHash], act, chance.id());
    await db.run(statement, ...values);
    return { importId, isCurrent: false };
  },
});
