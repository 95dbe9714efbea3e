import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { NAME_KINDS } from '@sluice/contract';
import {
  OTHER,
  type Tx,
  admitPlaces,
  copyRows,
  countFolds,
  createNameBudget,
  inTransaction,
  upsertProjectUsers,
} from '@sluice/db';
import { describeRelease } from '@sluice/sourcemaps/statements';
import { storeMetrics } from '@sluice/metrics';
import { mergeIssues, upsertIssues } from '@sluice/issues';
import {
  ARRIVAL,
  type OpenTransaction,
  ensureTestPartitions,
  eventId,
  occurrence,
  openTransaction,
  randomFrom,
  shuffle,
  useDatabase,
} from '@sluice/testkit';
import { listExceptions } from './listExceptions.js';
import { readException } from './readException.js';

const CAP = 30;
const CAPS = { environment: CAP, release: CAP, issue: CAP, metric: CAP, user: CAP };
const { db } = useDatabase({ poolSize: 20 });
beforeAll(() => ensureTestPartitions(db));
beforeEach(() =>
  db.pool.query(`truncate new_names, folded_names, environment_names, release_names, metric_names, metric_points,
    exceptions, releases, project_users, issues, issue_hashes, issue_hours, issue_releases, issue_users`),
);

let serial = 0;

const TABLES = {
  environment: `select name from environment_names`,
  release: `select name from release_names`,
  issue: `select hash as name from issue_hashes`,
  metric: `select name from metric_names`,
  user: `select user_key as name from project_users`,
};

describe.each(NAME_KINDS)('new names of one hour: %s', (kind) => {
  test('are limited to exactly the cap under concurrency; the rest is counted', async () => {
    await storeAlone(kind, names(0, 3));
    const folded = await Promise.all(
      Array.from({ length: 8 }, (_, worker) => storeAlone(kind, [...names(0, 3), ...names(100 * (worker + 1), 20)])),
    );
    expect(await own(kind)).toBe(CAP);
    expect(folded.reduce((sum, count) => sum + count)).toBe(8 * 20 - (CAP - 3));
    const { rows } = await db.pool.query(`select kind, sum(count)::int4 as count from folded_names group by 1`);
    expect(rows).toEqual([{ kind, count: 8 * 20 - (CAP - 3) }]);
  });

  test('take no lock if all are known or there is no room', async () => {
    await storeAlone(kind, names(0, CAP - 1));
    const adding = await hold(kind, names(CAP - 1, 1));
    expect(await storeAlone(kind, names(0, 5))).toBe(0);
    await adding.commit();
    // A transaction that holds the counter does not block one that has no room.
    const holding = await openTransaction(db, (tx) =>
      tx.client.query('select from new_names where project_id = 1 for update'),
    );
    expect(await storeAlone(kind, names(1_000, 5))).toBe(5);
    await holding.commit();
    expect(await own(kind)).toBe(CAP);
  });

  test('have room again in the next hour, and of a transaction that is rolled back', async () => {
    const failing = await hold(kind, names(0, CAP));
    await failing.rollBack();
    expect(await storeAlone(kind, names(100, CAP + 5))).toBe(5);
    await db.pool.query(`update new_names set hour = $1`, [new Date(Date.now() - 7_200_000)]);
    expect(await storeAlone(kind, names(200, 2))).toBe(0);
    expect(await own(kind)).toBe(CAP + 2);
  });
});

test('workers that add names of all kinds in any order never deadlock', async () => {
  const random = randomFrom(Date.now());
  const count = async (): Promise<unknown> =>
    (await db.pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows;
  const before = await count();
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      Array.from({ length: 8 }, (_, worker) =>
        inTransaction(db, async (tx) => {
          for (const kind of NAME_KINDS) {
            // Each worker leaves kinds out, as the workers of event types do.
            if ((worker + NAME_KINDS.indexOf(kind)) % 3 === 0) continue;
            const own = shuffle(names(round * 5, 10), random);
            for (const projectId of ['1', '2']) await store(tx, kind, own, projectId);
          }
        }),
      ),
    );
  }
  expect(await count()).toEqual(before);
}, 30_000);

test('a release that was described needs no room', async () => {
  await storeAlone('release', names(0, CAP));
  await db.pool.query(`update new_names set count = count - 1`);
  await describeRelease(db, '1', { version: 'described' });
  expect(await storeAlone('release', ['described', 'one more', 'too much'])).toBe(1);
});

test('a described release is never folded, even without room', async () => {
  await storeAlone('release', names(0, CAP + 1));
  await describeRelease(db, '1', { version: 'described' });
  expect(await storeAlone('release', ['described', 'too much'])).toBe(1);
  expect(await listed('release')).toContain('described');
  expect(await own('release')).toBe(CAP + 1);
});

test('values above the cap join the series (other), those of new environments and releases too', async () => {
  const budget = createNameBudget({ ...CAPS, metric: 1, environment: 1, release: 1 });
  const sample = (name: string, place: string) => ({
    projectId: '1',
    id: eventId(0, name),
    environment: `env ${place}`,
    release: `release ${place}`,
    values: { [name]: 1 },
  });
  await inTransaction(db, (tx) => storeMetrics(tx, [sample('a', '1'), sample('b', '2'), sample('c', '2')], budget));
  const { rows } = await db.pool.query(
    `select name, environment, release, count::int4 from metric_points order by name`,
  );
  expect(rows).toEqual([
    { name: OTHER, environment: OTHER, release: OTHER, count: 2 },
    { name: 'a', environment: 'env 1', release: 'release 1', count: 1 },
  ]);
  expect(budget.folds().map(({ kind, count }) => [kind, count])).toEqual([
    ['environment', 2],
    ['metric', 2],
    ['release', 2],
  ]);
  expect(await listed('metric')).toEqual([OTHER, 'a']);
});

describe('exceptions above the cap', () => {
  const row = (name: string) => ({
    project_id: '1',
    id: issue(name, '1').id,
    timestamp: ARRIVAL,
    environment: 'own',
    release: '9.9.9',
    user_key: null,
    trace_id: null,
    span_id: null,
    replay_id: null,
    tags: null,
    contexts: null,
    level: 'error',
    type: 'Error',
    message: name,
    handled: null,
    hash: name,
    payload: '{}',
    breadcrumbs: null,
  });
  const storeAll = (all: readonly string[]): Promise<readonly string[]> =>
    inTransaction(db, async (tx) => {
      await copyRows(tx, 'exceptions', all.map(row));
      const occurrences = all.map((name) => issue(name, '1'));
      return upsertIssues(tx, occurrences, createNameBudget({ ...CAPS, issue: 1 }));
    });
  const page = { limit: 10, fromMs: 0, toMs: Date.UTC(2100, 0), after: undefined };

  test('are counted in the issue (other), and listed there as sent', async () => {
    const ids = await storeAll(['a', 'b', 'c']);
    const [known = '', other = ''] = [...new Set(ids)].sort((a, b) => ids.indexOf(a) - ids.indexOf(b));
    const { rows } = await db.pool.query(`select title, culprit, count::int4 from issues order by count`);
    expect(rows).toEqual([expect.objectContaining({ count: 1 }), { title: OTHER, culprit: null, count: 2 }]);
    const { rows: issues } = await db.pool.query<{ id: string }>(`select id from issues where title = $1`, [OTHER]);
    const otherId = issues[0]?.id ?? '';
    expect([known, other]).toContain(otherId);
    const folded = await listExceptions(db, '1', page, { issue: otherId });
    expect(folded.rows).toHaveLength(2);
    expect(folded.rows[0]).toMatchObject({ issueId: otherId, release: '9.9.9', environment: 'own' });
    expect(await readException(db, '1', folded.rows[0]?.id ?? '')).toMatchObject({ issueId: otherId });
    expect((await listExceptions(db, '1', page)).rows.filter(({ issueId }) => issueId === otherId)).toHaveLength(2);
    await expect(mergeIssues(db, '1', known, { issues: [other] })).rejects.toThrow('(other)');
  });

  test('belong to the issue that one of their fingerprint opens later', async () => {
    await storeAll(['a', 'b']);
    const { rows } = await db.pool.query<{ hash: string }>(`select hash from issue_hashes where hash <> $1`, [OTHER]);
    const left = rows[0]?.hash === 'a' ? 'b' : 'a';
    await db.pool.query(`update new_names set hour = $1`, [new Date(Date.now() - 7_200_000)]);
    const late = { ...issue(left, '1'), id: eventId(7, 'late') };
    const [id = ''] = await inTransaction(db, (tx) => upsertIssues(tx, [late]));
    expect((await listExceptions(db, '1', page, { issue: id })).rows).toHaveLength(1);
  });

  test('are counted for the user (other) if their users are above the cap', async () => {
    await storeAlone('user', names(0, CAP));
    const met = { ...issue('a', '1'), userKey: 'id:new' };
    const again = { ...issue('a', '1'), id: eventId(1, 'again'), userKey: `id:${names(0, 1)[0] ?? ''}` };
    await inTransaction(db, (tx) => upsertIssues(tx, [met, again], createNameBudget(CAPS)));
    const { rows } = await db.pool.query(`select user_key from issue_users order by 1`);
    expect(rows).toEqual([{ user_key: OTHER }, { user_key: again.userKey }]);
  });
});

/** Stores one event for each name, and resolves with how many were folded. */
async function store(
  tx: Tx,
  kind: (typeof NAME_KINDS)[number],
  names: readonly string[],
  projectId = '1',
): Promise<number> {
  const budget = createNameBudget(CAPS);
  const place = { projectId, environment: null, release: null };
  if (kind === 'environment' || kind === 'release') {
    const places = names.map((name) => ({ ...place, [kind]: name }));
    await admitPlaces(tx, places, budget);
  } else if (kind === 'issue') {
    const occurrences = names.map((name) => issue(name, projectId));
    await upsertIssues(tx, occurrences, budget);
  } else if (kind === 'metric') {
    const samples = names.map((name) => ({ ...place, id: eventId(0, `${(serial += 1)}`), values: { [name]: 1 } }));
    await storeMetrics(tx, samples, budget);
  } else {
    const sightings = names.map((name) => user(name, projectId));
    await upsertProjectUsers(tx, sightings, 0, budget);
  }
  const folds = budget.folds();
  await countFolds(tx, folds);
  return folds.reduce((sum, { count }) => sum + count, 0);
}

function user(name: string, projectId: string) {
  return {
    projectId,
    userKey: `id:${name}`,
    timestampMs: ARRIVAL,
    id: name,
    email: null,
    username: null,
    name: null,
    ip: null,
  };
}

function issue(name: string, projectId: string) {
  return occurrence(0, { projectId, hashes: [name], id: eventId(0, `${projectId} ${name}`), title: name });
}

function storeAlone(kind: (typeof NAME_KINDS)[number], names: readonly string[]): Promise<number> {
  return inTransaction(db, (tx) => store(tx, kind, names));
}

function hold(kind: (typeof NAME_KINDS)[number], names: readonly string[]): Promise<OpenTransaction> {
  return openTransaction(db, (tx) => store(tx, kind, names));
}

function names(from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `name ${String(from + index).padStart(6, '0')}`);
}

async function listed(kind: (typeof NAME_KINDS)[number]): Promise<readonly string[]> {
  return (await db.pool.query<{ name: string }>(`${TABLES[kind]} order by 1`)).rows.map(({ name }) => name);
}

async function own(kind: (typeof NAME_KINDS)[number]): Promise<number> {
  return (await listed(kind)).filter((name) => name !== OTHER).length;
}
