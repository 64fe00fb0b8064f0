// The heads of the chains over the ledger and the audit, to keep elsewhere. They are proved page by page (audit/verifying.ts).

import { chains } from '../core/seal.ts';
import { operation } from '../http/operation.ts';
import { InstantText, Type, Word } from '../wire/schema.ts';
import { keptHeads } from './heads.ts';
import type { ChainDeps } from './signing.ts';

const Head = Type.Object(
  {
    merchantId: Type.String(),
    chain: Word(chains),
    number: Type.String(),
    hash: Type.String(),
    signedFrom: Type.String({ description: 'The first seal since which every head was signed.' }),
    keyId: Type.String(),
    signature: Type.String({ description: 'Ed25519, base64url.' }),
  },
  { title: 'ChainHead' },
);
const Key = Type.Object(
  { keyId: Type.String(), publicKey: Type.String({ description: 'Ed25519, 32 bytes in base64url.' }) },
  { title: 'ChainKey' },
);

export const listChainHeads = operation({
  id: 'listChainHeads',
  method: 'GET',
  path: '/admin/v1/chains',
  summary: 'The last seal of every chain, signed',
  about:
    'Keep them where those who can write the database cannot: compared with them, a chain that was cut at its end or made anew as a whole is detected; with the settings `HEADS_*` the service exports them by itself. The merchant 00000000-0000-0000-0000-000000000000 stands for acts that concern no merchant. `keys` are the public halves of the keys that sign: with them alone `dps ledger verify` proves signatures.',
  scope: 'admin:read',
  answer: Type.Object({ at: InstantText(), heads: Type.Array(Head), keys: Type.Array(Key) }, { title: 'ChainHeads' }),
  run: (_asked, { db, headSigner, clock }: ChainDeps) => keptHeads(db, headSigner, clock()),
});
