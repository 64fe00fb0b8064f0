// The building blocks of every request and answer. A schema is JSON Schema at the same time: it validates, gives the
// TypeScript type, and is printed into the OpenAPI document. Keywords that begin with x- are ours, see read.ts.
import Type, { type Static, type TSchema } from 'typebox';
import { countryCodes } from '../core/countries/countries.ts';
import { currencies, maxAmount } from '../core/money.ts';
import { priceDecimals, quantityDecimals } from '../core/order/totals.ts';
import { languages } from '../core/texts/texts.ts';

export { type Static, type TSchema, Type };

const noNul = '^[^\\u0000]*$';

/** What values of a form look like: in the document, and in the message about one that does not. */
export const dayExample = '1984-12-08';
export const emailExample = 'anna@example.com';
const instantExample = '2026-11-20T09:30:00Z';
export const uuidExample = '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11';

/** Text up to a length; longer text is refused. */
export const Text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, pattern: noNul, ...(description && { description }) });

const webAddressExample = 'https://www.example.com/parcels/JD0123456789';

/** The address of a page that shops link to: of a script it would run in the shop's own page. */
export const WebAddress = (maxLength: number, description: string) =>
  Type.String({
    maxLength,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\u0000-\\u001f\\u007f]+$',
    description,
    examples: [webAddressExample],
  });

/** Text of names and descriptions: what is longer is cut, not refused (C06). */
export const CutText = (maxLength: number, description?: string) =>
  Type.String({ maxLength, pattern: noNul, 'x-truncate': true, ...(description && { description }) });

/** Why an operator does something. */
export const Reason = () => CutText(500, 'Why, for the audit; not shown to shops or consumers.');

/** A word of a fixed list; upper and lower case do not matter. */
export const Word = <const Words extends readonly string[]>(words: Words, description?: string) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...(description && { description }) });

const number = (decimals: number, minimum: number, maximum: number, description?: string) =>
  Type.Number({ minimum, maximum, 'x-decimals': decimals, ...(description && { description }) });

/** An amount in major units with at most two decimals; may be negative only where a shop corrects with it. */
export const Amount = (description?: string) => number(2, -maxAmount, maxAmount, description);
/** An amount above zero: of an order, a capture, a cancellation. */
export const PositiveAmount = (description?: string) => number(2, 0.01, maxAmount, description);
/** The price of one unit; negative for a discount. */
export const UnitPrice = (description?: string) => number(priceDecimals, -maxAmount, maxAmount, description);
/** The price of one unit of what is refunded: the sign is ours to set. */
export const PositiveUnitPrice = (description?: string) => number(priceDecimals, 0, maxAmount, description);
export const Quantity = (description?: string) => number(quantityDecimals, 0, 9_999_999, description);
/** A number beside the amounts, which no money depends on: what has more than four decimals is rounded, half to even (C06). */
const informing = (minimum: number, maximum: number, description?: string) =>
  Type.Number({
    minimum,
    maximum,
    'x-decimals': priceDecimals,
    'x-rounded': true,
    ...(description && { description }),
  });
export const InformingPrice = (description?: string) => informing(-maxAmount, maxAmount, description);
export const PositiveInformingPrice = (description?: string) => informing(0, maxAmount, description);
export const Percent = (description?: string) => informing(-1e12, 1e12, description);
/** A number that is kept and never computed with. */
export const Remark = (description?: string) =>
  Type.Number({ minimum: -1e12, maximum: 1e12, ...(description && { description }) });
export const Whole = (minimum: number, maximum: number, description?: string) =>
  Type.Integer({ minimum, maximum, ...(description && { description }) });
export const Flag = (description?: string) => Type.Boolean({ ...(description && { description }) });

/** A calendar day; a date-time is cut to its day. */
export const DayText = (description?: string) =>
  Type.String({ format: 'date', examples: [dayExample], ...(description && { description }) });
/** An instant; `Y-m-d H:i:s` is read as well (C06). */
export const InstantText = (description?: string) =>
  Type.String({ format: 'date-time', examples: [instantExample], ...(description && { description }) });
export const Uuid = (description?: string) =>
  Type.String({ format: 'uuid', examples: [uuidExample], ...(description && { description }) });

export const Opt = Type.Optional;

/**
 * Which of an object's own members choose what a request that moves money moves: misspelt, they would move something else
 * (C06). A body that says so, even that it lets nothing be chosen, is one that moves money.
 */
export const chooses = (choosing: Choosing): { readonly 'x-chooses': Choosing } => ({ 'x-chooses': choosing });
export interface Choosing {
  readonly amount?: readonly string[];
  readonly items?: readonly string[];
  /** Captures, accounts: whose money it is. */
  readonly of?: readonly string[];
  /** What only repeats the sum of the items: it is checked beside them, and alone it does not mean all that there is. */
  readonly repeats?: readonly string[];
  /** With one of these words in a member nothing is moved. */
  readonly unless?: Readonly<Record<string, readonly string[]>>;
}

/** A list of a full operation: empty means the same as absent (C06). */
export const ListOrAll = <Element extends TSchema>(element: Element, maxItems: number) =>
  Type.Array(element, { maxItems, 'x-absent-when-empty': true });

export const CurrencyCode = () => Word(currencies, 'ISO 4217');
export const CountryCode = () => Word(countryCodes, 'ISO 3166-1');
/** Countries' codes that shops sent as languages, and the language that is meant (C64). */
export const obsoleteLanguages: Readonly<Record<string, string>> = { SE: 'SV', DK: 'DA' };
export const ConversationLanguage = () =>
  Type.Unsafe<(typeof languages)[number]>({
    type: 'string',
    enum: [...languages],
    'x-obsolete': obsoleteLanguages,
    description: 'NO SV FI DA EN DE NL FR. SE and DK are obsolete and read as SV and DA.',
  });

/** Order, capture and refund numbers (C20). */
const Number50 = (maxLength: number, characters: string, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: `^(?!\\.{1,2}$)[${characters}]+$`, description, examples: [example] });
export const OrderNumber = () =>
  Number50(50, 'A-Za-z0-9_.\\-', 'Letters, digits, dash, underscore, dot; unique without regard to case.', 'WEB-1001');
export const InvoiceNumber = () =>
  Number50(20, 'A-Za-z0-9_.\\-/#', 'Becomes the capture number; unique per merchant.', 'R-2026-1001');
export const CreditNoteNumber = () =>
  Number50(19, 'A-Za-z0-9_.\\-/#', 'Becomes the refund number; unique per merchant.', 'G-2026-1001');

export const OrderPath = Type.Object({ orderNumber: Type.String() });
