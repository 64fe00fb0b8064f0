import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Reason, Type, Whole } from '../wire/schema.ts';
import { actOn } from './acts.ts';
import { findMerchant } from './find-merchant.ts';
import { travel } from './travel.ts';

const tenYearsSeconds = 10 * 366 * 86_400;

/** A clock never goes back, so a slip of the pen must not put a shop where dates have five-digit years. */
const furthestMs = 10 * tenYearsSeconds * 1000;

const Clock = Type.Object({ now: InstantText(), offsetSeconds: Type.Number() }, { title: 'Clock' });

const ClockOnItsWay = Type.Object(
  {
    now: InstantText(),
    offsetSeconds: Type.Number(),
    reached: Type.Boolean({
      description: 'False when there was too much to do on the way for one request: ask again with `goal` as `now`.',
    }),
    goal: InstantText('The time it shall be.'),
    stops: Type.Number({ description: 'At how many moments something fell due.' }),
  },
  { title: 'ClockOnItsWay' },
);

export const setClock = operation({
  id: 'setClock',
  method: 'PUT',
  path: '/admin/v1/merchants/:merchantId/clock',
  summary: 'Advance a sandbox merchant’s test clock, and run the jobs up to then',
  scope: 'admin:write',
  about:
    'The jobs run at every moment at which something falls due for the merchant, in the order of its time; what they do is dated by it. Other merchants are not touched.',
  refusals: ['merchant.not_found', 'clock.backwards', 'clock.live', 'clock.busy'],
  // One of the two: where both are sent, `now` decides.
  example: { body: { advanceSeconds: 31 * 86_400 } },
  body: Type.Object(
    { now: Opt(InstantText('The time it shall be.')), advanceSeconds: Opt(Whole(1, tenYearsSeconds)), reason: Opt(Reason()) },
    { title: 'SetClock' },
  ),
  answer: ClockOnItsWay,
  async run(asked, deps: Deps & { readonly jobs: Jobs }) {
    const { merchant, body } = asked;
    if (deps.mode !== 'sandbox') return refuse('clock.live');
    const target = body.now === undefined ? undefined : Date.parse(body.now) - deps.clock();
    const offsetFrom = ({ clockOffsetMs }: MerchantOnClock): number =>
      Math.round(target ?? clockOffsetMs + (body.advanceSeconds ?? 0) * 1000);
    if (offsetFrom(merchant) > furthestMs) return refuse('value.out_of_range', target === undefined ? 'advanceSeconds' : 'now');
    const { db, jobs, clock, auth } = deps;
    const act = actOn(merchant, asked, body.reason, deps);
    const travelled = await travel({ db, jobs, clock, forget: () => auth.forget() }, act, (found) => {
      const offsetMs = offsetFrom(found);
      return offsetMs > furthestMs ? undefined : offsetMs;
    });
    if (!travelled) return refuse('clock.busy', 'merchantId');
    const { reached, stops, goalMs } = travelled;
    const shown = clockToWire(travelled.merchant, deps);
    if (stops === 0) return refuse('clock.backwards', 'now', { now: shown.now });
    return { ...shown, reached, stops, goal: instantToWire(clock() + goalMs) };
  },
});

export const getClock = operation({
  id: 'getClock',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/clock',
  summary: 'The time it is for a merchant',
  scope: 'admin:read',
  refusals: ['merchant.not_found'],
  answer: Clock,
  async run({ params }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    return merchant ? clockToWire(merchant, deps) : refuse('merchant.not_found', 'merchantId');
  },
});

function clockToWire(merchant: MerchantOnClock, deps: Deps): { now: string; offsetSeconds: number } {
  return { now: instantToWire(businessTime(merchant, deps.clock())), offsetSeconds: Math.round(merchant.clockOffsetMs / 1000) };
}
