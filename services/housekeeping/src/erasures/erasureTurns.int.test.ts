import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createOrganization, createProject } from '@sluice/db';
import { listNextErasures, requestUserErasure } from '@sluice/erasure';
import { silentLogger } from '@sluice/runtime';
import { waitFor, useDatabase } from '@sluice/testkit';
import { runErasures } from './runErasures.js';

/** Erasures of the organization `many`: each takes at least nine transactions. */
const MANY = 20;
/** Erasures that the organization `many` requests during a pass, at most. */
const MOST_REFILLS = 200;
const NEVER = new AbortController().signal;
let many: string;
let few: string;
const { db } = useDatabase();
beforeAll(async () => {
  for (const slug of ['many', 'few']) await createOrganization(db, slug);
  many = (await createProject(db, { organization: 'many', project: 'web' })).project.id;
  few = (await createProject(db, { organization: 'few', project: 'web' })).project.id;
});
beforeEach(() => db.pool.query('truncate erasures'));

test('an erasure does not wait for earlier ones of another organization', async () => {
  await requestMany();
  await request(few, 'ada');
  await waitFor(async () => {
    await run(0);
    return (await countDone()) === MANY + 1;
  });
  // At most one is ahead of it, and one more for each round in which transactions of other test files hold its start back.
  expect(await doneBefore()).toBeLessThan(MANY / 2);
});

test('an erasure that is requested during a pass joins its next round', async () => {
  await requestMany();
  let isDone = false;
  const requested = waitFor(async () => (await countDone()) > 0).then(() => request(few, 'ada'));
  while (!isDone) {
    await run(0);
    isDone = (await countDone()) >= MANY;
  }
  await requested;
  await waitFor(async () => {
    await run(0);
    return (await countDone()) === MANY + 1;
  });
  expect(await doneBefore()).toBeLessThan(MANY - 1);
});

test('an erasure that cannot start yet is tried again in the next round, while others keep a pass busy', async () => {
  const requestOfMany = async (user: string): Promise<void> => {
    await request(many, user);
    await db.pool.query(`update erasures set state = 'running' where project_id = $1 and state = 'waiting'`, [many]);
  };
  const readFew = async () => {
    const query = `select state, horizon is not null as tried from erasures where project_id = $1`;
    return (await db.pool.query<{ state: string; tried: boolean }>(query, [few])).rows[0];
  };
  await requestOfMany('first');
  await request(few, 'ada');
  const storing = await db.pool.connect();
  await storing.query('begin');
  await storing.query('select pg_current_xact_id()');
  const progress = { hasEnded: false };
  let isStoring = true;
  const pass = run(0).finally(() => (progress.hasEnded = true));
  for (let user = 0; user < MOST_REFILLS && !progress.hasEnded; user += 1) {
    await requestOfMany(`${user}`);
    const { state, tried } = (await readFew()) ?? {};
    if (tried === true && isStoring) {
      await storing.query('rollback');
      isStoring = false;
    }
    if (state === 'done') break;
  }
  storing.release();
  await pass;
  expect((await readFew())?.state).toBe('done');
});

test('the oldest erasure of each organization is next, without those that are skipped', async () => {
  await requestMany();
  const { id } = await request(few, 'ada');
  const next = async (...skipped: readonly string[]) =>
    (await listNextErasures(db, skipped)).map(({ userKey }) => userKey);
  expect(await next()).toEqual(['id:0', 'id:ada']);
  expect(await next(id)).toEqual(['id:0']);
});

async function requestMany(): Promise<void> {
  for (let user = 0; user < MANY; user += 1) await request(many, `${user}`);
}

/** How many erasures of the organization `many` were done before that of `few`. */
async function doneBefore(): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(
    `select count(*)::int as n from erasures m join erasures f on f.project_id = $2
     where m.project_id = $1 and m.finished_at < f.finished_at`,
    [many, few],
  );
  return rows[0]?.n ?? -1;
}

function run(turnMs: number): Promise<void> {
  return runErasures(
    { db, clock: Date.now, logger: silentLogger },
    { batchRows: 100, turnMs, maxEventAgeMs: 86_400_000 },
    NEVER,
  );
}

function request(projectId: string, user: string) {
  return requestUserErasure(db, { projectId, userKey: `id:${user}`, requestedBy: 'test' });
}

async function countDone(): Promise<number> {
  return (await db.pool.query(`select from erasures where state = 'done'`)).rowCount ?? 0;
}
