// A settlement by its number, and its lines.

import type { MerchantOnClock } from '../core/merchant.ts';
import { currencies } from '../core/money.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import type { AskedOfMerchant } from '../http/operation.ts';
import { Opt, Type, Word } from '../wire/schema.ts';
import { findSettlement, listSettlementLines } from './settlements.sql.ts';
import type { ReadLine, ReadSettlement } from './to-wire.ts';

export const AsText = Type.Unsafe<string>({ type: 'string' });

export interface Found {
  readonly merchant: MerchantOnClock;
  readonly settlement: ReadSettlement;
}

export async function find(
  { merchant, params }: Pick<AskedOfMerchant<unknown>, 'merchant' | 'params'>,
  deps: Deps,
): Promise<Found | Refusal> {
  const [row] = await deps.db.read(findSettlement, merchant.id, (params['number'] ?? '').toUpperCase());
  return row ? { merchant, settlement: row as unknown as ReadSettlement } : refuse('settlement.not_found', 'number');
}

export const readLines = async ({ merchant, settlement }: Found, after: number, size: number, deps: Deps): Promise<ReadLine[]> =>
  (await deps.db.read(listSettlementLines, merchant.id, settlement.number, after, size)) as unknown as ReadLine[];

export const CurrencyMember = Opt(Word(currencies, 'The merchant’s own when nothing is said.'));
