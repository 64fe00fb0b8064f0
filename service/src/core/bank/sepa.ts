// The countries whose accounts a SEPA credit transfer reaches, by the first two letters of an IBAN.

/**
 * EPC409-09, list of SEPA scheme countries, as of May 2025, when Serbia was added: the European Union; the rest of the European Economic
 * Area; and those that joined the schemes. Territories have the letters of the country that they belong to (French Guiana FR, Åland FI,
 * Jersey, Guernsey and the Isle of Man GB), all but Gibraltar.
 */
const ofSepa: ReadonlySet<string> = new Set(
  (
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' +
    'IS LI NO ' +
    'AD AL CH GB GI MC MD ME MK RS SM VA'
  ).split(' '),
);

/** Does a SEPA credit transfer reach the account of a whole IBAN in capitals? */
export const isInSepa = (iban: string): boolean => ofSepa.has(iban.slice(0, 2));
