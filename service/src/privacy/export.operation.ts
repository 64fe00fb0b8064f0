// What is kept of a person, and of a payer who is not known as a customer.

import { setImmediate } from 'node:timers/promises';
import { inflateRawSync } from 'node:zlib';
import { BankEntryRecord, entryRecord } from '../bank/entry-record.ts';
import { auditStatement } from '../book/audit.sql.ts';
import { auditValues } from '../book/auditing.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { catalogue, Refusal, type RefusalId, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { uuidv7 } from '../runtime/chance.ts';
import type { AnyTable } from '../store/table.ts';
import { together } from '../store/transaction.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Type } from '../wire/schema.ts';
import { actOf, foundBy, payerMembers } from './named-payer.ts';
import { askedFor, fieldOf, personMembers } from './named-person.ts';
import { findNamed, rowsOf } from './person.ts';
import { type LinksOfPerson, personTables } from './person-data.sql.ts';

export const exportPerson = operation({
  id: 'exportPerson',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/persons/export',
  summary: 'Everything that is kept of a person, as one document',
  about:
    'Grouped by kind, with the people who were merged into one, in the words of the tables (docs/privacy.md says what each is and how long it stays). Amounts are in minor units. Documents are PDF in base64.',
  scope: 'admin:privacy',
  discloses: 'accounts',
  refusals: ['merchant.not_found', 'person.not_found', 'person.named_twice'],
  example: { body: { customerNumber: '1795167000123456789', reason: 'Asked by e-mail on 20 November' } },
  body: Type.Object(personMembers, { title: 'ExportPerson' }),
  answer: Type.Object({
    customerId: Type.String(),
    exportedAt: InstantText(),
    data: Type.Unsafe<Record<string, unknown[]>>({ type: 'object', title: 'PersonData', additionalProperties: true }),
  }),
  async run(asked, deps) {
    const found = askedFor(asked);
    if (found instanceof Refusal) return found;
    const { merchant, named } = found;
    const person = await findNamed(named, merchant, deps, { wholeOperator: asked.organisationId === null });
    if (!person) return refuse('person.not_found', fieldOf(named));
    const { customerId, links } = person;
    const now = businessTime(merchant, deps.clock());
    const { actor, requestId, body } = asked;
    const act = { merchantId: merchant.id, actor, operation: 'exportPerson', subject: customerId, customerId, requestId };
    await deps.db.run(auditStatement, ...auditValues({ ...act, reason: body.reason, happenedAt: now }, uuidv7(deps.clock())));
    return { customerId, exportedAt: instantToWire(now), data: await dataOf(links, merchant, deps) };
  },
});

async function dataOf(links: LinksOfPerson, merchant: MerchantOnClock, deps: Deps): Promise<Record<string, unknown[]>> {
  const data: Record<string, unknown[]> = {};
  for (const { table, unexported } of personTables) {
    if (unexported) continue;
    const rows = await rowsOf(table.name, links, merchant, deps);
    const shown: unknown[] = [];
    for (const [index, row] of rows.entries()) {
      shown.push(exported(table, row));
      // A person with ten thousand orders delays no other request.
      if (index % 500 === 499) await setImmediate();
    }
    if (shown.length > 0) data[table.name] = shown;
  }
  return data;
}

/** A row as a person can read it: instants as text, documents whole, reasons in words; keyed hashes say nothing. */
function exported(table: AnyTable, row: Record<string, unknown>): Record<string, unknown> {
  const shown = Object.entries(row).filter(([column, value]) => value !== null && !/^key$|Keys?$/.test(column));
  const members = shown.map(([column, value]): [string, unknown] => {
    const type = table.columns[column];
    if (type === 'timestamptz') return [column, instantToWire(value as number)];
    if (typeof value === 'bigint') return [column, Number(value)];
    if (table.name === 'documents' && column === 'bytes') return ['pdf', pdfOf(String(value))];
    if (jsonTexts.has(`${table.name}.${column}`)) return [column, JSON.parse(String(value))];
    if (column === 'reasons' && Array.isArray(value)) return [column, value.map(inWords)];
    return [column, value];
  });
  return Object.fromEntries(members);
}

/** Sealed columns that hold JSON. */
const jsonTexts = new Set(['documents.content', 'listEntries.content', 'bankEntries.details']);

const pdfOf = (stored: string): string => inflateRawSync(Buffer.from(stored, 'base64')).toString('base64');

function inWords(reason: unknown): unknown {
  const id = (reason as { id?: string } | null)?.id;
  return id !== undefined && Object.hasOwn(catalogue, id)
    ? { ...(reason as object), words: catalogue[id as RefusalId].message }
    : reason;
}

export const exportPayer = operation({
  id: 'exportPayer',
  method: 'POST',
  path: '/admin/v1/payers/export',
  summary: 'What bank statements tell of a payer, named by account',
  about: 'Also what was booked for no order. What it was booked for is left out: a customer’s own data is `persons/export`.',
  scope: 'admin:privacy',
  discloses: 'accounts',
  refusals: ['value.required', 'person.not_found'],
  example: { body: { iban: 'DE89370400440532013000', name: 'Kim Test', reason: 'Asked by e-mail on 20 November' } },
  body: Type.Object(payerMembers, { title: 'ExportPayer' }),
  answer: Type.Object({ entries: Type.Array(BankEntryRecord) }),
  async run(asked, deps) {
    const found = await foundBy(asked.body, deps);
    if (found instanceof Refusal) return found;
    await together(deps.db, [actOf(asked, deps)]);
    return { entries: found.map((row) => ({ ...entryRecord(row, deps), bookings: [] })) };
  },
});
