// The merchant of every history: a shop in Germany, settled each day, with fees, a reserve and the least that is paid out, so that short
// lives have all of it.
import { createHash } from 'node:crypto';
import type { Contract, MerchantOnClock } from '../../../service/src/core/merchant.ts';
import { contractText } from '../../../service/src/merchants/merchants.sql.ts';
import { merchantIn } from '../../../service/test/support/merchant.ts';
import type { Row } from './memory-server.ts';

const plain = merchantIn('DE');
const { fees, settlement } = plain.contract;
export const contract: Contract = {
  ...plain.contract,
  ...(fees && { fees: { ...fees, onRefund: 'percentReturned' } }),
  reserve: { percentBps: 1000, days: 3 },
  ...(settlement && { settlement: { ...settlement, period: 'daily', delayDays: 1, minimumPayoutMinor: 50_00n } }),
};
export const merchant: MerchantOnClock = { ...plain, contract };

const stored = contractText(contract);
/** As a database has it. */
export const merchantRow: Row = {
  ...merchant,
  clockOffsetMs: BigInt(merchant.clockOffsetMs),
  contract: JSON.parse(stored) as unknown,
  contractMark: createHash('md5').update(`${merchant.name}${stored}`).digest('hex'),
  contractVersion: 1,
  organisationId: null,
  deactivatedAt: null,
};

/** The account that payouts are made from, as it is stored. */
export const houseAccount: Row = {
  currency: merchant.currency,
  content: JSON.stringify({ name: 'Deferred Payments GmbH', iban: 'DE89370400440532013000', bic: null }),
};
