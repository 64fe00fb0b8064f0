// Seals what is new in the ledger and in the audit. Each chain's head goes to the log: a copy of it that lies elsewhere
// betrays a chain that was cut at its end.
import { setTimeout as pause } from 'node:timers/promises';
import { oneByOne } from '../jobs/claims.ts';
import type { Job, RunningDeps } from '../jobs/jobs.ts';
import { BrokenChain, signAnew, takeOverChains } from './heads.ts';
import { queueWhatIsLeft, sealRows } from './sealing.ts';
import { sealStatements } from './seals.sql.ts';
import type { HeadSigner } from './signing.ts';

/**
 * Where a look found so many rows, more are being written, and the run looks again soon: what a whole second wrote, read and hashed
 * at once, holds up the requests of that moment. It ends after some seconds all the same, as others may wait for its end.
 */
const looks = { manyRows: 200, most: 25, betweenMs: 200 };

/** Both at one moment would make seals of the same number, of which the database refuses one, with an error in its log each time. */
const alone = 'seal';

/** Every second what was written since: until a row has its seal, who can write to the database can change it unnoticed. */
export const sealNewRows = (signer: HeadSigner): Job => ({
  name: 'seal-new-rows',
  everySeconds: 1,
  alone,
  // A broken chain is reported by the job below, once a minute and not every second.
  async run(deps) {
    let total = 0;
    for (let look = 1; ; look += 1) {
      const sealed = await sealMerchants(deps, signer, () => undefined);
      total += sealed;
      if (sealed < looks.manyRows || look === looks.most || deps.stopping()) break;
      await pause(looks.betweenMs, undefined, { signal: deps.signal }).catch(() => undefined);
    }
    return total;
  },
});

/** The care of the chains: heads without a signature or with an older key, rows that were left, and chains that are broken. */
export const sealLedger = (signer: HeadSigner): Job => ({
  name: 'seal-ledger',
  everySeconds: 60,
  alone,
  async run(deps) {
    const { db, log } = deps;
    let broken = 0;
    const takeOver = async (): Promise<number> => {
      const taken = await takeOverChains(db, signer);
      if (taken > 0) log.warn({ heads: taken }, 'chains without signed heads were taken over as they stood');
      return 0;
    };
    const renew = async (): Promise<number> => {
      const again = await signAnew(db, signer);
      if (again > 0) log.info({ heads: again, keyId: signer.keyId }, 'heads signed with the newest key');
      return 0;
    };
    const queue = async (): Promise<number> => {
      await queueWhatIsLeft(db);
      return 0;
    };
    const seal = async (): Promise<number> => {
      const sealed = await sealMerchants(deps, signer, (merchantId, { message }) => {
        broken += 1;
        log.error({ merchantId, why: message }, 'a chain is not what was signed, and nothing is sealed behind it');
      });
      if (broken > 0) throw new BrokenChain(`${broken} merchants have a chain that is not what was signed`);
      return sealed;
    };
    // What fails keeps neither the rest nor other merchants from being cared for; the run as a whole is reported as failed.
    return oneByOne([takeOver, renew, queue, seal], (step) => step());
  },
});

async function sealMerchants(
  { db, log, stopping }: RunningDeps,
  signer: HeadSigner,
  onBroken: (merchantId: string, error: BrokenChain) => void,
): Promise<number> {
  const seal = async (merchantId: string): Promise<number> => {
    try {
      const { count, heads } = await sealRows(db, merchantId, signer, stopping);
      for (const [chain, head] of Object.entries(heads))
        log.info({ chain, merchantId, number: head.number.toString(), hash: head.hash }, 'sealed');
      return count;
    } catch (error) {
      if (!(error instanceof BrokenChain)) throw error;
      onBroken(merchantId, error);
      return 0;
    }
  };
  const merchants = await db.read(sealStatements.listUnsealedMerchants);
  return oneByOne(merchants, (row) => seal(String(row['merchantId'])), stopping);
}
