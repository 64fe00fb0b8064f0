// Postal codes and places as the operator sees them.

import { geoNamesCredit } from '../core/address/reference-file.ts';
import type { Deps } from '../http/deps.ts';
import { shippedLabel } from '../sources/shipped-places.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Type } from '../wire/schema.ts';
import type { LoadedRegister } from './place-register.ts';
import { findCurrentImport } from './reference.sql.ts';

export const Reference = Type.Object(
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

export interface WithPlaces extends Deps {
  readonly places: LoadedRegister;
}

const builtIn = { label: 'built in', credit: 'own list of well-known towns', placeCount: 0 };

export async function referenceOf(deps: Pick<WithPlaces, 'db' | 'places'>) {
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

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
