// A policy as people write it: amounts in the currency's unit, probabilities in per cent. It is read strictly: a member that
// is not known is a slip of the pen, and a rule that was meant but not found would let every buyer pass.
import { Form, onePerField } from '../form.ts';
import type { Json } from '../json.ts';
import { type Currency, currencies, minorToWire } from '../money.ts';
import { paymentTypes } from '../payment-types.ts';
import { type Notice, Refusal } from '../refusals.ts';
import { type CutOff, noCutOff, noPaceLimit, openPolicy, type PaceLimit, type Policy, waysOut } from './policy.ts';
import { marks } from './velocity.ts';

export const policyMembers = [
  'version',
  'minimumAge',
  'unknownAge',
  'whenSilent',
  'limits',
  'limitSteps',
  'cutOffs',
  'velocity',
  'rejectListHitsFrom',
  'reviewListHitsFrom',
] as const;

/** A policy as it was written, or everything that is wrong with it. Its version is given by who keeps it. */
export function policyFromForm(value: unknown, version: string, path = 'policy'): Policy | Refusal {
  const faults: Notice[] = [];
  const form = new Form(value, path, policyMembers, faults);
  form.demand(form.has('limits'), 'value.required', 'limits');
  const limits = limitsOf(form.inner('limits', currencies));
  const policy: Policy = {
    version,
    minimumAge: form.whole('minimumAge', 18, 120),
    unknownAge: form.word('unknownAge', waysOut, 'Accept'),
    whenSilent: form.word('whenSilent', waysOut, 'Accept'),
    limits,
    limitSteps: stepsOf(form),
    cutOffs: form.has('cutOffs') ? cutOffsOf(form.inner('cutOffs', ['any', ...paymentTypes])) : openPolicy.cutOffs,
    velocity: form.has('velocity') ? velocityOf(form.inner('velocity', marks)) : openPolicy.velocity,
    rejectListHitsFrom: form.wholeOrNull('rejectListHitsFrom', 1, 100),
    reviewListHitsFrom: form.wholeOrNull('reviewListHitsFrom', 1, 100),
  };
  return Refusal.of(onePerField(faults)) ?? policy;
}

function limitsOf(form: Form): Policy['limits'] {
  const named = form.names().filter((name): name is Currency => (currencies as readonly string[]).includes(name));
  form.demand(named.length > 0, 'value.required', '');
  return Object.fromEntries(
    named.map((currency) => {
      const limit = form.inner(currency, ['order', 'customer']);
      const read = { orderMinor: limit.amount('order'), customerMinor: limit.amount('customer') };
      limit.demand(read.customerMinor > 0n, 'value.out_of_range', 'customer');
      return [currency, read];
    }),
  );
}

/** Steps rise in probability and fall in what is granted: anything else would grant more to the worse. */
function stepsOf(form: Form): Policy['limitSteps'] {
  const forms = form.list('limitSteps', ['aboveDefaultPercent', 'sharePercent']);
  const steps = forms.map((step) => ({
    aboveDefaultPpm: step.ppm('aboveDefaultPercent'),
    sharePercent: step.whole('sharePercent', 0, 100),
  }));
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1];
    forms[index]?.demand(!before || step.aboveDefaultPpm > before.aboveDefaultPpm, 'value.out_of_range', 'aboveDefaultPercent');
    forms[index]?.demand(!before || step.sharePercent <= before.sharePercent, 'value.out_of_range', 'sharePercent');
  }
  return steps;
}

const cutOffMembers = ['reviewDefaultPercent', 'rejectDefaultPercent', 'reviewFraudPercent', 'rejectFraudPercent'];

function cutOffsOf(form: Form): Policy['cutOffs'] {
  const read = Object.fromEntries(form.names().map((type) => [type, cutOffOf(form.inner(type, cutOffMembers))]));
  return { any: noCutOff, ...read };
}

function cutOffOf(form: Form): CutOff {
  const cutOff: CutOff = {
    reviewDefaultPpm: form.ppmOrNull('reviewDefaultPercent'),
    rejectDefaultPpm: form.ppmOrNull('rejectDefaultPercent'),
    reviewFraudPpm: form.ppmOrNull('reviewFraudPercent'),
    rejectFraudPpm: form.ppmOrNull('rejectFraudPercent'),
  };
  // What would be rejected anyway is never reviewed: the bounds are the wrong way round.
  const inOrder = (review: number | null, reject: number | null): boolean =>
    review === null || reject === null || review <= reject;
  form.demand(inOrder(cutOff.reviewDefaultPpm, cutOff.rejectDefaultPpm), 'value.out_of_range', 'reviewDefaultPercent');
  form.demand(inOrder(cutOff.reviewFraudPpm, cutOff.rejectFraudPpm), 'value.out_of_range', 'reviewFraudPercent');
  return cutOff;
}

function velocityOf(form: Form): Policy['velocity'] {
  const read = (mark: (typeof marks)[number]): PaceLimit => {
    if (!form.has(mark)) return noPaceLimit;
    const limit = form.inner(mark, ['hour', 'day', 'week']);
    const most = (window: keyof PaceLimit): number | null => limit.wholeOrNull(window, 1, 1_000_000);
    return { hour: most('hour'), day: most('day'), week: most('week') };
  };
  return { person: read('person'), email: read('email'), phone: read('phone'), ip: read('ip'), address: read('address') };
}

export const percentOfPpm = (ppm: number): number => ppm / 10_000;
const percentOrNull = (ppm: number | null): number | null => (ppm === null ? null : percentOfPpm(ppm));

/** The policy as people write it; what it gives is read back as the same policy. */
export function policyToForm(policy: Policy): { readonly [name: string]: Json } {
  const limits = Object.entries(policy.limits).map(([currency, limit]) => [
    currency,
    { order: minorToWire(limit.orderMinor), customer: minorToWire(limit.customerMinor) },
  ]);
  const cutOffs = Object.entries(policy.cutOffs).map(([type, cutOff]) => [
    type,
    {
      reviewDefaultPercent: percentOrNull(cutOff.reviewDefaultPpm),
      rejectDefaultPercent: percentOrNull(cutOff.rejectDefaultPpm),
      reviewFraudPercent: percentOrNull(cutOff.reviewFraudPpm),
      rejectFraudPercent: percentOrNull(cutOff.rejectFraudPpm),
    },
  ]);
  return {
    version: policy.version,
    minimumAge: policy.minimumAge,
    unknownAge: policy.unknownAge,
    whenSilent: policy.whenSilent,
    limits: Object.fromEntries(limits),
    limitSteps: policy.limitSteps.map(({ aboveDefaultPpm, sharePercent }) => ({
      aboveDefaultPercent: percentOfPpm(aboveDefaultPpm),
      sharePercent,
    })),
    cutOffs: Object.fromEntries(cutOffs),
    velocity: Object.fromEntries(marks.map((mark) => [mark, { ...policy.velocity[mark] }])),
    rejectListHitsFrom: policy.rejectListHitsFrom,
    reviewListHitsFrom: policy.reviewListHitsFrom,
  };
}
