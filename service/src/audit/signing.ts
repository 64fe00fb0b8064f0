// The heads of the chains are signed with a key that is derived from the service's own and never in the database. The public half
// proves a signature without the secret one.
import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import type { Deps } from '../http/deps.ts';

export interface HeadSigner {
  /** Of the key that signs from now on. */
  readonly keyId: string;
  /** The public half of each key that is known, by its id: 32 bytes in base64url. */
  readonly publicKeys: Readonly<Record<string, string>>;
  readonly sign: (text: string) => string;
  /** Nothing where the key of this id is not known. */
  readonly isOwn: (keyId: string, text: string, signature: string) => boolean | undefined;
}

/** What operations on chains need beside the pipeline's own dependencies. */
export interface ChainDeps extends Deps {
  readonly headSigner: HeadSigner;
}

/** What proves signatures without being able to make them. */
export type HeadProver = Pick<HeadSigner, 'isOwn'>;

/** RFC 8410: what precedes the 32 bytes of an Ed25519 key in PKCS #8 and in SPKI. */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Keys of 32 bytes, the newest first: it signs, and what any of them signed is proved. */
export function createHeadSigner(masterKeys: readonly Buffer[]): HeadSigner {
  const keys = masterKeys.map((master) => {
    const seed = Buffer.from(hkdfSync('sha256', master, '', 'deferred-payment-service chain heads', 32));
    const secret = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' });
    const open = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length);
    return { secret, open, id: keyIdOf(open) };
  });
  const [newest] = keys;
  if (!newest) throw new Error('there is no encryption key');
  return {
    keyId: newest.id,
    publicKeys: Object.fromEntries(keys.map(({ id, open }) => [id, open.toString('base64url')])),
    sign: (text) => sign(null, Buffer.from(text), newest.secret).toString('base64url'),
    ...proverOf(keys.map(({ open }) => open)),
  };
}

/** Proves with public keys alone, as they are listed beside the heads. */
export function createHeadProver(publicKeys: readonly string[]): HeadProver {
  return proverOf(publicKeys.map((each) => Buffer.from(each, 'base64url')));
}

function proverOf(publicKeys: readonly Buffer[]): HeadProver {
  const known = new Map<string, KeyObject>(
    publicKeys.map((each) => [
      keyIdOf(each),
      createPublicKey({ key: Buffer.concat([publicPrefix, each]), format: 'der', type: 'spki' }),
    ]),
  );
  return {
    isOwn(keyId, text, signature) {
      const key = known.get(keyId);
      return key && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
    },
  };
}

const keyIdOf = (publicKey: Buffer): string => createHash('sha256').update(publicKey).digest('hex').slice(0, 8);
