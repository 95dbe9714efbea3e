import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { inTransaction } from '../connection/inTransaction.js';
import { ensureTestPartitions, randomFrom, shuffle } from '../testing/samples.js';
import { upsertHitDays } from './upsertHitDays.js';
import type { Visit } from './visit.js';

const DAY_MS = 86_400_000;
/** Salts are made for the last days only. */
const TODAY = Date.now();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 6 });
  await ensureTestPartitions(database.db, TODAY - 20 * DAY_MS, TODAY);
});
afterAll(() => database.drop());
beforeEach(() => database.db.pool.query('truncate daily_salts, visit_keys, hit_days'));

const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T;

const makeVisits = (count: number, random: () => number): readonly Visit[] =>
  Array.from({ length: count }, () => ({
    projectId: pick(['1', '2'], random),
    arrivalMs: TODAY - (random() < 0.5 ? 0 : DAY_MS),
    environment: pick([null, 'production'], random),
    kind: pick(['pageview', 'custom'] as const, random),
    sessionId: pick([null, 's1', 's2', 's3'], random),
    ip: pick(['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'], random),
    agent: pick(['Firefox', 'Chrome'], random),
  }));

/** What the table must hold: counted by hand. */
function expected(visits: readonly Visit[]): readonly unknown[] {
  const days = new Map<string, { visits: Visit[] }>();
  for (const visit of visits) {
    const day = new Date(visit.arrivalMs).toISOString().slice(0, 10);
    const name = [visit.projectId, day, visit.environment ?? ''].join(' ');
    const known = days.get(name) ?? { visits: [] };
    known.visits.push(visit);
    days.set(name, known);
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { visits: own }]) => {
      const visitor = ({ ip, agent }: Visit): string => `${ip} ${agent}`;
      return [
        ...name.split(' '),
        own.filter(({ kind }) => kind === 'pageview').length,
        own.filter(({ kind }) => kind === 'custom').length,
        new Set(own.map(visitor)).size,
        new Set(own.map((visit) => visit.sessionId ?? visitor(visit))).size,
      ];
    });
}

async function stored(): Promise<readonly unknown[]> {
  const rows = await database.db.kysely.selectFrom('hit_days').selectAll().execute();
  return rows
    .map((row) => [
      row.project_id,
      row.day,
      row.environment,
      ...[row.pageviews, row.customs, row.visitors, row.sessions].map(Number),
    ])
    .sort((a, b) => (a.slice(0, 3).join(' ') < b.slice(0, 3).join(' ') ? -1 : 1));
}

test('hits, visitors and sessions of a day are exact in any order, in any batches, by any number of writers', async () => {
  const seed = Date.now() % 100_000;
  process.stdout.write(`seed ${seed}\n`);
  const random = randomFrom(seed);
  const visits = makeVisits(300, random);
  for (const writers of [1, 2, 4]) {
    await database.db.pool.query('truncate daily_salts, visit_keys, hit_days');
    const left = shuffle(visits, random);
    const work = async (): Promise<void> => {
      while (left.length > 0) {
        const load = left.splice(0, 1 + Math.floor(random() * 30));
        await inTransaction(database.db, (tx) => upsertHitDays(tx, load));
      }
    };
    await Promise.all(Array.from({ length: writers }, work));
    expect(await stored()).toEqual(expected(visits));
  }
});

test('a load that is rolled back counts nobody, and its visitors are counted by the next', async () => {
  const visits = makeVisits(20, randomFrom(1));
  const undone = inTransaction(database.db, async (tx) => {
    await upsertHitDays(tx, visits);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await inTransaction(database.db, (tx) => upsertHitDays(tx, visits));
  expect(await stored()).toEqual(expected(visits));
});

test('no table holds the address or the agent', async () => {
  await inTransaction(database.db, (tx) => upsertHitDays(tx, makeVisits(20, randomFrom(2))));
  for (const table of ['visit_keys', 'hit_days', 'daily_salts']) {
    const { rows } = await database.db.pool.query<{ text: string }>(`select t::text as text from ${table} t`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ text }) => text).join('\n')).not.toMatch(/192\.0\.2|Firefox|Chrome/);
  }
});

test('a hit that comes when its day’s salt is gone is a hit, and no visitor', async () => {
  const [visit] = makeVisits(1, randomFrom(3));
  if (visit === undefined) throw new Error('no visit');
  await inTransaction(database.db, (tx) => upsertHitDays(tx, [{ ...visit, arrivalMs: TODAY - 20 * DAY_MS }]));
  const rows = await database.db.kysely.selectFrom('hit_days').selectAll().execute();
  expect(rows).toMatchObject([{ visitors: '0', sessions: '0' }]);
});
