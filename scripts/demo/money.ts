// Amounts of the demo, in minor units like everywhere in the service, and how they are shown.
import { minorFromWire } from '../../service/src/core/money.ts';

/** What became of an order's money. Open is what is authorized and neither captured nor voided. */
export interface Amounts {
  readonly authorized: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
  readonly voided: bigint;
}

export const nothing: Amounts = { authorized: 0n, captured: 0n, refunded: 0n, voided: 0n };

export const openOf = ({ authorized, captured, voided }: Amounts): bigint => authorized - captured - voided;

export const minor = (wire: unknown): bigint => minorFromWire(typeof wire === 'number' ? wire : Number.NaN);

/** "3 885.00": a thin gap between thousands, always two decimals, so that columns line up. */
export function money(amountMinor: bigint): string {
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ' ');
  return `${amountMinor < 0n ? '-' : ''}${whole}.${digits.slice(-2)}`;
}

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
