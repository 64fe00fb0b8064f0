// The link under which a consumer confirms the identity, and the code that confirms it (C44: persona
// StrongCustomerAuthentication). The link is a capability: it cannot be made without the service's key.

import { type Hash, isSame, type Signer, type Signers } from '../store/secrets.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Confirmation {
  readonly merchantId: string;
  readonly orderId: string;
}

/** A link that is right, and what it was signed with: its page and its code are of the same key. */
export interface Signed extends Confirmation {
  readonly signer: Signer;
}

/** The page's address for an order. */
export function secureLoginUrl(publicUrl: string, { merchantId, orderId }: Confirmation, { link }: Pick<Signer, 'link'>): string {
  return `${publicUrl}/secure-login/${merchantId}.${orderId}.${sign({ merchantId, orderId }, link)}`;
}

/** The order a link is for, or nothing when we did not make it. */
export function confirmationOf(token: string, signers: Signers): Signed | undefined {
  const [merchantId = '', orderId = '', signature = ''] = token.split('.');
  if (!uuid.test(merchantId) || !uuid.test(orderId)) return undefined;
  const confirmation = { merchantId, orderId };
  const signer = signers.find(({ link }) => isSame(signature, sign(confirmation, link)));
  return signer && { ...confirmation, signer };
}

const sign = ({ merchantId, orderId }: Confirmation, link: Hash): string => link(`secure-login ${merchantId} ${orderId}`);

/** What a form of the page sends along: a program that only looks at the link has none, and another order's is no use. */
export const pageTokenOf = ({ merchantId, orderId, signer }: Signed): string =>
  signer.link(`secure-login-page ${merchantId} ${orderId}`);

/** Six digits; the same for an order each time, so that nothing has to be stored. */
export function codeFor({ merchantId, orderId, signer }: Signed): string {
  const bytes = Buffer.from(signer.code(`secure-login-code ${merchantId} ${orderId}`), 'base64url');
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}
