import { encodeSketch } from '@sluice/sketch';
import { sql } from 'kysely';
import { type Tx, unnest } from '@sluice/db';
import type { MetricPoint } from './metricPoint.js';

/**
 * Appends points. `width` is 0 for a transaction's share of a minute, otherwise the number of minutes of a compacted
 * point.
 *
 * It returns something, because Citus copies rows of an INSERT that returns nothing, and then reports a missing partition as
 * an internal error.
 */
export async function insertMetricPoints(tx: Tx, points: readonly MetricPoint[], width: 0 | 1 | 60): Promise<void> {
  if (points.length === 0) return;
  const minutes = points.map((point) => new Date(point.minuteMs).toISOString());
  await sql`
    insert into metric_points
      (project_id, name, environment, release, day, minute, part, count, sum, min, max, sketch, width)
    select n.*, ${width}::int2 from ${unnest('n', {
      project_id: ['int8', points.map((point) => point.projectId)],
      name: ['text', points.map((point) => point.name)],
      environment: ['text', points.map((point) => point.environment)],
      release: ['text', points.map((point) => point.release)],
      day: ['date', minutes.map((minute) => minute.slice(0, 10))],
      minute: ['timestamptz', minutes],
      part: ['uuid', points.map((point) => point.part)],
      count: ['int8', points.map((point) => point.count)],
      sum: ['float8', points.map((point) => point.sum)],
      min: ['float8', points.map((point) => point.min)],
      max: ['float8', points.map((point) => point.max)],
      sketch: ['text', points.map((point) => encodeSketch(point.sketch))],
    })}
    returning 1`.execute(tx.kysely);
}
