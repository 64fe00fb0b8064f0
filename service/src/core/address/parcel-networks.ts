// Where goods wait for the holder of a code: parcel stations, lockers, pick-up shops and post boxes of all countries, since a
// parcel may go abroad. An address there does not show where a person lives.
import { countries, countryCodes } from '../countries/countries.ts';
import { foldPlain } from '../phonetics.ts';

/** Of networks in many countries; folded: small letters, no accents, other signs as blanks. */
const everywhere = [
  'dhl (service ?point|parcel ?shop|locker|paketshop)',
  'service ?point',
  'parcel ?shop',
  'parcel ?locker',
  'pickup ?(point|station|locker)',
  'pick up point',
  'dpd pickup',
  'gls shop',
  'ups access point',
  'amazon (locker|counter|hub)',
  'po box',
  'p o box',
];
const names = [...countryCodes.flatMap((code) => countries[code].address.parcelStations), ...everywhere];
const stations = new RegExp(`(^| )(${names.join('|')})( |\\d|$)|^(box|pl|pb) \\d+|^b p \\d+`);

/** Does a line of an address lead to a parcel station, a pick-up point or a post box? */
export const isParcelStation = (line: string): boolean => line !== '' && stations.test(foldPlain(line));

/** A whole address: shops put the station into the street, the number, or behind "c/o". */
export function leadsToParcelStation(address: {
  readonly street?: string | undefined;
  readonly streetNumber?: string | undefined;
  readonly streetNumberAdditional?: string | undefined;
  readonly careOf?: string | undefined;
}): boolean {
  const { street = '', streetNumber = '', streetNumberAdditional = '', careOf = '' } = address;
  return isParcelStation(`${street} ${streetNumber} ${streetNumberAdditional}`) || isParcelStation(careOf);
}
