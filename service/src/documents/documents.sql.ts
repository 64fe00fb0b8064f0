import type { StoredDocument } from '../core/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';

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
    openedAt: 'timestamptz',
  },
  key: ['id'],
  sets: ['sha256', 'bytes', 'openedAt'],
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

/** Which capture or refund a document that was never drawn belongs to. */
export const findDocumentSubject: Statement = {
  name: 'find_document_subject',
  text: `select 'Invoice' as kind, c.number as subject, o.number_key as "numberKey"
from captures c join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id
where c.merchant_id = $1 and c.document_id = $2::uuid
union all
select 'CreditNote', r.number, o.number_key
from refunds r join orders o on o.merchant_id = r.merchant_id and o.id = r.order_id
where r.merchant_id = $1 and r.document_id = $2::uuid`,
};
