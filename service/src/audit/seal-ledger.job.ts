// Seals what is new in the ledger and in the audit. Each chain's head goes to the log: a copy of it that lies elsewhere
// betrays a chain that was cut at its end.
import type { Job } from '../jobs/jobs.ts';
import { queueWhatIsLeft, sealRows } from './sealing.ts';
import { sealStatements } from './seals.sql.ts';

export const sealLedger: Job = {
  name: 'seal-ledger',
  everySeconds: 60,
  async run({ db, log, stopping }) {
    let total = 0;
    await queueWhatIsLeft(db);
    for (const row of await db.read(sealStatements.listUnsealedMerchants)) {
      if (stopping()) break;
      const merchantId = String(row['merchantId']);
      const { count, heads } = await sealRows(db, merchantId, stopping);
      total += count;
      for (const [chain, head] of Object.entries(heads))
        log.info({ chain, merchantId, number: head.number.toString(), hash: head.hash }, 'sealed');
    }
    return total;
  },
};
