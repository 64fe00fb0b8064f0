// Which pages belong to which data.
import type { Content } from './content.ts';
import { contractPages } from './contract-pages.ts';
import type { Document } from './document.ts';
import { invoicePages } from './invoice.ts';

export const pagesOf = (content: Content): Document =>
  content.kind === 'Contract' ? contractPages(content) : invoicePages(content);
