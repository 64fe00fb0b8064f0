// Invoices, credit notes and reminders, composed from the order they are about.
import type { Merchant } from '../core/merchant.ts';
import type { CaptureReminder } from '../core/order/collecting.ts';
import { findDocumentSubject } from '../documents/documents.sql.ts';
import type { Composed, Paper, PaperSource } from '../documents/paper.ts';
import { copyOf, creditNoteOf, invoiceOf } from './invoice-data.ts';
import { reminderCopyOf, reminderOf } from './reminder-data.ts';
import { findReminder } from './reminders.sql.ts';
import { findWholeOrder, type WholeOrder, wholeOrderOf } from './whole-order.sql.ts';

async function readWhole({ db, open }: PaperSource, merchant: Merchant, numberKey: unknown): Promise<WholeOrder | undefined> {
  const [row] = await db.read(findWholeOrder, merchant.id, String(numberKey));
  return row && wholeOrderOf(row, open);
}

async function invoiceOrCreditNote(source: PaperSource, merchant: Merchant, id: string): Promise<Composed | undefined> {
  const [found] = await source.db.read(findDocumentSubject, merchant.id, id);
  const whole = found && (await readWhole(source, merchant, found['numberKey']));
  if (!whole) return undefined;
  const capture = whole.captures.find(({ documentId }) => documentId === id);
  const orderId = whole.order.id;
  // Of an erased person no invoice is composed again. What is refunded since has its credit note, which names no person.
  if (capture) {
    if (whole.contents.customer === null) return undefined;
    const content = invoiceOf(capture, whole, merchant);
    return { content, orderId, copy: copyOf(content, capture, whole, merchant) };
  }
  const refund = whole.refunds.find(({ documentId }) => documentId === id);
  if (!refund) return undefined;
  const content = creditNoteOf(refund, whole, merchant);
  const refunded = whole.captures.find(({ number }) => number === refund.captureNumber);
  return { content, orderId, copy: refunded && copyOf(content, refunded, whole, merchant) };
}

async function reminder(source: PaperSource, merchant: Merchant, id: string): Promise<Composed | undefined> {
  const [found] = await source.db.read(findReminder, merchant.id, id);
  const whole = found && (await readWhole(source, merchant, found['numberKey']));
  if (!whole || whole.contents.customer === null) return undefined;
  const made = found as unknown as CaptureReminder;
  const content = reminderOf(made, whole, merchant);
  return { content, orderId: whole.order.id, copy: reminderCopyOf(content, made, whole, merchant) };
}

export const orderPapers: readonly Paper[] = [invoiceOrCreditNote, reminder];
