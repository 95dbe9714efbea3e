import { WIRE_TYPES, type WireType } from '@sluice/contract';
import { sql } from 'kysely';
import { type Queryable, TABLE_OF } from '@sluice/db';

/** The processed events of one type, by where they are. */
interface Accounting {
  readonly type: WireType;
  /** Counted as processed. */
  readonly processed: number;
  readonly stored: number;
  /** Dead letters, in events. */
  readonly waiting: number;
  readonly retry: number;
  readonly discarded: number;
  /** Deleted by an erasure, or kept from being stored by it. */
  readonly erased: number;
  /** processed − stored − dead letters − erased. Other than 0 if retention has deleted rows or events are lost. */
  readonly difference: number;
}

/**
 * Returns the accounting identity by type: processed = stored + dead-lettered + discarded + erased. Of one project or all. Unreadable
 * jobs belong to no project and are on neither side. Counts every row: for operators and tests. Metrics have no rows to count.
 */
export async function readAccounting(db: Queryable, projectId?: string): Promise<readonly Accounting[]> {
  const ofProject = projectId === undefined ? sql`project_id <> 0` : sql`project_id = ${projectId}`;
  const stored = WIRE_TYPES.map(
    (type) => sql`select ${sql.lit(type)} as type, 'stored' as place, count(*) as n
      from ${sql.id(TABLE_OF[type])} where ${ofProject}`,
  );
  // One statement has one snapshot: rows that a worker commits meanwhile make no difference.
  const { rows } = await sql<{ type: WireType; place: string; n: string }>`
    ${sql.join(stored, sql` union all `)}
    union all select type, 'processed', sum(count) from usage where ${ofProject} and outcome = 'processed' group by type
    union all select type, 'erased', sum(count) from erased_events where ${ofProject} group by type
    union all select type, state, sum(events) from dead_letters where ${ofProject} group by type, state`.execute(
    db.kysely,
  );
  return WIRE_TYPES.map((type) => {
    const at = (place: string): number => Number(rows.find((row) => row.type === type && row.place === place)?.n ?? 0);
    const [processed, inTables, waiting] = [at('processed'), at('stored'), at('waiting')];
    const [retry, discarded, erased] = [at('retry'), at('discarded'), at('erased')];
    const difference = processed - inTables - waiting - retry - discarded - erased;
    return { type, processed, stored: inTables, waiting, retry, discarded, erased, difference };
  });
}
