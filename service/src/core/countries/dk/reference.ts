// The Danish payment slip (fælles indbetalingskort): +71<15 digits+creditor<, +75<16 digits+creditor<, both ending in a Luhn
// digit, and +73<+creditor< without a reference. The creditor number has eight digits.

import { compact } from '../../payment-reference/writing.ts';
import { endsInLuhn, luhnDigit } from '../check-digits.ts';

const slipKinds = { '71': 15, '73': 0, '75': 16 } as const;
export type SlipKind = keyof typeof slipKinds;

export interface Slip {
  readonly kind: SlipKind;
  /** The payment id with its check digit; empty for +73. */
  readonly paymentId: string;
  readonly creditor: string;
}

/** The payment id of a +71 or +75 slip around digits of ours, filled with zeros; all zeros identify no payment. */
export function slipPaymentId(digits: string, kind: '71' | '75' = '71'): string | undefined {
  const own = digits.padStart(slipKinds[kind] - 1, '0');
  if (!/^\d+$/.test(own) || own.length !== slipKinds[kind] - 1 || /^0*$/.test(own)) return undefined;
  return own + luhnDigit(own);
}

/** The line of figures as it is printed and typed. */
export const slipLine = ({ kind, paymentId, creditor }: Slip): string => `+${kind}<${paymentId}+${creditor}<`;

/** A line that was typed or read; nothing when its form, length or check digit is wrong. */
export function slipOf(text: string): Slip | undefined {
  const [, kind, paymentId = '', creditor = ''] = /^\+(71|73|75)<(\d*)\+(\d{8})<$/.exec(compact(text)) ?? [];
  if (kind === undefined) return undefined;
  const slip = { kind: kind as SlipKind, paymentId, creditor };
  if (paymentId.length !== slipKinds[slip.kind]) return undefined;
  return slip.kind === '73' || endsInLuhn(paymentId) ? slip : undefined;
}
