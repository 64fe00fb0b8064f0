// The countries whose accounts SEPA reaches, by the first two letters of an IBAN.
import { countryCodes } from '../countries/countries.ts';

/** The European Union and the rest of the European Economic Area. */
export const economicArea: readonly string[] = (
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' + 'IS LI NO'
).split(' ');

/** Whose accounts any merchant takes: what an account was found to be when it was sent is read again without asking whose it is. */
export const servable: readonly string[] = [...new Set([...countryCodes, ...economicArea])];

/**
 * EPC409-09, list of SEPA scheme countries, as of May 2025, when Serbia was added: the European Economic Area, and those that joined the
 * schemes. Territories have the letters of the country that they belong to (French Guiana FR, Åland FI, Jersey, Guernsey and the Isle of
 * Man GB), all but Gibraltar.
 */
const ofSepa: ReadonlySet<string> = new Set([...economicArea, ...'AD AL CH GB GI MC MD ME MK RS SM VA'.split(' ')]);

/** Does a SEPA credit transfer reach the account of a whole IBAN in capitals? */
export const isInSepa = (iban: string): boolean => ofSepa.has(iban.slice(0, 2));
