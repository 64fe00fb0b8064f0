// The test clock of a sandbox merchant: business time goes forward on demand, and the jobs do what has become due (C29).
import { refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Type, Whole } from '../wire/schema.ts';
import { findMerchant } from './find-merchant.ts';
import { advanceClock, businessTime, listMerchants, type MerchantOnClock, merchantOf } from './merchants.sql.ts';
import { operation } from './operation.ts';

const tenYearsSeconds = 10 * 366 * 86_400;
/** A clock never goes back, so a slip of the pen must not put a shop where dates have five-digit years. */
const furthestMs = 10 * tenYearsSeconds * 1000;

const Clock = Type.Object({ now: InstantText(), offsetSeconds: Type.Number() }, { title: 'Clock' });

export const setClock = operation({
  id: 'setClock',
  method: 'PUT',
  path: '/admin/v1/merchants/:merchantId/clock',
  summary: 'Advance a sandbox merchant’s test clock, and run the jobs up to then',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'clock.backwards', 'clock.live'],
  body: Type.Object(
    { now: Opt(InstantText('The time it shall be.')), advanceSeconds: Opt(Whole(1, tenYearsSeconds)) },
    { title: 'SetClock' },
  ),
  answer: Clock,
  async run({ params, body }, deps) {
    if (deps.mode !== 'sandbox') return refuse('clock.live');
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const target = body.now === undefined ? undefined : Date.parse(body.now) - deps.clock();
    const offsetMs = Math.round(target ?? merchant.clockOffsetMs + (body.advanceSeconds ?? 0) * 1000);
    if (offsetMs > furthestMs) return refuse('value.out_of_range', target === undefined ? 'advanceSeconds' : 'now');
    const [row] = offsetMs < merchant.clockOffsetMs ? [] : await deps.db.read(advanceClock, merchant.id, offsetMs);
    if (!row) return refuse('clock.backwards', 'now', { now: instantToWire(businessTime(merchant, deps.clock())) });
    deps.auth.forget();
    await deps.jobs.runAll();
    return clockToWire(merchantOf(row), deps);
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

export const getMerchants = operation({
  id: 'listMerchants',
  method: 'GET',
  path: '/admin/v1/merchants',
  summary: 'The merchants',
  scope: 'admin:read',
  answer: Type.Object({
    merchants: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        country: Type.String(),
        currency: Type.String(),
        now: InstantText(),
      }),
    ),
  }),
  async run(_asked, deps) {
    const rows = await deps.db.read(listMerchants);
    const merchants = rows.map(merchantOf).map((merchant) => {
      const { id, name, country, currency } = merchant;
      return { id, name, country, currency, now: instantToWire(businessTime(merchant, deps.clock())) };
    });
    return { merchants };
  },
});

function clockToWire(merchant: MerchantOnClock, deps: Deps): { now: string; offsetSeconds: number } {
  return { now: instantToWire(businessTime(merchant, deps.clock())), offsetSeconds: Math.round(merchant.clockOffsetMs / 1000) };
}
