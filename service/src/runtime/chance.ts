// Where ids and numbers come from (core/chance.ts says what they are).
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Chance } from '../core/chance.ts';

export const chance: Chance = {
  id: () => uuidv7(Date.now()),
  // 13 digits of milliseconds and 6 of chance: 19 digits, the most a number may have. A collision is drawn anew by the book.
  number: () => `${Date.now()}${randomInt(1_000_000).toString().padStart(6, '0')}`,
  digits: (count) => String(randomInt(10 ** (count - 1), 10 ** count)),
};

const poolBytes = 8192;
let pool = Buffer.alloc(0);
let taken = 0;

/** Ten random bytes; drawn many at a time, because each draw costs a call into the system. */
function tenBytes(): Buffer {
  if (taken + 10 > pool.length) {
    pool = randomBytes(poolBytes);
    taken = 0;
  }
  taken += 10;
  return pool.subarray(taken - 10, taken);
}

/** A UUID of version 7 (RFC 9562): 48 bits of milliseconds, the rest chance. */
export function uuidv7(milliseconds: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(milliseconds, 0, 6);
  bytes.set(tenBytes(), 6);
  return uuidOf(bytes, 7);
}

/** A UUID of version 5 (RFC 9562): the same name in the same namespace is the same id, for ever and without being stored. */
export function uuidv5(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  return uuidOf(createHash('sha1').update(space).update(name).digest().subarray(0, 16), 5);
}

function uuidOf(bytes: Buffer, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
