import type { Int8, Timestamp } from './columns.js';

/** The days whose counts are derived, see `0108-people`. */
export interface DerivedDaysTable {
  project_id: Int8;
  /** `hit`, `exception` or `replay`. */
  kind: string;
  /** UTC day of arrival. */
  day: string;
  /** The number of `listDueDays` before the derivation began. */
  count: Int8;
  derived_at: Timestamp;
  took_ms: number;
}

/** Hits of an hour or UTC day of arrival by a property. */
export interface VisitCountsTable {
  project_id: Int8;
  /** Hours of the bucket: 1 or 24. */
  width: number;
  dimension: string;
  start: Timestamp;
  /** Empty where the hits had none. */
  environment: string;
  bot: boolean;
  value: string;
  pageviews: Int8;
  customs: Int8;
  /** Visits that began. */
  visits: Int8;
  /** Visitors whose first hit of the UTC day it was. */
  visitors: Int8;
}

/** Exceptions of an hour or UTC day of arrival by a property. */
export interface ExceptionCountsTable {
  project_id: Int8;
  width: number;
  dimension: string;
  start: Timestamp;
  environment: string;
  value: string;
  exceptions: Int8;
  /** Different users of the bucket. */
  users: Int8;
}

/** What lists of replays are sorted and filtered by, beside `replay_sessions`. */
export interface ReplayFactsTable {
  project_id: Int8;
  replay_id: string;
  first_id: string;
  /** UTC day of its first arrival. */
  day: string;
  /** Milliseconds. */
  duration: Int8;
  errors: number;
  pages: number;
  /** Of its pages, at most 20. */
  urls: string[];
}
