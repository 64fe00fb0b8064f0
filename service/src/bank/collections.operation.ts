// Direct debits: a file of what is due for the bank, again whenever it is wanted; and payments that came back.

import type { Creditor } from '../core/bank-file/pain-008.ts';
import { addDays, dayAt } from '../core/dates.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { minorToWire } from '../core/money.ts';
import { collect, collectAgain } from '../core/order/collection.ts';
import { returnPayment } from '../core/order/payment-return.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Collection } from '../core/rows.ts';
import type { Deps } from '../http/deps.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { cursorOf, pageSize, placeOf, uuid } from '../http/paging.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import {
  findPaymentOrder,
  insertCollectionFile,
  listCollectable,
  listCollectionFiles,
  listFileContents,
} from '../orders/collections.sql.ts';
import { findPaidCapture } from '../orders/payments.sql.ts';
import { chance } from '../runtime/chance.ts';
import { instantToWire } from '../wire/instants.ts';
import { DayText, InstantText, Opt, type Static, Text, Type } from '../wire/schema.ts';
import { collectionFile, creditorOf, type FileRow, ibanOf } from './collection-file.ts';

const path = '/admin/v1/merchants/:merchantId/collections';

const CollectionFile = Type.Object(
  {
    fileId: Type.Optional(Type.String({ description: 'Absent where nothing is to be collected.' })),
    messageId: Opt(Type.String()),
    madeAt: Opt(InstantText()),
    count: Type.Number(),
    totalAmount: Type.Number(),
    currency: Type.String(),
    sha256: Opt(Type.String()),
    collections: Opt(
      Type.Array(
        Type.Object({
          orderNumber: Type.String(),
          captureNumber: Type.String(),
          installment: Opt(Type.Number()),
          amount: Type.Number(),
          collectOn: DayText(),
          sequenceType: Type.String(),
          mandateNumber: Type.String(),
          endToEndId: Type.String(),
          state: Type.String(),
          returnReason: Opt(Type.String()),
        }),
      ),
    ),
    leftOut: Opt(
      Type.Array(
        Type.Object({
          orderNumber: Type.String(),
          why: Type.String({ description: 'no_mandate, no_iban, other_currency, busy' }),
        }),
      ),
    ),
    content: Opt(Type.String({ description: 'pain.008.001.08, for the bank. It names people and accounts.' })),
  },
  { title: 'CollectionFile' },
);
type Record = Static<typeof CollectionFile>;

const fileRecord = ({ id, messageId, madeAt, count, totalMinor, sha256 }: FileRow): Record => ({
  fileId: id,
  messageId,
  madeAt: instantToWire(madeAt),
  count,
  totalAmount: minorToWire(totalMinor),
  currency: 'EUR',
  ...(sha256 !== null && { sha256 }),
});

export const makeCollections = operation({
  id: 'makeCollections',
  method: 'POST',
  path,
  summary: 'Make a file of direct debits (pain.008) of what is due',
  about:
    'What falls due up to `dueUntil` (5 days from today, unless named) and has a mandate, each part once. It is collected on its ' +
    'due day or the next one on which the euro settles. Euro alone: direct debits of other currencies are not made.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'collection.no_creditor'],
  body: Type.Object({ dueUntil: Opt(DayText()) }, { title: 'MakeCollections' }),
  answer: CollectionFile,
  async run(asked, deps) {
    const merchant = await findMerchant(asked.params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const creditor = creditorOf(merchant);
    if (!creditor) return refuse('collection.no_creditor', 'merchantId');
    const now = businessTime(merchant, deps.clock());
    const dueUntil = asked.body.dueUntil ?? addDays(dayAt(now, merchant.timeZone), 5);
    const candidates = await deps.db.read(listCollectable, merchant.id, dueUntil);
    const fileId = candidates.length > 0 ? await newFile(merchant, creditor, deps) : chance.id();
    const leftOut = (
      await Promise.all(candidates.map((row) => collectOrder(row, { merchant, fileId, dueUntil, asked, deps })))
    ).flatMap((each) => (each ? [each] : []));
    const file = await collectionFile(deps, merchant, fileId, true);
    const nothing: Record = { count: 0, totalAmount: 0, currency: 'EUR' };
    const shown = file && file.row.count > 0 ? await wholeRecord(file, merchant, deps) : nothing;
    return { ...shown, ...(leftOut.length > 0 && { leftOut }) };
  },
});

/** A file that nothing is in yet. */
async function newFile(merchant: MerchantOnClock, creditor: Creditor, { db, clock }: Deps): Promise<string> {
  const id = chance.id();
  // Time and chance of the id: short enough that each block can have a number behind it (35 characters at most).
  const messageId = `DD${id.slice(0, 13).replace('-', '')}${id.slice(-12)}`;
  const madeAt = new Date(businessTime(merchant, clock())).toISOString();
  await db.read(insertCollectionFile, merchant.id, id, messageId, JSON.stringify(creditor), madeAt);
  return id;
}

export const collectOnceMore = operation({
  id: 'collectAgain',
  method: 'POST',
  path: `${path}/again`,
  summary: 'Ask the bank once more for a direct debit that it returned',
  about:
    'A file of this one alone, under another end-to-end id, on the next possible day, for as much as is still owed; reminders wait until a ' +
    'week after. Once, and not where the bank said that the account or the mandate is gone, or the consumer fetched the money back.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'capture.not_found', 'collection.no_creditor', 'collection.not_again'],
  body: Type.Object(
    {
      captureNumber: Text(50),
      installment: Opt(Type.Integer({ minimum: 1, maximum: 999, description: 'Of a capture that is paid in installments.' })),
      reason: Text(255),
    },
    { title: 'CollectAgain' },
  ),
  answer: CollectionFile,
  async run({ params, body, actor, requestId }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const creditor = creditorOf(merchant);
    if (!creditor) return refuse('collection.no_creditor', 'merchantId');
    const { captureNumber, installment = 0, reason } = body;
    if (reason.trim() === '') return refuse('value.required', 'reason');
    const [found] = await deps.db.read(findPaidCapture, merchant.id, captureNumber, null);
    if (!found) return refuse('capture.not_found', 'captureNumber');
    const fileId = await newFile(merchant, creditor, deps);
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'collectAgain',
      requestId,
      reason,
      needs: { order: String(found['orderNumber']), with: ['captures', 'installments', 'collections'] },
      decide({ order, collections }, setting) {
        if (!order) return refuse('capture.not_found', 'captureNumber');
        const decided = collectAgain(order, collections, { fileId, captureNumber, installment }, setting);
        return decided instanceof Refusal ? decided : { ...decided, answer: '', about: captureNumber };
      },
    });
    if (answer instanceof Refusal) return answer;
    const file = await collectionFile(deps, merchant, fileId, true);
    return file ? wholeRecord(file, merchant, deps) : refuse('service.busy');
  },
});

interface Around {
  readonly merchant: MerchantOnClock;
  readonly fileId: string;
  readonly dueUntil: string;
  readonly asked: Pick<OperatorAsked<unknown>, 'actor' | 'requestId'>;
  readonly deps: Deps;
}

type LeftOut = { readonly orderNumber: string; readonly why: string };

/** One order into the file; or why it is left out. */
async function collectOrder(row: globalThis.Record<string, unknown>, around: Around): Promise<LeftOut | undefined> {
  const { merchant, fileId, dueUntil, asked, deps } = around;
  const orderNumber = String(row['orderNumber']);
  const { mandateNumber } = row;
  if (typeof mandateNumber !== 'string') return { orderNumber, why: 'no_mandate' };
  const mandate = { number: mandateNumber, signedOn: dayAt(Number(row['signedAt']), merchant.timeZone) };
  const answer = await deps.book.submit({
    merchantId: merchant.id,
    actor: asked.actor,
    operation: 'makeCollections',
    requestId: asked.requestId,
    needs: { order: orderNumber, with: ['captures', 'installments', 'contents', 'collections'] },
    decide({ order, contents, collections }, setting) {
      const none = (why: string) => ({ answer: why, changes: [], events: [] });
      if (!order || !contents?.bankAccount) return none('no_iban');
      if (order.order.currency !== 'EUR') return none('other_currency');
      const { directDebit } = (contents.payment ?? {}) as { directDebit?: { bankCode?: string } };
      if (ibanOf(contents.bankAccount, directDebit?.bankCode, merchant) === undefined) return none('no_iban');
      return { ...collect(order, collections, { fileId, dueUntil, mandate }, setting), answer: '' };
    },
  });
  if (answer instanceof Refusal) return { orderNumber, why: 'busy' };
  return answer.text === '' ? undefined : { orderNumber, why: answer.text };
}

async function wholeRecord({ row, xml }: { row: FileRow; xml: string }, merchant: MerchantOnClock, deps: Deps): Promise<Record> {
  const rows = await deps.db.read(listFileContents, merchant.id, row.id);
  const collections = rows.map((each) => {
    const collection = each as unknown as Collection;
    const { captureNumber, installment, collectOn, sequenceType, mandateNumber, endToEndId, state, returnReason } = collection;
    return {
      orderNumber: String(each['orderNumber']),
      captureNumber,
      ...(installment > 0 && { installment }),
      amount: minorToWire(collection.amountMinor),
      collectOn,
      sequenceType,
      mandateNumber,
      endToEndId,
      state,
      ...(returnReason !== null && { returnReason }),
    };
  });
  return { ...fileRecord(row), collections, content: xml };
}

export const getCollections = operation({
  id: 'listCollections',
  method: 'GET',
  path,
  summary: 'The files of direct debits, latest first',
  about: 'Page by page: `?limit=` up to 200, `?after=` the `next` of the page before.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'page.unknown'],
  answer: Type.Object({ files: Type.Array(CollectionFile), next: Opt(Type.String()) }),
  async run({ params, query }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const place = placeOf(query['after']);
    if (!place) return refuse('page.unknown', 'after');
    const size = pageSize(query);
    const from = query['after'] ? place : [null, null];
    const files = (await deps.db.read(listCollectionFiles, merchant.id, ...from, size)) as unknown as FileRow[];
    const last = files.at(-1);
    return { files: files.map(fileRecord), ...(last && files.length === size && { next: cursorOf(last.madeAt, last.id) }) };
  },
});

/** A file is written within its request; one that has not been by then was cut off. */
const writingMs = 120_000;
/** The real time at which one of our ids was drawn. */
const madeAtOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

export const getCollectionFile = operation({
  id: 'getCollectionFile',
  method: 'GET',
  path: `${path}/:fileId`,
  summary: 'A file of direct debits with what became of each; the same bytes again',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'collection.not_found'],
  answer: CollectionFile,
  async run({ params }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const id = params['fileId'] ?? '';
    // Orders may still be on their way into it; a file that a crash left unwritten is written when it is asked for later.
    const file = uuid.test(id) ? await collectionFile(deps, merchant, id, deps.clock() - madeAtOf(id) > writingMs) : undefined;
    return file ? wholeRecord(file, merchant, deps) : refuse('collection.not_found', 'fileId');
  },
});

export const takePaymentBack = operation({
  id: 'returnPayment',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/payments/:transactionId/return',
  summary: 'Say that the bank took a payment of a capture back',
  about: 'What it paid is owed again. Once: the same again is answered as before.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'payment.not_found'],
  body: Type.Object({ returnedOn: DayText(), reason: Text(255) }, { title: 'ReturnPayment' }),
  answer: Type.Object({
    transactionId: Type.String(),
    captureNumber: Type.String(),
    amount: Type.Number(),
    principalAmount: Type.Number(),
    interestAmount: Type.Number(),
    feeAmount: Type.Number(),
    returnedOn: DayText(),
  }),
  async run({ params, body, actor, requestId }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    if (body.reason.trim() === '') return refuse('value.required', 'reason');
    const transactionId = params['transactionId'] ?? '';
    const [found] = await deps.db.read(findPaymentOrder, merchant.id, transactionId);
    if (!found) return refuse('payment.not_found', 'transactionId');
    const { returnedOn, reason } = body;
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'returnPayment',
      requestId,
      reason,
      needs: {
        order: String(found['orderNumber']),
        with: ['captures', 'installments', 'contents'],
        payment: transactionId,
        paymentReturn: transactionId,
      },
      decide({ order, contents, payment, paymentReturn }, setting) {
        if (!order) return refuse('payment.not_found', 'transactionId');
        const isDirectDebit = Boolean(contents?.bankAccount);
        const decided = returnPayment(order, payment, paymentReturn, { returnedOn, reason, isDirectDebit }, setting);
        if (decided instanceof Refusal) return decided;
        const { captureNumber, amountMinor, principalMinor, interestMinor, feeMinor, returnedOn: on } = decided.answer;
        const shown = {
          transactionId,
          captureNumber,
          amount: minorToWire(amountMinor),
          principalAmount: minorToWire(principalMinor),
          interestAmount: minorToWire(interestMinor),
          feeAmount: minorToWire(feeMinor),
          returnedOn: on,
        };
        return { ...decided, answer: JSON.stringify(shown) };
      },
    });
    return answer instanceof Refusal ? answer : JSON.parse(answer.text);
  },
});
