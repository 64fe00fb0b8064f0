// What an order looks like, apart from who orders: the part of an application that is read from the request alone. It holds
// no name, address or number, only what was seen in them, so that it can be kept with the decision.
import type { AddressFit } from '../address/address.ts';
import { fold } from '../party.ts';
import { remembering } from '../remembering.ts';
import { disposableDomains, freeDomains } from './email-domains.ts';

export const emailKinds = ['ordinary', 'free', 'disposable'] as const;
export type EmailKind = (typeof emailKinds)[number];
export const deliveryPlaces = ['same', 'other', 'parcelStation'] as const;
export type DeliveryPlace = (typeof deliveryPlaces)[number];

export interface Traits {
  /** Whole per cent of the order's value. */
  readonly digitalPercent: number;
  readonly giftCardPercent: number;
  readonly express: boolean;
  /** Where the goods go, compared with where the buyer lives; a parcel station or a post box hides where that is. */
  readonly delivery: DeliveryPlace;
  readonly email: EmailKind;
  /** Does the e-mail have nothing of the buyer's name in it? A company's need not. */
  readonly emailUnlikeName: boolean;
  /** How postal code and place fit what is known (C45); absent where it was not checked. */
  readonly address?: AddressFit;
}

/** What of an order is seen in its items: an update that replaces them is scored by its own. */
export type BasketTraits = Pick<Traits, 'digitalPercent' | 'giftCardPercent'>;

/** An order of which nothing is known but its total. */
export const plainTraits: Traits = {
  digitalPercent: 0,
  giftCardPercent: 0,
  express: false,
  delivery: 'same',
  email: 'ordinary',
  emailUnlikeName: false,
};

export function emailKindOf(email: string): EmailKind {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  // Disposable services hand out sub-domains by the thousand.
  for (let from = 0, dot = 0; dot >= 0; from = dot + 1) {
    if (disposableDomains.has(domain.slice(from))) return 'disposable';
    dot = domain.indexOf('.', from);
  }
  return freeDomains.has(domain) ? 'free' : 'ordinary';
}

interface NamePart {
  readonly part: string;
  readonly plain: string;
}

/** Words of a name, folded, of two letters or more. The same names come in many orders. */
const partsOf = remembering(4096, (name): readonly NamePart[] =>
  fold(name)
    .split(' ')
    .filter((part) => part.length > 1)
    .map((part) => ({ part, plain: withoutUmlauts(part) })),
);

/** Has the part before the @ nothing of the names: neither a name of three letters or more, nor initials with a name? */
export function isEmailUnlikeName(email: string, names: readonly string[]): boolean {
  const local = lettersOf(email.slice(0, email.lastIndexOf('@')));
  const parts = names.flatMap(partsOf);
  if (parts.some(({ part }) => part.length > 2 && local.includes(part))) return false;
  const plainLocal = withoutUmlauts(local);
  const isThere = (part: string): boolean => part.length > 2 && (local.includes(part) || plainLocal.includes(part));
  if (parts.some(({ part, plain }) => isThere(part) || isThere(plain))) return false;
  const initials = parts.map(({ part }) => part.charAt(0)).join('');
  return parts.length === 0 || local !== initials;
}

/** Most have no other letters than these. */
const lettersOf = (local: string): string =>
  /^[\w.+-]*$/.test(local) ? local.toLowerCase().replace(/[^a-z]+/g, '') : fold(local).replace(/[^\p{L}]/gu, '');

const withoutUmlauts = (text: string): string => text.replace(/[aou]e/g, (pair) => pair.charAt(0));

/** Whole per cent, rounded down; nothing of nothing is nothing. */
export function percentOf(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  const percent = Number((part * 100n) / whole);
  return percent > 100 ? 100 : percent;
}
