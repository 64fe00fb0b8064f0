// `dps ledger` and `dps audit`: proving the chains, on the database itself where its address is known, else through the
// service; and their heads, to be kept elsewhere.
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { sealStatements } from '../../service/src/audit/seals.sql.ts';
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
import { createDb, type Db } from '../../service/src/store/db.ts';
import { demand, type Reach } from './admin-api.ts';
import { databaseUrl, unreachable } from './database.ts';
import { exitCodes, Failure } from './failure.ts';
import { listMerchants, pickMerchant } from './operate.ts';
import { paint } from './table.ts';
import { type Terminal, table, tell } from './terminal.ts';

export interface Common {
  readonly reach: (command: Command) => Reach;
  readonly asJson: (command: Command) => boolean;
  readonly finish: (code: number) => void;
}

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

/** Where the chains are: both ways answer the same. */
interface Source {
  readonly merchants: () => Promise<readonly Owner[]>;
  readonly heads: () => Promise<readonly Head[]>;
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
  readonly head?: Head;
  readonly fault?: ProofFault;
}

const operator: Owner = { id: operatorsOwn, name: 'the operator', country: '–' };

export function addChains(program: Command, terminal: Terminal, common: Common): void {
  for (const chain of chains) {
    const group = program
      .command(chain)
      .description(chain === 'ledger' ? 'the ledger’s chain of seals' : 'who did what and why, and the chain of seals over it');
    group
      .command('verify')
      .description('prove that nothing was changed, deleted or put in between; the first thing that was is named')
      .option('--merchant <merchant>', 'only this one, named by id, country or name')
      .option('--expect <file>', `heads that were kept (dps ${chain} heads --json): the chains have to reach them`)
      .option('--database-url <url>', 'on the database itself (DATABASE_URL); without it through the service')
      .action(async (options: { merchant?: string; expect?: string; databaseUrl?: string }, command: Command) => {
        const source = sourceOf(options.databaseUrl, terminal, () => common.reach(command));
        try {
          const proofs = await proveAll(source, chain, options, terminal);
          tell(terminal, common.asJson(command), { ok: !proofs.some(({ fault }) => fault), chains: proofs }, () =>
            proofLines(proofs),
          );
          if (proofs.some(({ fault }) => fault)) common.finish(exitCodes.failed);
        } finally {
          await source.close();
        }
      });
    group
      .command('heads')
      .description('the last seal of every merchant, to be kept where nobody who can write the database can')
      .option('--database-url <url>', 'on the database itself (DATABASE_URL); without it through the service')
      .action(async (options: { databaseUrl?: string }, command: Command) => {
        const source = sourceOf(options.databaseUrl, terminal, () => common.reach(command));
        try {
          const heads = (await source.heads()).filter((head) => head.chain === chain);
          tell(terminal, common.asJson(command), { heads }, () =>
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
  { merchant, expect }: { merchant?: string; expect?: string },
  terminal: Terminal,
): Promise<ChainProof[]> {
  const kept = expect === undefined ? [] : await readHeads(expect, chain);
  const known = [...(await source.merchants()), ...(chain === 'audit' ? [operator] : [])];
  const owners = merchant === undefined ? known : [pickMerchant(known, merchant)];
  const lost = merchant === undefined ? kept.filter((head) => !known.some(({ id }) => id === head.merchantId)) : [];
  const proofs: ChainProof[] = lost.map((head) => ({
    merchant: head.merchantId,
    merchantId: head.merchantId,
    sealed: 0,
    waiting: 0,
    erasedWords: 0,
    fault: { what: 'the merchant of a head that was kept is gone' },
  }));
  const heads = await source.heads();
  for (const owner of owners) {
    const head = heads.find((each) => each.chain === chain && each.merchantId === owner.id);
    const expected = kept.find((each) => each.merchantId === owner.id);
    // Whoever asks for one merchant means its head: proved against none, a chain that was cut would look whole.
    if (expect !== undefined && merchant !== undefined && !expected)
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
  expected: Head | undefined,
  terminal: Terminal,
): Promise<ChainProof> {
  let place: Place;
  let [sealed, waiting, erasedWords] = [0, 0, 0];
  let told = performance.now();
  do {
    const part = await source.prove(chain, owner.id, place, place === undefined ? expected : undefined);
    sealed += part.checked;
    waiting += part.waiting;
    erasedWords += part.erasedWords;
    if (part.fault) return { merchant: owner.name, merchantId: owner.id, sealed, waiting, erasedWords, fault: part.fault };
    if (performance.now() - told > 1000) {
      terminal.err(`${owner.name}: ${sealed} seals proved\n`);
      told = performance.now();
    }
    place = part.next;
  } while (place !== undefined);
  return { merchant: owner.name, merchantId: owner.id, sealed, waiting, erasedWords };
}

async function readHeads(file: string, chain: ChainName): Promise<readonly Head[]> {
  const way = `Write it with dps ${chain} heads --json > heads.json.`;
  const fail = new Failure(`${file} holds no heads of the ${chain}.`, way, exitCodes.usage);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Failure(`${file} cannot be read.`, undefined, exitCodes.usage);
  });
  try {
    const { heads } = JSON.parse(text) as { heads?: unknown };
    if (!Array.isArray(heads) || !heads.every(isHead)) throw fail;
    const own = heads.filter((head) => head.chain === chain);
    if (own.length === 0) throw fail;
    return own;
  } catch {
    throw fail;
  }
}

function isHead(each: unknown): each is Head {
  const { merchantId, chain, number, hash } = (each ?? {}) as Record<string, unknown>;
  const isNumber = typeof number === 'string' && /^\d{1,18}$/.test(number);
  return isNumber && [merchantId, chain, hash].every((text) => typeof text === 'string');
}

function sourceOf(given: string | undefined, { env }: Terminal, reach: () => Reach): Source {
  const direct = given ?? (env.DATABASE_URL?.trim() || undefined);
  return direct === undefined ? throughService(reach()) : onDatabase(databaseUrl(direct, env));
}

function onDatabase(url: string): Source {
  const db = createDb({ connection: { connectionString: url }, poolSize: 2, preparedStatements: true });
  const tried = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw unreachable(error);
    }
  };
  const merchants = async (): Promise<Owner[]> => (await db.read(allMerchants)) as unknown as Owner[];
  return {
    merchants: () => tried(merchants),
    heads: () => tried(async () => headsOf(db, [...(await merchants()), operator])),
    prove: (chain, merchantId, place, head) =>
      tried(async () => {
        const fault = head && (await proveHead(db, chain, merchantId, BigInt(head.number), head.hash));
        if (fault) return { checked: 0, waiting: 0, erasedWords: 0, fault };
        return provePart(db, chain, merchantId, (place as ProofPlace | undefined) ?? proofBegins);
      }),
    close: () => db.close(),
  };
}

async function headsOf(db: Db, owners: readonly Owner[]): Promise<Head[]> {
  const heads: Head[] = [];
  for (const { id: merchantId } of owners) {
    for (const chain of chains) {
      const [row] = await db.read(sealStatements.findHead[chain], merchantId);
      if (row) heads.push({ merchantId, chain, number: String(row['number']), hash: String(row['hash']) });
    }
  }
  return heads;
}

function throughService(reach: Reach): Source {
  return {
    merchants: () => listMerchants(reach),
    heads: async () => (await demand<{ heads: Head[] }>(reach, 'GET', '/admin/v1/chains')).heads,
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
  const rows = proofs.map(({ merchant, sealed, waiting, erasedWords, head, fault }) => [
    fault ? paint.red('BROKEN') : paint.green('proved'),
    merchant,
    String(sealed),
    String(waiting),
    String(erasedWords),
    head?.hash.slice(0, 16) ?? '–',
  ]);
  const right = (title: string) => ({ title, align: 'right' as const });
  const titles = ['', 'merchant', right('sealed'), right('waiting'), right('words erased'), 'head'];
  return [...table(titles, rows), ...proofs.flatMap(({ merchant, fault }) => (fault ? [faultLine(merchant, fault)] : []))];
}

function faultLine(merchant: string, { what, number, rowId, orderNumber }: ProofFault): string {
  const where = [
    ...(number === undefined ? [] : [`seal ${number}`]),
    ...(rowId === undefined ? [] : [`row ${rowId}`]),
    ...(orderNumber === undefined ? [] : [`order ${orderNumber}`]),
  ].join(', ');
  return paint.red(`${merchant}: ${where === '' ? '' : `${where}: `}${what}.`);
}
