// Organisations: banks and groups of shops that own merchants. A key of the operator can be limited to one.

import { auditValues } from '../book/auditing.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { byName, pageOf } from '../http/paging.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Reason, Text, Type } from '../wire/schema.ts';
import { operatorsAct } from './acts.ts';
import { findOrganisation, type OrganisationRow } from './find-organisation.ts';
import { insertOrganisation, renameOrganisation, listOrganisations as selectOrganisations } from './organisations.sql.ts';

const Organisation = Type.Object(
  { id: Type.String(), name: Type.String(), merchantCount: Type.Number(), createdAt: InstantText() },
  { title: 'Organisation' },
);

const example = {
  id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10',
  name: 'Nordbank',
  merchantCount: 2,
  createdAt: '2026-11-20T09:30:00Z',
};

const organisationToWire = ({ id, name, merchantCount, insertedAt }: OrganisationRow) => ({
  id,
  name,
  merchantCount,
  createdAt: instantToWire(insertedAt),
});

export const listOrganisations = operation({
  id: 'listOrganisations',
  method: 'GET',
  path: '/admin/v1/organisations',
  summary: 'The organisations',
  about: 'By name; `?limit=` and `?after=` page. A key that is limited to one sees that one.',
  scope: 'admin:read',
  keepsToOrganisation: true,
  refusals: ['page.unknown'],
  example: { answer: { organisations: [example] } },
  answer: Type.Object({ organisations: Type.Array(Organisation), next: Opt(Type.String()) }),
  async run({ query, organisationId }, deps) {
    const page = pageOf(query, ...byName);
    if (page instanceof Refusal) return page;
    const rows = await deps.db.read(selectOrganisations, organisationId, ...page.after, page.rows);
    const { shown, next } = page.of(rows as unknown as OrganisationRow[], ({ name, id }) => [name, id]);
    return { organisations: shown.map(organisationToWire), ...next };
  },
});

const Named = Type.Object({ name: Text(100), reason: Reason() }, { title: 'NameOrganisation' });

export const createOrganisation = operation({
  id: 'createOrganisation',
  method: 'POST',
  path: '/admin/v1/organisations',
  summary: 'Make an organisation',
  about: 'Its name is its own among all organisations, without regard to case.',
  scope: 'admin:merchants',
  refusals: ['value.required', 'name.used'],
  example: { body: { name: 'Nordbank', reason: 'Signed on 20 November.' }, answer: { ...example, merchantCount: 0 } },
  body: Named,
  answer: Organisation,
  async run(asked, deps) {
    const name = asked.body.name.trim();
    if (name === '') return refuse('value.required', 'name');
    const id = uuidv7(deps.clock());
    const act = operatorsAct(asked, id, asked.body.reason, deps);
    const [row] = await deps.db.run(insertOrganisation, id, name, ...auditValues(act, uuidv7(deps.clock())));
    return row ? organisationToWire(row as unknown as OrganisationRow) : refuse('name.used', 'name');
  },
});

export const setOrganisation = operation({
  id: 'setOrganisation',
  method: 'PUT',
  path: '/admin/v1/organisations/:organisationId',
  summary: 'Rename an organisation',
  scope: 'admin:merchants',
  refusals: ['organisation.not_found', 'value.required', 'name.used'],
  example: { body: { name: 'Nordbank AG', reason: 'New legal form.' }, answer: { ...example, name: 'Nordbank AG' } },
  body: Named,
  answer: Organisation,
  async run(asked, deps) {
    const found = await findOrganisation(asked.params['organisationId'], deps);
    if (!found) return refuse('organisation.not_found', 'organisationId');
    const name = asked.body.name.trim();
    if (name === '') return refuse('value.required', 'name');
    const act = operatorsAct(asked, found.id, asked.body.reason, deps);
    const [row] = await deps.db.run(renameOrganisation, found.id, name, ...auditValues(act, uuidv7(deps.clock())));
    return row ? organisationToWire(row as unknown as OrganisationRow) : refuse('name.used', 'name');
  },
});
