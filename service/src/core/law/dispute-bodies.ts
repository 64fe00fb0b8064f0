// Where a consumer turns when the creditor does not settle a complaint about a credit: the entity of each country on the
// European Commission's list of alternative dispute resolution entities (Directive 2013/11/EU, Article 20). Configuration, not
// legal advice: a creditor may have to belong to another. Switzerland has none for consumer credit.
import type { CountryCode } from '../countries/countries.ts';

const bodies: Readonly<Partial<Record<CountryCode, string>>> = {
  NO: 'Finansklagenemnda, Oslo, finkn.no',
  SE: 'Allmänna reklamationsnämnden (ARN), Stockholm, arn.se',
  FI: 'Kuluttajariitalautakunta, Helsinki, kuluttajariita.fi',
  DK: 'Det finansielle ankenævn, København, fanke.dk',
  DE: 'Schlichtungsstelle bei der Deutschen Bundesbank, Frankfurt am Main, bundesbank.de/schlichtungsstelle',
  AT: 'Schlichtung für Verbrauchergeschäfte, Wien, verbraucherschlichtung.at',
  NL: 'Klachteninstituut Financiële Dienstverlening (Kifid), Den Haag, kifid.nl',
  BE: 'Ombudsfin, Brussel, ombudsfin.be',
};

/** Undefined where the country has none. */
export const disputeBodyOf = (country: CountryCode): string | undefined => bodies[country];
