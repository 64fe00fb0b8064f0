import { eraseClosingReasons, eraseEntries } from '../bank/bank-entries.sql.ts';
import { isStray, isWaiting } from '../bank/payers.ts';
import { operatorsOwn } from '../book/audit.sql.ts';
import { Refusal } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { call } from '../store/db.ts';
import { arrayText } from '../store/table.ts';
import { together } from '../store/transaction.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Type, Word } from '../wire/schema.ts';
import { type Erased, erase, type WithArchive } from './erase.ts';
import { actOf, foundBy, payerMembers } from './named-payer.ts';
import { askedFor, fieldOf, personMembers } from './named-person.ts';
import type { Extra } from './person-data.sql.ts';

const extras = ['Keep', 'Erase'] as const;

export const erasePerson = operation({
  id: 'erasePerson',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/persons/erase',
  summary: 'Erase a person',
  about:
    'Everything that names or describes the person goes at once and for good, with everybody who was merged into them; orders, amounts, ledger and audit stay, without a way back to the person. Refused while an order is open or something is owed. Documents that the law has kept (`documents`), and entries of the merchant’s own lists (`listEntries`), stay unless asked for, documents until the end of the law’s time. Afterwards the same person is a new customer.',
  scope: 'admin:privacy',
  refusals: [
    'merchant.not_found',
    'person.not_found',
    'person.named_twice',
    'erasure.order_open',
    'erasure.debt_open',
    'erasure.account_open',
  ],
  example: {
    body: {
      customerNumber: '1795167000123456789',
      documents: 'Keep',
      listEntries: 'Keep',
      reason: 'Asked by e-mail on 20 November',
    },
  },
  body: Type.Object(
    {
      ...personMembers,
      documents: Opt(
        Word(extras, 'Keep (as the law has it; the default), or Erase where the duty to keep them is met elsewhere.'),
      ),
      listEntries: Opt(Word(extras, 'Keep (the default), or Erase those that mean this person alone.')),
    },
    { title: 'ErasePerson' },
  ),
  answer: Type.Object({
    customerId: Type.String({ description: 'What the audit calls the person; the person cannot be found by it any more.' }),
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
    const found = askedFor(asked);
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

export const erasePayer = operation({
  id: 'erasePayer',
  method: 'POST',
  path: '/admin/v1/payers/erase',
  summary: 'Erase what bank statements tell of a payer, named by account',
  about:
    'Names, accounts and words go from entries that were sent back or ignored and booked for no order; with `documents` from those that were booked, too. What waits stays, because the money has to find its way back: assign it, send it back or ignore it, and ask again.',
  scope: 'admin:privacy',
  refusals: ['value.required', 'person.not_found'],
  example: {
    body: { iban: 'DE89370400440532013000', name: 'Kim Test', documents: 'Keep', reason: 'Asked by e-mail on 20 November' },
  },
  body: Type.Object(
    { ...payerMembers, documents: Opt(Word(['Keep', 'Erase'], 'Keep (as the law has it; the default), or Erase.')) },
    { title: 'ErasePayer' },
  ),
  answer: Type.Object({
    erased: Type.Number({ description: 'Entries whose names were removed.' }),
    waiting: Type.Number({ description: 'Entries that wait for a person: not erased.' }),
    kept: Type.Number({ description: 'Entries that were booked, kept for the law.' }),
  }),
  async run(asked, deps) {
    const found = await foundBy(asked.body, deps);
    if (found instanceof Refusal) return found;
    const settled = found.filter((row) => !isWaiting(row));
    const meant = asked.body.documents === 'Erase' ? settled : settled.filter(isStray);
    const ids = arrayText(
      'uuid',
      meant.map(({ id }) => id),
    );
    const reasons = call(eraseClosingReasons, operatorsOwn);
    const [gone] = await together(deps.db, [call(eraseEntries, ids), reasons, actOf(asked, deps)]);
    return {
      erased: gone?.length ?? 0,
      waiting: found.length - settled.length,
      kept: settled.length - meant.length,
    };
  },
});
