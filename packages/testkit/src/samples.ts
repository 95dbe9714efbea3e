import { createHash } from 'node:crypto';
import { batchIdOf, eventIdOf } from '@sluice/contract';
import {
  type Database,
  ensurePartitions,
  PARTITIONED_TABLES,
  EVENT_COLUMNS,
  type EventColumn,
  type SpanRow,
} from '@sluice/db';

/** The arrival time of everything in these tests. */
export const ARRIVAL = Date.UTC(2026, 10, 20, 12, 30);

/** A batch id made of a name. */
export const batchId = (name: string, arrivalMs = ARRIVAL): string =>
  batchIdOf(arrivalMs, createHash('sha256').update(name).digest('hex'));

/** The id of an event of the batch of that name. */
export const eventId = (index: number, name = 'batch', arrivalMs = ARRIVAL): string =>
  eventIdOf(batchId(name, arrivalMs), arrivalMs, index);

type NullColumn = { [Name in keyof SpanRow]: null extends SpanRow[Name] ? Name : never }[keyof SpanRow];

/** Every nullable column of spans as NULL. */
const NULLS = Object.fromEntries(
  Object.entries<EventColumn>(EVENT_COLUMNS.spans).flatMap(([name, { nullable }]) => (nullable ? [[name, null]] : [])),
);

/** A row for `spans`, the same for the same index. */
export const spanRow = (index: number, fields: Partial<SpanRow> = {}): SpanRow => ({
  ...(NULLS as Pick<SpanRow, NullColumn>),
  project_id: '1',
  id: eventId(index),
  timestamp: ARRIVAL,
  environment: 'production',
  release: '1.0.0',
  trace_id: `trace-${index % 3}`,
  tags: '{"region":"eu"}',
  contexts: '{"http.method":"GET"}',
  span_uuid: `span-${index}`,
  name: 'GET /',
  op: 'http.client',
  status: 'ok',
  start_time: ARRIVAL - 20,
  end_time: ARRIVAL,
  duration: 19.5,
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
