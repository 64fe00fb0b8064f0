// Does a postal code belong to its place, and if not, what was meant? The order of the questions is the order of certainty.
// Nothing is corrected on a guess: where two readings are possible, the address stays as it was sent (C45).
import type { CountryCode } from '../countries/countries.ts';
import { rememberingIn } from '../remembering.ts';
import { type CodeEntry, type CountryPlaces, hasSpot, type NameEntry } from './gazetteer.ts';
import {
  areRivals,
  isLong,
  isPlainSlip,
  isSamePlace,
  isSlipOfFingers,
  isSlipOfPlace,
  nearestName,
  type PlaceName,
  readPlaceName,
} from './place-names.ts';
import { isOfMicrostate, isSlipOf, readPostalCode, registerCode, slipsOf, writePostalCode } from './postal-codes.ts';

/** So many names of places are kept as they were read last: buyers name the same towns again and again. */
const readSent = rememberingIn(2000, readPlaceName);

/** What was found out about a postal code and a place. */
export type Finding =
  /** They belong together, however they are written. */
  | { readonly kind: 'known' }
  /** Undecided: no reference data, a code or place it does not have, or neighbours. Stays as sent. */
  | { readonly kind: 'unknown'; readonly why: 'noData' | 'code' | 'place' | 'neighbour' }
  /** The place is a slip that the code settles. */
  | { readonly kind: 'corrected'; readonly postalCode: string; readonly postalPlace: string }
  /** They do not belong together; what was meant, where that is known. */
  | { readonly kind: 'contradiction'; readonly meant?: { readonly postalCode: string; readonly postalPlace: string } };

/**
 * Judge a postal code and a place. `places` is what is known of the country, undefined for nothing. A code of a form the
 * country does not have is 'unknown' here; who demands the form asks `readPostalCode`.
 */
export function settle(
  postalCode: string,
  postalPlace: string,
  country: CountryCode,
  places: CountryPlaces | undefined,
): Finding {
  const code = readPostalCode(postalCode, country);
  if (!places || code === undefined) return { kind: 'unknown', why: places ? 'code' : 'noData' };
  const asked: AddressQuestion = {
    postalCode,
    postalPlace,
    code,
    register: registerCode(code, country),
    country,
    places,
    sent: readSent(postalPlace, country),
  };
  if (asked.sent.keys.length === 0) return { kind: 'unknown', why: 'place' };
  const entry = places.find(asked.register);
  return entry ? atKnownCode(entry, asked) : atUnknownCode(asked);
}

interface AddressQuestion {
  readonly postalCode: string;
  readonly postalPlace: string;
  readonly code: string;
  readonly register: string;
  readonly country: CountryCode;
  readonly places: CountryPlaces;
  readonly sent: PlaceName;
}

function atKnownCode(entry: CodeEntry, asked: AddressQuestion): Finding {
  const { sent, places, postalCode } = asked;
  const learned = entry.learned ?? [];
  if ([...entry.names, ...learned].some((name) => isSamePlace(name, sent))) return { kind: 'known' };
  const close = entry.towns.filter((name) => isSlipOfPlace(sent, name, asked.country));
  const elsewhere = places.named(sent);
  if (!elsewhere) {
    const [only] = close;
    const rivals = [...entry.towns, ...learned].filter((name) => areRivals(sent, name));
    if (only && close.length === 1 && rivals.length <= 1 && isSurely(only, asked))
      return { kind: 'corrected', postalCode, postalPlace: nearestName(sent, only, asked.country) };
    return { kind: 'unknown', why: 'place' };
  }
  if (isNear(entry, elsewhere, asked)) return { kind: 'unknown', why: 'neighbour' };
  const codes = elsewhere.oneSpot ? [...elsewhere.codes].filter((code) => isSlipOf(code, asked.register)) : [];
  if (close.length + codes.length === 1) return { kind: 'contradiction', meant: meantBy(close[0], codes[0], asked) };
  // A name that many places have may be one more here; only a well-known town is certainly not.
  if (!elsewhere.wellKnown) return { kind: 'unknown', why: 'place' };
  const main = close.length + codes.length === 0 ? mainTown(entry, places) : undefined;
  return main ? { kind: 'contradiction', meant: { postalCode, postalPlace: main.shown } } : { kind: 'contradiction' };
}

function atUnknownCode(asked: AddressQuestion): Finding {
  const unknown: Finding = { kind: 'unknown', why: 'code' };
  if (!asked.places.complete || isOfMicrostate(asked.register, asked.country)) return unknown;
  const elsewhere = asked.places.named(asked.sent);
  if (elsewhere) {
    const codes = elsewhere.oneSpot ? [...elsewhere.codes].filter((code) => isSlipOf(code, asked.register)) : [];
    return codes.length === 1 ? { kind: 'contradiction', meant: meantBy(undefined, codes[0], asked) } : unknown;
  }
  // Both slipped: a code one slip away whose place is one slip away, and no other such.
  const both = slipsOf(asked.register).flatMap((code) => {
    const towns = asked.places.find(code)?.towns ?? [];
    return towns.filter((name) => isSlipOfPlace(asked.sent, name, asked.country)).map((name) => ({ code, name }));
  });
  const [only] = both;
  return only && both.length === 1 ? { kind: 'contradiction', meant: meantBy(only.name, only.code, asked) } : unknown;
}

/**
 * Is it surely this place that was meant? A name that may be a village of its own (Letten beside Leiten, Bezau beside Bizau)
 * is left alone, unless the place beside it is a well-known town.
 */
function isSurely(meant: PlaceName, { places, sent, country }: AddressQuestion): boolean {
  // The town itself: registers name a code of Vienna by its district ("Wien, Mariahilf"), which has but that one code.
  const town = places.named(readPlaceName(meant.shown, country));
  const isVillage = places.mayBeName(sent);
  if (town?.famous === true) return isPlainSlip(sent, meant) || !isVillage;
  if (isVillage) return false;
  return town?.wellKnown === true || (isPlainSlip(sent, meant) && (isLong(meant) || isSlipOfFingers(sent, meant)));
}

/** The address meant: another place, another code, or both; what is right stays as it was sent. */
function meantBy(
  name: PlaceName | undefined,
  register: string | undefined,
  asked: AddressQuestion,
): { postalCode: string; postalPlace: string } {
  const letters = asked.code.slice(asked.register.length);
  return {
    postalCode: register === undefined ? asked.postalCode : writePostalCode(register + letters, asked.country),
    postalPlace: name === undefined ? asked.postalPlace : nearestName(asked.sent, name, asked.country),
  };
}

/** Is the place named near the place of the code? Those of its codes whose spots are known decide, where there are any. */
function isNear(entry: CodeEntry, named: NameEntry, { places }: AddressQuestion): boolean {
  const all = Array.from(named.codes, (code) => places.find(code)).filter((other) => other !== undefined);
  const spots = hasSpot(entry) ? all.filter(hasSpot) : [];
  return (spots.length > 0 ? spots : all).some((other) => !places.areApart(entry, other));
}

/** The only place of a code, or the one town among villages: the one with the most codes of its own, by far. */
function mainTown(entry: CodeEntry, places: CountryPlaces): PlaceName | undefined {
  const [first, second] = entry.towns
    .map((name) => ({ name, codes: places.named(name)?.codes.size ?? 0 }))
    .sort((a, b) => b.codes - a.codes);
  if (!first || (second && first.codes < 3 * second.codes)) return undefined;
  return first.name;
}
