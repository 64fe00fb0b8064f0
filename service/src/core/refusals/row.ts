// One row of the catalogue of messages (core/refusals.ts), and how it is written.
import type { PhraseId } from '../texts/en/refusals.ts';

export type MessageType = 'BusinessError' | 'TechnicalError' | 'NotificationMessage';
export const actionCodes = [
  'Unavailable',
  'AskConsumerToConfirm',
  'AskConsumerToReEnterData',
  'OfferSecurePaymentMethods',
  'RequiresSsn',
  'AskConsumerToIdentify',
] as const;
export type ActionCode = (typeof actionCodes)[number];

/** One row of the catalogue. `message` may name values as {limit}. */
export interface CatalogueEntry {
  readonly code: string;
  readonly status: number;
  readonly type: MessageType;
  readonly action: ActionCode;
  readonly message: string;
  readonly phrase: PhraseId;
}

export function row<const Message extends string>(
  code: string,
  status: number,
  message: Message,
  phrase: PhraseId = 'notPossible',
  action: ActionCode = 'Unavailable',
  type: MessageType = 'BusinessError',
): CatalogueEntry & { readonly message: Message } {
  return { code, status, type, action, message, phrase };
}
