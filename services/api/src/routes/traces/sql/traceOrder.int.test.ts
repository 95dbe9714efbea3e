import { beforeAll, expect, test } from '@jest/globals';
import {
  ARRIVAL,
  batchId,
  ensureTestPartitions,
  eventId,
  randomFrom,
  shuffle,
  spanRow,
  useDatabase,
} from '@sluice/testkit';
import { inTransaction, claimReceipts, copyRows } from '@sluice/db';
import { type TraceSpan, upsertTraces, readTrace } from '@sluice/traces';
import { listTraces } from './listTraces.js';

const DAY = 86_400_000;
const TRACES = ['trace-a', 'trace-b', 'trace-c'];
const database = useDatabase();
beforeAll(() => ensureTestPartitions(database.db, ARRIVAL, ARRIVAL + 2 * DAY));

/** A batch as it was accepted: its name is its identity, its spans' ids follow from it. */
interface Batch {
  readonly name: string;
  readonly arrivalMs: number;
  readonly spans: readonly Omit<TraceSpan, 'id'>[];
}

type Random = () => number;

const pick = (random: Random, n: number): number => Math.floor(random() * n);

test('the same spans in any order, loads, workers and repetition give the same answer, byte for byte', async () => {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
  process.stdout.write(`seed ${seed}\n`);
  const random = randomFrom(seed);
  for (let round = 0; round < 6; round += 1) {
    const batches = randomBatches(random, randomSpans(random));
    const expected = await answerOf(batches, 1, random);
    for (const workers of [2, 3, 4]) expect(await answerOf(batches, workers, random)).toBe(expected);
    // Accepted twice: the first copies arrived first, whichever was stored first.
    for (const workers of [1, 4]) {
      expect(await answerOf([...batches, ...resent(batches)], workers, random)).toBe(expected);
    }
  }
}, 60_000);

/** Few starts, uuids beyond the basic plane, more roots than a trace remembers, parents that are missing or in circles. */
function randomSpans(random: Random): readonly Omit<TraceSpan, 'id'>[] {
  return Array.from({ length: 150 }, (_, index) => ({
    projectId: '1',
    traceId: TRACES[pick(random, TRACES.length)] ?? '',
    uuid: `${['a', 'B', '\uFF5E', '\u{1F600}', 'é', 'z'][pick(random, 6)] ?? ''}${index}`,
    parentId: pick(random, 5) > 0 ? null : `a${pick(random, 150)}`,
    name: `name ${index}`,
    op: pick(random, 2) === 0 ? null : `op ${index}`,
    status: ['ok', 'error', 'cancelled'][pick(random, 3)] ?? 'ok',
    startMs: ARRIVAL + pick(random, 5),
    endMs: ARRIVAL + pick(random, 60),
    environment: pick(random, 2) === 0 ? null : `env ${index}`,
    release: pick(random, 3) === 0 ? null : `release ${index}`,
    userKey: pick(random, 3) === 0 ? null : `id:${index}`,
  }));
}

function randomBatches(random: Random, spans: readonly Omit<TraceSpan, 'id'>[]): readonly Batch[] {
  const left = [...spans];
  const batches: Batch[] = [];
  while (left.length > 0) {
    const arrivalMs = ARRIVAL + pick(random, 2) * DAY + pick(random, 1_000);
    batches.push({ name: `batch ${batches.length}`, arrivalMs, spans: left.splice(0, 1 + pick(random, 12)) });
  }
  return batches;
}

/** Stores batches in random loads by so many workers at once, many of them twice, and reads everything back. */
async function answerOf(batches: readonly Batch[], workers: number, random: Random): Promise<string> {
  const { db } = database;
  await db.pool.query('truncate traces, spans, receipts');
  const queue = shuffle([...batches, ...batches.filter(() => random() < 0.5)], random);
  const work = async (): Promise<void> => {
    while (queue.length > 0) await storeLoad(queue.splice(0, 1 + pick(random, 8)));
  };
  await Promise.all(Array.from({ length: workers }, work));
  const list = await listTraces(db, '1', { limit: 100, fromMs: 0, toMs: ARRIVAL + 9 * DAY, after: undefined });
  return JSON.stringify([await Promise.all(TRACES.map((id) => readTrace(db, '1', id))), list], undefined, 1);
}

/** Stores batches as a worker's transaction does; batches with a receipt are skipped. */
function storeLoad(batches: readonly Batch[]): Promise<void> {
  return inTransaction(database.db, async (tx) => {
    const parts = batches.map((batch) => ({
      projectId: '1',
      batchId: batchId(batch.name, batch.arrivalMs),
      type: 'span' as const,
    }));
    const claimed = await claimReceipts(tx, parts);
    const fresh = batches.filter((_, index) => claimed[index]);
    const spans = fresh.flatMap(({ name, arrivalMs, spans: own }) =>
      own.map((span, index) => ({ ...span, id: eventId(index, name, arrivalMs) })),
    );
    await copyRows(tx, 'spans', spans.map(rowOf));
    await upsertTraces(tx, spans);
  });
}

function rowOf(span: TraceSpan) {
  return spanRow(0, {
    id: span.id,
    trace_id: span.traceId,
    span_uuid: span.uuid,
    parent_id: span.parentId,
    name: span.name,
    op: span.op,
    status: span.status,
    start_time: span.startMs,
    end_time: span.endMs,
    environment: span.environment,
    release: span.release,
    user_key: span.userKey,
    tags: JSON.stringify({ last: span.uuid, [span.uuid]: 'x' }),
    contexts: JSON.stringify({ last: span.uuid }),
  });
}

/** The same spans accepted once more, later: other batches, other event ids. */
function resent(batches: readonly Batch[]): readonly Batch[] {
  return batches.map(({ name, spans }) => ({ name: `${name} again`, arrivalMs: ARRIVAL + 2 * DAY, spans }));
}
