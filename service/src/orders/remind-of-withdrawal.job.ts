// Reminders of the right of withdrawal, a day after an agreement was concluded whose form came less than a day before (C98).
import type { Decided } from '../core/changes.ts';
import { dayMs, hourMs, type Instant } from '../core/dates.ts';
import { withDuty } from '../core/law/with-duty.ts';
import { remindOfWithdrawal } from '../core/order/remind-of-withdrawal.ts';
import { firstIdAt, highestId, lowestId } from '../core/seal.ts';
import type { Linking } from '../customer-account/remind-of-withdrawal.job.ts';
import { type Candidate, type OrderWork, orderJob, type Part } from '../jobs/each-order.ts';
import type { Job } from '../jobs/jobs.ts';
import { languageOf } from '../wire/messages.ts';
import { signedUrl } from '../wire/signed-link.ts';
import { nextWithdrawalReminder, withdrawalRemindersDue } from './withdrawals.sql.ts';

/** Of an agreement the document has the id of its contract, of an order without one the id of the order. */
function idsOf(candidate: Candidate): { readonly contractId: string | null; readonly agreementId: string } {
  const { id, contractId } = candidate as { id: string; contractId: string | null };
  return { contractId, agreementId: contractId ?? id };
}

/** A reminder is due for two weeks; an order may have been under review, or wait for its contract, for some days before. */
const lookedAtDays = 20;

/** Most agreements are concluded when their order is placed. Longer than from one look to the next, and than a restart takes. */
const recentHours = 3;

/** Orders placed in so many hours or days before a moment, the oldest first: ids say when they were made. */
const placedBefore = (end: Instant, count: number, lengthMs: number): Part[] =>
  Array.from({ length: count }, (_, index) => end - (count - index) * lengthMs).map((from) => ({
    values: [firstIdAt(from), firstIdAt(from + lengthMs), false],
    ...(lengthMs > hourMs && { smaller: () => placedBefore(from + lengthMs, lengthMs / hourMs, hourMs) }),
  }));

/** In a shop whose clock was put forward ids say less. */
const ofMovedClocks: Part = { values: [lowestId, highestId, true] };

const duty = withDuty('withdrawalReminder');

/** Each hour what was placed a day before. */
export const remindOfWithdrawalFromOrders = (linking: Linking): Job =>
  reminding(linking, {
    name: 'remind-of-withdrawal',
    everySeconds: hourMs / 1000,
    due: nextWithdrawalReminder(duty),
    parts: (now, only) => [...(only === undefined ? placedBefore(now - dayMs, recentHours, hourMs) : []), ofMovedClocks],
  });

/** Each day all that may be due: what was agreed later than placed, and what was not looked at in time. */
export const remindOfWithdrawalLate = (linking: Linking): Job =>
  reminding(linking, {
    name: 'remind-of-withdrawal-late',
    everySeconds: dayMs / 1000,
    parts: (now) => placedBefore(now - dayMs, lookedAtDays - 1, dayMs),
  });

function reminding({ publicUrl, secrets }: Linking, looks: Pick<OrderWork, 'name' | 'everySeconds' | 'due' | 'parts'>): Job {
  return orderJob({
    ...looks,
    statement: withdrawalRemindersDue(duty),
    needs(candidate) {
      const { contractId, agreementId } = idsOf(candidate);
      return {
        order: String(candidate['number']),
        with: ['contents', 'withdrawal'],
        contract: contractId,
        document: agreementId,
      };
    },
    decide(inHand, setting, candidate): Decided<unknown> | undefined {
      const { merchantId, id, concludedAt } = candidate;
      const { contractId, agreementId } = idsOf(candidate);
      const { order, contents, contract = null, withdrawal, document } = inHand;
      // A declined order leaves its number free: another order may have it by now.
      if (!order || order.order.id !== id || (contractId !== null && contract?.orderId !== id)) return undefined;
      const linked = { merchantId: String(merchantId), id: agreementId };
      const url = signedUrl(publicUrl, 'withdrawal', linked, secrets.signers[0]);
      const language = languageOf({ customer: contents?.customer }, setting.merchant.language);
      const agreed = { contract, concludedAt: Number(concludedAt), url, language };
      return remindOfWithdrawal(order, contents, { withdrawal, document }, agreed, setting);
    },
  });
}
