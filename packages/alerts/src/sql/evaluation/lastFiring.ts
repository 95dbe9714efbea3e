import { sql } from 'kysely';
import type { Tx } from '@sluice/db';
import type { FiringCandidate } from '../../decide/firing.js';
import { readClock } from '../readClock.js';
import type { SubjectKey } from './seriesStates.js';

/** The last firing of a series with its destinations. */
export interface LastFiring {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: string;
  /** Numbers and names, with `since`, `condition` and `conditionIndex`. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly since: string | null;
  readonly destinationIds: readonly string[];
  /** Seconds until the last of its notices is due that no message contains yet. */
  readonly dueInS: number;
}

/** Returns the last firing of a series; `undefined` if it is no longer stored. */
export async function readLastFiring(
  tx: Tx,
  { projectId, rule, subject }: SubjectKey,
): Promise<LastFiring | undefined> {
  const { rows } = await sql<FiringRow>`
    select id, organization_id, kind, details from alert_firings
    where project_id = ${projectId}::int8 and rule_id = ${rule.id}::int8 and subject = ${subject} and state = 'firing'
    order by at desc limit 1`.execute(tx.kysely);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { id, organization_id: organizationId, kind, details } = row;
  const { rows: notices } = await sql<{ destination_id: string; due_at: Date | null }>`
    select destination_id, case when delivery_id is null then due_at end as due_at from alert_notices
    where project_id = ${projectId}::int8 and firing_id = ${id}::uuid order by destination_id`.execute(tx.kysely);
  const nowMs = await readClock(tx);
  return {
    id,
    organizationId,
    kind,
    details,
    since: typeof details['since'] === 'string' ? details['since'] : null,
    destinationIds: notices.map((notice) => notice.destination_id),
    dueInS: Math.max(0, ...notices.map((notice) => ((notice.due_at?.getTime() ?? 0) - nowMs) / 1_000)),
  };
}

interface FiringRow {
  readonly id: string;
  readonly organization_id: string;
  readonly kind: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Returns the destinations and the delay of a recovery: those of its firing, whatever the rule is now, and not before the firing's own notice. */
export const endOf = ({ destinationIds, dueInS }: LastFiring): Pick<FiringCandidate, 'destinationIds' | 'digestS'> => ({
  destinationIds,
  digestS: dueInS,
});
