// Reference data of postal codes and places: imports and what they hold. Shared by all merchants.
import { auditParts } from '../book/audit.sql.ts';
import type { Statement } from '../store/table.ts';

const imported = `i.id, i.label, i.credit, i.content_hash as "contentHash", i.place_count as "placeCount", i.current_at as "currentAt"`;

/** The one in use; of two that finished at once the later. */
export const findCurrentImport: Statement = {
  name: 'find_current_import',
  text: `select ${imported} from reference_imports i where i.state = 'Current' order by i.current_at desc, i.id desc limit 1`,
};

export const insertImport: Statement = {
  name: 'insert_import',
  text: `insert into reference_imports (id, label, credit, content_hash, place_count, state) values ($1, $2, $3, $4, 0, 'Loading') returning id`,
};

/** Places of an import that is still loading; a place that is there already is not counted twice. Then the audit row. */
export const insertPlaces: Statement = {
  name: 'insert_places',
  text: `with loading as (select id from reference_imports where id = $1::uuid and state = 'Loading' for update),
added as (
  insert into reference_places (import_id, country, postal_code, place, latitude, longitude)
  select l.id, r.* from loading l, unnest($2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[]) as r
  on conflict do nothing returning 1
), counted as (
  update reference_imports i set place_count = i.place_count + (select count(*) from added)
  from loading l where i.id = l.id returning i.place_count as "placeCount"
), ${auditParts(7, 'counted')} select * from counted`,
};

/** From one statement to the next every reader has the new one, whole. $1 import, $2 places, then the audit row. */
export const makeCurrent: Statement = {
  name: 'make_import_current',
  text: `with clock as materialized (select now() as at), changed as (
  update reference_imports i set
    state = case when i.id = $1::uuid then 'Current' else 'Old' end,
    current_at = case when i.id = $1::uuid then clock.at else i.current_at end
  from clock where (i.id = $1::uuid and i.state = 'Loading' or i.state = 'Current')
    and exists (select 1 from reference_imports n where n.id = $1::uuid and n.state = 'Loading' and n.place_count = $2::int)
  returning i.id
), ${auditParts(3, 'changed')} select * from changed`,
};

/** What was replaced, and what was begun and never finished. */
export const deleteOldImports: Statement = {
  name: 'delete_old_imports',
  text: `delete from reference_imports where state = 'Old' or (state = 'Loading' and started_at < now() - interval '1 hour')`,
};

export const listPlaces: Statement = {
  name: 'list_places',
  text: `select p.postal_code as "code", p.place as "name", p.latitude, p.longitude
from reference_places p where p.import_id = $1 and p.country = $2 order by p.postal_code, p.place`,
};
