// A statement's data for paper. A closed statement never changes, so it comes out the same whenever it is first requested.
import type { SettlementData, SettlementDataLine } from '../core/documents/settlement.ts';
import type { Merchant } from '../core/merchant.ts';
import type { Settlement } from '../core/settlement/rows.ts';
import { agreementOfJson } from '../core/settlement/settle.ts';
import type { Paper } from '../documents/paper.ts';
import type { Db } from '../store/db.ts';
import { findSettlementByDocument, listSettlementLines, sumSettlementLines } from './settlements.sql.ts';
import type { ReadLine } from './to-wire.ts';

/** More than about ten pages are not read, and take longer to draw than a reader waits. */
const mostLines = 400;

/** A statement of settlement. */
export const settlementPaper: Paper = async ({ db }, merchant, id) => {
  const content = await settlementData(db, merchant, id);
  return content && { content, orderId: null };
};

async function settlementData(db: Db, merchant: Merchant, documentId: string): Promise<SettlementData | undefined> {
  const [row] = await db.read(findSettlementByDocument, merchant.id, documentId);
  if (!row) return undefined;
  const settlement = row as unknown as Settlement;
  const byDay = settlement.lineCount > mostLines;
  const { fees } = agreementOfJson(settlement.agreement);
  return {
    kind: 'Settlement',
    number: settlement.number,
    language: merchant.language,
    country: merchant.country,
    currency: settlement.currency,
    madeAt: settlement.closedAt ?? settlement.cutAt,
    madeOn: settlement.madeOn,
    from: settlement.fromOn,
    to: settlement.toOn,
    payoutOn: settlement.payoutOn,
    merchantName: merchant.name,
    address: merchant.contract.payee.address,
    terms: fees.terms
      .filter(
        ({ validFrom, validTo }) =>
          (validFrom ?? settlement.toOn) <= settlement.toOn && settlement.fromOn <= (validTo ?? settlement.fromOn),
      )
      .map(({ paymentType, percentBps, fixedMinor }) => ({ paymentType, percentBps, fixedMinor })),
    lines: byDay ? await sums(db, merchant.id, settlement.number) : await lines(db, merchant.id, settlement.number),
    byDay,
    lineCount: settlement.lineCount,
    capturesMinor: settlement.capturesMinor,
    refundsMinor: settlement.refundsMinor,
    adjustmentsMinor: settlement.adjustmentsMinor,
    feesMinor: settlement.feesMinor,
    reserveWithheldMinor: settlement.reserveWithheldMinor,
    reserveReleasedMinor: settlement.reserveReleasedMinor,
    carriedInMinor: settlement.carriedInMinor,
    carriedOutMinor: settlement.carriedOutMinor,
    payoutMinor: settlement.payoutMinor,
  };
}

async function lines(db: Db, merchantId: string, number: string): Promise<SettlementDataLine[]> {
  const rows = (await db.read(listSettlementLines, merchantId, number, 0, mostLines)) as unknown as ReadLine[];
  return rows.map(({ kind, bookedOn, orderNumber, accountNumber, subject, reason, ...line }) => ({
    kind,
    bookedOn,
    about: kind === 'CarriedOut' ? '' : (reason ?? [orderNumber ?? accountNumber, subject].filter(Boolean).join(' / ')),
    amountMinor: line.amountMinor,
    feeMinor: line.percentFeeMinor + line.fixedFeeMinor,
    reserveMinor: line.reserveMinor,
    netMinor: line.netMinor,
  }));
}

async function sums(db: Db, merchantId: string, number: string): Promise<SettlementDataLine[]> {
  const rows = await db.read(sumSettlementLines, merchantId, number);
  return rows.map((row) => ({ ...(row as unknown as Omit<SettlementDataLine, 'about'>), about: `${String(row['count'])} ×` }));
}
