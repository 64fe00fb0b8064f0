// A file of direct debits as the operator sees it.

import type { Creditor } from '../core/bank-file/pain-008.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { minorToWire } from '../core/money.ts';
import type { Collection } from '../core/order/collecting.ts';
import type { Deps } from '../http/deps.ts';
import { insertCollectionFile, listFileContents } from '../orders/collections.sql.ts';
import { chance } from '../runtime/chance.ts';
import { instantToWire } from '../wire/instants.ts';
import { DayText, InstantText, Opt, type Static, Type } from '../wire/schema.ts';
import type { FileRow } from './collection-file.ts';

export const CollectionFile = Type.Object(
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
    more: Opt(Type.Boolean({ description: 'More is due than one file takes: make the next one.' })),
    content: Opt(Type.String({ description: 'pain.008.001.08, for the bank. It names people and accounts.' })),
  },
  { title: 'CollectionFile' },
);

export type FileRecord = Static<typeof CollectionFile>;

export const fileRecord = ({ id, messageId, madeAt, count, totalMinor, sha256 }: FileRow): FileRecord => ({
  fileId: id,
  messageId,
  madeAt: instantToWire(madeAt),
  count,
  totalAmount: minorToWire(totalMinor),
  currency: 'EUR',
  ...(sha256 !== null && { sha256 }),
});

/** A file that nothing is in yet. */
export async function newFile(merchant: MerchantOnClock, creditor: Creditor, { db, clock }: Deps): Promise<string> {
  const id = chance.id();
  // Time and chance of the id: short enough that each block can have a number behind it (35 characters at most).
  const messageId = `DD${id.slice(0, 13).replace('-', '')}${id.slice(-12)}`;
  const madeAt = new Date(businessTime(merchant, clock())).toISOString();
  await db.run(insertCollectionFile, merchant.id, id, messageId, JSON.stringify(creditor), madeAt);
  return id;
}

export async function wholeRecord(
  { row, xml }: { row: FileRow; xml: string },
  merchant: MerchantOnClock,
  deps: Deps,
): Promise<FileRecord> {
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
