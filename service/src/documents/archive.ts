// The archive: a document is drawn when it is first asked for, and kept with its hash from then on. What is fetched later is
// checked against the hash. Drawing hundreds of invoices a second for people who never look at them would cost more than
// taking the money did. A paper that asks for what is no longer owed is kept, and handed out as a copy that says what is left.
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Book } from '../book/book.ts';
import type { Write } from '../book/write.ts';
import { insert, update } from '../core/changes.ts';
import type { Instant } from '../core/dates.ts';
import { type Content, contentOf, documentRow } from '../core/documents/content.ts';
import { pagesOf } from '../core/documents/pages.ts';
import type { Merchant } from '../core/merchant.ts';
import { refuse } from '../core/refusals.ts';
import type { StoredDocument } from '../core/rows.ts';
import type { Db } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { opener } from '../store/table.ts';
import { documents, findDocument } from './documents.sql.ts';
import type { Composed, Paper } from './paper.ts';
import type { Asker, Printer } from './printer.ts';

export interface Drawn {
  readonly kind: StoredDocument['kind'];
  readonly subject: string;
  readonly sha256: string;
  readonly bytes: Buffer;
  readonly openedAt: Instant | null;
}

/** A name to save it under. */
export const nameOf = ({ kind, subject }: Pick<Drawn, 'kind' | 'subject'>): string =>
  `${kind.toLowerCase()}-${subject.replace(/[^A-Za-z0-9._-]/g, '-')}.pdf`;

export interface Archive {
  /** Record that a document was fetched by the consumer's link, the first time. */
  opened(merchant: Merchant, id: string): Promise<void>;
  /**
   * A document with its bytes; nothing when the merchant has none of this id, or its person was erased. It is not drawn any more once all
   * who asked for it are gone.
   */
  fetch(merchant: Merchant, id: string, isGone?: () => boolean): Promise<Drawn | undefined>;
  /** Keep what a document says, for when what it is composed from goes; it is drawn when it is requested. */
  settle(merchant: Merchant, id: string): Promise<void>;
}

export interface ArchiveDeps {
  readonly db: Db;
  readonly book: Book;
  readonly secrets: Secrets;
  readonly printer: Printer;
  /** What composes documents, each trying the id in turn: every feature brings its own (compose.ts). */
  readonly papers: readonly Paper[];
}

interface Drawing {
  readonly drawn: Promise<Drawn | undefined>;
  /** Of each who waits for it: has it left? */
  readonly askers: (() => boolean)[];
}

/** What is fetched, and for whom. */
interface Wanted {
  readonly merchant: Merchant;
  readonly id: string;
  readonly asker: Asker;
}

export function createArchive(deps: ArchiveDeps): Archive {
  const drawing = new Map<string, Drawing>();
  return {
    opened: ({ id: merchantId }, id) => open(deps, merchantId, id),
    async settle(merchant, id) {
      const derived = (await find(deps, merchant.id, id)) ? undefined : await derive(deps, merchant, id);
      if (derived) await keep(deps, merchant.id, documentRow(id, derived.content, derived.orderId));
    },
    fetch(merchant, id, isGone = () => false) {
      // Two who ask at once for what was never drawn wait for one drawing.
      const name = `${merchant.id}/${id}`;
      const running = drawing.get(name);
      if (running) {
        running.askers.push(isGone);
        return running.drawn;
      }
      const askers = [isGone];
      const asker = { merchantId: merchant.id, isGone: () => askers.every((each) => each()) };
      const drawn = fetch(deps, { merchant, id, asker }).finally(() => drawing.delete(name));
      drawing.set(name, { drawn, askers });
      return drawn;
    },
  };
}

async function fetch(deps: ArchiveDeps, { merchant, id, asker }: Wanted): Promise<Drawn | undefined> {
  const stored = await find(deps, merchant.id, id);
  // Of an erased document nothing is composed again.
  if (stored && stored.bytes === null && stored.content === null) return undefined;
  const derived = !stored || asksForMoney.has(stored.kind) ? await derive(deps, merchant, id) : undefined;
  if (derived?.copy) return await drawn(derived.copy, deps, asker);
  if (stored?.bytes) return drawnOf(stored);
  const content = stored?.content ? contentOf(stored.content) : derived?.content;
  if (!content || stored?.sha256) return undefined;
  const { sha256, bytes } = await drawn(content, deps, asker);
  await keep(deps, merchant.id, {
    ...(stored ?? documentRow(id, content, derived?.orderId ?? null)),
    sha256,
    bytes: deflateRawSync(bytes).toString('base64'),
  });
  // Another process may have kept its drawing first: then that one counts.
  const kept = await find(deps, merchant.id, id);
  return kept && drawnOf(kept);
}

/** Papers of a capture: what they ask for may have been paid or credited since. */
const asksForMoney: ReadonlySet<StoredDocument['kind']> = new Set(['Invoice', 'CreditNote', 'Reminder']);

async function drawn(content: Content, { printer }: ArchiveDeps, asker: Asker): Promise<Drawn> {
  const bytes = Buffer.from(await printer.print(pagesOf(content), asker));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: content.kind, subject: content.number, sha256, bytes, openedAt: null };
}

async function find({ db, secrets }: ArchiveDeps, merchantId: string, id: string): Promise<StoredDocument | undefined> {
  const [row] = await db.read(findDocument, merchantId, id);
  return row && (opener(merchantId, secrets)(documents, row) as unknown as StoredDocument);
}

/** Evidence that was changed is void: it is not handed out. */
function drawnOf({ kind, subject, sha256, bytes, openedAt }: StoredDocument): Drawn | undefined {
  if (bytes === null || sha256 === null) return undefined;
  const whole = inflateRawSync(Buffer.from(bytes, 'base64'));
  if (createHash('sha256').update(whole).digest('hex') !== sha256) throw new Error('a document that does not match its hash');
  return { kind, subject, sha256, bytes: whole, openedAt };
}

async function derive({ db, secrets, papers }: ArchiveDeps, merchant: Merchant, id: string): Promise<Composed | undefined> {
  for (const compose of papers) {
    const composed = await compose({ db, open: opener(merchant.id, secrets) }, merchant, id);
    if (composed) return composed;
  }
  return undefined;
}

/** A change of one document that no request asked for by itself. */
const change = (
  { book }: ArchiveDeps,
  merchantId: string,
  document: string,
  how: Pick<Write, 'actor' | 'source' | 'operation' | 'decide'>,
): Promise<unknown> => book.submit({ merchantId, requestId: '', needs: { document }, ...how });

async function keep(deps: ArchiveDeps, merchantId: string, row: StoredDocument): Promise<void> {
  const { id, sha256, bytes } = row;
  await change(deps, merchantId, id, {
    actor: 'printer',
    operation: 'keepDocument',
    decide({ document }) {
      if (!document) return { answer: '', changes: [insert('documents', row)], events: [] };
      if (document.sha256 !== null || document.content === null || sha256 === null) return refuse('document.not_found');
      return { answer: '', changes: [update('documents', document, { set: { sha256, bytes } })], events: [] };
    },
  });
}

async function open(deps: ArchiveDeps, merchantId: string, id: string): Promise<void> {
  await change(deps, merchantId, id, {
    actor: 'consumer',
    source: 'consumer',
    operation: 'openDocument',
    decide({ document }, { now }) {
      const isNew = document?.openedAt === null;
      return { answer: '', changes: isNew ? [update('documents', document, { set: { openedAt: now } })] : [], events: [] };
    },
  });
}
