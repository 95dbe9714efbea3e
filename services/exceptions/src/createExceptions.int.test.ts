import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AcceptedEvent, Json } from '@sluice/contract';
import { changeIssues } from '@sluice/issues';
import { DEFAULT_WORKER_CONFIG, type Worker } from '@sluice/drain';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { DEFAULT_BLOB_STORE_CONFIG, DEFAULT_RESOLVER_CONFIG } from '@sluice/sourcemaps';
import { clearIssues, useDatabase, useRedis, useRole } from '@sluice/testkit';
import { useQueues } from '@sluice/testkit/useQueues';
import { createExceptions, type ExceptionsConfig } from './index.js';

const CONFIG: ExceptionsConfig = {
  ...DEFAULT_WORKER_CONFIG,
  lingerMs: 5,
  minRows: 10,
  store: DEFAULT_BLOB_STORE_CONFIG,
  resolver: DEFAULT_RESOLVER_CONFIG,
};

const database = useDatabase({ poolSize: 20 });
const redis = useRedis();
const own = useRole(database, 'sluice_exceptions', 20);
const queues = useQueues(redis);
const workers: Worker[] = [];

beforeEach(async () => {
  await clearIssues(database.db);
  await database.db.pool.query(
    'truncate exceptions, receipts, usage, alert_signals, project_users, new_names, folded_names',
  );
  for (let count = 0; count < 3; count += 1) workers.push(createExceptions(deps(), CONFIG));
  await Promise.all(workers.map((worker) => worker.start()));
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

const STARTED = Date.now();

/** When each batch arrived: it is the same batch however often it comes. */
const ARRIVALS = new Map<string, number>();

describe('exceptions become issues and releases (protocol 6, 3.5)', () => {
  test('in any order, by any worker, and after any number of repetitions', async () => {
    const batches = Array.from({ length: 30 }, (_, index) => [
      exception(`row ${index} is gone`, 30 - index, index % 2 === 0 ? '1.0' : '1.1'),
      exception('other fault', index, '1.0'),
    ]);
    await Promise.all(
      batches.flatMap((events, index) =>
        index % 3 === 0
          ? [send(events, `batch ${index}`), send(events, `batch ${index}`, 'again')]
          : [send(events, `batch ${index}`)],
      ),
    );
    await queues.drained('exception');
    const issues = await database.db.kysely.selectFrom('issues').selectAll().orderBy('title').execute();
    expect(issues.map(({ title, count, status }) => [title, count, status])).toEqual([
      ['TypeError: other fault', '30', 'open'],
      ['TypeError: row 0 is gone', '30', 'open'],
    ]);
    const [, gone] = issues;
    expect([gone?.first_release, gone?.last_release]).toEqual(['1.1', '1.0']);
    const releases = await database.db.kysely
      .selectFrom('releases')
      .select(['version', 'exception_count'])
      .orderBy('version')
      .execute();
    expect(releases).toEqual([
      { version: '1.0', exception_count: '45' },
      { version: '1.1', exception_count: '15' },
    ]);
    const rows = await database.db.kysely
      .selectFrom('exceptions')
      .select(['release', 'contexts', 'user_key'])
      .execute();
    expect(rows).toHaveLength(60);
    // The issue has the id of the exception that opened it.
    expect(await signals()).toEqual(
      issues.map(({ id }) => ({
        kind: 'new_issue',
        issue_id: id,
        event_id: id,
        details: { level: 'error', environment: null, release: expect.any(String) },
      })),
    );
    const { rows: letters } = await database.db.pool.query('select from dead_letters');
    expect(letters).toEqual([]);
    expect(rows.every((row) => row.release !== null && row.contexts?.['release'] === undefined)).toBe(true);
    expect(new Set(rows.map((row) => row.user_key))).toEqual(new Set(['email:a@b.c']));
  });

  test('a resolved one opens with its release, and not with one that was never seen before and is not it', async () => {
    const statusAfter = async (release: string): Promise<string | undefined> => {
      // Not in the millisecond in which the issue was resolved.
      ARRIVALS.set(release, Date.now() + 1_000);
      await send([exception('comes back', 0, release)], release);
      await queues.drained('exception');
      const { id = '', status } = (await issueOf('TypeError: comes back')) ?? {};
      if (status === 'open') await changeIssues(database.db, '1', [id], { status: 'resolved', resolvedIn: 'fixed' });
      return status;
    };
    expect([await statusAfter('broken'), await statusAfter('interim'), await statusAfter('fixed')]).toEqual([
      'open',
      'resolved',
      'open',
    ]);
    const details = { level: 'error', environment: null };
    expect(await signals()).toMatchObject([
      { kind: 'new_issue', details: { ...details, release: 'broken' } },
      { kind: 'regression', details: { ...details, release: 'fixed', resolvedIn: 'fixed' } },
    ]);
  });
});

test('above the caps of new names an exception is stored as it came, and counted under (other)', async () => {
  const newNames = { environment: 1, release: 1, issue: 1, metric: 1, user: 1 };
  const worker = createExceptions(deps(), { ...CONFIG, newNames });
  await Promise.all(workers.splice(0).map((other) => other.stop()));
  workers.push(worker);
  await worker.start();
  const events = [1, 2, 3].map((index): AcceptedEvent => ({
    ...exception(`fault ${'abc'[index - 1] ?? ''}`, index, `forged ${index}`),
    contexts: { release: `forged ${index}`, environment: `env ${index}`, 'user.id': `forged ${index}` },
  }));
  await send(events, 'forged');
  await queues.drained('exception');
  const { rows } = await database.db.pool.query(
    `select release, environment, user_key from exceptions where release like 'forged%' order by release`,
  );
  expect(rows).toEqual(
    [1, 2, 3].map((index) => ({
      release: `forged ${index}`,
      environment: `env ${index}`,
      user_key: `id:forged ${index}`,
    })),
  );
  expect(await issueOf('(other)')).toMatchObject({ count: '2', culprit: null });
  const { rows: derived } = await database.db.pool.query(
    `select (select array_agg(version order by version) from releases where version = '(other)' or version like 'forged%') as releases,
       (select count(*)::int4 from project_users where user_key = '(other)' or user_key like 'id:forged%') as users,
       (select jsonb_object_agg(kind, count) from folded_names) as folded`,
  );
  expect(derived).toEqual([
    {
      releases: ['(other)', 'forged 1'],
      users: 2,
      folded: { environment: 2, release: 2, issue: 2, user: 2 },
    },
  ]);
});

/** Signals of issues, in the order of the issues' titles. */
async function signals(): Promise<readonly unknown[]> {
  const { rows } = await database.db.pool.query<Record<string, unknown>>(
    `select s.kind, s.issue_id, s.event_id, s.details from alert_signals s
     join issues i on i.project_id = s.project_id and i.id = s.issue_id order by i.title, s.id`,
  );
  return rows;
}

const issueOf = (title: string) =>
  database.db.kysely.selectFrom('issues').selectAll().where('title', '=', title).executeTakeFirst();

function deps() {
  return { db: own.db, redisUrl: redis.url, logger: silentLogger, metrics: createMetrics(), clock: systemClock };
}

/** Publishes the exceptions as one batch. @param mark another one, and the queue does not know that it has them already */
function send(events: readonly AcceptedEvent[], name: string, mark?: string): Promise<void> {
  const arrival = ARRIVALS.get(name) ?? Date.now();
  ARRIVALS.set(name, arrival);
  return queues.publish({ type: 'exception', events, name, arrival, ...(mark !== undefined && { mark }) });
}

function exception(message: string, second: number, release: string): AcceptedEvent {
  return {
    type: 'exception',
    timestamp: new Date(STARTED - 60_000 + second * 1_000).toISOString(),
    contexts: { release, 'user.email': 'a@b.c' } satisfies Json,
    payload: { type: 'TypeError', message },
  };
}
