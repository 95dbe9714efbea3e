import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ensureTestPartitions, randomFrom, shuffle, useDatabase } from '@sluice/testkit';
import { inTransaction, dayOf } from '@sluice/db';
import { VISIT_DAYS } from './dailySalts.js';
import { upsertHitDays } from './upsertHitDays.js';
import type { Visit } from './visit.js';

const DAY = 86_400_000;
const NOW = Date.now();
const TODAY = NOW - (NOW % DAY);

describe('hits of a day', () => {
  const { db } = useDatabase({ poolSize: 8 });
  beforeAll(() => ensureTestPartitions(db, TODAY - (VISIT_DAYS + 2) * DAY, TODAY));
  beforeEach(() => db.pool.query('truncate hit_days, visit_keys, daily_salts'));

  const store = (...visits: readonly Visit[]): Promise<void> => inTransaction(db, (tx) => upsertHitDays(tx, visits));
  /** Page views, custom hits, visitors and sessions of the only place there is. */
  const today = async (): Promise<string | undefined> => (await counts())[0]?.split(' ').slice(3).join(' ');

  test('a visitor is an address and agent; a session is named by the client, or else the visitor', async () => {
    await store(visit(), visit({ kind: 'custom' }), visit({ sessionId: 'a' }), visit({ sessionId: 'b' }));
    await store(visit({ agent: 'other' }), visit({ ip: '192.0.2.2', sessionId: 'a' }), visit({ sessionId: 'b' }));
    expect(await today()).toBe('6 1 3 4');
  });

  test('a hit without address and agent has no visitor; its session counts if it is named', async () => {
    const nobody = { ip: '', agent: '' };
    await store(visit(nobody), visit(nobody), visit({ ...nobody, sessionId: 's' }), visit({ ip: '' }));
    expect(await today()).toBe('4 0 1 2');
  });

  test('project, day and environment are counted apart', async () => {
    await store(visit(), visit({ projectId: '2' }), visit({ environment: null }), visit({ arrivalMs: TODAY - 1 }));
    const lines = await counts();
    expect(lines.map((line) => line.split(' ').slice(-4).join(' '))).toEqual(Array(4).fill('1 0 1 1'));
  });

  test('the same visitor has another key the next day, and another one in another project', async () => {
    await store(visit(), visit({ projectId: '2' }), visit({ arrivalMs: TODAY - 1 }));
    const { rows } = await db.pool.query<{ key: string }>(`select key from visit_keys where kind = 'v'`);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  });

  test('no address, agent or session is stored', async () => {
    await store(visit({ ip: '203.0.113.77', agent: 'Secret/1.0', sessionId: 'my-session' }));
    const { rows } = await db.pool.query(
      `select to_jsonb(h)::text from hit_days h union all select to_jsonb(k)::text from visit_keys k
       union all select to_jsonb(s)::text from daily_salts s`,
    );
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|Secret|my-session/);
  });

  test('a day whose salt was deleted gets no new one: hits are counted, visitors are not counted twice', async () => {
    const [old, last] = [TODAY - (VISIT_DAYS + 1) * DAY, TODAY - VISIT_DAYS * DAY];
    await store(visit({ arrivalMs: old }), visit({ arrivalMs: last }));
    expect(await counts()).toEqual([`1 ${dayOf(old)} prod 1 0 0 0`, `1 ${dayOf(last)} prod 1 0 1 1`]);
  });

  test('a rolled back transaction counts no visitor, and its salt is not used', async () => {
    const failed = inTransaction(db, async (tx) => {
      await upsertHitDays(tx, [visit()]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await store(visit());
    await store(visit());
    expect(await today()).toBe('2 0 1 1');
  });

  test('counts do not depend on order, batches or concurrency, and there is no deadlock', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
    process.stdout.write(`seed ${seed}\n`);
    const random = randomFrom(seed);
    const pick = (n: number): number => Math.floor(random() * n);
    for (let round = 0; round < 15; round += 1) {
      await db.pool.query('truncate hit_days, visit_keys, daily_salts');
      const visits = Array.from({ length: 150 }, () =>
        visit({
          projectId: String(1 + pick(2)),
          arrivalMs: TODAY - pick(3) * DAY,
          environment: [null, 'prod', 'stage'][pick(3)] ?? null,
          kind: pick(3) === 0 ? 'custom' : 'pageview',
          ip: ['', '192.0.2.1', '192.0.2.2'][pick(3)] ?? '',
          agent: ['', 'a', 'b'][pick(3)] ?? '',
          sessionId: [null, null, 'x', 'y'][pick(4)] ?? null,
        }),
      );
      const left = shuffle(visits, random);
      const batches: Visit[][] = [];
      while (left.length > 0) batches.push(left.splice(0, 1 + pick(12)));
      const writers = 1 + pick(4);
      await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          for (let index = writer; index < batches.length; index += writers) await store(...(batches[index] ?? []));
        }),
      );
      expect(await counts()).toEqual(countNaively(visits));
    }
    const { rows } = await db.pool.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: '0' }]);
  });

  async function counts(): Promise<readonly string[]> {
    const { rows } = await db.pool.query<{ line: string }>(
      `select concat_ws(' ', project_id, day, environment, pageviews, customs, visitors, sessions) as line from hit_days`,
    );
    return rows.map(({ line }) => line).sort();
  }
});

/** The expected table, computed in the simplest way. */
function countNaively(visits: readonly Visit[]): readonly string[] {
  const groups = new Map<string, Visit[]>();
  for (const each of visits) {
    const name = `${each.projectId} ${dayOf(each.arrivalMs)} ${each.environment ?? ''}`;
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  const lines = [...groups].map(([name, own]) => {
    const visitorOf = ({ ip, agent }: Visit): string[] => (ip + agent === '' ? [] : [`${ip} ${agent}`]);
    const sessionOf = (one: Visit): string[] => (one.sessionId === null ? visitorOf(one) : [`named ${one.sessionId}`]);
    const views = own.filter(({ kind }) => kind === 'pageview').length;
    const distinct = (names: readonly string[]): number => new Set(names).size;
    return [name, views, own.length - views, distinct(own.flatMap(visitorOf)), distinct(own.flatMap(sessionOf))].join(
      ' ',
    );
  });
  return lines.sort();
}

function visit(fields: Partial<Visit> = {}): Visit {
  return {
    projectId: '1',
    arrivalMs: TODAY,
    environment: 'prod',
    kind: 'pageview',
    ip: '192.0.2.1',
    agent: 'Mozilla/5.0',
    sessionId: null,
    ...fields,
  };
}
