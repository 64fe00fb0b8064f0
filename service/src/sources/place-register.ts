// The register of places in memory: the imported reference data, and the towns everybody knows where there is none. It asks
// every two seconds whether another import became current, and loads it beside the old one, in portions between requests.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Logger } from 'pino';
import { findCurrentImport, listPlaces } from '../admin/reference.sql.ts';
import { builtInPlaces, famousTowns, microstatePlaces } from '../core/address/built-in-places.ts';
import { CountryGazetteer, type CountryPlaces } from '../core/address/gazetteer.ts';
import { type CountryCode, countryCodes } from '../core/countries/countries.ts';
import type { Db } from '../db/db.ts';
import type { PlaceRegister } from './sources.ts';

export interface LoadedRegister extends PlaceRegister {
  /** Look whether another import became current, and load it. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

const lookEveryMs = 2000;
/** Places put into memory between two requests: less than a millisecond's work. */
const portion = 250;

interface Loaded {
  readonly importId: string | null;
  readonly countries: ReadonlyMap<CountryCode, CountryPlaces>;
}

export function createPlaceRegister(db: Db, log: Logger): LoadedRegister {
  let loaded: Loaded = { importId: null, countries: new Map() };
  let running: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    for (;;) {
      const [current] = await db.read(findCurrentImport);
      const importId = current ? String(current['id']) : null;
      if (importId === loaded.importId) return;
      const countries = importId === null ? new Map<CountryCode, CountryPlaces>() : await loadAll(db, importId);
      // An import that was replaced while it was read may have lost places already; the newer one is read instead.
      const [still] = await db.read(findCurrentImport);
      if ((still ? String(still['id']) : null) === importId) loaded = { importId, countries };
    }
  };
  const refresh = (): Promise<void> => {
    running ??= look().finally(() => {
      running = undefined;
    });
    return running;
  };
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => log.warn({ error: String(error) }, 'reference data could not be read'));
  }, lookEveryMs);
  timer.unref();

  return {
    refresh,
    placesFor: () => (country) => loaded.countries.get(country) ?? builtInPlaces(country),
    async close() {
      clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
}

async function loadAll(db: Db, importId: string): Promise<ReadonlyMap<CountryCode, CountryPlaces>> {
  const countries = new Map<CountryCode, CountryPlaces>();
  for (const country of countryCodes) {
    const rows = await db.read(listPlaces, importId, country);
    if (rows.length === 0) continue;
    const places = new CountryGazetteer(country, true, famousTowns(country));
    for (const [index, row] of rows.entries()) {
      const { latitude, longitude } = row as { latitude: number | null; longitude: number | null };
      const spot = { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN };
      places.add({ code: String(row['code']), name: String(row['name']), ...spot });
      if (index % portion === 0) await breathe();
    }
    for (const place of microstatePlaces(country)) if (!places.find(place.code)) places.add(place);
    countries.set(country, places);
  }
  return countries;
}
