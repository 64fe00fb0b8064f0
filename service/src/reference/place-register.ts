// The register of places in memory: the imported reference data, and the towns everybody knows where there is none. It asks
// every two seconds whether another import became current, and loads it beside the old one, in portions between requests.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Logger } from 'pino';
import { builtInPlaces, famousTowns, microstatePlaces } from '../core/address/built-in-places.ts';
import { CountryGazetteer, type CountryPlaces } from '../core/address/gazetteer.ts';
import { TaughtPlaces } from '../core/address/learned.ts';
import { type CountryCode, countryCodes } from '../core/countries/countries.ts';
import type { PlaceRegister } from '../sources/sources.ts';
import type { Db } from '../store/db.ts';
import { findLearnedMark, listLearnedPlaces } from './learned-places.sql.ts';
import { findCurrentImport, listPlaces } from './reference.sql.ts';

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
  let learned: Learned = { mark: ' 0', byMerchant: new Map() };
  let running: Promise<void> | undefined;

  const registerOf = (country: CountryCode): CountryPlaces => loaded.countries.get(country) ?? builtInPlaces(country);

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
  /** After another import too: what was learned lies over the register. */
  const lookAtBoth = async (): Promise<void> => {
    const before = loaded;
    await look();
    const [row] = await db.read(findLearnedMark);
    const mark = String(row?.['mark']);
    if (mark !== learned.mark || loaded !== before) learned = { mark, byMerchant: await loadLearned(db, registerOf) };
  };
  const refresh = (): Promise<void> => {
    running ??= lookAtBoth().finally(() => {
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
    placesFor: (merchantId) => (country) => learned.byMerchant.get(merchantId)?.get(country) ?? registerOf(country),
    async close() {
      clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
}

interface Learned {
  readonly mark: string;
  readonly byMerchant: ReadonlyMap<string, ReadonlyMap<CountryCode, CountryPlaces>>;
}

async function loadLearned(db: Db, registerOf: (country: CountryCode) => CountryPlaces): Promise<Learned['byMerchant']> {
  const byMerchant = new Map<string, Map<CountryCode, TaughtPlaces>>();
  for (const [index, row] of (await db.read(listLearnedPlaces)).entries()) {
    const merchantId = String(row['merchantId']);
    const country = String(row['country']) as CountryCode;
    const countries = byMerchant.get(merchantId) ?? new Map<CountryCode, TaughtPlaces>();
    byMerchant.set(merchantId, countries);
    const taught = countries.get(country) ?? new TaughtPlaces(registerOf(country), country);
    countries.set(country, taught);
    taught.learn(String(row['code']), String(row['name']));
    if (index % portion === 0) await breathe();
  }
  return byMerchant;
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
