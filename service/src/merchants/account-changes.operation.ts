import { Refusal } from '../core/refusals.ts';
import { unmaskQuery } from '../http/disclosure.ts';
import { word } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { latestId, pageOf } from '../http/paging.ts';
import { Opt, Type } from '../wire/schema.ts';
import { ChangeRecord, changeStates, changeToWire, exampleChange } from './account-change-shape.ts';
import { listChanges } from './account-changes.sql.ts';
import { type AccountChange, applyBeforeLooking } from './account-changes.ts';

const askedStates = changeStates.filter((each) => each !== 'Expired');

export const listAccountChanges = operation({
  id: 'listAccountChanges',
  method: 'GET',
  path: '/admin/v1/account-changes',
  summary: 'Changes of the accounts that money is paid to and from',
  about:
    'The latest first; with `?state=` Proposed (waits for a second person), Approved (waits for its time), Effective, Rejected or Replaced. A key that is limited to an organisation sees those of its merchants. `?limit=` and `?after=` page.',
  scope: 'admin:read',
  keepsToOrganisation: true,
  query: { state: word(askedStates, 'In this state.'), ...unmaskQuery },
  refusals: ['page.unknown'],
  example: { answer: { changes: [exampleChange] } },
  answer: Type.Object({ changes: Type.Array(ChangeRecord), next: Opt(Type.String()) }),
  async run({ query, organisationId }, deps) {
    const page = pageOf(query, ...latestId);
    if (page instanceof Refusal) return page;
    await applyBeforeLooking(deps);
    const rows = await deps.db.read(listChanges, organisationId, query.state ?? null, ...page.after, page.rows);
    const { shown, next } = page.of(rows as unknown as (AccountChange & { merchantName: string | null })[], ({ id }) => [id]);
    return { changes: shown.map((row) => changeToWire(row, deps)), ...next };
  },
});
