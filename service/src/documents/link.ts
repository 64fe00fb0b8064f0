import type { DocumentUrls } from '../book/endpoint.ts';
import { type Hash, isSame, type Secrets, type Signer, type Signers } from '../store/secrets.ts';
// The link under which a consumer fetches a document without a key: it names the document, says until when, and is signed
// with the service's key, so that it cannot be made or prolonged without it. The bearer may read the document.

import type { Instant } from '../core/dates.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const dayMs = 86_400_000;
const validDays = 30;

export interface Link {
  readonly merchantId: string;
  readonly documentId: string;
  /** Seconds since 1970; from then on it opens nothing. */
  readonly until: number;
}

/** A link made now. It ends with a day (UTC), so that all links of a day for one document are the same. */
export function documentLink(merchantId: string, documentId: string, now: Instant): Link {
  return { merchantId, documentId, until: (Math.floor(now / dayMs) + validDays + 1) * (dayMs / 1000) };
}

export function linkUrl(publicUrl: string, link: Link, { link: signed }: Pick<Signer, 'link'>): string {
  const { merchantId, documentId, until } = link;
  return `${publicUrl}/documents/shared/${merchantId}.${documentId}.${until}.${sign(link, signed)}.pdf`;
}

/** The link a consumer came with, or nothing when we did not sign it. Whether its time is over is another question. */
export function linkOf(token: string, signers: Signers): Link | undefined {
  const [merchantId = '', documentId = '', until = '', signature = '', ending, ...more] = token.split('.');
  if (!uuid.test(merchantId) || !uuid.test(documentId) || !/^[1-9]\d{0,11}$/.test(until)) return undefined;
  if (ending !== 'pdf' || more.length > 0) return undefined;
  const link = { merchantId, documentId, until: Number(until) };
  return signers.some((signer) => isSame(signature, sign(link, signer.link))) ? link : undefined;
}

const sign = ({ merchantId, documentId, until }: Link, signed: Hash): string =>
  signed(`document ${merchantId} ${documentId} ${until}`);

/** Where a document is fetched from now on. */
export function documentUrls(
  deps: { readonly publicUrl: string; readonly secrets: Pick<Secrets, 'signers'>; readonly clock: () => number },
  merchantId: string,
  documentId: string,
): DocumentUrls {
  const { publicUrl, secrets, clock } = deps;
  return {
    url: `${publicUrl}/documents/${documentId}.pdf`,
    consumerUrl: linkUrl(publicUrl, documentLink(merchantId, documentId, clock()), secrets.signers[0]),
  };
}
