// C45: confirmed deliveries teach the places that the register lacks. Captures are looked at once each, in the order of the
// merchant's time; a sighting is one customer at one place, so the same delivery seen twice teaches nothing twice.

import { customersToLearn, type Delivery, daysToConfirm, sightingOf } from '../core/address/learned.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import type { Job, JobDeps } from '../jobs/jobs.ts';
import type { PlaceRegister } from '../sources/sources.ts';
import { insertSightings, learnPlaces, listConfirmedDeliveries } from './learned-places.sql.ts';

const pageSize = 500;

export const learnPlacesFrom = (places: Pick<PlaceRegister, 'placesFor'>): Job => ({
  name: 'learn-places',
  everySeconds: 300,
  async run({ db, clock, stopping }) {
    for (;;) {
      const rows = await db.read(listConfirmedDeliveries, new Date(clock()).toISOString(), daysToConfirm, pageSize);
      await lookAt(rows, places, db);
      if (rows.length < pageSize || stopping()) break;
    }
    return (await db.run(learnPlaces, customersToLearn)).length;
  },
});

/** All of one merchant in the order of its captures, so that the last row says how far it was looked at. */
async function lookAt(
  rows: Awaited<ReturnType<JobDeps['db']['read']>>,
  places: Pick<PlaceRegister, 'placesFor'>,
  db: JobDeps['db'],
): Promise<void> {
  const sightings = rows.flatMap((row) => {
    const merchantId = String(row['merchantId']);
    const delivery = row['address'] as Delivery | null;
    const country = String(row['country']) as CountryCode;
    if (!delivery || row['kept'] !== true) return [];
    const seen = sightingOf(delivery, country, places.placesFor(merchantId));
    return seen ? [{ merchantId, ...seen, customerKey: String(row['customerKey']) }] : [];
  });
  const marks = new Map(rows.map((row) => [String(row['merchantId']), row]));
  await db.run(
    insertSightings,
    JSON.stringify(sightings),
    JSON.stringify(
      Array.from(marks, ([merchantId, row]) => ({
        merchantId,
        capturedAt: row['capturedAt'],
        captureNumber: row['captureNumber'],
      })),
    ),
  );
}
