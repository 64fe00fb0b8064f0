// What the law does not want kept any more goes by itself: people and documents of orders that are over for so many years, and
// a customer who has nothing else (core/law/retention.ts). By real time: a test clock makes nothing old.

import { dayAt } from '../core/dates.ts';
import { overBefore } from '../core/law/retention.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { firstIdAt, lowestId } from '../core/seal.ts';
import type { Job, RunningDeps } from '../jobs/jobs.ts';
import { listMerchants, merchantOf } from '../merchants/merchants.sql.ts';
import { chance } from '../runtime/chance.ts';
import { call } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { arrayText } from '../store/table.ts';
import { begin, committed } from '../store/transaction.ts';
import { attempt } from './erase.ts';
import { findRetained, keepRetained, listIdleCustomers, listOldOrders, lockNamedOrders } from './person.sql.ts';
import { findNamed, linkValues } from './person.ts';
import { eraseStatement, type LinksOfPerson, personTables } from './person-data.sql.ts';

const pageSize = 200;
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
    let count = 0;
    for (const merchant of (await deps.db.read(listMerchants)).map(merchantOf)) {
      if (deps.stopping()) break;
      count += await retainOf(merchant, { ...deps, secrets });
    }
    return count;
  },
});

type Deps = RunningDeps & { readonly secrets: Secrets };

interface OldOrder {
  readonly id: string;
  readonly customerKey: string;
  readonly isNamed: boolean;
  readonly isOver: boolean;
}

async function retainOf(merchant: MerchantOnClock, deps: Deps): Promise<number> {
  const { db, clock, stopping } = deps;
  const end = Date.parse(`${overBefore(merchant.country, dayAt(clock(), merchant.timeZone))}T00:00:00Z`);
  const [before] = await db.read(findRetained, merchant.id);
  let after = (before?.['value'] as string | undefined) ?? lowestId;
  // Behind an order that is not over yet nothing is marked as done: the next run looks again.
  let isWhole = true;
  let count = 0;
  for (;;) {
    const values = [merchant.id, after, firstIdAt(end), pageSize, new Date(end).toISOString()];
    const page = (await db.read(listOldOrders, ...values)) as unknown as OldOrder[];
    const over = page.filter(({ isOver, isNamed }) => isOver && isNamed);
    if (over.length > 0) count += await clearOrders(merchant, over, end, deps);
    isWhole &&= page.every(({ isOver }) => isOver);
    after = page.at(-1)?.id ?? after;
    if (isWhole && page.length > 0) await db.run(keepRetained, merchant.id, after);
    if (page.length < pageSize || stopping()) return count;
  }
}

/** All tables of these orders in one transaction, then customers who had nothing but them; how many orders named a person. */
async function clearOrders(merchant: MerchantOnClock, orders: readonly OldOrder[], end: number, deps: Deps): Promise<number> {
  const { db } = deps;
  const ids = arrayText(
    'uuid',
    orders.map(({ id }) => id),
  );
  const cleared = await db.using(async (session) => {
    // Another process that lost its lease finds no one left and counts nothing.
    const locked = (await session.trip([begin, call(lockNamedOrders, merchant.id, ids)])).at(-1)?.rows ?? [];
    const links = { ...noLinks, orderIds: locked.map(({ id }) => String(id)) };
    const calls = personTables.flatMap((each) => {
      const statement = Object.values(each.links).includes('orderIds') ? eraseStatement(each) : undefined;
      return statement ? [call(statement, merchant.id, ...linkValues(each, links))] : [];
    });
    await committed(session, calls);
    return locked.length;
  });
  const keys = arrayText('text', [...new Set(orders.map(({ customerKey }) => customerKey))]);
  for (const { key } of await db.read(listIdleCustomers, merchant.id, keys, firstIdAt(end))) {
    const named = { key: String(key) };
    const person = await findNamed(named, merchant, deps, sight);
    const act = {
      merchantId: merchant.id,
      actor: 'job',
      operation: 'retain',
      requestId: '',
      reason: 'the time of the law is over',
    };
    if (person)
      await attempt(
        person,
        { named, wanted: new Set(['documents']), merchant, act, field: 'customerNumber', sight, idleSince: firstIdAt(end) },
        { ...deps, chance },
      );
  }
  return cleared;
}
