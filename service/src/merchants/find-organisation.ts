// An organisation by its id.
import type { Deps } from '../http/deps.ts';
import { uuid } from '../http/paging.ts';
import { listOrganisations as selectOrganisations } from './organisations.sql.ts';

export interface OrganisationRow {
  readonly id: string;
  readonly name: string;
  readonly merchantCount: number;
  readonly insertedAt: number;
}

/** An organisation by its id. */
export async function findOrganisation(id: string | undefined, { db }: Pick<Deps, 'db'>): Promise<OrganisationRow | undefined> {
  if (id === undefined || !uuid.test(id)) return undefined;
  const [row] = await db.read(selectOrganisations, id, '', '00000000-0000-0000-0000-000000000000', 1);
  return row as unknown as OrganisationRow | undefined;
}
