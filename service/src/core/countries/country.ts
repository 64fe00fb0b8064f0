// What a country brings to the service. Every member is asked of every country: one that a country does not have is null, and
// nothing is assumed where a country says nothing.
import type { Account, Bank } from '../bank/account.ts';
import type { Day } from '../dates.ts';
import type { AnyLawRow, Certainty, DocumentRetention, LawRemark, Transposition } from '../law/rows.ts';
import type { Currency } from '../money.ts';
import type { Remittance } from '../payment-reference/remittance.ts';
import type { Language } from '../texts/texts.ts';
import type { DemoShop } from './demo-shop.ts';
import type { Holidays } from './holiday-rules.ts';
import type { LetterForms } from './letters.ts';
import type { NumberKind } from './national-number.ts';
import type { Population } from './population.ts';
import type { Ending } from './street-kinds.ts';

export interface Country {
  readonly currency: Currency;
  readonly language: Language;
  readonly timeZone: string;
  /** Is it "the" country in an English sentence? */
  readonly hasEnglishArticle: boolean;
  /** Are buyers identified by their national number, so that an order needs one (C47)? */
  readonly identifiesByNumber: boolean;
  /** Numbers of persons and organisations. Most frequent first: where a text could be two numbers, the first is meant. */
  readonly numbers: readonly NumberKind[];
  /** Numbers of companies that several have, in upper case: each of them is taken as it was said and identifies none. */
  readonly sharedNumbers: RegExp | null;
  /** What identifies the holder of a number that cannot be read, from its digits and letters; null: all of them. */
  readonly identityOfUnread: ((compact: string) => string) | null;
  readonly examples: CountryExamples;
  /** Days on which its banks are closed, beside Sundays, Easter and, for the euro, those of the euro's settlement system. */
  readonly holidays: Holidays;
  /** How its letters are written where the keyboard lacks them. */
  readonly letters: LetterForms;
  /**
   * By which two letters its people write one of a name, where few names have the two for themselves (Müller, Mueller) and `fold` of
   * core/party.ts does not make them of the one. Null: they are sounds of its own, as in de Boer.
   */
  readonly letterPairs: readonly string[] | null;
  /** By which rule its names are compared by ear. */
  readonly phonetics: 'cologne' | 'doubleMetaphone';
  readonly address: AddressRules;
  readonly bank: BankRules;
  readonly payment: PaymentRules;
  readonly writing: WritingRules;
  /** How its register of persons and companies may be asked; companies always by number. Null: it has no register. */
  readonly register: RegisterRules | null;
  /** What it shows in the sandbox. */
  readonly demoShop: DemoShop;
  readonly law: CountryLaw;
  readonly reminders: ReminderRules;
}

export interface RegisterRules {
  readonly persons: 'byNumber' | 'byNumberAndPostalCode' | 'byPhone';
  readonly byPhone: boolean;
  /** Those whom the sandbox's register knows. */
  readonly population: Population;
}

export interface AddressRules {
  readonly postalCode: RegExp;
  /** Signs before the code that say the country again, as on letters from abroad; everyday use, and taken off (C45). */
  readonly postalPrefixes: string;
  /** How many digits of a code a register of places knows. */
  readonly registerDigits: 4 | 5;
  /** A compared code as it is written; null: as it is. */
  readonly writePostalCode: ((code: string) => string) | null;
  /** A code that only registers write so; null: they write codes as all others do. */
  readonly readRegisterCode: ((text: string) => string | undefined) | null;
  /** A neighbour whose codes are its own; `isLeftOut`: registers do not have its places. */
  readonly microstate: { readonly country: string; readonly codes: RegExp; readonly isLeftOut: boolean } | null;
  readonly streetEndings: readonly Ending[];
  /** A last letter with a full stop, and the word it shortens: Storg. 5, Hämeenk. 7. */
  readonly streetAbbreviations: string;
  /** One form for words of a street's name, as word=form. */
  readonly streetWords: string;
  /** May the number come before the street although another follows, as where French is spoken? */
  readonly numberMayLead: boolean;
  /** Are floors written in Roman numbers: 12-II? One letter is a letter everywhere else. */
  readonly hasRomanFloors: boolean;
  /** Districts, cantons and provinces behind the name of a place: København K, Augst BL, Bergen NH. */
  readonly districts: string | null;
  /** Names of parcel stations, lockers, pick-up shops and post boxes, folded; each is a regular expression. */
  readonly parcelStations: readonly string[];
  /** Regions beside each other whose codes do not show it; the names are those of the copy that is shipped. */
  readonly bordersUnseen: readonly (readonly [string, string])[] | null;
  /** The well-known towns, between bars. */
  readonly towns: string;
  /** Places with several names, between semicolons; the names between bars. */
  readonly otherNames: string;
}

export interface BankRules {
  /** How many digits of an IBAN, from the fifth sign on, are the national code of the bank, where people write it alone. */
  readonly codeDigits: number | null;
  /** May the code be written without its leading zeros, as Swiss clearing numbers are? */
  readonly codeMayBeShort: boolean;
  /** May a national account number begin with two letters? */
  readonly accountMayBeginWithLetters: boolean;
  /** Are the first four letters of the BIC the bank's code? */
  readonly codeIsInBic: boolean;
  /** Do dashes in a written account say something, so that they are kept? */
  readonly keepsSigns: boolean;
  /** Reads an account in capitals, with the bank's code or an empty text. */
  readonly read: (account: string, bankCode: string) => Account;
  /** Do the check digits inside an IBAN hold? Undefined where its banks have exceptions; null: it has no such digits. */
  readonly bbanHolds: ((bban: string) => boolean | undefined) | null;
  /** Is it an IBAN that only bills of the country are paid to, from which nothing is collected and which takes no transfer? Null: it has no such accounts. */
  readonly isForBillsAlone: ((iban: string) => boolean) | null;
  /** The bank of an IBAN; `written` is the national number it was made of. Null: the general list of BICs knows it. */
  readonly bankOf: ((iban: string, written: string | undefined) => Bank) | null;
  /** The package that holds its directory of banks, and the last day on which that is current; null: it needs none. */
  readonly directory: { readonly of: string; readonly package: string; readonly until: Day } | null;
}

/** A payee's accounts, as far as a country looks at them. */
export interface PayeeAccounts {
  readonly bankgiro: string | null;
  readonly kontonummer: string | null;
  readonly fikCreditorNumber: string | null;
}

export interface PaymentRules {
  /** How many digits are drawn for a reference: few enough to be typed, enough that one drawn twice stays rare. */
  readonly referenceDigits: number;
  /** The reference around them in the form its banks read; undefined where they do not fit it. */
  readonly reference: (base: string, hasQrIban: boolean) => string | undefined;
  /** As people read and type it; null: as it is. An RF reference looks the same everywhere. */
  readonly printReference: ((reference: string) => string) | null;
  /** Its own kind of account for its own money, and the row that shows it; null: IBANs only. */
  readonly account: {
    readonly of: (payee: PayeeAccounts) => string | null;
    readonly row: (words: AccountWords, account: string, reference: string) => readonly [string, string];
  } | null;
  /** Are bills paid by the Swiss payment part, with a QR-IBAN? */
  readonly hasSwissBill: boolean;
  /** What a transfer by the code of the European Payments Council says; null: there is no such code on bills. */
  readonly remittance: ((reference: string) => Remittance) | null;
  /** The digits of the bar code on a bill. */
  readonly barCode: ((bill: Bill) => string | undefined) | null;
  /** The whole length of a SEPA creditor identifier, where it is fixed. */
  readonly creditorIdLength: number | null;
  /** Its rates of VAT, in per cent as plain decimal text. A line's rate that was not sent is one of them where prices allow it. */
  readonly vatRates: readonly string[];
}

export interface AccountWords {
  readonly account: string;
  readonly slip: string;
}

export interface Bill {
  readonly iban: string;
  readonly amountMinor: bigint;
  readonly reference: string;
  readonly dueOn: Day | null;
}

/** How it writes a language otherwise than the neighbour that the language is named after. */
export interface WritingRules {
  /** Of amounts in every language; null: those of the language. */
  readonly marks: Marks | null;
  /** In these languages the currency comes before the amount, beside those in which it always does. */
  readonly currencyFirst: readonly Language[];
  /** Between the parts of a day in numbers. */
  readonly dayMarks: Readonly<Record<'NL' | 'FR', '-' | '/' | '.'>>;
  /** Names for Intl of the languages it writes otherwise. */
  readonly locales: { readonly [language in Language]?: string } | null;
}

export interface Marks {
  readonly thousands: string;
  readonly decimal: string;
}

export interface CountryLaw {
  /** Whose law holds beside its own: the European Union's, the European Economic Area's alone, or no other. */
  readonly union: 'EU' | 'EEA' | null;
  readonly rows: readonly AnyLawRow[];
  readonly remarks: readonly LawRemark[];
  /** Null where the directives of the union do not bind it. */
  readonly transposition: Transposition | null;
  readonly late: LateRules;
  /** How long business documents are kept; the latest row that holds comes last, and before the first day the first holds. */
  readonly retention: readonly [DocumentRetention, ...DocumentRetention[]];
  /**
   * Where a consumer turns when the creditor does not settle a complaint about a credit: the entity on the European Commission's
   * list of alternative dispute resolution entities (Directive 2013/11/EU, Article 20). A creditor may have to belong to another.
   */
  readonly disputeBody: string | null;
  /** Whom a consumer in difficulties is sent to: independent, and free of charge or nearly so. */
  readonly debtAdvice: Contact;
  /** Who supervises creditors where the payee names no authority of its own; null where the country has none for all. */
  readonly supervisor: Contact | null;
  /** From when on a buyer has to consent to an invoice; null: by custom, choosing it is agreement enough (C40). */
  readonly invoiceConsentFrom: Day | null;
  /** Does a shop show the page of a plan apart from the consent to it, as section 507 BGB demands? */
  readonly showsPlanBeforeConsent: boolean;
}

/** Name and address as a consumer reads them, and where they were found. */
export interface Contact {
  readonly text: string;
  readonly certainty: Certainty;
  readonly source: string;
}

/** How interest on late payments runs; the rates are rows. */
export interface LateRules {
  /** When the law sets the statutory rate anew. */
  readonly changes: 'halfYears' | 'decree' | 'never';
  /** After which day it runs: the due day, the first letter, or the days that a first letter gives free of charge. */
  readonly startsAt: 'dueDay' | 'firstReminder' | 'freeDays';
  /** Does the interest of a whole year bear interest? */
  readonly compounds: boolean;
  /** Never above the credit's own rate, where the law of consumer credit holds? */
  readonly withinCredit: boolean;
  /** Do payments of a credit cover all that is due before it (core/law/late-interest.ts)? */
  readonly isPaidLast: boolean;
}

export interface ReminderRules {
  /** Which of the two reminders may be charged for. */
  readonly charged: readonly number[];
  /** From what the days without a fee are counted: from the due day too, from the letter before, or from that letter's arrival. */
  readonly freeFrom: 'dueDay' | 'letter' | 'arrival';
  /** May a second letter be charged only once the deadline of a charged first one was missed? */
  readonly afterDeadline: boolean;
  /**
   * Where a merchant's contract names no fee: the law's own is charged, or only where the customer's agreement says it, as the law asks
   * for one from when the debt arose; or nothing is.
   */
  readonly unnamed: 'charged' | 'ifAgreed' | 'none';
  /** By what a letter to a consumer names the debt: by the number of the order, or also by its day and what was bought. */
  readonly names: 'order' | 'goods';
}

/**
 * What values look like that every country writes in its own way: the examples that a refusal shows to who wrote another.
 * Numbers of persons are set aside for tests, or printed as samples by those who give them.
 */
export interface CountryExamples {
  /** A person's national number. */
  readonly person: string;
  /** A number of a company. */
  readonly company: string;
  readonly postalCode: string;
  readonly phone: string;
  readonly iban: string;
}
