import type { Generated } from 'kysely';
import type { Defaulted, Int8, Nullable, NullableJsonb, Timestamp } from './columns.js';

/** Erasures of users and projects, see the migration `0113-erasures`. */
export interface ErasuresTable {
  project_id: Int8;
  id: Generated<string>;
  kind: 'user' | 'project';
  /** NULL for a project, and once the erasure is closed. */
  user_key: string | null;
  /** The slug that an erased project had. NULL for a user, and once the organization is erased. */
  slug: string | null;
  /** Events that arrived before are erased; NULL means all. */
  before: Nullable<Timestamp>;
  requested_by: string;
  requested_at: Defaulted<Timestamp>;
  state: Generated<'waiting' | 'running' | 'done'>;
  /** A transaction id. Transactions from it on see the erasure. */
  horizon: string | null;
  step: Generated<number>;
  position: Generated<string>;
  started_at: Nullable<Timestamp>;
  finished_at: Nullable<Timestamp>;
  closed_at: Nullable<Timestamp>;
  /** Erased events by type, once it is closed. */
  counts: NullableJsonb<Readonly<Record<string, number>>>;
}

/** Events that an erasure deleted or kept from being stored, by UTC hour of arrival. */
export interface ErasedEventsTable {
  project_id: Int8;
  erasure_id: string;
  type: string;
  hour: Timestamp;
  count: Int8;
}

/** Replays of erased users, as long as their erasure is open. */
export interface ErasedReplaysTable {
  project_id: Int8;
  erasure_id: string;
  replay_id: string;
}

/** Erasures of organizations. Their projects have erasures of their own. */
export interface OrganizationErasuresTable {
  organization_id: Int8;
  /** The slug that the organization had. */
  slug: string;
  requested_by: string;
  /** The user who requested it; NULL for an operator. */
  user_id: Nullable<Int8>;
  requested_at: Defaulted<Timestamp>;
  finished_at: Nullable<Timestamp>;
}
