// The rights of a person: everything that is kept of them in one document, and its end. Who is meant stands in the body,
// because addresses are kept in logs; both are audited with why.
import { setImmediate } from 'node:timers/promises';
import { inflateRawSync } from 'node:zlib';
import { auditStatement } from '../book/audit.sql.ts';
import { auditValues } from '../book/auditing.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { catalogue, Refusal, type RefusalId, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { uuidv7 } from '../runtime/chance.ts';
import type { AnyTable } from '../store/table.ts';
import { instantToWire } from '../wire/instants.ts';
import { CutText, InstantText, Opt, Text, Type, Word } from '../wire/schema.ts';
import { type Erased, erase, type WithArchive } from './erase.ts';
import { findNamed, type NamedPerson, rowsOf } from './person.ts';
import { type Extra, type LinksOfPerson, personTables } from './person-data.sql.ts';

const who = {
  customerNumber: Opt(Text(100)),
  identificationNumber: Opt(Text(50, 'National or organisation number.')),
  orderNumber: Opt(Text(50, 'Of any order of the person.')),
  reason: CutText(500, 'Why, for the audit. Leave out who it is: this stays.'),
};

/** A person is named in one way. */
function namedIn({ customerNumber, identificationNumber, orderNumber }: NamedPerson): NamedPerson | Refusal {
  const given = Object.entries({ customerNumber, identificationNumber, orderNumber }).filter(([, value]) => value?.trim());
  if (given.length === 0) return refuse('value.required', 'customerNumber');
  return given.length === 1 ? Object.fromEntries(given) : refuse('person.named_twice', String(given[1]?.[0]));
}
const fieldOf = (named: NamedPerson): string => Object.keys(named)[0] ?? 'customerNumber';

interface Asked {
  readonly merchant: MerchantOnClock;
  readonly named: NamedPerson;
}

async function askedFor({ params, body }: OperatorAsked<NamedPerson & { reason: string }>, deps: Deps): Promise<Asked | Refusal> {
  const merchant = await findMerchant(params['merchantId'] ?? '', deps);
  if (!merchant) return refuse('merchant.not_found', 'merchantId');
  if (body.reason.trim() === '') return refuse('value.required', 'reason');
  const named = namedIn(body);
  return named instanceof Refusal ? named : { merchant, named };
}

export const exportPerson = operation({
  id: 'exportPerson',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/persons/export',
  summary: 'Everything that is kept of a person, as one document',
  about:
    'Grouped by kind, with the people who were merged into one, in the words of the tables (docs/privacy.md says what each is and how long it stays). Amounts are in minor units. Documents are PDF in base64.',
  scope: 'admin:privacy',
  refusals: ['merchant.not_found', 'person.not_found', 'person.named_twice'],
  body: Type.Object(who, { title: 'ExportPerson' }),
  answer: Type.Object({
    customerId: Type.String(),
    exportedAt: InstantText(),
    data: Type.Unsafe<Record<string, unknown[]>>({ type: 'object', title: 'PersonData', additionalProperties: true }),
  }),
  async run(asked, deps) {
    const found = await askedFor(asked, deps);
    if (found instanceof Refusal) return found;
    const { merchant, named } = found;
    const person = await findNamed(named, merchant, deps, { wholeOperator: asked.organisationId === null });
    if (!person) return refuse('person.not_found', fieldOf(named));
    const { customerId, links } = person;
    const now = businessTime(merchant, deps.clock());
    const { actor, requestId, body } = asked;
    const act = { merchantId: merchant.id, actor, operation: 'exportPerson', subject: customerId, customerId, requestId };
    await deps.db.read(auditStatement, ...auditValues({ ...act, reason: body.reason, happenedAt: now }, uuidv7(deps.clock())));
    return { customerId, exportedAt: instantToWire(now), data: await dataOf(links, merchant, deps) };
  },
});

async function dataOf(links: LinksOfPerson, merchant: MerchantOnClock, deps: Deps): Promise<Record<string, unknown[]>> {
  const data: Record<string, unknown[]> = {};
  for (const { table, untold } of personTables) {
    if (untold) continue;
    const rows = await rowsOf(table.name, links, merchant, deps);
    const shown: unknown[] = [];
    for (const [index, row] of rows.entries()) {
      shown.push(told(table, row));
      // Whoever has ten thousand orders keeps nobody else waiting.
      if (index % 500 === 499) await setImmediate();
    }
    if (shown.length > 0) data[table.name] = shown;
  }
  return data;
}

/** A row as a person can read it: instants as text, documents whole, reasons in words; keyed hashes say nothing. */
function told(table: AnyTable, row: Record<string, unknown>): Record<string, unknown> {
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

const extras = ['Keep', 'Erase'] as const;

export const erasePerson = operation({
  id: 'erasePerson',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/persons/erase',
  summary: 'Erase a person',
  about:
    'Everything that names or describes the person goes at once and for good, with everybody who was merged into them; orders, amounts, ledger and audit stay and lead to nobody. Refused while an order is open or something is owed. Documents that the law has kept (`documents`), and entries of the merchant’s own lists (`listEntries`), stay unless told otherwise, documents until the end of the law’s time. Afterwards the same person is somebody new.',
  scope: 'admin:privacy',
  refusals: [
    'merchant.not_found',
    'person.not_found',
    'person.named_twice',
    'erasure.order_open',
    'erasure.debt_open',
    'erasure.account_open',
  ],
  body: Type.Object(
    {
      ...who,
      documents: Opt(
        Word(extras, 'Keep (as the law has it; the default), or Erase where the duty to keep them is met elsewhere.'),
      ),
      listEntries: Opt(Word(extras, 'Keep (the default), or Erase those that mean this person and nobody else.')),
    },
    { title: 'ErasePerson' },
  ),
  answer: Type.Object({
    customerId: Type.String({ description: 'What the audit calls the person; it leads to nobody any more.' }),
    erasedAt: InstantText(),
    rows: Type.Unsafe<Record<string, number>>({
      type: 'object',
      title: 'ErasedRows',
      description: 'Rows of each table that were cleared or deleted.',
      additionalProperties: true,
    }),
    kept: Type.Array(
      Type.Object(
        { kind: Word(['documents', 'listEntries', 'bankEntries']), count: Type.Number(), until: Opt(Type.String()) },
        { title: 'KeptData' },
      ),
    ),
  }),
  async run(asked, deps: Deps & WithArchive) {
    const found = await askedFor(asked, deps);
    if (found instanceof Refusal) return found;
    const { merchant, named } = found;
    const { actor, requestId, body } = asked;
    const wanted = new Set<Extra>();
    if (body.documents === 'Erase') wanted.add('documents');
    if (body.listEntries === 'Erase') wanted.add('listEntries');
    const act = { merchantId: merchant.id, actor, operation: 'erasePerson', requestId, reason: body.reason };
    const sight = { wholeOperator: asked.organisationId === null };
    const erased = await erase({ named, wanted, merchant, act, field: fieldOf(named), sight }, deps);
    return erased instanceof Refusal ? erased : erasedToWire(erased);
  },
});

const erasedToWire = ({ customerId, erasedAt, rows, kept }: Erased) => ({
  customerId,
  erasedAt: instantToWire(erasedAt),
  rows,
  kept: [...kept],
});
