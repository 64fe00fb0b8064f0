// Which pages belong to which data.
import { accountReminderPages } from './account-reminder.ts';
import type { Content } from './content.ts';
import { contractPages } from './contract-pages.ts';
import type { Document } from './document.ts';
import { invoicePages } from './invoice.ts';
import { modificationPages } from './modification.ts';
import { rejectionPages } from './rejection.ts';
import { reminderPages } from './reminder.ts';
import { settlementPages } from './settlement.ts';
import { statementPages } from './statement.ts';
import { withdrawalReminderPages } from './withdrawal-reminder.ts';

export function pagesOf(content: Content): Document {
  if (content.kind === 'Contract') return contractPages(content);
  if (content.kind === 'Settlement') return settlementPages(content);
  if (content.kind === 'WithdrawalReminder') return withdrawalReminderPages(content);
  if (content.kind === 'Modification') return modificationPages(content);
  if ('basis' in content) return rejectionPages(content);
  if (content.kind === 'Reminder') return 'accountNumber' in content ? accountReminderPages(content) : reminderPages(content);
  return content.kind === 'Statement' ? statementPages(content) : invoicePages(content);
}
