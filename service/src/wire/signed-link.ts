// Links that are a capability: a page about one thing of one merchant, which no one else can make without the service's key.

import { isSame, type Signer, type Signers } from '../store/secrets.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Linked {
  readonly merchantId: string;
  readonly id: string;
}

/** Which page: a link of one is no use at another. */
export type LinkedPage = 'secure-login' | 'decisions' | 'withdrawal';

/** The page's address for a thing. */
export const signedUrl = (publicUrl: string, page: LinkedPage, linked: Linked, signer: Pick<Signer, 'link'>): string =>
  `${publicUrl}/${page}/${linked.merchantId}.${linked.id}.${sign(page, linked, signer)}`;

/** The page where a person contests an automated decision. */
export const contestUrl = (publicUrl: string, merchantId: string, decisionId: string, signer: Pick<Signer, 'link'>): string =>
  signedUrl(publicUrl, 'decisions', { merchantId, id: decisionId }, signer);

/** What a link is about and what it was signed with, or nothing when we did not make it. */
export function linkedBy(token: string, page: LinkedPage, signers: Signers): (Linked & { readonly signer: Signer }) | undefined {
  const [merchantId = '', id = '', signature = ''] = token.split('.');
  if (!uuid.test(merchantId) || !uuid.test(id)) return undefined;
  const signer = signers.find((each) => isSame(signature, sign(page, { merchantId, id }, each)));
  return signer && { merchantId, id, signer };
}

const sign = (page: LinkedPage, { merchantId, id }: Linked, { link }: Pick<Signer, 'link'>): string =>
  link(`${page} ${merchantId} ${id}`);

/** What a form of the page sends along: a program that only looks at the link has none, and another thing's is no use. */
export const pageTokenOf = (page: LinkedPage, { merchantId, id }: Linked, { link }: Pick<Signer, 'link'>): string =>
  link(`${page}-page ${merchantId} ${id}`);

/** What a page's form sent. */
export const formOf = (body: unknown): URLSearchParams | undefined =>
  Buffer.isBuffer(body) ? new URLSearchParams(body.toString('utf8')) : undefined;
