import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { timeOfId } from '@sluice/contract';
import { ARRIVAL, ensureTestPartitions, eventId, randomFrom, shuffle, useDatabase } from '@sluice/testkit';
import { inTransaction, dayOf } from '@sluice/db';
import { upsertReplaySessions, type ReplaySegment } from './upsertReplaySessions.js';

const DAY = 86_400_000;

describe('replays of a day', () => {
  const { db } = useDatabase({ poolSize: 6 });
  beforeAll(() => ensureTestPartitions(db, ARRIVAL, ARRIVAL + DAY));
  beforeEach(() => db.pool.query('truncate replay_sessions'));

  test('a segment that changes nothing of its replay does not touch the row', async () => {
    await store(segment(1, { segment: 0 }));
    const before = await versions();
    await store(segment(2), segment(3, { segment: 0 }));
    expect(await versions()).toEqual(before);
  });

  test('a segment that came earlier, or is an earlier one, changes the row', async () => {
    const [late, first, early] = [segment(5, { segment: 1 }), segment(9, { segment: 0 }), segment(2, { segment: 7 })];
    await store(late);
    await store(first);
    expect(await sessions()).toEqual([`1 2026-11-20 r ${late.id} 0 ${first.id} env 9`]);
    await store(early);
    expect(await sessions()).toEqual([`1 2026-11-20 r ${early.id} 0 ${first.id} env 9`]);
  });

  test('rows do not depend on order, batches, repetition or concurrency, and there is no deadlock', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
    process.stdout.write(`seed ${seed}\n`);
    const random = randomFrom(seed);
    const pick = (n: number): number => Math.floor(random() * n);
    for (let round = 0; round < 15; round += 1) {
      await db.pool.query('truncate replay_sessions');
      const segments = Array.from({ length: 80 }, (_, index) =>
        segment(
          index,
          {
            projectId: String(1 + pick(2)),
            replayId: `r${pick(4)}`,
            segment: pick(6),
            userKey: pick(2) === 0 ? null : `id:${index}`,
          },
          pick(2),
        ),
      );
      const left = shuffle([...segments, ...segments.slice(0, 20)], random);
      const batches: ReplaySegment[][] = [];
      while (left.length > 0) batches.push(left.splice(0, 1 + pick(9)));
      const writers = 1 + pick(4);
      await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          for (let index = writer; index < batches.length; index += writers) await store(...(batches[index] ?? []));
        }),
      );
      expect(await sessions()).toEqual(foldNaively(segments));
    }
    const { rows } = await db.pool.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: '0' }]);
  });

  async function sessions(): Promise<readonly string[]> {
    const { rows } = await db.pool.query<{ line: string }>(
      `select concat_ws(' ', project_id, day, replay_id, first_id, head_segment, head_id, environment, user_key) as line
       from replay_sessions`,
    );
    return rows.map(({ line }) => line).sort();
  }

  function store(...segments: readonly ReplaySegment[]): Promise<void> {
    return inTransaction(db, (tx) => upsertReplaySessions(tx, segments));
  }

  async function versions(): Promise<readonly string[]> {
    return (await db.pool.query<{ xmin: string }>('select xmin::text from replay_sessions')).rows.map(
      ({ xmin }) => xmin,
    );
  }
});

/** The expected table, computed in the simplest way. */
function foldNaively(segments: readonly ReplaySegment[]): readonly string[] {
  const names = new Map<string, ReplaySegment[]>();
  for (const each of segments) {
    const name = `${each.projectId} ${dayOf(timeOfId(each.id))} ${each.replayId}`;
    names.set(name, [...(names.get(name) ?? []), each]);
  }
  const lines = [...names].map(([name, own]) => {
    const [first] = own.map(({ id }) => id).sort();
    const [head] = own.sort((a, b) => a.segment - b.segment || (a.id < b.id ? -1 : 1));
    const facts = [
      first,
      head?.segment,
      head?.id,
      head?.environment,
      ...(typeof head?.userKey === 'string' ? [head.userKey] : []),
    ];
    return [name, ...facts].join(' ');
  });
  return lines.sort();
}

/** A segment that arrived `index` milliseconds after noon of the first day, or of the second. */
function segment(index: number, fields: Partial<ReplaySegment> = {}, days = 0): ReplaySegment {
  return {
    projectId: '1',
    replayId: 'r',
    id: eventId(index, `segment ${index}`, ARRIVAL + days * DAY + index),
    segment: index,
    environment: `env ${index}`,
    release: null,
    userKey: null,
    ...fields,
  };
}
