import { hourOf, startOfHour, timeOfId } from '@sluice/contract';
import { sql } from 'kysely';
import { type Tx, mergeByKey, unnest, isoTime } from '@sluice/db';

/** Project and event id of a stored span. */
interface SpanPlace {
  readonly projectId: string;
  readonly id: string;
}

/**
 * Appends that spans of these hours of arrival were stored, so that housekeeping derives the hours again. Call it in the
 * transaction that stores the spans: whoever sees the row sees the spans. Appended rows lock nothing.
 */
export async function markSpanHours(tx: Tx, spans: readonly SpanPlace[]): Promise<void> {
  if (spans.length === 0) return;
  const marks = mergeByKey(
    spans.map(({ projectId, id }) => ({ projectId, id, hour: hourOf(timeOfId(id)) })),
    ({ projectId, hour }) => [projectId, String(hour)],
    (span) => span,
    (first, span) => (span.id < first.id ? span : first),
  );
  await sql`
    insert into span_arrivals (project_id, hour, first_id) select * from ${unnest('n', {
      project_id: ['int8', marks.map(({ projectId }) => projectId)],
      hour: ['timestamptz', marks.map(({ hour }) => isoTime(startOfHour(hour)))],
      first_id: ['uuid', marks.map(({ id }) => id)],
    })}`.execute(tx.kysely);
}
