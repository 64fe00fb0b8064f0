// An endpoint asked without HTTP: the pieces of http/endpoint.ts read, check and prepare the body, and a book of the test's takes
// the write.

import type { AnyWrite, Params } from '../../src/book/endpoint.ts';
import type { Write } from '../../src/book/write.ts';
import type { MerchantOnClock } from '../../src/core/merchant.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { endpoints } from '../../src/endpoints.ts';
import { checkedBody, writer } from '../../src/http/endpoint.ts';
import { sentBody } from '../../src/http/pipeline.ts';
import { sandboxSources } from '../../src/sources/sandbox-sources.ts';
import type { Hashing } from '../../src/store/secrets.ts';
import { bodyForm } from '../../src/wire/validate.ts';

const compiled = new Map(
  endpoints
    .filter((endpoint): endpoint is AnyWrite => endpoint.kind === 'write')
    .map((endpoint) => [endpoint.id, { endpoint, form: bodyForm(endpoint.body), toWrite: writer(endpoint) }]),
);

/** Hashes that can be read. */
const text = (each: string): string => each;
const readable: Hashing = {
  hash: text,
  hashes: (each) => [each],
  signers: [{ link: text, code: text, token: text }],
};

/** A write for the book, or why the body was refused before it. */
export async function ask(id: string, merchant: MerchantOnClock, params: Params, sent: object = {}): Promise<Write | Refusal> {
  const known = compiled.get(id);
  if (!known) throw new Error(`no write endpoint ${id}`);
  const { endpoint, form, toWrite } = known;
  const body = checkedBody(endpoint, sentBody(form, form.read(sent), sent), merchant, Date.parse('2026-11-20T12:00:00Z'));
  if (body instanceof Refusal) return body;
  const asked = { params, body, merchant, ...readable, publicUrl: 'http://test' };
  return toWrite(asked, sandboxSources, { actor: 'test', scopes: [], requestId: 'test', decided: () => undefined });
}
