// Statements of settlement, on the merchant's business date: periods that ended are closed one after the other, also those
// that were missed (docs/settlement.md).

import { type SettlementAgreement, settlementAgreementOf } from '../core/settlement/agreement.ts';
import { lastCut } from '../core/settlement/calendar.ts';
import type { SettlementTerms } from '../core/settlement/terms.ts';
import type { Job, RunningDeps } from '../jobs/jobs.ts';
import { closeDue } from './close.ts';
import { findNextCut, listMerchantsToSettle } from './pending.sql.ts';

const pageSize = 500;

export const settle: Job = {
  name: 'settle',
  everySeconds: 300,
  due: findNextCut,
  async run(deps) {
    let closed = 0;
    let failed = 0;
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await deps.db.read(listMerchantsToSettle, after, pageSize, deps.only ?? null);
      const due = new Map(rows.map((row) => [String(row['id']), row] as const).filter(([, row]) => isDue(row, deps)));
      const close = async ({ id: merchantId }: { readonly id: string }): Promise<number> => {
        try {
          return await closeFor(merchantId, due.get(merchantId) ?? {}, deps);
        } catch (error) {
          // One merchant that fails must not keep the others from being paid; the run as a whole is reported as failed.
          failed += 1;
          deps.log.error({ job: 'settle', merchant: merchantId, err: error }, 'a merchant could not be settled');
          return 0;
        }
      };
      const merchants = [...due.keys()].map((id) => ({ id }));
      // A test clock that is put forward waits for its statements, even while another process closes them.
      if (deps.only !== undefined) for (const merchant of merchants) closed += await close(merchant);
      else closed += await deps.claims.eachMerchant('settle', merchants, close, { stopping: deps.stopping });
      const last = rows.at(-1);
      if (!last || rows.length < pageSize || deps.stopping()) break;
      after = String(last['id']);
    }
    if (failed > 0) throw new Error(`${failed} merchants could not be settled`);
    return closed;
  },
};

type Row = Readonly<Record<string, unknown>>;

const rhythmOf = (row: Row): SettlementAgreement =>
  settlementAgreementOf({ settlement: (row['settlement'] ?? undefined) as SettlementTerms });
const nowFor = (row: Row, { clock }: RunningDeps): number => clock() + Number(row['clockOffsetMs']);

/** Did a period end since the merchant was looked at last, or was a statement left half made? */
function isDue(row: Row, deps: RunningDeps): boolean {
  if (row['hasDraft'] === true || row['cutAt'] === null) return true;
  return Number(row['cutAt']) < lastCut(rhythmOf(row), String(row['timeZone']), nowFor(row, deps));
}

function closeFor(merchantId: string, row: Row, deps: RunningDeps): Promise<number> {
  const { db, book, stopping } = deps;
  const by = { actor: 'job', operation: 'settle', requestId: '' };
  const closing = { db, book, stopping, merchantId, timeZone: String(row['timeZone']), by };
  return closeDue(closing, rhythmOf(row), nowFor(row, deps));
}
