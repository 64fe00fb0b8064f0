// Erasing a person: one transaction under the lock of every customer who is that person. A process that books for them at the same
// moment waits for it, and then finds the key gone (book/in-hand.ts) (C89).

import { eraseClosingReasons } from '../bank/bank-entries.sql.ts';
import { auditStatement, operatorsOwn } from '../book/audit.sql.ts';
import { type Act, auditValues } from '../book/auditing.ts';
import { deleteLookedUp } from '../book/idempotency.sql.ts';
import { dayAt } from '../core/dates.ts';
import { type OpenBusiness, whyNotErased } from '../core/erasure.ts';
import { keptUntil } from '../core/law/retention.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Archive } from '../documents/archive.ts';
import type { Deps } from '../http/deps.ts';
import { type Call, call, isServerError, type Session } from '../store/db.ts';
import { arrayText } from '../store/table.ts';
import { begin, commit, rollback } from '../store/transaction.ts';
import {
  countKept,
  deleteCustomers,
  findOpenBusiness,
  findPersonLinks,
  insertErasedCustomers,
  insertErasedDocuments,
  listIdleCustomers,
  listMergedInto,
  listUndrawnDocuments,
  lockAccountsOfPerson,
  lockPerson,
  mergeErasedCustomers,
  rekeyStatements,
  unmergeCustomers,
} from './person.sql.ts';
import { type FoundPerson, findNamed, linkValues, type NamedPerson, type Sight } from './person.ts';
import { type Extra, eraseStatement, type LinksOfPerson, personTables } from './person-data.sql.ts';

export type ErasingDeps = Pick<Deps, 'db' | 'secrets' | 'clock' | 'chance'>;

export interface ErasureRequest {
  readonly named: NamedPerson;
  readonly wanted: ReadonlySet<Extra>;
  readonly merchant: MerchantOnClock;
  readonly act: Omit<Act, 'subject' | 'happenedAt'>;
  /** The member that names the person, for refusals. */
  readonly field: string;
  readonly sight: Sight;
  /** Only where nothing of the person is needed any more (`listIdleCustomers`), and there is no order from this id on. */
  readonly idleSince?: string;
}

export interface Erased {
  readonly customerId: string;
  readonly erasedAt: number;
  readonly rows: Record<string, number>;
  readonly kept: readonly { readonly kind: Extra | 'bankEntries'; readonly count: number; readonly until?: string }[];
}

const tries = 3;

export async function erase(asked: ErasureRequest, deps: Deps & WithArchive): Promise<Erased | Refusal> {
  for (let tried = 1; ; tried += 1) {
    const person = await findNamed(asked.named, asked.merchant, deps, asked.sight);
    if (!person) return refuse('person.not_found', asked.field);
    const { erasedAt } = person;
    if (!asked.wanted.has('documents')) await settleDocuments(person, asked.merchant, deps);
    const rows = await attempt(person, asked, deps);
    if (rows instanceof Refusal) return rows;
    const kept = await keptOf(person, asked.merchant, deps);
    if (rows) return { customerId: person.customerId, erasedAt: erasedAt ?? deps.clock(), rows, kept };
    if (tried === tries) return refuse('service.busy');
  }
}

/** Where what documents say is kept. */
export interface WithArchive {
  readonly archive: Archive;
}

/** As many as the book writes well together, and few enough to leave connections to other requests. */
const settledAtOnce = 4;

/** What the law keeps is composed now, while there is data to compose it from. */
async function settleDocuments(
  { links }: FoundPerson,
  merchant: MerchantOnClock,
  { db, archive }: Pick<Deps, 'db'> & WithArchive,
): Promise<void> {
  const undrawn = await db.read(listUndrawnDocuments, merchant.id, arrayText('uuid', links.documentIds));
  const waiting = undrawn.map(({ id }) => String(id));
  const lane = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await archive.settle(merchant, id);
  };
  await Promise.all(Array.from({ length: settledAtOnce }, lane));
}

/** The rows that were changed in each table; nothing when the person changed while we waited for the lock. */
export async function attempt(
  person: FoundPerson,
  asked: ErasureRequest,
  deps: ErasingDeps,
): Promise<Record<string, number> | Refusal | undefined> {
  try {
    return await deps.db.using((session) => inSession(session, person, asked, deps));
  } catch (error) {
    if (isServerError(error) && ['55P03', '40P01'].includes(error.code ?? '')) return undefined;
    throw error;
  }
}

async function inSession(
  session: Session,
  person: FoundPerson,
  asked: ErasureRequest,
  deps: ErasingDeps,
): Promise<Record<string, number> | Refusal | undefined> {
  const { merchant } = asked;
  const keys = arrayText('text', person.links.keys);
  const results = await session.trip([
    begin,
    call(lockPerson, merchant.id, keys),
    call(listMergedInto, merchant.id, keys),
    call(lockAccountsOfPerson, merchant.id, keys),
    call(findOpenBusiness, merchant.id, keys),
    call(findPersonLinks, merchant.id, keys),
    ...(asked.idleSince === undefined ? [] : [call(listIdleCustomers, merchant.id, keys, asked.idleSince)]),
  ]);
  const [, locked, merged, , open, found, idle] = results.map((result) => result.rows);
  const isOfAnother = locked?.some(({ mergedInto }) => typeof mergedInto === 'string' && !person.links.keys.includes(mergedInto));
  // The key may be another customer's: this one was erased meanwhile, and the same person came again.
  const isThere = locked?.some(({ id }) => id === person.customerId) === true;
  const isAnother = locked?.length !== person.links.keys.length || merged?.length !== 0 || isOfAnother === true || !isThere;
  const changed = isAnother || idle?.length === 0;
  const refusal = changed ? undefined : whyNotErased(open?.[0] as unknown as OpenBusiness, asked.field);
  if (changed || refusal) {
    await session.trip([rollback]);
    return refusal;
  }
  const fresh = found?.[0] as unknown as LinksOfPerson;
  const links = { ...person.links, ...fresh, bankEntryIds: [...fresh.bankEntryIds, ...person.strays] };
  const calls = erasingCalls({ ...person, links }, asked, deps);
  const answers = await session.trip([...calls.map((each) => each.call), commit]);
  const counts = calls.flatMap(({ table }, index): [string, number][] => {
    const count = answers[index]?.rowCount ?? 0;
    return table === undefined || count === 0 ? [] : [[table, count]];
  });
  return Object.fromEntries(counts);
}

interface ErasingCall {
  readonly call: Call;
  readonly table?: string;
}

function erasingCalls(
  { customerId, links }: FoundPerson,
  { wanted, merchant, act }: ErasureRequest,
  deps: ErasingDeps,
): ErasingCall[] {
  const keys = arrayText('text', links.keys);
  // By chance, not by a hash: these rows cannot be found again from knowledge of the person.
  const fresh = arrayText(
    'text',
    links.keys.map(() => `erased:${deps.chance.id()}`),
  );
  const cleared = personTables.flatMap((each): ErasingCall[] => {
    const statement = each.only === undefined || wanted.has(each.only) ? eraseStatement(each) : undefined;
    return statement ? [{ call: call(statement, merchant.id, ...linkValues(each, links)), table: each.table.name }] : [];
  });
  const documents = arrayText('uuid', links.documentIds);
  const auditRow = auditValues(
    { ...act, subject: customerId, customerId, happenedAt: businessTime(merchant, deps.clock()) },
    deps.chance.id(),
  );
  return [
    ...cleared,
    { call: call(deleteLookedUp, merchant.id) },
    ...(wanted.has('documents')
      ? [{ call: call(insertErasedDocuments, merchant.id, documents) }, { call: call(eraseClosingReasons, operatorsOwn) }]
      : []),
    { call: call(insertErasedCustomers, merchant.id, keys, fresh) },
    { call: call(mergeErasedCustomers, merchant.id, keys, fresh) },
    ...rekeyStatements.map((statement) => ({ call: call(statement, merchant.id, keys, fresh) })),
    { call: call(unmergeCustomers, merchant.id, keys) },
    { call: call(deleteCustomers, merchant.id, keys) },
    { call: call(auditStatement, ...auditRow) },
  ];
}

async function keptOf({ links }: FoundPerson, merchant: MerchantOnClock, { db }: Deps): Promise<Erased['kept']> {
  const { orderIds, documentIds, entryIds, bankEntryIds } = links;
  const values = [orderIds, documentIds, entryIds, bankEntryIds].map((ids) => arrayText('uuid', ids));
  const [row] = await db.read(countKept, merchant.id, ...values);
  const countOf = (kind: Erased['kept'][number]['kind'], name: string = kind) => ({ kind, count: Number(row?.[name] ?? 0) });
  const until = keptUntil(merchant.country, dayAt(Number(row?.['madeAt'] ?? 0), merchant.timeZone));
  const kept = [{ ...countOf('documents'), until }, countOf('listEntries', 'entries'), countOf('bankEntries')];
  return kept.filter(({ count }) => count > 0);
}
