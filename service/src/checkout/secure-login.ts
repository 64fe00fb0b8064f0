// The link under which a consumer confirms the identity, and the code that confirms it (C44: persona
// StrongCustomerAuthentication). The link is a capability: it cannot be made without the service's key.

import type { Signer, Signers } from '../store/secrets.ts';
import { linkedBy, signedUrl } from '../wire/signed-link.ts';

export interface Confirmation {
  readonly merchantId: string;
  readonly orderId: string;
}

/** A link that is right, and what it was signed with: its page and its code are of the same key. */
export interface Signed extends Confirmation {
  readonly signer: Signer;
}

/** The page's address for an order. */
export const secureLoginUrl = (publicUrl: string, { merchantId, orderId }: Confirmation, signer: Pick<Signer, 'link'>): string =>
  signedUrl(publicUrl, 'secure-login', { merchantId, id: orderId }, signer);

/** The order a link is for, or nothing when we did not make it. */
export function confirmationOf(token: string, signers: Signers): Signed | undefined {
  const linked = linkedBy(token, 'secure-login', signers);
  return linked && { merchantId: linked.merchantId, orderId: linked.id, signer: linked.signer };
}

/** Six digits; the same for an order each time, so that nothing has to be stored. */
export function codeFor({ merchantId, orderId, signer }: Signed): string {
  const bytes = Buffer.from(signer.code(`secure-login-code ${merchantId} ${orderId}`), 'base64url');
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}
