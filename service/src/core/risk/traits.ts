// What an order looks like, apart from who orders: the part of an application that is read from the request alone. It holds
// no name, address or number, only what was seen in them, so that it can be kept with the decision.
import type { AddressFit } from '../address/address.ts';
import { fold } from '../party.ts';
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
  const parents = domain.split('.').map((_label, index, labels) => labels.slice(index).join('.'));
  if (parents.some((each) => disposableDomains.has(each))) return 'disposable';
  return freeDomains.has(domain) ? 'free' : 'ordinary';
}

/** Has the part before the @ nothing of the names: neither a name of three letters or more, nor initials with a name? */
export function isEmailUnlikeName(email: string, names: readonly string[]): boolean {
  const local = fold(email.slice(0, email.lastIndexOf('@'))).replace(/[^\p{L}]/gu, '');
  const parts = names.flatMap((name) => fold(name).split(' ')).filter((part) => part.length > 1);
  if (parts.length === 0) return true;
  const initials = parts.map((part) => part.charAt(0)).join('');
  const spelled = (part: string): string[] => [part, part.replace(/ae/g, 'a').replace(/oe/g, 'o').replace(/ue/g, 'u')];
  const plain = local.replace(/ae/g, 'a').replace(/oe/g, 'o').replace(/ue/g, 'u');
  const named = parts.some((part) =>
    spelled(part).some((each) => each.length > 2 && (local.includes(each) || plain.includes(each))),
  );
  return !named && local !== initials;
}

/** Whole per cent, rounded down; nothing of nothing is nothing. */
export function percentOf(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  const percent = Number((part * 100n) / whole);
  return percent > 100 ? 100 : percent;
}
