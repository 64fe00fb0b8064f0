// Invoices, credit notes and reminders, composed from the order they are about.

import type { Day, Instant } from '../core/dates.ts';
import type { InvoiceData } from '../core/documents/invoice.ts';
import type { Merchant } from '../core/merchant.ts';
import type { CaptureReminder } from '../core/order/collecting.ts';
import { markedUnderway } from '../core/order/left-to-pay.ts';
import type { Capture } from '../core/order/rows.ts';
import { findDocumentSubject } from '../documents/documents.sql.ts';
import type { Composed, Paper, PaperSource } from '../documents/paper.ts';
import { listUnderway } from './collections.sql.ts';
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
    return {
      content,
      orderId,
      copy: await withUnderway(source, merchant, copyOf(content, capture, whole, merchant), { capture, whole }),
    };
  }
  const refund = whole.refunds.find(({ documentId }) => documentId === id);
  if (!refund) return undefined;
  const note = creditNoteOf(refund, whole, merchant);
  const refunded = whole.captures.find(({ number }) => number === refund.captureNumber);
  if (!refunded) return { content: note, orderId, copy: undefined };
  const about = { capture: refunded, whole };
  const content = (await withUnderway(source, merchant, note, { ...about, at: refund.insertedAt })) ?? note;
  return { content, orderId, copy: await withUnderway(source, merchant, copyOf(note, refunded, whole, merchant), about) };
}

interface About {
  readonly capture: Capture;
  readonly whole: WholeOrder;
  /** The moment that the paper is of; now, where it is not said. */
  readonly at?: Instant;
}

/** A paper that asks for no part of a capture that is being debited. What is debited by itself it asks for anyway. */
async function withUnderway(
  { db }: PaperSource,
  { id }: Merchant,
  paper: InvoiceData | undefined,
  { capture, whole, at }: About,
): Promise<InvoiceData | undefined> {
  const underwayIban = whole.contents.bankAccount;
  if (!paper?.left || paper.debitedIban !== null || underwayIban === null) return paper;
  const rows = await db.read(listUnderway, id, capture.number, at === undefined ? 'infinity' : new Date(at).toISOString());
  const asked = rows.map(({ installment }) => Number(installment));
  const own = whole.installments.filter(({ captureNumber }) => captureNumber === capture.number);
  const days = asked.map((number): Day => own.find((row) => row.number === number)?.dueOn ?? capture.dueOn);
  return { ...paper, left: markedUnderway(paper.left, new Set(days)), underwayIban };
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
