import { operatorsOwn } from '../book/audit.sql.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { chains } from '../core/seal.ts';
import type { Deps } from '../http/deps.ts';
import { counted, text } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { cursorOf, formed, keyParts, placeAfter } from '../http/paging.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { Opt, Type } from '../wire/schema.ts';
import type { ChainDeps } from './signing.ts';
import { type Phase, type ProofPlace, proofBegins, proveHead, provePart } from './verifying.ts';

const Fault = Type.Object(
  {
    what: Type.String(),
    number: Opt(Type.String({ description: 'Of the row or the seal in the chain.' })),
    rowId: Opt(Type.String()),
    orderNumber: Opt(Type.String()),
  },
  { title: 'ChainFault' },
);

export const proveChain = operation({
  id: 'proveChain',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/chains/:chain/proof',
  summary: 'Prove a part of a merchant’s chain',
  about:
    '`ledger` or `audit`. Follow `next` (put it into `after`) until there is none: then all is proved, of the ledger also that orders and entries agree. With `number` and `hash` of a head that was kept, only whether it is in the chain still is proved. The first fault ends it.',
  scope: 'admin:read',
  query: {
    number: counted('Of a head that was kept: the number of its seal.'),
    hash: text(100, 'With it: its hash.'),
  },
  fixedPages: true,
  refusals: ['merchant.not_found', 'chain.not_found', 'page.unknown', 'value.required'],
  answer: Type.Object(
    {
      checked: Type.Number({ description: 'Sealed rows of this part.' }),
      waiting: Type.Number({ description: 'Rows of this part that have no seal yet.' }),
      erasedWords: Type.Number({
        description: 'Reasons of this part whose words were erased; their place in the chain is proved.',
      }),
      signedFrom: Opt(
        Type.String({ description: 'With the part that reaches the head: since this seal every head was signed.' }),
      ),
      isSignatureProved: Opt(Type.Boolean({ description: 'With it: the key that signed the head is known here.' })),
      next: Opt(Type.String()),
      fault: Opt(Fault),
    },
    { title: 'ChainProof' },
  ),
  findsMerchant: true,
  async run({ params, query }, deps: ChainDeps) {
    const chain = chains.find((each) => each === params['chain']);
    const merchantId = await ownerOf(params['merchantId'] ?? '', deps);
    if (merchantId === undefined) return refuse('merchant.not_found', 'merchantId');
    if (!chain) return refuse('chain.not_found', 'chain');
    const { after, number, hash } = query;
    const place = proofPlace(after);
    if (place instanceof Refusal) return place;
    if ((number === undefined) !== (hash === undefined)) return refuse('value.required', hash === undefined ? 'hash' : 'number');
    if (number !== undefined && hash !== undefined) {
      const fault = await proveHead(deps.db, chain, merchantId, BigInt(number), hash);
      return { checked: 0, waiting: 0, erasedWords: 0, ...(fault ? { fault } : { next: nextOf(proofBegins) }) };
    }
    const { next, ...part } = await provePart(deps.db, chain, merchantId, place, deps.headSigner);
    return { ...part, ...(next && { next: nextOf(next) }) };
  },
});

const nextOf = ({ phase, after, hash }: ProofPlace): string => cursorOf(phase, after, hash);

async function ownerOf(id: string, deps: Deps): Promise<string | undefined> {
  return id === operatorsOwn ? id : (await findMerchant(id, deps))?.id;
}

/** Seals are gone through by number, rows and orders by id. */
function proofPlace(cursor: string | undefined): ProofPlace | Refusal {
  const inSeals = placeAfter(cursor, [formed(/^seals$/), keyParts.bigint, keyParts.text], undefined);
  if (inSeals === undefined) return proofBegins;
  const key =
    inSeals instanceof Refusal ? placeAfter(cursor, [formed(/^(rows|orders)$/), keyParts.id, formed(/^$/)], []) : inSeals;
  if (key instanceof Refusal) return key;
  const [phase, after = '', hash = ''] = key;
  return { phase: phase as Phase, after, hash };
}
