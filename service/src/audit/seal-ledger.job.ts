// Seals what is new in the ledger and in the audit. Each chain's head goes to the log: a copy of it that lies elsewhere
// betrays a chain that was cut at its end.
import { type ChainName, chains } from '../core/seal.ts';
import type { Job, RunningDeps } from '../jobs/jobs.ts';
import { sealRows } from './sealing.ts';
import { sealStatements } from './seals.sql.ts';

export const sealLedger: Job = {
  name: 'seal-ledger',
  everySeconds: 60,
  async run(deps) {
    let count = 0;
    for (const chain of chains) count += await sealChain(deps, chain);
    return count;
  },
};

async function sealChain({ db, log, stopping }: RunningDeps, chain: ChainName): Promise<number> {
  let total = 0;
  for (const row of await db.read(sealStatements.listUnsealedMerchants[chain])) {
    if (stopping()) break;
    const merchantId = String(row['merchantId']);
    const { count, head } = await sealRows(db, chain, merchantId, stopping);
    total += count;
    if (head) log.info({ chain, merchantId, number: head.number.toString(), hash: head.hash }, 'sealed');
  }
  return total;
}
