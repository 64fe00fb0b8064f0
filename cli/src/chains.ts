// `dps ledger` and `dps audit`: proving the chains, on the database itself where its address is known, else through the
// service; and their heads, to be kept elsewhere.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { keptHeads } from '../../service/src/audit/heads.ts';
import { createHeadProver, createHeadSigner, type HeadSigner } from '../../service/src/audit/signing.ts';
import {
  type ProofFault,
  type ProofPart,
  type ProofPlace,
  proofBegins,
  proveHead,
  provePart,
} from '../../service/src/audit/verifying.ts';
import { operatorsOwn } from '../../service/src/book/audit.sql.ts';
import { type ChainName, chains } from '../../service/src/core/seal.ts';
import { listMerchants as allMerchants } from '../../service/src/merchants/merchants.sql.ts';
import { readEncryptionKeys } from '../../service/src/runtime/config.ts';
import { createDb } from '../../service/src/store/db.ts';
import { demand, type Reach } from './admin-api.ts';
import { databaseUrl, unreachable } from './database.ts';
import { exitCodes, Failure } from './failure.ts';
import { listMerchants, pickMerchant } from './operate.ts';
import { paint } from './table.ts';
import { type Terminal, table, tell } from './terminal.ts';
import type { Judging } from './to-service.ts';

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly country: string;
}
interface Head {
  readonly merchantId: string;
  readonly chain: string;
  readonly number: string;
  readonly hash: string;
}
interface Kept {
  readonly at?: string;
  readonly heads: readonly Head[];
  readonly keys?: readonly unknown[];
}

/** Where the chains are: both ways answer the same. */
interface Source {
  readonly merchants: () => Promise<readonly Owner[]>;
  readonly heads: () => Promise<Kept>;
  readonly prove: (chain: ChainName, merchantId: string, place: Place, head: Head | undefined) => Promise<Part>;
  readonly close: () => Promise<void>;
}
/** Opaque to whoever follows it. */
type Place = string | ProofPlace | undefined;
type Part = Omit<ProofPart, 'next'> & { readonly next?: Place };

export interface ChainProof {
  readonly merchant: string;
  readonly merchantId: string;
  readonly sealed: number;
  readonly waiting: number;
  readonly erasedWords: number;
  readonly signedFrom?: string;
  readonly isSignatureProved?: boolean;
  readonly head?: Head;
  readonly fault?: ProofFault;
}

interface VerifyOptions {
  readonly merchant?: string;
  readonly expect?: string;
  readonly databaseUrl?: string;
  readonly publicKey?: string;
}

const operator: Owner = { id: operatorsOwn, name: 'the operator', country: '–' };

export function addChains(program: Command, terminal: Terminal, common: Judging): void {
  for (const chain of chains) {
    const group = program
      .command(chain)
      .description(chain === 'ledger' ? 'the ledger’s chain of seals' : 'who did what and why, and the chain of seals over it');
    group
      .command('verify')
      .description('prove that nothing was changed, deleted or put in between; the first thing that was is named')
      .option('--merchant <merchant>', 'only this one, named by id, country or name')
      .option(
        '--expect <file>',
        `heads that were kept (dps ${chain} heads --json, or a folder of them): the chains have to hold them`,
      )
      .option('--database-url <url>', 'on the database itself (DATABASE_URL); without it through the service')
      .option(
        '--public-key <key>',
        'on the database: what proves the signatures where neither ENCRYPTION_KEY nor ENCRYPTION_KEYS is set',
      )
      .action(async (options: VerifyOptions, command: Command) => {
        const source = sourceOf(options, terminal, () => common.reach(command));
        try {
          const proofs = await proveAll(source, chain, options, terminal);
          tell(terminal, common.asJson(command), { ok: !proofs.some(({ fault }) => fault), chains: proofs }, () =>
            proofLines(proofs),
          );
          if (proofs.some(({ isSignatureProved }) => isSignatureProved === false))
            terminal.err(
              'The signatures of heads were not proved: set ENCRYPTION_KEY or ENCRYPTION_KEYS, or give --public-key.\n',
            );
          if (proofs.some(({ fault }) => fault)) common.finish(exitCodes.failed);
        } finally {
          await source.close();
        }
      });
    group
      .command('heads')
      .description('the last seal of every merchant, signed, to be kept where nobody who can write the database can')
      .option('--database-url <url>', 'on the database itself (DATABASE_URL); without it through the service')
      .action(async (options: { databaseUrl?: string }, command: Command) => {
        const source = sourceOf(options, terminal, () => common.reach(command));
        try {
          const all = await source.heads();
          const heads = all.heads.filter((head) => head.chain === chain);
          tell(terminal, common.asJson(command), { ...all, heads }, () =>
            table(
              ['merchant', { title: 'seals', align: 'right' }, 'hash'],
              heads.map(({ merchantId, number, hash }) => [merchantId, number, hash]),
            ),
          );
        } finally {
          await source.close();
        }
      });
  }
}

async function proveAll(
  source: Source,
  chain: ChainName,
  { merchant, expect }: VerifyOptions,
  terminal: Terminal,
): Promise<ChainProof[]> {
  const kept = expect === undefined ? [] : await readHeads(expect, chain);
  const known = [...(await source.merchants()), ...(chain === 'audit' ? [operator] : [])];
  const owners = merchant === undefined ? known : [pickMerchant(known, merchant)];
  const gone = kept.map(({ merchantId }) => merchantId).filter((each) => !known.some(({ id }) => id === each));
  const lost = merchant === undefined ? [...new Set(gone)] : [];
  const proofs: ChainProof[] = lost.map((merchantId) => ({
    merchant: merchantId,
    merchantId,
    sealed: 0,
    waiting: 0,
    erasedWords: 0,
    fault: { what: 'the merchant of a head that was kept is gone' },
  }));
  const { heads } = await source.heads();
  for (const owner of owners) {
    const head = heads.find((each) => each.chain === chain && each.merchantId === owner.id);
    const expected = kept.filter((each) => each.merchantId === owner.id);
    // Whoever asks for one merchant means its head: proved against none, a chain that was cut would look whole.
    if (expect !== undefined && merchant !== undefined && expected.length === 0)
      throw new Failure(`${expect} holds no head of ${owner.name}.`, undefined, exitCodes.usage);
    proofs.push({ ...(await proveOne(source, chain, owner, expected, terminal)), ...(head && { head }) });
  }
  return proofs;
}

/** One chain, page after page; a line about how far it is when it takes longer than a second. */
async function proveOne(
  source: Source,
  chain: ChainName,
  owner: Owner,
  expected: readonly Head[],
  terminal: Terminal,
): Promise<ChainProof> {
  let place: Place;
  let [sealed, waiting, erasedWords] = [0, 0, 0];
  let signing: Pick<ChainProof, 'signedFrom' | 'isSignatureProved'> = {};
  let told = performance.now();
  const heads = [...expected];
  do {
    const part = await source.prove(chain, owner.id, place, heads.shift());
    sealed += part.checked;
    waiting += part.waiting;
    erasedWords += part.erasedWords;
    if (part.fault) return { merchant: owner.name, merchantId: owner.id, sealed, waiting, erasedWords, fault: part.fault };
    if (performance.now() - told > 1000) {
      terminal.err(`${owner.name}: ${sealed} rows proved\n`);
      told = performance.now();
    }
    const { signedFrom, isSignatureProved } = part;
    if (signedFrom !== undefined) signing = { signedFrom, isSignatureProved: isSignatureProved === true };
    place = heads.length > 0 ? undefined : part.next;
  } while (place !== undefined || heads.length > 0);
  return { merchant: owner.name, merchantId: owner.id, sealed, waiting, erasedWords, ...signing };
}

/** The heads of a file, or of all files of a folder; each once. */
async function readHeads(place: string, chain: ChainName): Promise<readonly Head[]> {
  const way = `Write it with dps ${chain} heads --json > heads.json.`;
  const found = new Map<string, Head>();
  try {
    const isFolder = (await stat(place)).isDirectory();
    const names = isFolder ? (await readdir(place)).filter((name) => name.endsWith('.json')).sort() : [''];
    for (const name of names) {
      const file = isFolder ? join(place, name) : place;
      for (const head of headsIn(await readFile(file, 'utf8'), new Failure(`${file} holds no heads.`, way, exitCodes.usage)))
        if (head.chain === chain) found.set(`${head.merchantId} ${head.number} ${head.hash}`, head);
    }
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${place} cannot be read.`, undefined, exitCodes.usage);
  }
  if (found.size === 0) throw new Failure(`${place} holds no heads of the ${chain}.`, way, exitCodes.usage);
  return [...found.values()];
}

function headsIn(text: string, fail: Failure): readonly Head[] {
  try {
    const { heads } = JSON.parse(text) as { heads?: unknown };
    if (Array.isArray(heads) && heads.every(isHead)) return heads;
  } catch {}
  throw fail;
}

function isHead(each: unknown): each is Head {
  const { merchantId, chain, number, hash } = (each ?? {}) as Record<string, unknown>;
  const isNumber = typeof number === 'string' && /^\d{1,18}$/.test(number);
  return isNumber && [merchantId, chain, hash].every((text) => typeof text === 'string');
}

function sourceOf({ databaseUrl: given, publicKey }: VerifyOptions, { env }: Terminal, reach: () => Reach): Source {
  const direct = given ?? (env.DATABASE_URL?.trim() || undefined);
  return direct === undefined ? throughService(reach()) : onDatabase(databaseUrl(direct, env), signerOf(publicKey, env));
}

/** Proves by the key of the service, or by public keys alone; with neither a signature is not looked at. */
function signerOf(publicKey: string | undefined, env: NodeJS.ProcessEnv): Pick<HeadSigner, 'isOwn' | 'publicKeys'> {
  if (publicKey !== undefined && !/^[\w-]{43}$/.test(publicKey))
    throw new Failure('A public key is 32 bytes in base64url, as heads --json lists it.', undefined, exitCodes.usage);
  if (publicKey !== undefined) return { ...createHeadProver([publicKey]), publicKeys: {} };
  const keys = readEncryptionKeys(env);
  return keys ? createHeadSigner(keys) : { ...createHeadProver([]), publicKeys: {} };
}

function onDatabase(url: string, signer: Pick<HeadSigner, 'isOwn' | 'publicKeys'>): Source {
  const db = createDb({ connection: { connectionString: url }, poolSize: 2, preparedStatements: true });
  const tried = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw unreachable(error);
    }
  };
  return {
    merchants: () => tried(async () => (await db.read(allMerchants)) as unknown as Owner[]),
    heads: () => tried(() => keptHeads(db, signer, Date.now())),
    prove: (chain, merchantId, place, head) =>
      tried(async () => {
        if (!head) return provePart(db, chain, merchantId, (place as ProofPlace | undefined) ?? proofBegins, signer);
        const fault = await proveHead(db, chain, merchantId, BigInt(head.number), head.hash);
        return { checked: 0, waiting: 0, erasedWords: 0, ...(fault ? { fault } : { next: proofBegins }) };
      }),
    close: () => db.close(),
  };
}

function throughService(reach: Reach): Source {
  return {
    merchants: () => listMerchants(reach),
    heads: () => demand<Kept>(reach, 'GET', '/admin/v1/chains'),
    prove(chain, merchantId, place, head) {
      const query = new URLSearchParams({
        ...(typeof place === 'string' && { after: place }),
        ...(head && { number: head.number, hash: head.hash }),
      });
      return demand<Part>(reach, 'GET', `/admin/v1/merchants/${merchantId}/chains/${chain}/proof?${query.toString()}`);
    },
    close: async () => {},
  };
}

function proofLines(proofs: readonly ChainProof[]): string[] {
  const rows = proofs.map(({ merchant, sealed, waiting, erasedWords, signedFrom, isSignatureProved, head, fault }) => [
    fault ? paint.red('BROKEN') : isSignatureProved === false ? paint.yellow('signature not proved') : paint.green('proved'),
    merchant,
    String(sealed),
    String(waiting),
    String(erasedWords),
    signedFrom ?? '–',
    head?.hash.slice(0, 16) ?? '–',
  ]);
  const right = (title: string) => ({ title, align: 'right' as const });
  const titles = ['', 'merchant', right('sealed'), right('waiting'), right('words erased'), right('signed from'), 'head'];
  return [...table(titles, rows), ...proofs.flatMap(({ merchant, fault }) => (fault ? [faultLine(merchant, fault)] : []))];
}

function faultLine(merchant: string, { what, number, rowId, orderNumber }: ProofFault): string {
  const where = [
    ...(number === undefined ? [] : [`number ${number}`]),
    ...(rowId === undefined ? [] : [`row ${rowId}`]),
    ...(orderNumber === undefined ? [] : [`order ${orderNumber}`]),
  ].join(', ');
  return paint.red(`${merchant}: ${where === '' ? '' : `${where}: `}${what}.`);
}
