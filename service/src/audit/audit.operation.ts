// Who did what, when and why: of one merchant, and of all that a key may see.

import { operatorsOwn } from '../book/audit.sql.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { Refusal } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { type Chosen, moment, text } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { latestId, type Page, pageOf } from '../http/paging.ts';
import { timesOf } from '../orders/times.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, type Static, Type } from '../wire/schema.ts';
import { type AuditSearch, auditSearch, findOrderIds, listMerchantIds } from './audit-trail.sql.ts';

const Act = Type.Object(
  {
    id: Type.String(),
    at: InstantText('In the time of the merchant.'),
    merchantId: Opt(Type.String({ description: 'None: it concerns no merchant.' })),
    actor: Type.String({ description: 'Id of the key, or what of the service it was: job, consumer.' }),
    actorName: Opt(Type.String()),
    operation: Type.String(),
    subject: Type.String({ description: 'Number or id of what it was done to.' }),
    orderNumber: Opt(Type.String()),
    accountNumber: Opt(Type.String()),
    reason: Opt(Type.String()),
    requestId: Type.String(),
  },
  { title: 'Act' },
);

const example = {
  id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b40',
  at: '2026-11-20T09:30:00Z',
  merchantId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11',
  actor: '00000000-0000-7000-8000-000000000000',
  actorName: 'Night shift',
  operation: 'captureOrder',
  subject: '1795167000234567890',
  orderNumber: 'WEB-1001',
  reason: 'The shop’s system is down.',
  requestId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b32',
};

const common = {
  actor: text(100, 'Id of the key that acted, or job, consumer.'),
  operation: text(100, 'Id of the operation.'),
  subject: text(100, 'Number or id of what it was done to.'),
  from: moment('At this moment or later'),
  to: moment('Before it; of a day its end'),
} as const;

const filters = { ...common, order: text(50, 'About the order with this number.') } as const;

interface Row {
  readonly merchantId: string;
  readonly id: string;
  readonly actor: string;
  readonly actorName: string | null;
  readonly operation: string;
  readonly orderNumber: string | null;
  readonly accountNumber: string | null;
  readonly subject: string;
  readonly requestId: string;
  readonly reason: string | null;
  readonly happenedAt: number;
}

function actToWire(row: Row): Static<typeof Act> {
  const {
    id,
    happenedAt,
    merchantId,
    actor,
    actorName,
    operation: name,
    subject,
    orderNumber,
    accountNumber,
    reason,
    requestId,
  } = row;
  return {
    id,
    at: instantToWire(happenedAt),
    ...(merchantId !== operatorsOwn && { merchantId }),
    actor,
    ...(actorName !== null && { actorName }),
    operation: name,
    subject,
    ...(orderNumber !== null && { orderNumber }),
    ...(accountNumber !== null && { accountNumber }),
    ...(reason !== null && { reason }),
    requestId,
  };
}

const Acts = Type.Object({ audit: Type.Array(Act), next: Opt(Type.String()) });

/** A statement has a piece for each merchant. A cluster takes up to 10 ms for each, and no statement may take longer than 5 s. */
const merchantsAtOnce = 100;

async function found(
  merchantIds: readonly string[],
  search: AuditSearch,
  page: Page,
  { db }: Deps,
): Promise<Static<typeof Acts>> {
  const pieces: Row[] = [];
  for (let from = 0; from < merchantIds.length; from += merchantsAtOnce) {
    const { statement, values } = auditSearch(merchantIds.slice(from, from + merchantsAtOnce), search, page.rows);
    pieces.push(...((await db.read(statement, ...values)) as unknown as Row[]));
  }
  const rows = pieces.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, page.rows);
  const { shown, next } = page.of(rows, ({ id }) => [id]);
  return { audit: shown.map(actToWire), ...next };
}

/** What was asked for, where it is all of one clock. */
function searchOf(
  chosen: Chosen<typeof common>,
  page: Page,
  clock: Pick<MerchantOnClock, 'timeZone' | 'clockOffsetMs'>,
): AuditSearch {
  const { actor, operation: name, subject, from, to } = chosen;
  return {
    ...(actor !== undefined && { actor }),
    ...(name !== undefined && { operation: name }),
    ...(subject !== undefined && { subject }),
    ...timesOf({ ...(from && { from }), ...(to && { to }) }, clock),
    afterId: page.after[0] as string | null,
  };
}

export const listMerchantAudit = operation({
  id: 'listMerchantAudit',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/audit',
  summary: 'Who did what to a merchant’s things, and why',
  about: 'Newest first. Requests of the shop, operators, consumers and jobs alike. `?limit=` and `?after=` page.',
  scope: 'admin:read',
  query: filters,
  refusals: ['merchant.not_found', 'page.unknown'],
  example: { answer: { audit: [example] } },
  answer: Acts,
  async run({ merchant, query }, deps) {
    const page = pageOf(query, ...latestId);
    if (page instanceof Refusal) return page;
    const search = searchOf(query, page, merchant);
    if (query.order === undefined) return found([merchant.id], search, page, deps);
    const orders = await deps.db.read(findOrderIds, merchant.id, query.order.toLowerCase());
    const orderIds = orders.map(({ id }) => String(id));
    return found([merchant.id], { ...search, orderIds }, page, deps);
  },
});

/** The furthest a merchant's clock may be ahead counts where all of them are searched. */
const anyClock = { timeZone: 'UTC', clockOffsetMs: 100 * 366 * 86_400_000 };

export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  path: '/admin/v1/audit',
  summary: 'Who did what, and why, over all merchants',
  about:
    'Newest first by when it was done in real time; days are of UTC. Acts that concern no merchant, such as keys of the operator, are here alone. A key that is limited to an organisation sees what was done to its merchants. `?limit=` and `?after=` page.',
  scope: 'admin:read',
  keepsToOrganisation: true,
  query: common,
  refusals: ['page.unknown'],
  example: { answer: { audit: [example] } },
  answer: Acts,
  async run({ query, organisationId }, deps) {
    const page = pageOf(query, ...latestId);
    if (page instanceof Refusal) return page;
    const clock = deps.mode === 'live' ? { ...anyClock, clockOffsetMs: 0 } : anyClock;
    const merchants = (await deps.db.read(listMerchantIds, organisationId)).map(({ id }) => String(id));
    const all = organisationId === null ? [...merchants, operatorsOwn] : merchants;
    return found(all, searchOf(query, page, clock), page, deps);
  },
});
