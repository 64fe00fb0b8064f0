// Addresses of a request, judged against the register of places before anything is decided (C45): what the decision sees of
// them, what is stored, and how they are answered.
import { type AddressFit, addressFits, type Judged, judge, type PlacesOf } from '../core/address/address.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import type { Notice } from '../core/refusals.ts';
import type { Reason } from '../core/risk/decide-credit.ts';
import type { Address, CustomerInPart, DeliveryCustomer } from './customers.ts';

interface Addressees {
  readonly customer?: CustomerInPart | undefined;
  readonly deliveryCustomer?: DeliveryCustomer | undefined;
}
type Who = 'customer' | 'deliveryCustomer';
const both: readonly Who[] = ['customer', 'deliveryCustomer'];

export type JudgedAddresses = { readonly [Each in Who]?: Judged<Partial<Address>> };

export function judgeAddresses(body: Addressees, merchantCountry: CountryCode, placesOf: PlacesOf): JudgedAddresses {
  const judged: { [Each in Who]?: Judged<Partial<Address>> } = {};
  for (const who of both) {
    const address = body[who]?.address;
    if (address) judged[who] = judge(address, merchantCountry, placesOf);
  }
  return judged;
}

/** The most remarkable of them: what the credit decision sees. */
export function fitOf(judged: JudgedAddresses): AddressFit {
  const [one, other] = [judged.customer?.fit ?? 'known', judged.deliveryCustomer?.fit ?? 'known'];
  return addressFits.indexOf(other) > addressFits.indexOf(one) ? other : one;
}

/** The body with the addresses that were certain to be slips corrected: what is stored, and goods are sent to. */
export function withCorrected<Body extends Addressees>(body: Body, judged: JudgedAddresses): Body {
  if (judged.customer?.fit !== 'corrected' && judged.deliveryCustomer?.fit !== 'corrected') return body;
  const corrected = both.filter((who) => judged[who]?.fit === 'corrected');
  return { ...body, ...Object.fromEntries(corrected.map((who) => [who, { ...body[who], address: judged[who]?.address }])) };
}

/** The body as it is answered: with what was meant where the consumer is asked to confirm it, else as it is understood. */
export function asAnswered<Body extends Addressees>(
  body: Body,
  judged: JudgedAddresses,
  reasons: readonly Reason[],
  stands: boolean,
): Body {
  if (stands) return withCorrected(body, judged);
  if (!reasons.some(isAddressReason)) return body;
  const meant = both.filter((who) => judged[who]?.meant);
  return {
    ...withCorrected(body, judged),
    ...Object.fromEntries(meant.map((who) => [who, { ...body[who], address: judged[who]?.meant }])),
  };
}

const isAddressReason = ({ id }: Reason): boolean => id === 'risk.address_contradiction';

/** The reasons with the address they are about, and the notice of what was corrected in an order that is accepted. */
export function noticesOf(reasons: readonly Reason[], judged: JudgedAddresses, stands: boolean): Notice[] {
  const about = (fit: AddressFit): string | undefined => {
    const who = both.find((each) => judged[each]?.fit === fit);
    return who && `${who}.address`;
  };
  const notices = reasons.map((reason): Notice => {
    const field = isAddressReason(reason) ? about('contradiction') : undefined;
    return { id: reason.id, ...(field !== undefined && { field }) };
  });
  const corrected = stands ? about('corrected') : undefined;
  return corrected === undefined ? notices : [...notices, { id: 'risk.address_corrected', field: corrected }];
}
