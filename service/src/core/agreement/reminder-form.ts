// When a merchant reminds and what it asks for it, as people write it in the contract.
import type { Form } from '../form.ts';
import type { JsonObject } from '../json.ts';
import { minorToWire } from '../money.ts';
import type { ReminderTerms } from '../order/reminder-terms.ts';

const dayMembers = ['firstDays', 'secondDays', 'payWithinDays'] as const;
export const reminderMembers = [...dayMembers, 'fee', 'chargesInterest', 'interestRatePercent'] as const;

/** At least a day each; what is left out is as usual (core/order/reminder-terms.ts). */
export function remindersOf(form: Form): ReminderTerms {
  const chargesInterest = form.flag('chargesInterest');
  form.demand(chargesInterest || !form.has('interestRatePercent'), 'value.required', 'chargesInterest');
  return {
    ...Object.fromEntries(dayMembers.flatMap((name) => (form.has(name) ? [[name, form.whole(name, 1, 90)]] : []))),
    ...(form.has('fee') && { feeMinor: form.amountOr('fee', 0n) }),
    ...(chargesInterest && { chargesInterest }),
    ...(form.has('interestRatePercent') && { interestRateBps: form.bps('interestRatePercent') }),
  };
}

export function remindersToForm({ feeMinor, interestRateBps, ...terms }: ReminderTerms): JsonObject {
  return {
    ...terms,
    ...(feeMinor !== undefined && { fee: minorToWire(feeMinor) }),
    ...(interestRateBps !== undefined && { interestRatePercent: interestRateBps / 100 }),
  };
}
