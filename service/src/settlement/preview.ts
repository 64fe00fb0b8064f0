// The result of the open period if it were closed now. The same functions decide as when it is closed; nothing is
// written, and what is booked meanwhile makes it another preview.

import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import type { Currency } from '../core/money.ts';
import { lawful } from '../core/setting.ts';
import { linesOf, type Pending, totalsOf } from '../core/settlement/lines.ts';
import type { Settlement, SettlementLine } from '../core/settlement/rows.ts';
import { agreementOfJson, closingOf, draftAfter } from '../core/settlement/settle.ts';
import { chance } from '../runtime/chance.ts';
import type { Db } from '../store/db.ts';
import { fromTheStart, listPending, pendingOf, placeAfter } from './pending.sql.ts';
import { withTheirCaptures } from './refunded-captures.ts';
import { listCurrentSettlements } from './settlements.sql.ts';

export interface Preview {
  readonly settlement: Settlement;
  readonly lines: readonly SettlementLine[];
}

const pageSize = 5000;

export async function previewOf(db: Db, merchant: MerchantOnClock, currency: Currency, clock: () => number): Promise<Preview> {
  const now = businessTime(merchant, clock());
  const current = (await db.read(listCurrentSettlements, merchant.id, currency)) as unknown as Settlement[];
  const due = await pendingUntil(db, merchant.id, currency, new Date(now).toISOString());
  // A statement that is being closed at this moment is a statement before this one.
  const before = current.at(-1);
  const firstAt = due.reduce((first, { bookedAt }) => Math.min(first, bookedAt), now);
  const setting = lawful({ now, merchant, chance, writer: 'preview' });
  const draft = draftAfter(before, { currency, cutAt: now, firstAt, whateverThereIs: false }, setting);
  const agreement = agreementOfJson(draft.agreement);
  const { pending, captureFees } = await withTheirCaptures(db, merchant.id, currency, agreement, due);
  const lines = linesOf(pending, {
    agreement,
    timeZone: merchant.timeZone,
    settlementNumber: draft.number,
    after: 0,
    captureFees,
  });
  const { closed, moved } = closingOf({ ...draft, ...totalsOf(lines) }, current);
  return { settlement: closed, lines: [...lines, ...moved] };
}

async function pendingUntil(db: Db, merchantId: string, currency: string, until: string): Promise<Pending[]> {
  const found: Pending[] = [];
  let place = fromTheStart;
  for (;;) {
    const { rank, writtenAt, eventId } = place;
    const rows = await db.read(listPending, merchantId, currency, until, rank, writtenAt, eventId, pageSize);
    found.push(...rows.map(pendingOf));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return found;
    place = placeAfter(last);
  }
}
