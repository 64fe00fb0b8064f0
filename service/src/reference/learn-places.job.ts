// C45: confirmed deliveries teach the places that the register lacks. Captures are looked at once each, in the order of the
// merchant's time; a sighting is one customer at one place, so the same delivery seen twice teaches nothing twice.

import { customersToLearn, type Delivery, daysToConfirm, sightingOf } from '../core/address/learned.ts';
import { dayMs } from '../core/dates.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import type { Job, JobDeps, RunningDeps } from '../jobs/jobs.ts';
import { listMerchants, merchantOf } from '../merchants/merchants.sql.ts';
import type { PlaceRegister } from '../sources/sources.ts';
import { findPlaceMark, insertSightings, learnPlaces, listConfirmedDeliveries } from './learned-places.sql.ts';

const pageSize = 500;
const beginning: Mark = { capturedAt: '-infinity', captureNumber: '' };

type Places = Pick<PlaceRegister, 'placesFor'>;

/** Up to which capture was looked. */
interface Mark {
  readonly capturedAt: string;
  readonly captureNumber: string;
}

interface Delivered extends Mark {
  readonly kept: boolean;
  readonly customerKey: string;
  readonly address: Delivery | null;
}

export const learnPlacesFrom = (places: Places): Job => ({
  name: 'learn-places',
  everySeconds: 300,
  async run(deps) {
    const { db, claims, stopping } = deps;
    const merchants = (await db.read(listMerchants)).map(merchantOf);
    const look = (merchant: MerchantOnClock): Promise<number> => lookAtAll(merchant, places, deps);
    const looked = claims.eachMerchant('learn-places', merchants, look, { atOnce: 1, stopping });
    // What was seen is learned although one merchant failed.
    await looked.catch(() => undefined);
    const learned = await db.run(learnPlaces, customersToLearn);
    await looked;
    return learned.length;
  },
});

/** How many captures were looked at. */
async function lookAtAll(merchant: MerchantOnClock, places: Places, { db, clock, stopping }: RunningDeps): Promise<number> {
  const until = new Date(businessTime(merchant, clock()) - daysToConfirm * dayMs).toISOString();
  let [mark = beginning] = (await db.read(findPlaceMark, merchant.id)) as unknown as readonly Mark[];
  for (let count = 0; ; ) {
    const values = [merchant.id, mark.capturedAt, mark.captureNumber, until, pageSize];
    const page = (await db.read(listConfirmedDeliveries, ...values)) as unknown as readonly Delivered[];
    mark = page.at(-1) ?? mark;
    if (page.length > 0) await keep(merchant, page, mark, places, db);
    count += page.length;
    if (page.length < pageSize || stopping()) return count;
  }
}

async function keep(
  { id: merchantId, country }: MerchantOnClock,
  page: readonly Delivered[],
  { capturedAt, captureNumber }: Mark,
  places: Places,
  db: JobDeps['db'],
): Promise<void> {
  const sightings = page.flatMap(({ kept, customerKey, address }) => {
    const seen = kept && address ? sightingOf(address, country, places.placesFor(merchantId)) : undefined;
    return seen ? [{ merchantId, ...seen, customerKey }] : [];
  });
  const marks = [{ merchantId, capturedAt, captureNumber }];
  await db.run(insertSightings, JSON.stringify(sightings), JSON.stringify(marks));
}
