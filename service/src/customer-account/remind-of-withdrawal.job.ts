// Reminders of the right to withdraw from customer accounts, a day after they were opened (C98).
import { remindOfAccountWithdrawal } from '../core/account/remind-of-withdrawal.ts';
import type { Decided } from '../core/changes.ts';
import type { JsonObject } from '../core/json.ts';
import { withDuty } from '../core/law/with-duty.ts';
import { orderJob } from '../jobs/each-order.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Secrets } from '../store/secrets.ts';
import { languageOf } from '../wire/messages.ts';
import { signedUrl } from '../wire/signed-link.ts';
import { accountRemindersDue, nextAccountReminder } from './account-papers.sql.ts';

export interface Linking {
  readonly publicUrl: string;
  readonly secrets: Pick<Secrets, 'signers'>;
}

const duty = withDuty('withdrawalReminder');

export const remindOfWithdrawalFromAccounts = ({ publicUrl, secrets }: Linking): Job =>
  orderJob({
    name: 'remind-of-withdrawal-accounts',
    everySeconds: 3600,
    statement: accountRemindersDue(duty),
    due: nextAccountReminder(duty),
    needs: ({ number, id }) => ({ account: { number: String(number) }, document: String(id) }),
    decide({ account, document }, setting, candidate): Decided<unknown> | undefined {
      if (!account) return undefined;
      const customer = candidate['customer'] as JsonObject;
      const linked = { merchantId: String(candidate['merchantId']), id: account.account.id };
      const opened = {
        url: signedUrl(publicUrl, 'withdrawal', linked, secrets.signers[0]),
        customer,
        language: languageOf(customer, setting.merchant.language),
        informedAt: candidate['informedAt'] as number | null,
        concludedAt: Number(candidate['concludedAt']),
      };
      return remindOfAccountWithdrawal(account, document, opened, setting);
    },
  });
