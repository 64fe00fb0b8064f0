import { operatorsOwn } from '../book/audit.sql.ts';
import { refuse } from '../core/refusals.ts';
import { chains } from '../core/seal.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { Opt, Type } from '../wire/schema.ts';
import { type ProofPlace, proofBegins, proveHead, provePart } from './verifying.ts';

const Fault = Type.Object(
  {
    what: Type.String(),
    number: Opt(Type.String({ description: 'Of the seal.' })),
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
    '`ledger` or `audit`. Follow `next` (put it into `after`) until there is none: then all is proved, of the ledger also that orders and entries agree. `number` and `hash` name a head that was kept, which has to be in the chain still. The first fault ends it.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'chain.not_found', 'page.unknown'],
  answer: Type.Object(
    {
      checked: Type.Number({ description: 'Seals of this part.' }),
      waiting: Type.Number({ description: 'Rows of this part that have no seal yet.' }),
      erasedWords: Type.Number({
        description: 'Reasons of this part whose words were erased; their place in the chain is proved.',
      }),
      next: Opt(Type.String()),
      fault: Opt(Fault),
    },
    { title: 'ChainProof' },
  ),
  findsMerchant: true,
  async run({ params, query }, deps) {
    const chain = chains.find((each) => each === params['chain']);
    const merchantId = await ownerOf(params['merchantId'] ?? '', deps);
    if (merchantId === undefined) return refuse('merchant.not_found', 'merchantId');
    if (!chain) return refuse('chain.not_found', 'chain');
    const { after, number, hash } = query;
    const place = after === undefined ? proofBegins : placeOf(after);
    if (!place) return refuse('page.unknown', 'after');
    if (number !== undefined && hash !== undefined) {
      if (!/^\d{1,18}$/.test(number)) return refuse('page.unknown', 'number');
      const fault = await proveHead(deps.db, chain, merchantId, BigInt(number), hash);
      if (fault) return { checked: 0, waiting: 0, erasedWords: 0, fault };
    }
    const { next, ...part } = await provePart(deps.db, chain, merchantId, place);
    return { ...part, ...(next && { next: Buffer.from(JSON.stringify(next)).toString('base64url') }) };
  },
});

async function ownerOf(id: string, deps: Deps): Promise<string | undefined> {
  return id === operatorsOwn ? id : (await findMerchant(id, deps))?.id;
}

function placeOf(text: string): ProofPlace | undefined {
  try {
    const { phase, after, hash } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>;
    if (typeof after !== 'string' || typeof hash !== 'string') return undefined;
    if (phase === 'seals') return /^\d{1,18}$/.test(after) ? { phase, after, hash } : undefined;
    return (phase === 'rows' || phase === 'orders') && /^[0-9a-f-]{36}$/.test(after) ? { phase, after, hash } : undefined;
  } catch {
    return undefined;
  }
}
