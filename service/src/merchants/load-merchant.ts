// The merchant of a batch, read in the book's first trip: its contract of some kilobytes is sent and parsed only when it changed.
import type { Contract, MerchantOnClock } from '../core/merchant.ts';
import { type Call, call, type Row } from '../store/db.ts';
import { merchantOf, merchantWith, readMerchantUnlessKnown } from './merchants.sql.ts';

export interface MerchantLoad {
  readonly call: Call;
  readonly merchantOf: (row: Row) => MerchantOnClock;
}

interface Known {
  readonly mark: string;
  readonly contract: Contract;
}

const mostKnown = 1000;

/** By merchant. A contract that is agreed or set since has another mark, so what is kept here is never out of date. */
const known = new Map<string, Known>();

export function loadMerchant(merchantId: string): MerchantLoad {
  const held = known.get(merchantId);
  return {
    call: call(readMerchantUnlessKnown, merchantId, held?.mark ?? ''),
    merchantOf(row) {
      const mark = String(row['contractMark']);
      const merchant = mark === held?.mark ? merchantWith(row, held.contract) : merchantOf(row);
      if (known.size >= mostKnown && !known.has(merchantId)) known.clear();
      known.set(merchantId, { mark, contract: merchant.contract });
      return merchant;
    },
  };
}
