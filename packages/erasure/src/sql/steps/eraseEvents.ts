import { lowestIdAt, timeOfId, type WireType } from '@sluice/contract';
import { sql } from 'kysely';
import { TABLE_OF, addErased } from '@sluice/db';
import type { OpenErasure } from '../erasureProgress.js';
import { rebuildTraces } from './rebuildTraces.js';
import type { EraseStep } from './step.js';

interface ErasedRow {
  readonly last: string;
  readonly id: string | null;
  readonly trace_id: string | null;
}

/** Returns the first event id that an erasure does not cover. */
export const endOf = ({ beforeMs }: Pick<OpenErasure, 'beforeMs'>): string =>
  beforeMs === Infinity ? 'ffffffff-ffff-ffff-ffff-ffffffffffff' : lowestIdAt(beforeMs);

/**
 * Returns a step that deletes the user's events of a type, in the order of arrival. No index has the user, because it would cost
 * every event: the step reads the project's events once, `limit` at a time, without their large columns. The ids of the user are an
 * array: joined with the page, PostgreSQL may compare each event with each row of it, if its statistics lag.
 */
export const eraseEvents =
  (type: Exclude<WireType, 'replay'>): EraseStep =>
  async (tx, erasure, { limit }) => {
    const { projectId, id: erasureId, userKey, position } = erasure;
    const table = sql.id(TABLE_OF[type]);
    const { rows } = await sql<ErasedRow>`
      with page as materialized (
        select id, user_key from ${table}
        where project_id = ${projectId} and id > ${position} and id < ${endOf(erasure)} order by id limit ${limit}),
      last as materialized (select id from page order by id desc limit 1),
      gone as (
        delete from ${table} e
        where e.project_id = ${projectId} and e.id > ${position} and e.id <= (select id from last)
          and e.id = any(array(select id from page where user_key = ${userKey}))
        returning e.id, e.trace_id)
      select (select id from last) as last, gone.id, gone.trace_id
      from (select 1) as one left join gone on true`.execute(tx.kysely);
    const gone = rows.flatMap(({ id, trace_id: traceId }) => (id === null ? [] : [{ id, traceId }]));
    await addErased(
      tx,
      gone.map(({ id }) => ({ projectId, erasureId, type, arrivalMs: timeOfId(id), count: 1 })),
    );
    if (type === 'span') await rebuildTraces(tx, projectId, gone);
    return rows[0]?.last ?? undefined;
  };
