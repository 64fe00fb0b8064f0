// The chains over the ledger and the audit, proved page by page (audit/verifying.ts), and their heads to keep elsewhere.

import { operatorsOwn } from '../book/audit.sql.ts';
import { type ChainName, chains } from '../core/seal.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { listMerchants } from '../merchants/merchants.sql.ts';
import { Type, Word } from '../wire/schema.ts';
import { sealStatements } from './seals.sql.ts';

const Head = Type.Object(
  { merchantId: Type.String(), chain: Word(chains), number: Type.String(), hash: Type.String() },
  { title: 'ChainHead' },
);

export const listChainHeads = operation({
  id: 'listChainHeads',
  method: 'GET',
  path: '/admin/v1/chains',
  summary: 'The last seal of every chain',
  about:
    'Keep them where nobody who can write the database can: against them a chain that was cut at its end is found out. The merchant 00000000-0000-0000-0000-000000000000 stands for acts that concern no merchant.',
  scope: 'admin:read',
  answer: Type.Object({ heads: Type.Array(Head) }),
  async run(_asked, deps) {
    const merchants = (await deps.db.read(listMerchants)).map((row) => String(row['id']));
    const heads = await Promise.all([...merchants, operatorsOwn].flatMap((id) => chains.map((chain) => headOf(deps, chain, id))));
    return { heads: heads.flatMap((head) => head ?? []) };
  },
});

async function headOf({ db }: Deps, chain: ChainName, merchantId: string) {
  const [row] = await db.read(sealStatements.findHead[chain], merchantId);
  return row && { merchantId, chain, number: String(row['number']), hash: String(row['hash']) };
}
