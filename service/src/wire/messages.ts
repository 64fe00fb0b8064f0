// Message objects: the catalogue's row in words, English for the integrator and the conversation's
// language for the consumer, within the specification's lengths.

import type { Checkout } from '../core/checkout/rows.ts';
import type { JsonObject } from '../core/json.ts';
import { type ActionCode, actionCodes, type MessageType } from '../core/refusals/row.ts';
import { catalogue, type Notice } from '../core/refusals.ts';
import type { Phrases } from '../core/texts/en/refusals.ts';
import { fill } from '../core/texts/fill.ts';
import { type Language, texts } from '../core/texts/texts.ts';
import { obsoleteLanguages, type Static, Type, Word } from './schema.ts';

const messageTypes = ['BusinessError', 'TechnicalError', 'NotificationMessage'] as const satisfies readonly MessageType[];

export const Message = Type.Object(
  {
    type: Word(messageTypes),
    code: Type.String({ maxLength: 100, description: 'A code of the catalogue at /errors.' }),
    message: Type.String({ maxLength: 4096, description: 'For the integrator, in English.' }),
    customerFacingMessage: Type.String({ maxLength: 4096, description: 'For the consumer, in the conversation’s language.' }),
    actionCode: Word(actionCodes, 'What can be done next.'),
    fieldReference: Type.Optional(Type.String({ maxLength: 100, description: 'Dotted path of the field that caused it.' })),
  },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

/** Fields that a consumer typed; a fault there can be mended by the consumer. */
const typedByConsumer =
  /^(customer|deliveryCustomer)\.|^(email|mobilePhone|identificationNumber|postalCode|ssn|iban|bic|accountNumber|bankNumber)$|(^|\.)(bankAccount|bankCode)$/;

export function messageOf(notice: Notice, language: Language): Message {
  const row = catalogue[notice.id];
  return {
    type: row.type,
    code: row.code,
    // Why it is wrong is a remark at the end that not every fault has.
    message: cut(fill(row.message, { why: '', ...notice.values }), 4096),
    customerFacingMessage: cut(
      `${texts[language].refusals[row.phrase]}${wanted(notice, texts[language].refusals)}${rights(notice, language)}`,
      4096,
    ),
    actionCode: actionOf(notice, row.action),
    ...(notice.field !== undefined && { fieldReference: cut(notice.field, 100) }),
  };
}

/** What is expected instead, for a person: by an example, or by the words there are to choose from. */
function wanted({ values: { example, words } = {} }: Notice, { writeLike, chooseOne }: Phrases): string {
  if (example !== undefined) return ` ${fill(writeLike, { example })}`;
  return words === undefined ? '' : ` ${fill(chooseOne, { words })}`;
}

/** Of an automated rejection: that it was automated, and where a person is asked to look at it. */
const rights = ({ values: { contestUrl } = {} }: Notice, language: Language): string =>
  contestUrl === undefined ? '' : ` ${fill(texts[language].rights.message, { url: contestUrl })}`;

function actionOf(notice: Notice, action: ActionCode): ActionCode {
  const byConsumer = notice.id.startsWith('value.') && typedByConsumer.test(notice.field ?? '');
  return byConsumer ? 'AskConsumerToReEnterData' : action;
}

const cut = (text: string, length: number): string => (text.length > length ? text.slice(0, length) : text);

const hasLanguage = (text: string): text is Language => Object.hasOwn(texts, text);

/** The language a body asks for, also when the rest of it is wrong: `conversationLanguage`, its own or the customer's. */
export function languageOf(body: unknown, fallback: Language): Language {
  const asked = memberOf(body, 'conversationlanguage') ?? memberOf(memberOf(body, 'customer'), 'conversationlanguage');
  const word = typeof asked === 'string' ? asked.trim().toUpperCase() : '';
  const successor = obsoleteLanguages[word] ?? word;
  return hasLanguage(successor) ? successor : fallback;
}

/** The language that the first step of a checkout asked for (C41). */
export const languageOfCheckout = ({ remarks, customer }: Pick<Checkout, 'remarks' | 'customer'>, fallback: Language): Language =>
  languageOf({ conversationLanguage: (remarks as JsonObject | null)?.['conversationLanguage'], customer }, fallback);

function memberOf(value: unknown, lowerName: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const name = Object.keys(value).find((each) => each.length === lowerName.length && each.toLowerCase() === lowerName);
  return name === undefined ? undefined : (value as Record<string, unknown>)[name];
}
