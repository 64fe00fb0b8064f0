// Reference data of postal codes and places: read from a file, sent to the service in portions, made current at once.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { townsMissing } from '../../service/src/core/address/built-in-places.ts';
import { type Layout, layoutOf, type ReferencePlace, readReferenceLine } from '../../service/src/core/address/reference-file.ts';
import type { CountryCode } from '../../service/src/core/countries/countries.ts';
import { demand, type Reach } from './admin-api.ts';
import { exitCodes, Failure } from './failure.ts';

export interface Reference {
  readonly label: string;
  readonly credit: string;
  readonly contentHash?: string;
  readonly placeCount: number;
  readonly currentAt?: string;
  readonly shipped?: { readonly credit: string; readonly placeCount: number; readonly countries: readonly string[] };
}

export interface FileRead {
  readonly layout: Layout['name'];
  readonly places: readonly ReferencePlace[];
  readonly faults: readonly { readonly line: number; readonly fault: string }[];
  readonly lines: number;
}

const portion = 4000;

export const readReference = (reach: Reach): Promise<Reference> => demand(reach, 'GET', '/admin/v1/reference');

/** Read a file, plain or gzipped, in either layout; each place once. */
export async function readReferenceFile(path: string): Promise<FileRead> {
  const input = await openFile(path);
  const places = new Map<string, ReferencePlace>();
  const faults: { line: number; fault: string }[] = [];
  let layout: Layout | undefined;
  let lines = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      lines += 1;
      if (layout === undefined) {
        layout = layoutOf(line);
        if (layout === undefined) break;
        if (layout.header) continue;
      }
      if (line.trim() === '') continue;
      const read = readReferenceLine(line, layout);
      if (read === 'other') continue;
      if ('fault' in read) faults.push({ line: lines, fault: read.fault });
      else places.set(`${read.country}|${read.postalCode}|${read.place}`, read);
    }
  } catch (error) {
    throw new Failure(
      `${path} cannot be read: ${error instanceof Error ? error.message : 'unknown'}.`,
      undefined,
      exitCodes.usage,
    );
  }
  if (layout === undefined) {
    throw new Failure(
      `${path} has neither of the two layouts.`,
      'Either a tab-separated table with the header country, postalCode, place, region, latitude, longitude, or GeoNames’ allCountries.txt; plain or .gz, not .zip.',
      exitCodes.usage,
    );
  }
  return { layout: layout.name, places: [...places.values()], faults, lines };
}

async function openFile(path: string): Promise<NodeJS.ReadableStream> {
  const file = await open(path).catch((error: unknown) => {
    throw new Failure(
      `${path} cannot be opened: ${error instanceof Error ? error.message : 'unknown'}.`,
      undefined,
      exitCodes.usage,
    );
  });
  const start = Buffer.alloc(2);
  await file.read(start, 0, 2, 0);
  await file.close();
  const stream = createReadStream(path);
  if (!start.equals(Buffer.from([0x1f, 0x8b]))) return stream;
  const plain = createGunzip();
  stream.on('error', (error) => plain.destroy(error));
  return stream.pipe(plain);
}

/** Send what was read; what is in use already is not sent again. */
export async function importReference(
  reach: Reach,
  path: string,
  read: FileRead,
  said: { readonly credit: string; readonly reason?: string },
  progress: (sent: number, all: number) => void,
): Promise<{ readonly reference: Reference; readonly isNew: boolean }> {
  const { places, faults } = read;
  const { credit, reason } = said;
  if (places.length === 0 || faults.length * 100 > places.length) {
    throw new Failure(
      `${faults.length} of ${read.lines} lines are faulty${places.length === 0 ? ', and no place is left' : ''}; nothing was imported.`,
      faults
        .slice(0, 5)
        .map(({ line, fault }) => `line ${line}: ${fault}`)
        .join('; ') || undefined,
    );
  }
  const begun = await demand<{ importId?: string; isCurrent: boolean }>(reach, 'POST', '/admin/v1/reference/imports', {
    label: basename(path).slice(0, 200),
    credit,
    contentHash: hashOf(places),
    reason,
  });
  if (begun.importId === undefined) return { reference: await readReference(reach), isNew: false };
  const to = `/admin/v1/reference/imports/${begun.importId}`;
  let placeCount = 0;
  for (let from = 0; from < places.length; from += portion) {
    const part = places.slice(from, from + portion).map(({ latitude, longitude, ...place }) => ({
      ...place,
      ...(latitude !== null && { latitude }),
      ...(longitude !== null && { longitude }),
    }));
    ({ placeCount } = await demand<{ placeCount: number }>(reach, 'POST', `${to}/places`, { places: part }));
    progress(Math.min(from + portion, places.length), places.length);
  }
  const reference = await demand<Reference>(reach, 'POST', `${to}/finish`, { placeCount, reason });
  return { reference, isNew: true };
}

/** The same places in any order are the same data. */
function hashOf(places: readonly ReferencePlace[]): string {
  const lines = places.map(({ country, postalCode, place, latitude, longitude }) =>
    [country, postalCode, place, latitude, longitude].join('\t'),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

export const referenceLines = ({ label, credit, placeCount, currentAt, shipped }: Reference): string[] => [
  `${placeCount} places from ${label}${currentAt === undefined ? '' : `, in use since ${currentAt}`}`,
  `Credit: ${credit}`,
  ...(shipped
    ? [
        `${shipped.placeCount} places of ${shipped.countries.join(', ')} from the copy shipped with the service`,
        `Credit: ${shipped.credit}`,
      ]
    : []),
];

/** A code that the data lacks is taken for one that does not exist, so a part of a country makes real addresses wrong. */
export function partWarnings({ places }: Pick<FileRead, 'places'>): string[] {
  const codes = new Map<CountryCode, string[]>();
  for (const { country, postalCode } of places) {
    const of = codes.get(country) ?? [];
    codes.set(country, of);
    of.push(postalCode);
  }
  return Array.from(codes, ([country, of]) => [country, townsMissing(country, of)] as const)
    .filter(([, missing]) => missing.length > 0)
    .map(
      ([country, [first = '', ...more]]) =>
        `warning: only a part of ${country}: no code of ${first}${more.length === 0 ? '' : ` and ${more.length} more towns`}. Import a whole country or none: a code that is missing is taken for one that does not exist.`,
    );
}

const shownFaults = 20;

export const faultLines = ({ faults }: FileRead): string[] => [
  ...faults.slice(0, shownFaults).map(({ line, fault }) => `line ${line}: ${fault}`),
  ...(faults.length > shownFaults ? [`… and ${faults.length - shownFaults} more faulty lines`] : []),
];
