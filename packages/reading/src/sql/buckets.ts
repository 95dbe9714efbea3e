import { DAY_MS, HOUR_MS } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { barsOf, type Bars } from '../ranges/barsOf.js';
import { wholeHours, type Range } from '../ranges/wholeHours.js';

/** Ranges up to this length have bars of an hour, longer ones of a day. */
const HOURLY_UP_TO_MS = 72 * HOUR_MS;

/** The longest range that is read. */
const LONGEST_RANGE_MS = 400 * DAY_MS;

/** Which counts are read: those of whole hours of arrival, and the bars that they are added up in. */
export interface Buckets extends Bars {
  readonly interval: 'hour' | 'day';
  /** A moment up to which all events are stored: the day of the last event is read as a whole. */
  readonly nowMs: number;
}

/** How a range is divided. */
interface BucketOptions {
  readonly nowMs: number;
  /** IANA name of the zone in which days begin; default UTC. */
  readonly zone?: string | undefined;
}

/**
 * Returns the counts of a range, widened to whole hours, and its bars: at most 73 hours or 402 days. The start of a range of more
 * than 400 days is moved, and its end is at most a day ahead.
 */
export function bucketsOf(range: Range, { nowMs, zone }: BucketOptions): Buckets {
  const { fromMs, toMs } = wholeHours({ ...range, toMs: Math.min(range.toMs, Math.max(nowMs + DAY_MS, range.fromMs)) });
  const isShort = toMs - fromMs <= HOURLY_UP_TO_MS + HOUR_MS;
  const covered = { fromMs: Math.max(fromMs, toMs - LONGEST_RANGE_MS), toMs };
  const bars = barsOf(covered, isShort ? HOUR_MS : DAY_MS, zone);
  return { ...bars, interval: isShort ? 'hour' : 'day', nowMs };
}

/** Which counts of a project are added up. */
interface CountedPart {
  readonly projectId: string;
  readonly dimension: string;
  /** All environments if it is not set. */
  readonly environment?: string | undefined;
}

/**
 * The condition that rows of counts are of the hours of the range. Of a range of days, whole UTC days are read from the rows of days,
 * and the hours before and after them from those of hours: both add up to the same, but a day has rows for more values.
 */
export function ofBuckets(part: CountedPart, { interval, fromMs, toMs, nowMs }: Buckets): RawBuilder<unknown> {
  const firstDay = Math.ceil(fromMs / DAY_MS) * DAY_MS;
  // Nothing arrived after now, so the day of a range that ends there can be read as a whole.
  const end = toMs >= nowMs ? Math.ceil(toMs / DAY_MS) * DAY_MS : Math.floor(toMs / DAY_MS) * DAY_MS;
  if (interval === 'hour' || end <= firstDay) return ofPart(part, within(1, fromMs, toMs));
  const pieces = [within(24, firstDay, end), within(1, fromMs, firstDay), within(1, end, toMs)];
  return ofPart(
    part,
    sql.join(
      pieces.filter((piece) => piece !== undefined),
      sql` or `,
    ),
  );
}

/** The same for rows that are grouped by `barAt`: rows of days only where the bars are UTC days. */
export function ofBars(part: CountedPart, buckets: Buckets): RawBuilder<unknown> {
  const areUtcDays = buckets.interval === 'day' && buckets.times.every((ms) => ms % DAY_MS === 0);
  return areUtcDays ? ofBuckets(part, buckets) : ofPart(part, within(1, buckets.fromMs, buckets.toMs));
}

const ofPart = ({ projectId, dimension, environment }: CountedPart, times: RawBuilder<unknown> | undefined) => sql`
  project_id = ${projectId} and dimension = ${dimension} and (${times ?? sql`false`})
  ${environment === undefined ? sql`` : sql`and environment = ${environment}`}`;

function within(width: 1 | 24, fromMs: number, toMs: number): RawBuilder<unknown> | undefined {
  if (fromMs >= toMs) return undefined;
  return sql`(width = ${width} and start >= ${new Date(fromMs).toISOString()}::timestamptz
    and start < ${new Date(toMs).toISOString()}::timestamptz)`;
}
