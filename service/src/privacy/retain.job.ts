// What the law does not want kept any more goes by itself: people and documents of orders that are over for so many years, and
// a customer who has nothing else (core/law/retention.ts); half a year on who applied for an account in vain. By real time: a test
// clock makes nothing old.

import { addDays, dayAt, endOfDay } from '../core/dates.ts';
import { overBefore } from '../core/law/retention.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { Refusal } from '../core/refusals.ts';
import { firstIdAt, lowestId } from '../core/seal.ts';
import type { Job, RunningDeps } from '../jobs/jobs.ts';
import { listMerchants, merchantOf } from '../merchants/merchants.sql.ts';
import { chance } from '../runtime/chance.ts';
import { type Call, call } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { arrayText } from '../store/table.ts';
import { begin, committed } from '../store/transaction.ts';
import { attempt } from './erase.ts';
import {
  clearOldPapers,
  clearOldRejections,
  findPapersOfAccounts,
  findPapersOfOrders,
  findRetained,
  keepRetained,
  listDeclinedAccounts,
  listErasedCustomers,
  listIdleCustomers,
  listOldApplicants,
  listOldOrders,
  lockDeclinedAccounts,
  lockKeptOrders,
} from './person.sql.ts';
import { findNamed, linkValues } from './person.ts';
import { eraseStatement, type LinksOfPerson, type PersonLink, personTables } from './person-data.sql.ts';

const pageSize = 200;
/** As long as what was decided on a checkout (`deleteOldCheckoutDecisions`): time enough to ask why. */
const daysOfRejection = 180;
/** The service's own work is under no organisation. */
const sight = { wholeOperator: true };
const noLinks: LinksOfPerson = {
  keys: [],
  customerIds: [],
  numbers: [],
  orderIds: [],
  accountNumbers: [],
  checkoutIds: [],
  captureNumbers: [],
  documentIds: [],
  marks: [],
  bankEntryIds: [],
  fileIds: [],
  entryIds: [],
};

export const retain = (secrets: Secrets): Job => ({
  name: 'retain',
  everySeconds: 86_400,
  apart: true,
  async run(deps) {
    const { db, claims, stopping } = deps;
    const merchants = (await db.read(listMerchants)).map(merchantOf);
    return claims.eachMerchant('retain', merchants, (merchant) => retainOf(merchant, { ...deps, secrets }), {
      atOnce: 1,
      stopping,
    });
  },
});

type Deps = RunningDeps & { readonly secrets: Secrets };

interface OldOrder {
  readonly id: string;
  readonly customerKey: string;
  readonly isKept: boolean;
  readonly isOver: boolean;
}

async function retainOf(merchant: MerchantOnClock, deps: Deps): Promise<number> {
  const { clock } = deps;
  const end = endOfDay(addDays(overBefore(merchant.country, dayAt(clock(), merchant.timeZone)), -1), merchant.timeZone);
  const orders = await retainOrders(merchant, end, deps);
  return orders + (await clearErased(merchant, end, deps)) + (await retainApplications(merchant, end, deps));
}

async function retainOrders(merchant: MerchantOnClock, end: number, deps: Deps): Promise<number> {
  const { db, stopping } = deps;
  const [before] = await db.read(findRetained, merchant.id);
  let after = (before?.['value'] as string | undefined) ?? lowestId;
  // Behind an order that is not over yet, or a customer who is held, nothing is marked as done: the next run looks again.
  let isWhole = true;
  let count = 0;
  for (;;) {
    const values = [merchant.id, after, firstIdAt(end), pageSize, new Date(end).toISOString()];
    const page = (await db.read(listOldOrders, ...values)) as unknown as OldOrder[];
    const over = page.filter(({ isOver }) => isOver);
    count += await clearOrders(
      merchant,
      over.filter(({ isKept }) => isKept),
      end,
      deps,
    );
    const areGone = await eraseIdle(merchant, over, end, deps);
    isWhole &&= areGone && over.length === page.length;
    after = page.at(-1)?.id ?? after;
    if (isWhole && page.length > 0) await db.run(keepRetained, merchant.id, after);
    if (page.length < pageSize || stopping()) return count;
  }
}

/** All tables of these orders in one transaction; how many of them named a person or had a document. */
async function clearOrders(merchant: MerchantOnClock, orders: readonly OldOrder[], end: number, { db }: Deps): Promise<number> {
  if (orders.length === 0) return 0;
  const ids = arrayText(
    'uuid',
    orders.map(({ id }) => id),
  );
  return db.using(async (session) => {
    // Another process that lost its lease finds none left and counts nothing.
    const results = await session.trip([
      begin,
      call(lockKeptOrders, merchant.id, ids),
      call(findPapersOfOrders, merchant.id, ids, new Date(end).toISOString()),
    ]);
    const [, locked = [], papers = []] = results.map(({ rows }) => rows);
    const links = { ...noLinks, ...(papers[0] as unknown as Papers), orderIds: locked.map(({ id }) => String(id)) };
    await committed(session, clearing(merchant, links, ['orderIds', 'fileIds']));
    return locked.length;
  });
}

type Papers = Pick<LinksOfPerson, 'documentIds' | 'fileIds'>;

/** What an erasure does to the tables that are found by one of these. */
const clearing = (merchant: MerchantOnClock, links: LinksOfPerson, by: readonly PersonLink[]): Call[] =>
  personTables.flatMap((each) => {
    const statement = Object.values(each.links).some((link) => by.includes(link)) ? eraseStatement(each) : undefined;
    return statement ? [call(statement, merchant.id, ...linkValues(each, links))] : [];
  });

/** Who applied for an account in vain, and the customers who had nothing else. */
async function retainApplications(merchant: MerchantOnClock, end: number, deps: Deps): Promise<number> {
  const { db, clock, stopping } = deps;
  const before = new Date(clock() - daysOfRejection * 86_400_000).toISOString();
  let count = (await db.run(clearOldRejections, merchant.id, before)).length;
  for (let found = pageSize; found === pageSize && !stopping(); count += found) {
    const page = await db.read(listDeclinedAccounts, merchant.id, before, pageSize);
    const numbers = page.map(({ number }) => String(number));
    found = numbers.length === 0 ? 0 : await clearAccounts(merchant, numbers, deps);
  }
  for (let after = ''; !stopping(); ) {
    const page = await db.read(listOldApplicants, merchant.id, before, after, pageSize);
    const applicants = page.map(({ key }) => ({ customerKey: String(key) }));
    await eraseIdle(merchant, applicants, end, deps);
    after = applicants.at(-1)?.customerKey ?? after;
    if (page.length < pageSize) break;
  }
  return count;
}

/** All tables of these accounts in one transaction, as an erasure would; how many of them still named who applied. */
async function clearAccounts(merchant: MerchantOnClock, numbers: readonly string[], { db }: Deps): Promise<number> {
  const listed = arrayText('text', numbers);
  return db.using(async (session) => {
    const results = await session.trip([
      begin,
      call(lockDeclinedAccounts, merchant.id, listed),
      call(findPapersOfAccounts, merchant.id, listed),
    ]);
    const [, locked = [], papers = []] = results.map(({ rows }) => rows);
    const found = papers[0] as unknown as Pick<LinksOfPerson, 'documentIds'>;
    const links = { ...noLinks, ...found, accountNumbers: locked.map(({ number }) => String(number)) };
    await committed(session, clearing(merchant, links, ['accountNumbers', 'documentIds']));
    return locked.length;
  });
}

/** What was kept for the law of persons who were erased: of their orders that are not over yet, their accounts and rejections. */
async function clearErased(merchant: MerchantOnClock, end: number, { db, stopping }: Deps): Promise<number> {
  const before = new Date(end).toISOString();
  let after = '';
  let count = 0;
  for (;;) {
    const page = await db.read(listErasedCustomers, merchant.id, after, pageSize);
    const keys = page.map(({ key }) => String(key));
    const cleared = keys.length === 0 ? [] : await db.run(clearOldPapers, merchant.id, arrayText('text', keys), before);
    count += cleared.length;
    after = keys.at(-1) ?? after;
    if (page.length < pageSize || stopping()) return count;
  }
}

/**
 * Customers who had nothing but orders and applications that are cleared, by this run or by one that was ended between the two; false
 * where one of them could not be erased now.
 */
async function eraseIdle(
  merchant: MerchantOnClock,
  of: readonly Pick<OldOrder, 'customerKey'>[],
  end: number,
  deps: Deps,
): Promise<boolean> {
  if (of.length === 0) return true;
  const idleSince = firstIdAt(end);
  const act = {
    merchantId: merchant.id,
    actor: 'job',
    operation: 'retain',
    requestId: '',
    reason: 'the time of the law is over',
  };
  const wanted = new Set(['documents'] as const);
  const keys = arrayText('text', [...new Set(of.map(({ customerKey }) => customerKey))]);
  let areGone = true;
  for (const { key } of await deps.db.read(listIdleCustomers, merchant.id, keys, idleSince)) {
    const named = { key: String(key) };
    const person = await findNamed(named, merchant, deps, sight);
    if (!person) continue;
    const asked = { named, wanted, merchant, act, field: 'customerNumber', sight, idleSince };
    const erased = await attempt(person, asked, { ...deps, chance });
    areGone &&= erased !== undefined && !(erased instanceof Refusal);
  }
  return areGone;
}
