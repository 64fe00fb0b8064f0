// Reminders of the right to withdraw from customer accounts, a day after they were opened (C97).
import { remindOfAccountWithdrawal } from '../core/account/remind-of-withdrawal.ts';
import type { Decided } from '../core/changes.ts';
import type { JsonObject } from '../core/json.ts';
import { withDuty } from '../core/law/with-duty.ts';
import { orderJob } from '../jobs/each-order.ts';
import { languageOf } from '../wire/messages.ts';
import { accountRemindersDue, nextAccountReminder } from './account-papers.sql.ts';

const duty = withDuty('withdrawalReminder');

export const remindOfWithdrawalFromAccounts = orderJob({
  name: 'remind-of-withdrawal-accounts',
  everySeconds: 3600,
  statement: accountRemindersDue(duty),
  due: nextAccountReminder(duty),
  needs: ({ number, id }) => ({ account: { number: String(number) }, document: String(id) }),
  decide({ account, document }, setting, candidate): Decided<unknown> | undefined {
    if (!account) return undefined;
    const customer = candidate['customer'] as JsonObject;
    const opened = {
      customer,
      language: languageOf(customer, setting.merchant.language),
      informedAt: candidate['informedAt'] as number | null,
      concludedAt: Number(candidate['concludedAt']),
    };
    return remindOfAccountWithdrawal(account.account, document, opened, setting);
  },
});
