// An endpoint asked without HTTP: the body is read, checked and prepared as http/mount.ts does it, and becomes a write for
// whichever book.

import type { AnyWrite, Params } from '../../src/book/endpoint.ts';
import type { Write } from '../../src/book/write.ts';
import { type CountryCode, countries } from '../../src/core/countries/countries.ts';
import type { MerchantOnClock } from '../../src/core/merchant.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { endpoints } from '../../src/endpoints.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import { sandboxSources } from '../../src/sources/sandbox-sources.ts';
import { answerWriter, bodyReader } from '../../src/wire/validate.ts';

export function merchantIn(country: CountryCode, clockOffsetMs = 0): MerchantOnClock {
  const { currency, language, timeZone } = countries[country];
  const id = '00000000-0000-7000-8000-000000000001';
  return { id, name: `Shop ${country}`, country, currency, language, timeZone, contract: demoContract(country), clockOffsetMs };
}

const compiled = new Map(
  endpoints
    .filter((endpoint): endpoint is AnyWrite => endpoint.kind === 'write')
    .map((endpoint) => [endpoint.id, { endpoint, read: bodyReader(endpoint.body), write: answerWriter(endpoint.answer) }]),
);

/** A write for the book, or why the body was refused before it. */
export async function ask(id: string, merchant: MerchantOnClock, params: Params, sent: object = {}): Promise<Write | Refusal> {
  const known = compiled.get(id);
  if (!known) throw new Error(`no write endpoint ${id}`);
  const { endpoint, read, write } = known;
  const { value, faults } = read(sent);
  const [first, ...others] = faults;
  if (first) return new Refusal([first, ...others]);
  const refusal = endpoint.check?.(value as object, { merchant, today: '2026-11-20' });
  if (refusal) return refusal;
  const asked = { params, body: value as object, merchant, hash: (text: string) => text, publicUrl: 'http://test' };
  const prepared = await endpoint.prepare?.(asked, sandboxSources);
  return {
    merchantId: merchant.id,
    actor: 'test',
    operation: id,
    requestId: 'test',
    needs: endpoint.needs(asked),
    decide(inHand, setting) {
      const decided = endpoint.decide(inHand, { ...asked, prepared, setting, scopes: [] });
      return decided instanceof Refusal ? decided : { ...decided, answer: write(decided.answer) };
    },
  };
}
