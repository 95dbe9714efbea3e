import { addToBucket, encodeSketch, type Sketch } from '@sluice/sketch';
import { sql } from 'kysely';
import { type Database, inTransaction, type Tx, unnest, saturate } from '@sluice/db';
import type { EndpointHour } from './findEndpointHours.js';
import { readRoots, type RootBucket } from './readRoots.js';

/** Root spans of one name and environment. The empty name is the sum of all names. */
interface Endpoint {
  readonly name: string;
  readonly environment: string;
  count: number;
  errors: number;
  sum: number;
  min: number;
  max: number;
  readonly sketch: Sketch;
}

/**
 * Derives an hour's rows of `endpoint_hours` from the stored root spans and replaces those of the last time. Returns the number
 * of root spans; `undefined` if another transaction derives the hour.
 *
 * Invariant: an hour without a row in `span_arrivals` has rollup rows that count each of its stored root spans once. A worker
 * commits spans and their row together. The rows are read before the spans: a span stored in between is counted now, and its
 * row remains, so that the hour is derived once more with the same result. A crash leaves everything as it was.
 *
 * | step | why in this order                                                                                     |
 * |------|-------------------------------------------------------------------------------------------------------|
 * | lock | a second derivation, with an older view, would replace newer rows and leave no row in `span_arrivals` |
 * | read | before any write: a transaction that has written nothing delays no reader that waits for settled ones |
 * | swap | deletes exactly the rows that were read                                                                |
 */
export function rollUpEndpoints(db: Database, hour: EndpointHour): Promise<number | undefined> {
  return inTransaction(db, async (tx) => {
    const started = performance.now();
    if (!(await tryLock(tx, hour))) return undefined;
    const marks = await readMarks(tx, hour);
    const endpoints = mergeRoots(await readRoots(tx, hour));
    const roots = endpoints.reduce((sum, { name, count }) => (name === '' ? sum + count : sum), 0);
    await replaceRows(tx, hour, endpoints);
    await deleteMarks(tx, hour, marks);
    await sql`
      insert into endpoint_rollups as r (project_id, hour, roots, took_ms)
      values (${hour.projectId}, ${new Date(hour.hourMs)}, ${roots}, ${Math.ceil(performance.now() - started)}::float8::int4)
      on conflict (project_id, hour) do update set
        roots = excluded.roots, took_ms = excluded.took_ms, rolled_at = excluded.rolled_at`.execute(tx.kysely);
    return roots;
  });
}

async function tryLock(tx: Tx, { projectId, hourMs }: EndpointHour): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`sluice.endpoints.${projectId}.${hourMs}`}, 0)) as mine`.execute(
    tx.kysely,
  );
  return rows[0]?.mine === true;
}

async function readMarks(tx: Tx, { projectId, hourMs }: EndpointHour): Promise<readonly string[]> {
  const { rows } = await sql<{ first_id: string }>`
    select first_id from span_arrivals where project_id = ${projectId} and hour = ${new Date(hourMs)}`.execute(
    tx.kysely,
  );
  return rows.map((row) => row.first_id);
}

async function deleteMarks(tx: Tx, { projectId, hourMs }: EndpointHour, marks: readonly string[]): Promise<void> {
  await sql`
    delete from span_arrivals
    where project_id = ${projectId} and hour = ${new Date(hourMs)} and first_id = any(${marks}::uuid[])`.execute(
    tx.kysely,
  );
}

/** Merges buckets to one row for each name and environment, and one for each environment. */
function mergeRoots(buckets: readonly RootBucket[]): readonly Endpoint[] {
  const endpoints = new Map<string, Endpoint>();
  for (const row of buckets) {
    for (const name of [row.name, '']) {
      const key = `${row.environment}\0${name}`;
      let endpoint = endpoints.get(key);
      if (endpoint === undefined) {
        const { environment, min, max } = row;
        endpoint = { name, environment, count: 0, errors: 0, sum: 0, min, max, sketch: new Map() };
        endpoints.set(key, endpoint);
      }
      endpoint.count += Number(row.count);
      endpoint.errors += Number(row.errors);
      endpoint.sum = saturate(endpoint.sum + row.sum);
      endpoint.min = Math.min(endpoint.min, row.min);
      endpoint.max = Math.max(endpoint.max, row.max);
      addToBucket(endpoint.sketch, row.bucket, Number(row.count));
    }
  }
  return [...endpoints.values()];
}

async function replaceRows(tx: Tx, { projectId, hourMs }: EndpointHour, endpoints: readonly Endpoint[]): Promise<void> {
  const hour = new Date(hourMs);
  await sql`delete from endpoint_hours where project_id = ${projectId} and hour = ${hour}`.execute(tx.kysely);
  if (endpoints.length === 0) return;
  await sql`
    insert into endpoint_hours (project_id, hour, name, environment, count, errors, sum, min, max, sketch)
    select ${projectId}::int8, ${hour}::timestamptz, n.* from ${unnest('n', {
      name: ['text', endpoints.map(({ name }) => name)],
      environment: ['text', endpoints.map(({ environment }) => environment)],
      count: ['int8', endpoints.map(({ count }) => count)],
      errors: ['int8', endpoints.map(({ errors }) => errors)],
      sum: ['float8', endpoints.map(({ sum }) => sum)],
      min: ['float8', endpoints.map(({ min }) => min)],
      max: ['float8', endpoints.map(({ max }) => max)],
      sketch: ['text', endpoints.map(({ sketch }) => encodeSketch(sketch))],
    })}`.execute(tx.kysely);
}
