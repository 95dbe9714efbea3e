import { describe, expect, test } from '@jest/globals';
import { EVENT_TYPES, type Chunk, type EventType } from '@sluice/contract';
import { waitFor } from '@sluice/testkit';
import { PublishFailedError } from '../publishFailedError.js';
import { makeBatch, makePart, makePublisher } from '../testing/batches.js';
import { useEmptyRedis } from '../testing/useEmptyRedis.js';

const { redis, observer, open } = useEmptyRedis();

const jobIds = (type: EventType): Promise<string[]> => observer.client.lrange(`{sl0}:${type}:wait`, 0, -1);

describe('a publish', () => {
  test('writes a job of each type, its count and the accept mark', async () => {
    const publisher = await usablePublisher();
    const batch = makeBatch({ exception: 1, log: 2, span: 3, hit: 4, replay: 1, metric: 2 });
    await expect(publisher.publish(batch)).resolves.toBe('accepted');
    for (const type of EVENT_TYPES) {
      const events = batch.parts.find((part) => part.type === type)?.events;
      expect(eventsIn(await chunks(type))).toBe(events);
      expect(await published(type)).toBe(events);
    }
    await expect(publisher.isMarked(batch)).resolves.toBe(true);
    await expect(publisher.isMarked({ ...batch, projectId: '2' })).resolves.toBe(false);
  });

  test('of a batch that is marked answers duplicate', async () => {
    const publisher = await usablePublisher();
    const batch = makeBatch({ span: 1 });
    await publisher.publish(batch);
    await expect(publisher.publish(batch)).resolves.toBe('duplicate');
  });

  test('of the same bytes under another id is accepted: the marked batch was forgotten', async () => {
    const publisher = await usablePublisher();
    const forgotten = makeBatch({ span: 1 });
    const batch = { ...makeBatch({ span: 1 }), hash: forgotten.hash };
    await publisher.publish(forgotten);
    await expect(publisher.isMarked(batch)).resolves.toBe(false);
    await expect(publisher.publish(batch)).resolves.toBe('accepted');
    await expect(publisher.publish(batch)).resolves.toBe('duplicate');
  });

  test('of a batch whose mark has expired is accepted again', async () => {
    const publisher = await usablePublisher();
    const batch = makeBatch({ span: 1 }, { markTtlMs: 40 });
    await publisher.publish(batch);
    await waitFor(async () => !(await publisher.isMarked(batch)));
    await expect(publisher.publish(batch)).resolves.toBe('accepted');
  });

  test('shares a transaction and chunks with those that arrive while one is under way', async () => {
    const publisher = await usablePublisher();
    const batches = Array.from({ length: 41 }, () => makeBatch({ span: 20 }));
    const results = await Promise.all(batches.map((batch) => publisher.publish(batch)));
    expect(new Set(results)).toEqual(new Set(['accepted']));
    expect(Number(await observer.client.hget('{sl0}:counts', 'transactions'))).toBe(2);
    const found = await chunks('span');
    expect(found.map(({ parts }) => parts.length)).toEqual([40, 1]);
    expect(await published('span')).toBe(820);
  });

  test('keeps chunks to 1,000 events and 512 KB; a larger part travels alone and whole', async () => {
    const publisher = await usablePublisher();
    const parts = [
      makePart('log', 600, 'a'),
      makePart('log', 400, 'b'),
      makePart('log', 1, 'c'),
      makePart('log', 1, 'd', 600_000),
      makePart('log', 1, 'e'),
    ];
    await publisher.publish(makeBatch({}, { parts }));
    const found = await chunks('log');
    expect(found.map((chunk) => chunk.parts.map(({ batch }) => batch)).reverse()).toEqual([
      ['a', 'b'],
      ['c'],
      ['d'],
      ['e'],
    ]);
  });

  test('goes to the shard of its project', async () => {
    const publisher = await usablePublisher({ shards: 4 });
    const projects = Array.from({ length: 40 }, (_, index) => String(index));
    await Promise.all(projects.map((projectId) => publisher.publish(makeBatch({ hit: 1 }, { projectId }))));
    const shards = await Promise.all(
      [0, 1, 2, 3].map((shard) => observer.client.hget(`{sl${shard}}:counts`, 'hit:published')),
    );
    expect(shards.map(Number).reduce((a, b) => a + b)).toBe(40);
    expect(Math.min(...shards.map(Number))).toBeGreaterThan(0);
  });
});

describe('the same batch at two publishers concurrently', () => {
  test('is accepted exactly once, in each of 250 pairs', async () => {
    const [one, two] = await Promise.all([usablePublisher(), usablePublisher({ lingerMs: 0 })]);
    for (let round = 0; round < 25; round += 1) {
      const batches = Array.from({ length: 10 }, () => makeBatch({ span: 1 }));
      const results = await Promise.all(batches.map((batch) => Promise.all([one.publish(batch), two.publish(batch)])));
      for (const pair of results) expect([...pair].sort()).toEqual(['accepted', 'duplicate']);
    }
    expect(eventsIn(await chunks('span'))).toBe(500);
    expect(await published('span')).toBe(500);
  });
});

describe('after SCRIPT FLUSH', () => {
  test('nothing is lost, and counts equal jobs', async () => {
    const publisher = await usablePublisher();
    for (let round = 0; round < 10; round += 1) {
      await observer.client.script('FLUSH');
      await expect(publisher.publish(makeBatch({ span: 2, log: 1 }))).resolves.toBe('accepted');
    }
    expect(eventsIn(await chunks('span'))).toBe(20);
    expect(await published('span')).toBe(20);
    expect(await published('log')).toBe(10);
  });
});

describe('a publisher that was stopped', () => {
  test('rejects at once and is certain that nothing was written', async () => {
    const publisher = await usablePublisher();
    await publisher.stop();
    const failure = await publisher.publish(makeBatch({ span: 1 })).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PublishFailedError);
    expect(failure).toMatchObject({ certain: true });
    expect(publisher.isUsable()).toBe(false);
  });
});

async function usablePublisher(...more: Parameters<typeof makePublisher> extends [string, ...infer R] ? R : never) {
  const publisher = makePublisher(redis.url, ...more);
  open.push(publisher);
  await waitFor(() => publisher.isUsable(), { what: 'a usable publisher' });
  return publisher;
}

async function chunks(type: EventType): Promise<Chunk[]> {
  const texts = await Promise.all(
    (await jobIds(type)).map((id) => observer.client.hget(`{sl0}:${type}:${id}`, 'data')),
  );
  return texts.map((text) => JSON.parse(text ?? '') as Chunk);
}

function eventsIn(found: readonly Chunk[]): number {
  return found.flatMap(({ parts }) => parts).reduce((sum, { events }) => sum + events.length, 0);
}

async function published(type: EventType): Promise<number> {
  return Number((await observer.client.hget('{sl0}:counts', `${type}:published`)) ?? 0);
}
