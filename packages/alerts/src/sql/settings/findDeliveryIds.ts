import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { type IdPrefix, uuidRange } from '@sluice/reading';
import { readScope, type AlertScope } from './organizationProjects.js';

/** Returns the ids of deliveries of a scope with this prefix, ascending, at most `most`. Reads ranges of the primary key. */
export async function findDeliveryIds(
  db: Queryable,
  scope: AlertScope,
  { prefix, most }: { readonly prefix: IdPrefix; readonly most: number },
): Promise<readonly string[]> {
  const slugs = await readScope(db, scope);
  const [first, last] = uuidRange(prefix);
  const { rows } = await sql<{ readonly id: string }>`
    select id from alert_deliveries
    where project_id = any(${[...slugs.keys()]}::int8[]) and id >= ${first}::uuid and id <= ${last}::uuid
    order by id limit ${most}`.execute(db.kysely);
  return rows.map(({ id }) => id);
}
