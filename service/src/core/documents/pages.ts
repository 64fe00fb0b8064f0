// Which pages belong to which data.
import type { Content } from './content.ts';
import type { Document } from './document.ts';
import { invoicePages } from './invoice.ts';

export function pagesOf(content: Content): Document {
  if (content.kind === 'Contract') throw new Error('the pages of contracts are not composed yet');
  return invoicePages(content);
}
