// The Belgian structured communication (OGM, VCS): ten digits and their remainder by 97, where 0 is written 97.
import { compact } from '../../payment-reference/writing.ts';

const remainder = (digits: string): string => String(Number(BigInt(digits) % 97n) || 97).padStart(2, '0');

export function ogm(digits: string): string | undefined {
  const own = digits.padStart(10, '0');
  return /^\d{10}$/.test(own) ? own + remainder(own) : undefined;
}

/** Twelve digits alone, or printed between +++ or ***. */
export function isOgm(text: string): boolean {
  const [, , printed, plain] = /^(\+{3}|\*{3})(\d{3}\/\d{4}\/\d{5})\1$|^(\d{12})$/.exec(compact(text)) ?? [];
  const digits = (printed ?? plain)?.replaceAll('/', '');
  return digits !== undefined && remainder(digits.slice(0, 10)) === digits.slice(10);
}

/** +++nnn/nnnn/nnnnn+++ */
export const printOgm = (reference: string): string =>
  `+++${reference.slice(0, 3)}/${reference.slice(3, 7)}/${reference.slice(7)}+++`;
