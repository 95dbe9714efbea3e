import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { readScope } from './organizationProjects.js';

/** The latest attempt that failed of a message that waits for the next one, or of a message or test that failed permanently. */
export interface LastProblem {
  readonly deliveryId: string;
  readonly kind: 'alert' | 'test' | 'resend';
  readonly at: Date;
  /** HTTP status or SMTP code; `null` without an answer. */
  readonly status: number | null;
  readonly problem: string | null;
}

/** What failed permanently before says nothing about a destination. */
const FAILED_DAYS = 7;

/**
 * Returns what failed last at destinations of an organization, by their id, unless a message was sent to them afterwards. Reads what
 * waits for another attempt, and what failed permanently of the last week.
 */
export async function readLastProblems(
  db: Queryable,
  organizationId: string,
): Promise<ReadonlyMap<string, LastProblem>> {
  const slugs = await readScope(db, { organizationId });
  const { rows } = await sql<LastProblem & { readonly destinationId: string }>`
    select distinct on (d.destination_id) d.destination_id as "destinationId", d.id as "deliveryId", d.kind, a.at, a.status,
      a.problem
    from (
      select project_id, id, destination_id, kind from alert_deliveries
      where project_id = any(${[...slugs.keys()]}::int8[]) and state = 'waiting' and attempts > 0
      union all
      select project_id, id, destination_id, kind from alert_deliveries
      where project_id = any(${[...slugs.keys()]}::int8[]) and state = 'failed'
        and created_at > now() - make_interval(days => ${FAILED_DAYS})
    ) d join alert_attempts a on a.project_id = d.project_id and a.delivery_id = d.id
    where a.result <> 'sent'
    order by d.destination_id, a.at desc`.execute(db.kysely);
  const sent = await readLastSent(db, organizationId);
  return new Map(
    rows
      .filter(({ destinationId, at }) => (sent.get(destinationId)?.getTime() ?? 0) < at.getTime())
      .map(({ destinationId, ...problem }) => [destinationId, problem]),
  );
}

async function readLastSent(db: Queryable, organizationId: string): Promise<ReadonlyMap<string, Date | null>> {
  const rows = await db.kysely
    .selectFrom('alert_destinations')
    .select(['id', 'last_sent_at as at'])
    .where('organization_id', '=', organizationId)
    .execute();
  return new Map(rows.map(({ id, at }) => [id, at]));
}
