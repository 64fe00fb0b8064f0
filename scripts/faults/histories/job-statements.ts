// What the statements of jobs mean to the server in memory: leases, the numbers of events, orders whose time is over.

import { outbox } from '../../../service/src/book/outbox.sql.ts';
import { insertedRows, type Meaning, type On, text } from './meaning.ts';
import { type Row, tableOf } from './memory-server.ts';

const never = Number.NEGATIVE_INFINITY;

async function lockedRun(on: On): Promise<Row | undefined> {
  await on.server.lock(on.by, 'jobRuns', text(on.values[0]));
  return on.server.find('jobRuns', text(on.values[0]), on.by);
}

const failuresOf = (run: Row | undefined): number => Number(run?.['failuresInRow'] ?? 0);

const claimOf = (on: On): string => `${text(on.values[0])}/${text(on.values[1])}`;

/** The claim of a merchant's share, where it is still $3's. */
async function ownClaim(on: On): Promise<Row | undefined> {
  await on.server.lock(on.by, 'merchantClaims', claimOf(on));
  const was = on.server.find('merchantClaims', claimOf(on), on.by);
  return was?.['holder'] === on.values[2] ? was : undefined;
}

export const jobStatements: Readonly<Record<string, Meaning>> = {
  async take_job_lease(on) {
    const [name, holder, seconds, byHand] = on.values;
    const was = await lockedRun(on);
    const until = Number(was?.['leaseUntil'] ?? never);
    const nextRunAt = Number(was?.['nextRunAt'] ?? never);
    const taken = until < on.now && (byHand === true || nextRunAt <= on.now);
    if (taken) {
      const leaseUntil = on.now + Number(seconds) * 1000;
      // Who held it and never said how it ended has failed.
      const failuresInRow = failuresOf(was) + (until > never ? 1 : 0);
      on.server.write(on.by, tableOf('jobRuns'), {
        name,
        leaseHolder: holder,
        leaseUntil,
        startedAt: on.now,
        nextRunAt,
        failuresInRow,
      });
    }
    const { leaseHolder: heldBy = null, startedAt = null } = was ?? {};
    const waitSeconds = nextRunAt === never ? null : (nextRunAt - on.now) / 1000;
    return [{ taken, heldBy, startedAt, held: was ? until > on.now : null, waitSeconds }];
  },
  async renew_job_lease(on) {
    const was = await lockedRun(on);
    if (was?.['leaseHolder'] !== on.values[1] || was?.['leaseUntil'] === never) return [];
    on.server.write(on.by, tableOf('jobRuns'), { ...was, leaseUntil: on.now + Number(on.values[2]) * 1000 });
    return [{ '?column?': 1 }];
  },
  async end_job_lease(on) {
    const was = await lockedRun(on);
    const [, holder, , failure] = on.values;
    if (was?.['leaseHolder'] !== holder) return [];
    const pause = Number(on.values[4]);
    const longer = Math.min(pause * 2 ** Math.min(failuresOf(was), 10), Math.max(pause, 300));
    const nextRunAt = on.now + (failure === null ? pause : longer) * 1000;
    const failuresInRow = failure === null ? 0 : failuresOf(was) + 1;
    on.server.write(on.by, tableOf('jobRuns'), { ...was, leaseUntil: never, nextRunAt, failuresInRow });
    return [];
  },
  async take_merchant_claim(on) {
    const [merchantId, name, holder, seconds] = on.values;
    await on.server.lock(on.by, 'merchantClaims', claimOf(on));
    const was = on.server.find('merchantClaims', claimOf(on), on.by);
    if (was && Number(was['leaseUntil']) >= on.now) return [];
    const leaseUntil = on.now + Number(seconds) * 1000;
    on.server.write(on.by, tableOf('merchantClaims'), { merchantId, name, holder, leaseUntil });
    return [{ '?column?': 1 }];
  },
  async renew_merchant_claim(on) {
    const was = await ownClaim(on);
    if (!was || was['leaseUntil'] === never) return [];
    on.server.write(on.by, tableOf('merchantClaims'), { ...was, leaseUntil: on.now + Number(on.values[3]) * 1000 });
    return [{ '?column?': 1 }];
  },
  async end_merchant_claim(on) {
    const was = await ownClaim(on);
    if (was) on.server.write(on.by, tableOf('merchantClaims'), { ...was, leaseUntil: never });
    return [];
  },
  async take_event_numbers(on) {
    const [merchantId, count] = on.values;
    await on.server.insert(on.by, tableOf('eventStreams'), { merchantId, lastNumber: 0 }, 'nothing');
    const [stream = {}] = await on.locked('eventStreams', [text(merchantId)]);
    const lastNumber = Number(stream['lastNumber']) + Number(count);
    on.server.write(on.by, tableOf('eventStreams'), { ...stream, lastNumber });
    return [];
  },
  async insert_outbox(on) {
    const rows = insertedRows(on, outbox);
    const { lastNumber } = on.server.find('eventStreams', text(on.values[0]), on.by) ?? {};
    const before = Number(lastNumber) - rows.length;
    for (const [index, row] of rows.entries())
      await on.server.insert(on.by, outbox, { ...row, sequenceNumber: before + index + 1 });
    return [];
  },
  // A history has no endpoints.
  queue_deliveries: () => [],
  list_expired_orders(on) {
    const open = new Set<unknown>(['Pending', 'Authorized', 'PartlyCaptured']);
    const due = Date.parse(text(on.values[0])) + Number(on.merchant['clockOffsetMs']);
    const after = on.values[1] === '-infinity' ? never : Date.parse(text(on.values[1]));
    const placeOf = (row: Row): string => `${String(Number(row['expiresAt'])).padStart(15, '0')} ${text(row['id'])}`;
    const place = after === never ? '' : `${String(after).padStart(15, '0')} ${text(on.values[2])}`;
    return on
      .rows('orders')
      .filter((row) => open.has(row['state']) && Number(row['expiresAt']) <= due && placeOf(row) > place)
      .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
      .slice(0, Number(on.values[3]))
      .map(({ number, id, expiresAt: at }) => ({ merchantId: on.merchant['id'], number, id, at, lateMs: due - Number(at) }));
  },
};
