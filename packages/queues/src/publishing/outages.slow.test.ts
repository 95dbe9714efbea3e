import { afterEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { startTestRedis, waitFor, type TestRedis, type TestRedisOptions } from '@sluice/testkit';
import { makeBatch, makePart, makePublisher } from '../testing/batches.js';
import { publishOnce, startPublishLoad, type PublishEnd, type PublishLoad } from '../testing/publishLoad.js';
import type { PublishBatch, Publisher } from '../types.js';

let redis: TestRedis;
let observer: Redis;
let publisher: Publisher;
let load: PublishLoad | undefined;

const QUICK = { commandTimeoutMs: 400, publishTimeoutMs: 1_500 };
/** For tests in which no command may time out, however busy the machine is. */
const PATIENT = { ...QUICK, commandTimeoutMs: 10_000 };

const usable = (): Promise<unknown> => waitFor(() => publisher.isUsable(), { what: 'a usable publisher' });

afterEach(async () => {
  await load?.stop();
  load = undefined;
  await publisher.stop();
  observer.disconnect();
  await redis.stop();
});

const total = (events: Map<string, number>): number => [...events.values()].reduce((a, b) => a + b, 0);

describe('a Redis that is full', () => {
  test('certainly stores nothing of a batch, and accepts it once there is room', async () => {
    await setUp({ maxmemory: '16mb', 'maxmemory-policy': 'noeviction' }, PATIENT);
    let refused: PublishBatch | undefined;
    let end: PublishEnd | undefined;
    for (let tries = 0; tries < 60 && end !== 'certainly failed'; tries += 1) {
      const batch = makeBatch(
        {},
        {
          batchId: `full-${tries}`,
          parts: [makePart('span', 1, `full-${tries}`, 900_000), makePart('log', 1, `full-${tries}`)],
        },
      );
      refused = batch;
      end = await publishForCertain(batch);
    }
    expect(end).toBe('certainly failed');
    if (refused === undefined) throw new Error('no batch was published');
    expect(await isMarked(refused)).toBe(false);
    const { span, log } = await stored();
    expect(span.events.has(refused.batchId)).toBe(false);
    expect([...span.events.keys()].sort()).toEqual([...log.events.keys()].sort());
    expect(span.published).toBe(total(span.events));
    await observer.config('SET', 'maxmemory', '64mb');
    expect(await publishForCertain(refused)).not.toBe('certainly failed');
    expect((await stored()).span.events.get(refused.batchId)).toBe(1);
  }, 60_000);
});

describe('a Redis that is killed under load and restarted', () => {
  test('holds each batch completely or not at all, all accepted batches, and counts that equal its jobs', async () => {
    await setUp({ appendfsync: 'always' }, PATIENT);
    load = startPublishLoad(publisher, { clients: 16, next: () => makeBatch({ span: 3, log: 2 }) });
    const { ends } = load;
    const accepted = (): number => ends.filter(({ end }) => end === 'accepted').length;
    for (let round = 0; round < 3; round += 1) {
      const before = accepted();
      await waitFor(() => accepted() > before + 150, { what: 'accepted batches' });
      await redis.kill9();
      await redis.restart();
      await usable();
    }
    await load.stop();
    const { span, log } = await stored();
    for (const { batch, end } of ends) {
      const copies = (span.events.get(batch.batchId) ?? 0) / 3;
      expect(Number.isInteger(copies)).toBe(true);
      expect((log.events.get(batch.batchId) ?? 0) / 2).toBe(copies);
      const allowed: Partial<Record<PublishEnd, boolean>> = {
        accepted: copies > 0,
        'certainly failed': copies === 0,
        'in doubt': true,
      };
      expect({ end, copies, isAllowed: allowed[end] }).toMatchObject({ isAllowed: true });
    }
    expect(span.published).toBe(total(span.events));
    expect(log.published).toBe(total(log.events));
  }, 60_000);
});

describe('a Redis that froze', () => {
  test('leaves a publish in doubt within its time, and its own late mark is no duplicate', async () => {
    await setUp();
    const batch = makeBatch({ span: 2, log: 1 });
    redis.freeze();
    // Longer than the connection counts as usable: the last attempts are not sent any more, and the doubt remains.
    await expect(publish(batch, 3_500)).resolves.toBe('in doubt');
    expect(publisher.isUsable()).toBe(false);
    await expect(publish(makeBatch({ span: 1 }))).resolves.toBe('certainly failed');
    redis.thaw();
    await usable();
    // The first attempt ran at the thaw: a resend is a duplicate, and there is one mark for all of it.
    await waitFor(() => isMarked(batch));
    await expect(publishForCertain(batch)).resolves.toBe('duplicate');
    const { span } = await stored();
    expect((span.events.get(batch.batchId) ?? 0) % 2).toBe(0);
    expect(span.published).toBe(total(span.events));
  }, 30_000);

  test('for less time than a publish has accepts it, although its first attempt ran', async () => {
    await setUp();
    const batch = makeBatch({ span: 2 });
    redis.freeze();
    const end = publish(batch, 20_000);
    const thaw = setTimeout(() => redis.thaw(), 700);
    await expect(end).resolves.toBe('accepted');
    clearTimeout(thaw);
    const { span } = await stored();
    expect(span.published).toBe(total(span.events));
  }, 30_000);
});

async function setUp(conf: TestRedisOptions['conf'] = {}, timeouts = QUICK): Promise<void> {
  redis = await startTestRedis({ conf });
  observer = new Redis(redis.url);
  observer.on('error', () => undefined);
  publisher = makePublisher(redis.url, timeouts);
  await usable();
}

/**
 * Publishes a batch until its end is certain: on a busy machine, an attempt may be under way when the time is over, whatever
 * its answer will be.
 */
async function publishForCertain(batch: PublishBatch): Promise<Exclude<PublishEnd, 'in doubt'>> {
  for (;;) {
    const end = await publish(batch);
    if (end !== 'in doubt') return end;
  }
}

type Type = 'span' | 'log';

/** Content of the queue of a type: events by batch, and the number counted as published. */
interface Stored {
  readonly events: Map<string, number>;
  readonly published: number;
}

/**
 * A snapshot, because commands in doubt may still arrive; an existing job does not change. Found by its hash, not by
 * a list.
 */
async function stored(): Promise<Readonly<Record<Type, Stored>>> {
  const list = (type: Type): readonly [string, string, number, number] => ['lrange', `{sl0}:${type}:wait`, 0, -1];
  const answers = await observer.multi([[...list('span')], [...list('log')], ['hgetall', '{sl0}:counts']]).exec();
  const [spans, logs, counts] = (answers ?? []).map(([, answer]) => answer) as [string[], string[], Counts];
  const of = async (type: Type, ids: readonly string[]): Promise<Stored> => ({
    events: await eventsOf(type, ids),
    published: Number(counts[`${type}:published`] ?? 0),
  });
  return { span: await of('span', spans), log: await of('log', logs) };
}

type Counts = Readonly<Record<string, string>>;

async function eventsOf(type: Type, ids: readonly string[]): Promise<Map<string, number>> {
  const events = new Map<string, number>();
  const texts = await Promise.all(ids.map((id) => observer.hget(`{sl0}:${type}:${id}`, 'data')));
  for (const text of texts) {
    const { parts } = JSON.parse(text ?? '') as { parts: { batch: string; events: unknown[] }[] };
    for (const part of parts) events.set(part.batch, (events.get(part.batch) ?? 0) + part.events.length);
  }
  return events;
}

function publish(batch: PublishBatch, timeoutMs?: number): Promise<PublishEnd> {
  return publishOnce(publisher, batch, timeoutMs);
}

async function isMarked(batch: PublishBatch): Promise<boolean> {
  return (await observer.exists(`{sl0}:mark:${batch.projectId}:${batch.hash}`)) === 1;
}
