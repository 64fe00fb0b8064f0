// Direct debits: a file of what is due for the bank, again whenever it is wanted; and payments that came back.

import { addDays, dayAt } from '../core/dates.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { collect, notCollectable } from '../core/order/collection.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { latestFirst, pageOf, uuid } from '../http/paging.ts';
import { listCollectable, listCollectionFiles } from '../orders/collections.sql.ts';
import { chance } from '../runtime/chance.ts';
import { fewAtOnce } from '../runtime/few-at-once.ts';
import { DayText, Opt, Reason, Type } from '../wire/schema.ts';
import { collectionFile, creditorOf, type FileRow, ibanOf } from './collection-file.ts';
import { CollectionFile, type FileRecord, fileRecord, newFile, wholeRecord } from './collection-record.ts';

/** Orders of one file: as many as are written well within the time of a request. */
const mostOrders = 5000;

export const makeCollections = operation({
  id: 'makeCollections',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/collections',
  summary: 'Make a file of direct debits (pain.008) of what is due',
  about:
    'What falls due up to `dueUntil` (5 days from today, unless named) and has a mandate, each part once. It is collected on its ' +
    'due day or the next one on which the euro settles. Euro alone: direct debits of other currencies are not made. ' +
    '`leftOut` says once what can never be debited, with why: from then on the consumer is asked to pay it. ' +
    `At most ${mostOrders} orders a file; \`more\` says that others are due for the next one.`,
  scope: 'admin:write',
  discloses: 'accounts',
  operatorsMoney: 'moves',
  refusals: ['merchant.not_found', 'collection.no_creditor'],
  body: Type.Object({ dueUntil: Opt(DayText()), reason: Opt(Reason()) }, { title: 'MakeCollections' }),
  answer: CollectionFile,
  async run(asked, deps) {
    const { merchant } = asked;
    const creditor = creditorOf(merchant);
    if (!creditor) return refuse('collection.no_creditor', 'merchantId');
    const now = businessTime(merchant, deps.clock());
    const dueUntil = asked.body.dueUntil ?? addDays(dayAt(now, merchant.timeZone), 5);
    const found = await deps.db.read(listCollectable, merchant.id, dueUntil, mostOrders + 1);
    const candidates = found.slice(0, mostOrders);
    const fileId = candidates.length > 0 ? await newFile(merchant, creditor, deps) : chance.id();
    const tried = await fewAtOnce(candidates, (row) => collectOrder(row, { merchant, fileId, dueUntil, asked, deps }));
    const leftOut = tried.flatMap((each) => {
      if (each.status === 'rejected') throw each.reason;
      return each.value ? [each.value] : [];
    });
    const file = await collectionFile(deps, merchant, fileId, true);
    const nothing: FileRecord = { count: 0, totalAmount: 0, currency: 'EUR' };
    const shown = file && file.row.count > 0 ? await wholeRecord(file, merchant, deps) : nothing;
    return { ...shown, ...(leftOut.length > 0 && { leftOut }), ...(found.length > mostOrders && { more: true }) };
  },
});

interface Around {
  readonly merchant: MerchantOnClock;
  readonly fileId: string;
  readonly dueUntil: string;
  readonly asked: Pick<OperatorAsked<{ readonly reason?: string }>, 'actor' | 'requestId' | 'body'>;
  readonly deps: Deps;
}

type LeftOut = { readonly orderNumber: string; readonly why: string };

/** One order into the file; or why it is left out. */
async function collectOrder(row: globalThis.Record<string, unknown>, around: Around): Promise<LeftOut | undefined> {
  const { merchant, fileId, dueUntil, asked, deps } = around;
  const orderNumber = String(row['orderNumber']);
  const { mandateNumber, signedAt } = row;
  const answer = await deps.book.submit({
    merchantId: merchant.id,
    actor: asked.actor,
    operation: 'makeCollections',
    requestId: asked.requestId,
    reason: asked.body.reason ?? null,
    needs: { order: orderNumber, with: ['captures', 'installments', 'contents', 'collections'] },
    decide({ order, contents, collections }, setting) {
      if (!order) return { answer: '', changes: [], events: [] };
      const never = (why: string) => ({
        answer: why,
        changes: notCollectable(order, dueUntil, setting),
        events: [],
        about: orderNumber,
      });
      if (typeof mandateNumber !== 'string') return never('no_mandate');
      if (!contents?.bankAccount) return never('no_iban');
      if (order.order.currency !== 'EUR') return never('other_currency');
      const { directDebit } = (contents.payment ?? {}) as { directDebit?: { bankCode?: string } };
      if (ibanOf(contents.bankAccount, directDebit?.bankCode, merchant) === undefined) return never('no_iban');
      const mandate = { number: mandateNumber, signedOn: dayAt(Number(signedAt), merchant.timeZone) };
      return { ...collect(order, collections, { fileId, dueUntil, mandate }, setting), answer: '' };
    },
  });
  if (answer instanceof Refusal) return { orderNumber, why: 'busy' };
  return answer.text === '' ? undefined : { orderNumber, why: answer.text };
}

export const listCollections = operation({
  id: 'listCollections',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/collections',
  summary: 'The files of direct debits, latest first',
  about: 'Page by page: `?limit=` up to 200, `?after=` the `next` of the page before.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'page.unknown'],
  answer: Type.Object({ files: Type.Array(CollectionFile), next: Opt(Type.String()) }),
  async run({ merchant, query }, deps) {
    const page = pageOf(query, ...latestFirst);
    if (page instanceof Refusal) return page;
    const files = (await deps.db.read(listCollectionFiles, merchant.id, ...page.after, page.rows)) as unknown as FileRow[];
    const { shown, next } = page.of(files, ({ madeAt, id }) => [madeAt, id]);
    return { files: shown.map(fileRecord), ...next };
  },
});

/** A file is written within its request; one that has not been by then was cut off. */
const writingMs = 120_000;

/** The real time at which one of our ids was drawn. */
const madeAtOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

export const getCollectionFile = operation({
  id: 'getCollectionFile',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/collections/:fileId',
  summary: 'A file of direct debits with what became of each; the same bytes again',
  scope: 'admin:write',
  discloses: 'accounts',
  refusals: ['merchant.not_found', 'collection.not_found'],
  answer: CollectionFile,
  async run({ merchant, params }, deps) {
    const id = params['fileId'] ?? '';
    // Orders may still be on their way into it; a file that a crash left unwritten is written when it is asked for later.
    const file = uuid.test(id) ? await collectionFile(deps, merchant, id, deps.clock() - madeAtOf(id) > writingMs) : undefined;
    return file ? wholeRecord(file, merchant, deps) : refuse('collection.not_found', 'fileId');
  },
});
