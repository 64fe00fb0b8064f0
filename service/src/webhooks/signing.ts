// Standard Webhooks 1.0.0: what is signed is `id.timestamp.body`, with HMAC-SHA256 (v1) or Ed25519 (v1a). Of an endpoint that
// rotates its secret the signatures of both are sent.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

export type SecretKind = 'v1' | 'v1a';
export interface SigningSecret {
  readonly kind: SecretKind;
  /** `whsec_…` or `whsk_…`. */
  readonly secret: string;
}

const symmetric = 'whsec_';
const privatePrefix = 'whsk_';
const publicPrefix = 'whpk_';
const newSecretBytes = 32;
const fewestBytes = 24;
const mostBytes = 64;
const seedBytes = 32;

/** The bytes of a secret that another system made, or undefined when it is not one (24 to 64 bytes in base64). */
export function bytesOfSecret(secret: string): Buffer | undefined {
  const text = secret.startsWith(symmetric) ? secret.slice(symmetric.length) : '';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  const whole = bytes.toString('base64').replaceAll('=', '') === text.replaceAll('=', '');
  return whole && bytes.length >= fewestBytes && bytes.length <= mostBytes ? bytes : undefined;
}

/** A new secret; of an Ed25519 one also the public key, which the receiver verifies with. */
export function makeSecret(kind: SecretKind): SigningSecret & { readonly publicKey?: string } {
  if (kind === 'v1') return { kind, secret: symmetric + randomBytes(newSecretBytes).toString('base64') };
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d: seed = '', x: point = '' } = privateKey.export({ format: 'jwk' });
  const [secretBytes, publicBytes] = [Buffer.from(seed, 'base64url'), Buffer.from(point, 'base64url')];
  return {
    kind,
    secret: privatePrefix + Buffer.concat([secretBytes, publicBytes]).toString('base64'),
    publicKey: publicPrefix + publicBytes.toString('base64'),
  };
}

function privateKeyOf(secret: string): KeyObject {
  const bytes = Buffer.from(secret.slice(privatePrefix.length), 'base64');
  return createPrivateKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      d: bytes.subarray(0, seedBytes).toString('base64url'),
      x: bytes.subarray(seedBytes).toString('base64url'),
    },
    format: 'jwk',
  });
}

/** A public key as Node reads it: for those who verify with Node's own means. */
export const publicKeyOf = (publicKey: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey.slice(publicPrefix.length), 'base64').toString('base64url') },
    format: 'jwk',
  });

function signatureOf({ kind, secret }: SigningSecret, text: string): string {
  if (kind === 'v1a') return `v1a,${sign(null, Buffer.from(text), privateKeyOf(secret)).toString('base64')}`;
  const bytes = bytesOfSecret(secret);
  if (!bytes) throw new Error('a stored webhook secret of an unknown form');
  return `v1,${createHmac('sha256', bytes).update(text).digest('base64')}`;
}

/** The three headers of one attempt; `atSeconds` is Unix time. */
export function signedHeaders(secrets: readonly SigningSecret[], id: string, atSeconds: number, body: string) {
  const text = `${id}.${atSeconds}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, text)).join(' '),
  };
}
