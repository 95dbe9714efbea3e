import type { Selectable } from 'kysely';
import type { HitsTable, JsonObject } from '../../schema.js';

/** A hit as lists show it. */
export interface StoredHit {
  /** The event id. */
  readonly id: string;
  readonly timestamp: Date;
  readonly kind: string;
  readonly name: string | null;
  readonly url: string | null;
  readonly referrer: string | null;
  readonly title: string | null;
  readonly sessionId: string | null;
  readonly environment: string | null;
  readonly release: string | null;
  readonly userKey: string | null;
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly replayId: string | null;
  readonly tags: JsonObject | null;
}

/** What a list reads of a hit. */
export const LISTED_HIT_COLUMNS = [
  'id',
  'timestamp',
  'kind',
  'name',
  'url',
  'referrer',
  'title',
  'session_id',
  'environment',
  'release',
  'user_key',
  'trace_id',
  'span_id',
  'replay_id',
  'tags',
] as const;

/** A row of {@link LISTED_HIT_COLUMNS}. */
export type ListedHitRow = Pick<Selectable<HitsTable>, (typeof LISTED_HIT_COLUMNS)[number]>;

/** A row's hit. */
export const toHit = (row: ListedHitRow): StoredHit => ({
  id: row.id,
  timestamp: row.timestamp,
  kind: row.kind,
  name: row.name,
  url: row.url,
  referrer: row.referrer,
  title: row.title,
  sessionId: row.session_id,
  environment: row.environment,
  release: row.release,
  userKey: row.user_key,
  traceId: row.trace_id,
  spanId: row.span_id,
  replayId: row.replay_id,
  tags: row.tags,
});
