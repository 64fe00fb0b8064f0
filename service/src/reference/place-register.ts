// The register of places in memory: the imported reference data; the copy that is shipped with the service for countries that
// no import has; and the well-known towns until that is read, or where it is switched off. It asks every two seconds
// whether another import became current, and loads it beside the old one, in portions between requests.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Logger } from 'pino';
import { builtInPlaces, famousTowns, microstatePlaces } from '../core/address/built-in-places.ts';
import { CountryGazetteer, type CountryPlaces } from '../core/address/gazetteer.ts';
import { TaughtPlaces } from '../core/address/learned.ts';
import { type CountryCode, countryCodes } from '../core/countries/countries.ts';
import { loadShippedPlaces, portion, type ShippedCountry } from '../sources/shipped-places.ts';
import type { PlaceRegister } from '../sources/sources.ts';
import type { Db } from '../store/db.ts';
import { findLearnedMark, listLearnedPlaces } from './learned-places.sql.ts';
import { findCurrentImport, listPlaces } from './reference.sql.ts';

export interface LoadedRegister extends PlaceRegister {
  /** Load what there is, without delaying any request: once requests are answered, so that it delays no start. */
  begin(): void;
  /** Look whether another import became current, and load it. */
  refresh(): Promise<void>;
  /** What of the shipped copy is used: the countries that no import has; nothing where it is not loaded. */
  shippedInUse(): { readonly countries: readonly CountryCode[]; readonly placeCount: number } | undefined;
  close(): Promise<void>;
}

const lookEveryMs = 2000;

interface Loaded {
  readonly importId: string | null;
  readonly countries: ReadonlyMap<CountryCode, CountryPlaces>;
}

export function createPlaceRegister(db: Db, log: Logger, usesShipped: boolean): LoadedRegister {
  let loaded: Loaded = { importId: null, countries: new Map() };
  let learned: Learned = { mark: ' 0', byMerchant: new Map() };
  let shipped: ReadonlyMap<CountryCode, ShippedCountry> = new Map();
  let running: Promise<void> | undefined;
  const closing = new AbortController();

  const registerOf = (country: CountryCode): CountryPlaces =>
    loaded.countries.get(country) ?? shipped.get(country)?.places ?? builtInPlaces(country);

  const look = async (): Promise<void> => {
    for (;;) {
      const [current] = await db.read(findCurrentImport);
      const importId = current ? String(current['id']) : null;
      if (importId === loaded.importId) return;
      const countries =
        importId === null
          ? new Map<CountryCode, CountryPlaces>()
          : await loadAll(db, { id: importId, credit: String(current?.['credit']) }, closing.signal);
      // An import that was replaced while it was read may have lost places already; the newer one is read instead.
      const [still] = await db.read(findCurrentImport);
      if ((still ? String(still['id']) : null) === importId) loaded = { importId, countries };
    }
  };
  /** Countries that an import has, are not kept in memory twice. */
  const lookAtShipped = async (): Promise<void> => {
    const wanted = usesShipped ? countryCodes.filter((country) => !loaded.countries.has(country)) : [];
    const missing = wanted.filter((country) => !shipped.has(country));
    if (missing.length === 0 && wanted.length === shipped.size) return;
    const more = missing.length > 0 ? await loadShippedPlaces(missing, closing.signal) : [];
    shipped = new Map([...shipped, ...more].filter(([country]) => wanted.includes(country)));
  };
  /** What was learned lies over the register, and is read again when that is another. */
  const lookAtAll = async (): Promise<void> => {
    const before = { loaded, shipped };
    await look();
    await lookAtShipped();
    const [row] = await db.read(findLearnedMark);
    const mark = String(row?.['mark']);
    if (mark !== learned.mark || loaded !== before.loaded || shipped !== before.shipped)
      learned = { mark, byMerchant: await loadLearned(db, registerOf) };
  };
  /** After the one that runs, which may have looked already. */
  const refresh = (): Promise<void> => {
    const turn: Promise<void> = (running ?? Promise.resolve())
      .catch(() => undefined)
      .then(lookAtAll)
      .finally(() => {
        if (running === turn) running = undefined;
      });
    running = turn;
    return turn;
  };
  const refreshBeside = (): void => {
    if (running) return;
    refresh().catch((error: unknown) => {
      if (!closing.signal.aborted) log.warn({ error: String(error) }, 'reference data could not be read');
    });
  };
  const timer = setInterval(refreshBeside, lookEveryMs);
  timer.unref();

  return {
    begin: refreshBeside,
    refresh,
    placesFor: (merchantId) => (country) => learned.byMerchant.get(merchantId)?.get(country) ?? registerOf(country),
    shippedInUse: () =>
      shipped.size === 0
        ? undefined
        : {
            countries: [...shipped.keys()],
            placeCount: [...shipped.values()].reduce((sum, { placeCount }) => sum + placeCount, 0),
          },
    async close() {
      clearInterval(timer);
      closing.abort();
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

async function loadAll(
  db: Db,
  { id, credit }: { readonly id: string; readonly credit: string },
  signal: AbortSignal,
): Promise<ReadonlyMap<CountryCode, CountryPlaces>> {
  const countries = new Map<CountryCode, CountryPlaces>();
  for (const country of countryCodes) {
    const rows = await db.read(listPlaces, id, country);
    if (rows.length === 0) continue;
    const places = new CountryGazetteer(country, true, famousTowns(country), { spots: 'ofCodes', credit });
    for (const [index, row] of rows.entries()) {
      const { latitude, longitude } = row as { latitude: number | null; longitude: number | null };
      const spot = { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN };
      places.add({ code: String(row['code']), name: String(row['name']), ...spot });
      if (index % portion === 0) await breathe(undefined, { signal });
    }
    for (const place of microstatePlaces(country)) if (!places.find(place.code)) places.add(place);
    countries.set(country, places);
  }
  return countries;
}
