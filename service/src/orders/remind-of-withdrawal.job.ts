// Reminders of the right of withdrawal, a day after an agreement was concluded whose form came less than a day before (C98).
import type { Decided } from '../core/changes.ts';
import { dayMs, hourMs, type Instant } from '../core/dates.ts';
import { withDuty } from '../core/law/with-duty.ts';
import { remindOfWithdrawal } from '../core/order/remind-of-withdrawal.ts';
import { firstIdAt, highestId, lowestId } from '../core/seal.ts';
import type { Linking } from '../customer-account/remind-of-withdrawal.job.ts';
import { type Candidate, orderJob, type Part } from '../jobs/each-order.ts';
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

/** Ids say when orders were made; in a shop whose clock was put forward they say less. */
function partsOf(now: Instant, only?: string): Part[] {
  const ofMoved: Part = { values: [lowestId, highestId, true] };
  if (only !== undefined) return [ofMoved];
  const days = spans(now - lookedAtDays * dayMs, dayMs, lookedAtDays);
  return [...days.map((from) => ({ ...partFrom(from, dayMs), smaller: () => hoursFrom(from) })), ofMoved];
}

const hoursFrom = (day: Instant): Part[] => spans(day, hourMs, dayMs / hourMs).map((from) => partFrom(from, hourMs));
const partFrom = (from: Instant, lengthMs: number): Part => ({ values: [firstIdAt(from), firstIdAt(from + lengthMs), false] });
const spans = (from: Instant, lengthMs: number, count: number): Instant[] =>
  Array.from({ length: count }, (_, index) => from + index * lengthMs);

export function remindOfWithdrawalFromOrders({ publicUrl, secrets }: Linking): Job {
  const duty = withDuty('withdrawalReminder');
  return orderJob({
    name: 'remind-of-withdrawal',
    everySeconds: 3600,
    statement: withdrawalRemindersDue(duty),
    due: nextWithdrawalReminder(duty),
    parts: partsOf,
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
