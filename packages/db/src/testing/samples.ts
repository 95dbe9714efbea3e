import { createHash } from 'node:crypto';
import { batchIdOf, eventIdOf } from '@sluice/contract';
import type { Database } from '../connection/createDatabase.js';
import { ensurePartitions } from '../partitions/ensurePartitions.js';
import { PARTITIONED_TABLES } from '../partitions/partition.js';
import type { SpanRow } from '../schema/eventColumns.js';

/** The arrival time of everything in these tests. */
export const ARRIVAL = Date.UTC(2026, 10, 20, 12, 30);

/** A batch id made of a name. */
export const batchId = (name: string, arrivalMs = ARRIVAL): string =>
  batchIdOf(arrivalMs, createHash('sha256').update(name).digest('hex'));

/** The id of an event of the batch of that name. */
export const eventId = (index: number, name = 'batch', arrivalMs = ARRIVAL): string =>
  eventIdOf(batchId(name, arrivalMs), arrivalMs, index);

/** A row for `spans`, the same for the same index. */
export const spanRow = (index: number, fields: Partial<SpanRow> = {}): SpanRow => ({
  project_id: '1',
  id: eventId(index),
  timestamp: ARRIVAL,
  environment: 'production',
  release: '1.0.0',
  user_key: null,
  trace_id: `trace-${index % 3}`,
  span_id: null,
  replay_id: null,
  tags: '{"region":"eu"}',
  contexts: '{"http.method":"GET"}',
  span_uuid: `span-${index}`,
  parent_id: null,
  name: 'GET /',
  op: 'http.client',
  status: 'ok',
  start_time: ARRIVAL - 20,
  end_time: ARRIVAL,
  duration: 19.5,
  metrics: null,
  previous_trace_id: null,
  ...fields,
});

/** Makes the partitions that hold {@link ARRIVAL} and the hours around it. */
export const ensureTestPartitions = (db: Database, fromMs = ARRIVAL, throughMs = ARRIVAL): Promise<readonly string[]> =>
  ensurePartitions(db, { tables: PARTITIONED_TABLES, interval: 'day', fromMs, throughMs });

/** A small deterministic generator (mulberry32) of numbers from 0 up to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The items in random order. */
export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
