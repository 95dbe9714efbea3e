import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { Ending } from '../../words/details.js';
import type { ClaimedDelivery } from './claimDeliveries.js';
import type { DeliveredFiring } from './deliveries.js';

/**
 * Returns rows of the last firing or recovery of each series that a destination may have got, with its `state`. An attempt to send a firing
 * may have opened an incident, whatever its result; only a recovery that was accepted has closed one. An attempt that sent nothing counts,
 * too: PagerDuty and Opsgenie accept a request that closes an incident which they do not have, and ignore it.
 */
export const openSeries = (projectIds: readonly string[], destinationId: string): RawBuilder<unknown> => sql`
  select distinct on (n.project_id, f.rule_id, f.subject) f.project_id, f.id, f.rule_id, f.kind, f.subject, f.state, f.details
  from alert_notices n join alert_firings f on f.project_id = n.project_id and f.id = n.firing_id
  join alert_deliveries d on d.project_id = n.project_id and d.id = n.delivery_id
  where n.project_id = any(${projectIds}::int8[]) and n.destination_id = ${destinationId}::int8 and f.subject like 'series:%'
    and (f.state = 'firing' and d.attempts > 0 or f.state = 'recovered' and d.state = 'sent')
  order by n.project_id, f.rule_id, f.subject, f.at desc`;

/** Returns the recoveries that close the open incidents of a deleted destination in a project, as of a time. */
export async function readOpenIncidents(
  db: Queryable,
  { projectId, destinationId }: Pick<ClaimedDelivery, 'projectId' | 'destinationId'>,
  at: Date,
): Promise<readonly DeliveredFiring[]> {
  const { rows } = await sql<OpenRow>`
    select id, rule_id, kind, subject, details from (${openSeries([projectId], destinationId)}) o
    where state = 'firing'`.execute(db.kysely);
  return rows.map(({ rule_id: ruleId, details, ...row }) => ({
    ...row,
    ruleId,
    details: { ...details, value: null, ended: 'destination deleted' satisfies Ending },
    state: 'recovered',
    suppressed: 0,
    at,
  }));
}

type OpenRow = Pick<DeliveredFiring, 'id' | 'kind' | 'subject' | 'details'> & { readonly rule_id: string };

/** Returns whether another attempt at the same destination has been begun and not settled. */
export async function isInFlight(
  db: Queryable,
  { projectId, id, destinationId }: Pick<ClaimedDelivery, 'projectId' | 'id' | 'destinationId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from alert_deliveries
    where project_id = ${projectId}::int8 and destination_id = ${destinationId}::int8 and id <> ${id}::uuid
      and state = 'waiting' and claimed_until > clock_timestamp() limit 1`.execute(db.kysely);
  return rows.length > 0;
}
