// National ids and bank accounts at rest: sealed with AES-256-GCM, found again by a keyed hash. The two keys
// are derived from the configured one, so that a hash reveals nothing about the key that seals.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { remembering } from '../core/remembering.ts';

export interface Secrets {
  /** Distinguishes one key from another, and reveals nothing about it. */
  readonly keyMark: string;
  /** Encrypt a text; the result names the key it was made with. */
  readonly seal: (text: string) => string;
  readonly open: (sealed: string) => string;
  /** A keyed hash, for looking up what must not be readable. */
  readonly hash: (text: string) => string;
}

export function createSecrets(masterKey: Buffer): Secrets {
  if (masterKey.length !== 32) throw new Error('the encryption key has to have 32 bytes');
  const sealKey = derive(masterKey, 'seal');
  const hashKey = derive(masterKey, 'hash');
  const hmacKey = createSecretKey(hashKey);
  const hashed = (text: string): string => createHmac('sha256', hmacKey).update(text).digest('base64url');
  const hashedLately = remembering(1000, hashed);
  const keyId = createHash('sha256').update(sealKey).digest('hex').slice(0, 8);
  return {
    keyMark: createHash('sha256').update(sealKey).update(hashKey).digest('hex').slice(0, 16),
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `1.${keyId}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
    },
    open(sealed) {
      const [version, sealedBy, nonce, body] = sealed.split('.');
      if (version !== '1' || nonce === undefined || body === undefined) throw new Error('a sealed value of an unknown form');
      if (sealedBy !== keyId) throw new Error(`a value sealed with another encryption key (${sealedBy})`);
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, Buffer.from(nonce, 'base64url'));
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
    },
    // A request hashes its marks and keys when it says what it needs, and again when it decides; whole bodies come once.
    hash: (text) => (text.length > mostRemembered ? hashed(text) : hashedLately(text)),
  };
}

const mostRemembered = 200;

function derive(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `deferred-payment-service ${purpose}`, 32));
}

/** Compared in the same time wherever they differ, so that a signature or a code cannot be found letter by letter. */
export function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
