import type { StoredDocument } from '../core/rows.ts';
import { type Statement, selectList, type Table } from '../db/table.ts';

export const documents: Table<StoredDocument> = {
  name: 'documents',
  columns: {
    id: 'uuid',
    kind: 'text',
    subject: 'text',
    orderId: 'uuid',
    language: 'text',
    content: 'sealed',
    sha256: 'text',
    bytes: 'sealed',
    madeAt: 'timestamptz',
  },
  key: ['id'],
  sets: ['sha256', 'bytes'],
  personal: ['content', 'bytes'],
};

export const findDocument: Statement = {
  name: 'find_document',
  text: `select ${selectList(documents, 'd')} from documents d where d.merchant_id = $1 and d.id = $2`,
};

/** For the one who draws it: of two at once the second finds it drawn. */
export const lockDocuments: Statement = {
  name: 'lock_documents',
  text: `select ${selectList(documents, 'd')} from documents d
where d.merchant_id = $1 and d.id = any($2::uuid[]) order by d.id for no key update`,
};
