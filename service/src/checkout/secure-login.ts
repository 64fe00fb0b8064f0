// The link under which a consumer confirms the identity, and the code that confirms it (C44: persona
// StrongCustomerAuthentication). The link is a capability: it cannot be made without the service's key.

import { isSame } from '../store/secrets.ts';

type Hash = (text: string) => string;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Confirmation {
  readonly merchantId: string;
  readonly orderId: string;
}

/** The page's address for an order. */
export function secureLoginUrl(publicUrl: string, { merchantId, orderId }: Confirmation, hash: Hash): string {
  return `${publicUrl}/secure-login/${merchantId}.${orderId}.${sign({ merchantId, orderId }, hash)}`;
}

/** The order a link is for, or nothing when we did not make it. */
export function confirmationOf(token: string, hash: Hash): Confirmation | undefined {
  const [merchantId = '', orderId = '', signature = ''] = token.split('.');
  if (!uuid.test(merchantId) || !uuid.test(orderId)) return undefined;
  const confirmation = { merchantId, orderId };
  return isSame(signature, sign(confirmation, hash)) ? confirmation : undefined;
}

const sign = ({ merchantId, orderId }: Confirmation, hash: Hash): string => hash(`secure-login ${merchantId} ${orderId}`);

/** What a form of the page sends along: a program that only looks at the link has none, and another order's is no use. */
export const pageTokenOf = ({ merchantId, orderId }: Confirmation, hash: Hash): string =>
  hash(`secure-login-page ${merchantId} ${orderId}`);

/** Six digits; the same for an order each time, so that nothing has to be stored. */
export function codeFor({ merchantId, orderId }: Confirmation, hash: Hash): string {
  const bytes = Buffer.from(hash(`secure-login-code ${merchantId} ${orderId}`), 'base64url');
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}
