// What must not be readable at rest is sealed with AES-256-GCM and found again by a keyed hash. A ring of keys does both: the
// newest one makes what is new, all of them open and are asked for what is older. Each purpose has a key of its own, derived
// from the configured one, so that a hash, a link or a code reveals nothing about the key that seals.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hash as hashed,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

export type Hash = (text: string) => string;

export interface Secrets {
  /** The keys' names, newest first. */
  readonly keys: readonly KeyNames[];
  /** Encrypt a text for one place (`placeOf`), where alone it can be opened; the result names the key it was made with. */
  readonly seal: (text: string, place: string) => string;
  readonly open: Open;
  /** A keyed hash, for looking up what must not be readable. */
  readonly hash: Hash;
  /** The same text hashed by every key whose hashes may be stored, newest first. */
  readonly hashes: (text: string) => readonly string[];
  /** What one request hashes and signs by. */
  readonly hashing: () => Hashing;
  readonly signers: Signers;
}
export type Open = (sealed: string, place: string) => string;

export interface KeyNames {
  /** Sealed values name it. */
  readonly id: string;
  /** Distinguishes one key from another, and reveals nothing about it. */
  readonly mark: string;
  /** Begins the hashes that the key makes; empty for the key that the database was made with. */
  readonly tag: string;
}

export interface Hashing {
  readonly hash: Hash;
  readonly hashes: Secrets['hashes'];
  readonly signers: Signers;
  /** Where there are older keys: what they make of every text that was hashed. */
  readonly older?: OlderHashes;
}
/** The first makes links, codes and tokens; what any of them made is right. */
export type Signers = readonly [Signer, ...Signer[]];
/** From a hash by the newest key to those by older keys of the same text. */
export type OlderHashes = ReadonlyMap<string, readonly string[]>;

export interface Signer {
  readonly link: Hash;
  readonly code: Hash;
  readonly token: Hash;
}

/** The key a database was made with (its mark), and keys whose hashes are needed no more (their ids). */
export interface KeyHistory {
  readonly first?: string;
  readonly retired?: readonly string[];
}

/** Newest first. Without a history the oldest key is the one that the database was made with. */
export function createSecrets(masterKeys: readonly Buffer[], history: KeyHistory = {}): Secrets {
  const ring = masterKeys.map(derivedFrom);
  const first = history.first ?? ring.at(-1)?.mark;
  const keys = ring.map((key) => ({ ...key, tag: key.mark === first ? '' : tagOf(key) }));
  const [newest] = keys;
  if (!newest) throw new Error('there is no encryption key');
  const byId = new Map(keys.map((key) => [key.id, key]));
  if (byId.size < keys.length || new Set(keys.map(({ tag }) => tag)).size < keys.length)
    throw new Error('two of the encryption keys are the same, or too much alike; make another new one');
  const hashers = keys.filter(({ id }) => id === newest.id || !history.retired?.includes(id)).map(hasherOf);
  const [hash = hasherOf(newest), ...older] = hashers;
  const hashes: Secrets['hashes'] = older.length === 0 ? (text) => [hash(text)] : (text) => hashers.map((each) => each(text));
  // Before links had a key of their own they were hashes of the key that the database was made with.
  const before = keys.filter(({ mark }) => mark === first).map(hashingSigner);
  const signers: Signers = [signerOf(newest), ...keys.slice(1).map(signerOf), ...before];
  const alone = { hash, hashes, signers };
  return {
    keys: keys.map(({ id, mark, tag }) => ({ id, mark, tag })),
    seal: sealer(newest),
    open(sealed, place) {
      const [version, id = '', nonce, body] = sealed.split('.');
      if ((version !== '1' && version !== '2') || nonce === undefined || body === undefined)
        throw new Error('a sealed value of an unknown form');
      const key = byId.get(id);
      if (!key) throw new Error(`a value sealed with another encryption key (${id})`);
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key.sealing, Buffer.from(nonce, 'base64url'));
      // Values from before the second form are bound to no place, until they are sealed anew.
      if (version === '2') decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
    },
    hash,
    hashes,
    hashing: () => (older.length === 0 ? alone : { ...alone, ...rememberingOlder(hash, older) }),
    signers,
  };
}

interface Key {
  readonly id: string;
  readonly mark: string;
  readonly sealing: KeyObject;
  readonly hashing: Buffer;
  readonly signing: { readonly [Purpose in keyof Signer]: Buffer };
}

function derivedFrom(masterKey: Buffer): Key {
  if (masterKey.length !== 32) throw new Error('the encryption key has to have 32 bytes');
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, '', `deferred-payment-service ${purpose}`, 32));
  const [sealing, hashing] = [derive('seal'), derive('hash')];
  return {
    id: createHash('sha256').update(sealing).digest('hex').slice(0, 8),
    mark: createHash('sha256').update(sealing).update(hashing).digest('hex').slice(0, 16),
    sealing: createSecretKey(sealing),
    hashing,
    signing: { link: derive('link'), code: derive('code'), token: derive('token') },
  };
}

/** What a sealed value begins with that a key made in the present form. */
export const sealedAs = (id: string): string => `2.${id}.`;

function sealer({ id, sealing }: Key): Secrets['seal'] {
  const beginning = sealedAs(id);
  return (text, place) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${beginning}${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
  };
}

const hashBlock = 64;
/** As many units of a text take at most three times as many bytes in UTF-8. */
const mostKeyed = 1000;

/**
 * HMAC-SHA-256 (RFC 2104) of a text. Its two hashes are taken in one call each: an object of `createHmac` for every text took twice
 * as long, and left what had to be collected.
 */
function keyed(key: Buffer): Hash {
  const inner = Buffer.alloc(hashBlock + 3 * mostKeyed);
  const outer = Buffer.alloc(hashBlock + 32);
  for (let at = 0; at < hashBlock; at += 1) {
    inner[at] = (key[at] ?? 0) ^ 0x36;
    outer[at] = (key[at] ?? 0) ^ 0x5c;
  }
  // What is written into `inner`, by its length: texts are of a few lengths, and each view is an object.
  const views: Buffer[] = [];
  const viewOf = (length: number): Buffer => (views[length] ??= inner.subarray(0, length));
  return (text) => {
    const message =
      text.length > mostKeyed
        ? Buffer.concat([viewOf(hashBlock), Buffer.from(text)])
        : viewOf(hashBlock + inner.write(text, hashBlock));
    outer.write(hashed('sha256', message, 'binary'), hashBlock, 'latin1');
    return hashed('sha256', outer, 'base64url');
  };
}

/** Three letters and a dot, which no hash has by itself. */
const tagOf = ({ id }: Key): string => `${Buffer.from(id, 'hex').toString('base64url').slice(0, 3)}.`;
const hashLength = 43;

/** A hash says by its tag which key made it, and is as long with it as without: 234 of 256 bits stay. */
function hasherOf({ hashing, tag }: Key & { readonly tag: string }): Hash {
  const whole = keyed(hashing);
  return tag === '' ? whole : (text) => (tag + whole(text)).slice(0, hashLength);
}

function rememberingOlder(hash: Hash, older: readonly Hash[]): Pick<Hashing, 'hash' | 'older'> {
  const made = new Map<string, readonly string[]>();
  return {
    older: made,
    hash(text) {
      const newest = hash(text);
      if (!made.has(newest)) {
        made.set(
          newest,
          older.map((each) => each(text)),
        );
      }
      return newest;
    },
  };
}

const signerOf = ({ signing }: Key): Signer => ({
  link: keyed(signing.link),
  code: keyed(signing.code),
  token: keyed(signing.token),
});

function hashingSigner({ hashing }: Key): Signer {
  const hash = keyed(hashing);
  return { link: hash, code: hash, token: hash };
}

/** Compared in the same time wherever they differ, so that a signature or a code cannot be found letter by letter. */
export function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
