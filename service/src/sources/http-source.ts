// A source behind HTTP (docs/sources.md): one POST, JSON both ways, signed; the answer bounded and checked. All that is not
// exactly as documented counts as silence.
import { createHmac } from 'node:crypto';
import { parseJson } from '../wire/json.ts';
import type { TSchema } from '../wire/schema.ts';
import { answerWriter } from '../wire/validate.ts';
import { type Ask, SourceFault } from './guard.ts';

export interface HttpPlace {
  readonly url: string;
  readonly key: string;
  /** Of the trace that a question belongs to. */
  readonly headers?: () => Readonly<Record<string, string>>;
}

/** More than any answer needs. */
const mostBytes = 65_536;

/** Ask with a JSON question; `read` makes our answer of one that fits the schema. */
export function httpAsk<Question extends object, Sent, Answer>(
  place: HttpPlace,
  schema: TSchema,
  read: (sent: Sent, question: Question) => Answer,
  clock: () => number,
): Ask<Question, Answer> {
  const check = answerWriter(schema);
  return async (question, signal) => {
    const body = JSON.stringify(question);
    const response = await fetch(place.url, {
      method: 'POST',
      // An answer from another address than the configured one is not accepted.
      redirect: 'manual',
      headers: {
        ...place.headers?.(),
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${place.key}`,
        'x-signature': signatureOf(body, place.key, Math.floor(clock() / 1000)),
      },
      body,
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new SourceFault(`status ${response.status}`);
    }
    const parsed = parseJson(await boundedBody(response));
    if ('fault' in parsed) throw new SourceFault('no JSON');
    try {
      check(parsed.value);
    } catch {
      throw new SourceFault('an answer of another form');
    }
    return read(parsed.value as Sent, question);
  };
}

/** `t=` the second it was made, `v1=` HMAC-SHA256 with the key over second, dot and body, in hexadecimal digits. */
export function signatureOf(body: string, key: string, second: number): string {
  return `t=${second},v1=${createHmac('sha256', key).update(`${second}.${body}`).digest('hex')}`;
}

async function boundedBody(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new SourceFault('an answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
