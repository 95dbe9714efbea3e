import type { EventType } from '@sluice/contract';
import type { Selectable } from 'kysely';
import type { Schema } from '@sluice/db';

/**
 * An erasure of a project user's data, or of everything in a project.
 *
 * | state     | from                                        | until                                                    |
 * |-----------|---------------------------------------------|----------------------------------------------------------|
 * | `waiting` | the request                                 | every transaction that may not see it has ended          |
 * | `running` | the first deletion                          | everything stored before is deleted                      |
 * | `done`    | nothing of it is stored                     | it is closed; until then late events are not stored      |
 */
export interface Erasure {
  readonly projectId: string;
  readonly id: string;
  readonly kind: 'user' | 'project';
  /** `null` for a project, and for a user once it is closed. */
  readonly userKey: string | null;
  /** The slug that the project had; `null` for a user, and once the organization is erased. */
  readonly slug: string | null;
  /** Events that arrived before are erased; `null` means all. */
  readonly before: Date | null;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly state: 'waiting' | 'running' | 'done';
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly closedAt: Date | null;
  /** Erased events by type. */
  readonly events: ErasedCounts;
}

/** Numbers of erased events by type. */
export type ErasedCounts = Readonly<Partial<Record<EventType, number>>>;

/** Converts a row to an {@link Erasure}. */
export const erasureOf = (row: Selectable<Schema['erasures']>, events: ErasedCounts): Erasure => ({
  projectId: row.project_id,
  id: row.id,
  kind: row.kind,
  userKey: row.user_key,
  slug: row.slug,
  before: row.before,
  requestedBy: row.requested_by,
  requestedAt: row.requested_at,
  state: row.state,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  closedAt: row.closed_at,
  events: row.counts ?? events,
});
