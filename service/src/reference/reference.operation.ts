// Reference data of postal codes and places: begun, filled in portions out of sight, and made current at once.
import { randomUUID } from 'node:crypto';
import { geoNamesCredit } from '../core/address/reference-file.ts';
import { countryCodes } from '../core/countries/countries.ts';
import { refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { shippedLabel } from '../sources/shipped-places.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Text, Type, Whole } from '../wire/schema.ts';
import type { LoadedRegister } from './place-register.ts';
import { deleteOldImports, findCurrentImport, insertImport, insertPlaces, makeCurrent } from './reference.sql.ts';

const Reference = Type.Object(
  {
    label: Type.String({ description: 'The file it came from.' }),
    credit: Type.String({ description: 'Whose data it is; to be shown wherever the data is.' }),
    contentHash: Opt(Type.String()),
    placeCount: Type.Number(),
    currentAt: Opt(InstantText()),
    shipped: Opt(
      Type.Object(
        { credit: Type.String(), placeCount: Type.Number(), countries: Type.Array(Type.String()) },
        { description: 'Countries that the import lacks, for which the copy shipped with the service is used.' },
      ),
    ),
  },
  { title: 'ReferenceData' },
);

interface WithPlaces extends Deps {
  readonly places: LoadedRegister;
}

const builtIn = { label: 'built in', credit: 'own list of well-known towns', placeCount: 0 };

async function referenceOf(deps: Pick<WithPlaces, 'db' | 'places'>) {
  const [row] = await deps.db.read(findCurrentImport);
  const shipped = deps.places.shippedInUse();
  const copy = shipped && { credit: geoNamesCredit, placeCount: shipped.placeCount };
  if (!row) return copy ? { label: shippedLabel, ...copy } : builtIn;
  return {
    label: String(row['label']),
    credit: String(row['credit']),
    contentHash: String(row['contentHash']),
    placeCount: Number(row['placeCount']),
    currentAt: instantToWire(Number(row['currentAt'])),
    ...(copy && { shipped: { ...copy, countries: [...(shipped?.countries ?? [])] } }),
  };
}

export const getReference = operation({
  id: 'getReferenceData',
  method: 'GET',
  path: '/admin/v1/reference',
  summary: 'The reference data of places in use, with its credit',
  scope: 'admin:read',
  answer: Reference,
  run: (_asked, deps: WithPlaces) => referenceOf(deps),
});

export const beginImport = operation({
  id: 'beginReferenceImport',
  method: 'POST',
  path: '/admin/v1/reference/imports',
  summary: 'Begin an import of places; nobody sees it before it is finished',
  scope: 'admin:write',
  body: Type.Object({ label: Text(200), credit: Text(200), contentHash: Text(64) }, { title: 'BeginReferenceImport' }),
  answer: Type.Object({
    importId: Opt(Type.String()),
    isCurrent: Type.Boolean({ description: 'The same data is in use already.' }),
  }),
  async run({ body }, { db }) {
    const [current] = await db.read(findCurrentImport);
    if (current?.['contentHash'] === body.contentHash) return { isCurrent: true };
    await db.read(deleteOldImports);
    const importId = randomUUID();
    await db.read(insertImport, importId, body.label, body.credit, body.contentHash);
    return { importId, isCurrent: false };
  },
});

const Place = Type.Object({
  country: Text(2),
  postalCode: Text(10),
  place: Text(200),
  latitude: Opt(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: Opt(Type.Number({ minimum: -180, maximum: 180 })),
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const array = (values: readonly (string | number | undefined)[]): string =>
  `{${values.map((value) => (value === undefined ? 'NULL' : typeof value === 'number' ? String(value) : quoted(value))).join(',')}}`;

export const addPlaces = operation({
  id: 'addReferencePlaces',
  method: 'POST',
  path: '/admin/v1/reference/imports/:importId/places',
  summary: 'A portion of an import, at most 5 000 places',
  scope: 'admin:write',
  refusals: ['reference.not_found'],
  body: Type.Object({ places: Type.Array(Place, { minItems: 1, maxItems: 5000 }) }, { title: 'AddReferencePlaces' }),
  answer: Type.Object({ placeCount: Type.Number() }),
  async run({ params, body: { places } }, { db }) {
    const importId = params['importId'] ?? '';
    if (!uuid.test(importId)) return refuse('reference.not_found', 'importId');
    const known = places.filter(({ country }) => countryCodes.some((each) => each === country));
    const [row] = await db.read(
      insertPlaces,
      importId,
      array(known.map(({ country }) => country)),
      array(known.map(({ postalCode }) => postalCode)),
      array(known.map(({ place }) => place)),
      array(known.map(({ latitude }) => latitude)),
      array(known.map(({ longitude }) => longitude)),
    );
    return row ? { placeCount: Number(row['placeCount']) } : refuse('reference.not_found', 'importId');
  },
});

export const finishImport = operation({
  id: 'finishReferenceImport',
  method: 'POST',
  path: '/admin/v1/reference/imports/:importId/finish',
  summary: 'Make an import the reference data, at once for every reader; within five seconds in every process',
  scope: 'admin:write',
  refusals: ['reference.incomplete'],
  body: Type.Object({ placeCount: Whole(1, 100_000_000) }, { title: 'FinishReferenceImport' }),
  answer: Reference,
  async run({ params, body }, deps: WithPlaces) {
    const importId = params['importId'] ?? '';
    const [done] = uuid.test(importId) ? await deps.db.read(makeCurrent, importId, body.placeCount) : [];
    if (!done) return refuse('reference.incomplete', 'placeCount');
    await deps.db.read(deleteOldImports);
    await deps.places.refresh();
    return referenceOf(deps);
  },
});
