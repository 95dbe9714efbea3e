import { sql, type RawBuilder } from 'kysely';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Ranges up to this length are read by the hour, longer ones by the UTC day. */
const HOURLY_UP_TO_MS = 72 * HOUR_MS;

/** The longest range that is read. */
const LONGEST_RANGE_MS = 400 * DAY_MS;

/** Which counts are read: whole hours or whole UTC days of arrival. */
export interface Buckets {
  /** Hours of a bucket. */
  readonly width: 1 | 24;
  readonly stepMs: number;
  /** Start of the first bucket, milliseconds since 1970. */
  readonly fromMs: number;
  /** End of the last bucket. */
  readonly toMs: number;
}

/**
 * Returns the buckets that a range touches: at most 73 hours or 401 days. The start of a longer range is moved.
 * @param width 1 or 24; by default as the length of the range demands
 */
export function bucketsOf(fromMs: number, toMs: number, width?: 1 | 24): Buckets {
  const chosen = width ?? (toMs - fromMs <= HOURLY_UP_TO_MS ? 1 : 24);
  const stepMs = chosen * HOUR_MS;
  const longest = chosen === 1 ? HOURLY_UP_TO_MS : LONGEST_RANGE_MS;
  const start = Math.max(fromMs, toMs - longest);
  return { width: chosen, stepMs, fromMs: start - (start % stepMs), toMs: Math.ceil(toMs / stepMs) * stepMs };
}

/** The condition that rows of counts are in the buckets and of the environment, all environments if it is not set. */
export const ofBuckets = (
  projectId: string,
  dimension: string,
  { width, fromMs, toMs }: Buckets,
  environment: string | undefined,
): RawBuilder<unknown> => sql`
  project_id = ${projectId} and width = ${width} and dimension = ${dimension}
  and start >= ${new Date(fromMs).toISOString()}::timestamptz and start < ${new Date(toMs).toISOString()}::timestamptz
  ${environment === undefined ? sql`` : sql`and environment = ${environment}`}`;
