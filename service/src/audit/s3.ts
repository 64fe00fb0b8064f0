// One object put into a store that speaks S3, signed as AWS Signature Version 4 wants it.
import { createHash, createHmac } from 'node:crypto';
import type { Instant } from '../core/dates.ts';
import type { S3Place } from '../runtime/config.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The headers of a request, its signature among them. The path of the address is already escaped as S3 counts it. */
export function signedHeaders(
  { region, accessKey, secretKey }: Omit<S3Place, 'url'>,
  {
    method,
    url,
    headers,
    body,
    now,
  }: { method: string; url: URL; headers: Readonly<Record<string, string>>; body: string; now: Instant },
): Record<string, string> {
  const stamp = new Date(now).toISOString().replace(/[:-]|\.\d+/g, '');
  const day = stamp.slice(0, 8);
  const own: Record<string, string> = { ...headers, 'x-amz-content-sha256': sha256(body), 'x-amz-date': stamp };
  const all = Object.entries({ ...own, host: url.host }).sort(([one], [other]) => (one < other ? -1 : 1));
  const names = all.map(([name]) => name).join(';');
  const asked = [method, url.pathname, '', ...all.map(([name, value]) => `${name}:${value}`), '', names, sha256(body)].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretKey}`, day));
  const signature = hmac(key, ['AWS4-HMAC-SHA256', stamp, scope, sha256(asked)].join('\n')).toString('hex');
  return {
    ...own,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}
