// Where goods wait for whoever has the code: parcel stations, lockers, pick-up shops and post boxes of the nine countries.
// The one list of them; an address there says nothing about where somebody lives.
import { foldPlain } from '../phonetics.ts';

/** Folded: small letters, no accents, other signs as blanks. */
const names = [
  // DE, AT, CH
  'packstation', 'pack station', 'dhl station', 'poststation', 'paketstation', 'postfiliale', 'post filiale', 'paketbox', 'paketshop', 'paket shop', 'paketautomat', 'abholstation', 'abholbox', 'empfangsbox',
  'postfach', 'postfachnummer', 'poste restante', 'postlagernd', 'pickpost', 'my post ?24', 'post partner', 'postpartner', 'case postale', 'casella postale',
  // NL, BE
  'postnl ?(pakket)?punt', 'postnl ?(pakket)?automaat', 'postnl locatie', 'pakketpunt', 'pakket punt', 'pakketautomaat', 'pakket en briefautomaat', 'dhl servicepunt', 'postbus', 'antwoordnummer', 'bpack', 'bpost (punt|point|automaat)',
  'kiala', 'kiala punt', 'postpunt', 'point poste', 'point relais', 'mondial relay', 'boite postale', 'cubee',
  // NO, SE, DK
  'pakkeboks', 'pakkeautomat', 'post i butikk', 'postboks', 'postombud', 'postnord ombud', 'paketombud', 'paketbutik', 'instabox', 'instabee', 'budbee box', 'dognboks', 'dogn boks', 'narboks', 'naerboks', 'pakkeshop', 'pakke shop', 'swipbox',
  'postbox', 'box nr',
  // FI
  'pakettiautomaatti', 'pakettiautomat', 'postiautomaatti', 'pakettipiste', 'noutopiste', 'postilokero', 'smartpost', 'matkahuollon (pakettipiste|automaatti)', 'paketautomat',
  // everywhere
  'dhl (service ?point|parcel ?shop|locker|paketshop)', 'service ?point', 'parcel ?shop', 'parcel ?locker', 'pickup ?(point|station|locker)', 'pick up point', 'dpd pickup', 'gls shop', 'ups access point', 'amazon (locker|counter|hub)', 'po box', 'p o box',
]; // biome-ignore format: a list
const stations = new RegExp(`(^| )(${names.join('|')})( |\\d|$)|^(box|pl|pb) \\d+|^b p \\d+`);

/** Does a line of an address lead to a parcel station, a pick-up point or a post box? */
export const isParcelStation = (line: string): boolean => stations.test(foldPlain(line));

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
