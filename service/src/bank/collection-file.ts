// The file that asks a bank for direct debits: written once from what was decided, sealed, and the same bytes for ever. Accounts
// are opened while it is written and at no other time.
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { accountSent, judgeAccount } from '../core/bank/bank-account.ts';
import { servable } from '../core/bank/sepa.ts';
import { type Creditor, directDebitXml, type SequenceType } from '../core/bank-file/pain-008.ts';
import { buyerOf } from '../core/documents/buyer.ts';
import type { JsonObject } from '../core/json.ts';
import type { Merchant } from '../core/merchant.ts';
import type { Collection } from '../core/order/collecting.ts';
import { collectionFiles, fillCollectionFile, findCollectionFile, listFileContents } from '../orders/collections.sql.ts';
import { orderContents } from '../orders/orders.sql.ts';
import type { Db } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { placeOf } from '../store/table.ts';

export interface FileRow {
  readonly id: string;
  readonly messageId: string;
  readonly creditor: Creditor;
  readonly count: number;
  readonly totalMinor: bigint;
  readonly content: string | null;
  readonly sha256: string | null;
  readonly madeAt: number;
}

export interface CollectionDeps {
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'open' | 'seal'>;
}

/** Whom the merchant's direct debits pay; nothing where its contract cannot collect. */
export function creditorOf({ contract: { payee } }: Merchant): Creditor | undefined {
  const iban = payee.ibans.EUR;
  if (iban === undefined || payee.sepaCreditorId === null) return undefined;
  return { name: payee.name, iban: iban.replace(/\s/g, ''), bic: payee.bic, creditorId: payee.sepaCreditorId.replace(/\s/g, '') };
}

/** The IBAN of an account as a shop sent it; nothing for one that has none. */
export function ibanOf(bankAccount: string, bankCode: string | undefined, { country }: Merchant): string | undefined {
  return judgeAccount(accountSent(bankAccount, bankCode ?? null), country, servable).iban;
}

/** The file, written now if it may be and was not yet; nothing where the merchant has none of this id. */
export async function collectionFile(
  deps: CollectionDeps,
  merchant: Merchant,
  id: string,
  mayWrite: boolean,
): Promise<{ row: FileRow; xml: string } | undefined> {
  const read = async (): Promise<FileRow | undefined> =>
    (await deps.db.read(findCollectionFile, merchant.id, id))[0] as unknown as FileRow | undefined;
  const found = await read();
  if (!found) return undefined;
  if (found.content === null && mayWrite) await write(deps, merchant, found);
  const row = await read();
  if (!row || row.content === null || row.sha256 === null) return undefined;
  const xml = inflateRawSync(
    Buffer.from(deps.secrets.open(row.content, placeOf(collectionFiles, 'content', merchant.id, row)), 'base64'),
  ).toString('utf8');
  if (createHash('sha256').update(xml).digest('hex') !== row.sha256) throw new Error('a file that does not match its hash');
  return { row, xml };
}

async function write({ db, secrets }: CollectionDeps, merchant: Merchant, file: FileRow): Promise<void> {
  const rows = await db.read(listFileContents, merchant.id, file.id);
  if (rows.length === 0) return;
  const debits = rows.map((row) => {
    const collection = row as unknown as Collection;
    const { bankAccount, payment, customer, orderNumber } = row as Record<string, unknown>;
    const sent = (payment ?? {}) as { directDebit?: { bankCode?: string } };
    const iban = ibanOf(
      secrets.open(String(bankAccount), placeOf(orderContents, 'bankAccount', merchant.id, collection)),
      sent.directDebit?.bankCode,
      merchant,
    );
    if (iban === undefined) throw new Error('a collection from an account without an IBAN');
    return {
      endToEndId: collection.endToEndId,
      amountMinor: collection.amountMinor,
      sequenceType: collection.sequenceType as SequenceType,
      collectOn: collection.collectOn,
      mandateId: collection.mandateNumber,
      signedOn: collection.signedOn,
      debtorName: buyerOf((customer ?? {}) as JsonObject, merchant.country).name,
      debtorIban: iban,
      remittance: `${merchant.name} ${String(orderNumber)}`,
    };
  });
  const xml = directDebitXml({ messageId: file.messageId, madeAt: file.madeAt, creditor: file.creditor, debits });
  const sealed = secrets.seal(deflateRawSync(xml).toString('base64'), placeOf(collectionFiles, 'content', merchant.id, file));
  const total = debits.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const sha256 = createHash('sha256').update(xml).digest('hex');
  await db.run(fillCollectionFile, merchant.id, file.id, sealed, sha256, debits.length, String(total));
}
