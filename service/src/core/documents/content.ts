// The data of a document as text, and back: JSON that keeps money a bigint.
import type { StoredDocument } from '../rows.ts';
import type { AccountReminderData } from './account-reminder.ts';
import type { ContractData } from './contract.ts';
import type { InvoiceData } from './invoice.ts';
import type { ModificationData } from './modification.ts';
import type { RejectionData } from './rejection.ts';
import type { ReminderData } from './reminder.ts';
import type { SettlementData } from './settlement.ts';
import type { StatementData } from './statement.ts';
import type { WithdrawalReminderData } from './withdrawal-reminder.ts';

/** What a document can be composed from. */
export type Content =
  | ContractData
  | InvoiceData
  | StatementData
  | ReminderData
  | AccountReminderData
  | SettlementData
  | RejectionData
  | WithdrawalReminderData
  | ModificationData;

/** Money is written `{"minor":"123"}`; nothing else in a document's data is an object of that one member. */
export function contentText(content: Content): string {
  return JSON.stringify(content, (_name, value: unknown) => (typeof value === 'bigint' ? { minor: String(value) } : value));
}

export function contentOf(text: string): Content {
  return JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('minor' in value)) return value;
    return Object.keys(value).length === 1 && typeof value.minor === 'string' ? BigInt(value.minor) : value;
  }) as Content;
}

/**
 * The row of a document, to be inserted with the decision that makes it. The PDF is drawn at the first request,
 * and kept with its hash from then on.
 */
export function documentRow(id: string, content: Content, orderId: string | null): StoredDocument {
  const { kind, number: subject, language, madeAt } = content;
  const drawn = { sha256: null, bytes: null, openedAt: null };
  return { id, kind, subject, orderId, language, content: contentText(content), madeAt, ...drawn };
}
