import { auditValues } from '../book/auditing.ts';
import { countryCodes } from '../core/countries/countries.ts';
import { refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { operatorsAct } from '../merchants/acts.ts';
import { chance } from '../runtime/chance.ts';
import { Opt, Text, Type } from '../wire/schema.ts';
import { insertPlaces } from './reference.sql.ts';
import { uuid } from './reference-data.ts';

const Place = Type.Object({
  country: Text(2),
  postalCode: Text(10),
  place: Text(200),
  latitude: Opt(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: Opt(Type.Number({ minimum: -180, maximum: 180 })),
});

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const array = (values: readonly (string | number | undefined)[]): string =>
  `{${values.map((value) => (value === undefined ? 'NULL' : typeof value === 'number' ? String(value) : quoted(value))).join(',')}}`;

export const addReferencePlaces = operation({
  id: 'addReferencePlaces',
  method: 'POST',
  path: '/admin/v1/reference/imports/:importId/places',
  summary: 'A portion of an import, at most 5 000 places',
  scope: 'admin:write',
  refusals: ['reference.not_found'],
  example: { body: { places: [{ country: 'DE', postalCode: '10119', place: 'Berlin', latitude: 52.53, longitude: 13.41 }] } },
  body: Type.Object({ places: Type.Array(Place, { minItems: 1, maxItems: 5000 }) }, { title: 'AddReferencePlaces' }),
  answer: Type.Object({ placeCount: Type.Number() }),
  async run(asked, { db, clock }) {
    const { places } = asked.body;
    const importId = asked.params['importId'] ?? '';
    if (!uuid.test(importId)) return refuse('reference.not_found', 'importId');
    const known = places.filter(({ country }) => countryCodes.some((each) => each === country));
    const [row] = await db.run(
      insertPlaces,
      importId,
      array(known.map(({ country }) => country)),
      array(known.map(({ postalCode }) => postalCode)),
      array(known.map(({ place }) => place)),
      array(known.map(({ latitude }) => latitude)),
      array(known.map(({ longitude }) => longitude)),
      ...auditValues(operatorsAct(asked, importId, null, { clock }), chance.id()),
    );
    return row ? { placeCount: Number(row['placeCount']) } : refuse('reference.not_found', 'importId');
  },
});
