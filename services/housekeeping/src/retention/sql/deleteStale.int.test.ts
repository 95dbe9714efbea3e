import { beforeEach, describe, expect, test } from '@jest/globals';
import { ARRIVAL, eventId, openTransaction, insertSourceMap, useDatabase } from '@sluice/testkit';
import { inTransaction, upsertProjectUsers } from '@sluice/db';
import { upsertReleases } from '@sluice/sourcemaps/statements';
import { type IssueOccurrence, linkHashes, upsertIssues } from '@sluice/issues';
import { countStale } from './countStale.js';
import { deleteStale } from './deleteStale.js';
import { STALE_KINDS, type StaleKind } from './staleKinds.js';

const DAY_MS = 86_400_000;
const AGES = [1, 20, 40, 60, 80];
const database = useDatabase({ poolSize: 6 });
beforeEach(() =>
  database.db.pool.query(
    `truncate endpoint_hours, endpoint_rollups, usage, dead_letters, issues, issue_hashes, issue_hours, issue_releases, issue_users, releases,
       project_users, metric_names, environment_names, release_names, folded_names, filter_entries,
       refused_origins, refused_keys, sdk_counts, refused_samples, late_logs, derived_days, visit_counts, exception_counts, replay_facts, hit_days, daily_salts, sourcemaps, sourcemap_garbage, projects, project_keys,
       alert_firings, alert_subjects, alert_notices, alert_deliveries, alert_attempts, alert_inbox,
       alert_destination_hours, alert_mail_counts, issue_minutes, alert_minutes,
       erased_events, sessions, links, audit_log, users, organizations cascade`,
  ),
);

const daysAgo = (days: number): number => Date.now() - days * DAY_MS;

describe('data that is not partitioned', () => {
  test.each(STALE_KINDS)('%s: goes when it is older than the bound, the oldest first, batch by batch', async (kind) => {
    await fill();
    expect([await count(kind, 30, 100), await count(kind, 30, 2)]).toEqual([3, 2]);
    expect([await remove(kind, 30, 2), await remove(kind, 30, 2), await remove(kind, 30, 2)]).toEqual([2, 1, 0]);
  });

  test.each(['waiting', 'paused'])('an alert whose message is %s stays, however old it is', async (state) => {
    const { pool } = database.db;
    const [id, at] = [eventId(1), new Date(Date.now() - 99 * DAY_MS)];
    await fillAlerts(1, at);
    await pool.query('delete from alert_notices');
    await pool.query(
      `insert into alert_notices (project_id, firing_id, destination_id, organization_id, due_at, delivery_id, at)
       values (1, $1, 1, 1, $2, $1, $2)`,
      [id, at],
    );
    await pool.query('update alert_deliveries set state = $1', [state]);
    const kinds = ['alert_deliveries', 'alert_notices', 'alert_firings'] as const;
    for (const kind of kinds) expect([await count(kind, 30, 10), await remove(kind, 30)]).toEqual([0, 0]);
    await pool.query(`update alert_deliveries set state = 'sent'`);
    for (const kind of kinds) expect(await remove(kind, 30)).toBeGreaterThan(0);
  });

  test('an issue is deleted with its hashes, a release only if it was not described', async () => {
    await fill();
    await remove('issues', 30);
    await remove('releases', 30);
    expect(await Promise.all(['issues', 'issue_hashes', 'releases'].map(left))).toEqual([2, 4, 7]);
    expect(await Promise.all(['issue_hours', 'issue_releases', 'issue_users'].map(left))).toEqual([2, 2, 2]);
  });

  test('a user is deleted with the issues that affected them', async () => {
    await fill();
    await remove('users', 30);
    expect(await Promise.all(['project_users', 'issue_users', 'issues'].map(left))).toEqual([2, 2, 5]);
  });

  test('rows stored today stay, even if their events have timestamps of 1970', async () => {
    const release = { projectId: '1', version: '1.0', timestampMs: 0, exceptions: 1 };
    const user = { projectId: '1', userKey: 'id:7', timestampMs: 0, id: '7' };
    await inTransaction(database.db, async (tx) => {
      await upsertIssues(tx, [occurrence('aa', { timestampMs: 0 })]);
      await upsertReleases(tx, [release]);
      await upsertProjectUsers(tx, [{ ...user, email: null, username: null, name: null, ip: null }]);
    });
    expect([await remove('issues', 1), await remove('releases', 1), await remove('users', 1)]).toEqual([0, 0, 0]);
  });

  test.each(STALE_KINDS)('%s: the oldest are found by an index', async (kind) => {
    await fill();
    const { pool } = database.db;
    const table = { users: 'project_users', metrics: 'metric_names', sourcemaps: 'releases' }[kind as string] ?? kind;
    const column =
      {
        usage: 'hour',
        issue_hours: 'hour',
        folded_names: 'hour',
        hit_days: 'day',
        daily_salts: 'day',
        endpoint_hours: 'hour',
        endpoint_rollups: 'hour',
        erased_events: 'hour',
        filter_entries: 'hour',
        refused_origins: 'hour',
        refused_keys: 'hour',
        sdk_counts: 'hour',
        refused_samples: 'at',
        late_logs: 'stored_at',
        derived_days: 'day',
        replay_facts: 'day',
        visit_counts: 'start',
        exception_counts: 'start',
        alert_firings: 'at',
        alert_notices: 'at',
        alert_attempts: 'at',
        alert_destination_hours: 'hour',
        alert_mail_counts: 'starts_at',
        alert_deliveries: 'created_at',
        alert_inbox: 'created_at',
        issue_minutes: 'minute',
        alert_minutes: 'minute',
        dead_letters: 'created_at',
        sessions: 'expires_at',
        links: 'expires_at',
        audit_log: 'at',
      }[kind as string] ?? 'touched_at';
    const only = kind === 'releases' ? 'and ref is null and url is null and deployed_at is null and notes is null' : '';
    const client = await pool.connect();
    try {
      await client.query('set enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select ctid from ${table} where ${column} < now() ${only} order by ${column} limit 5`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Limit.*\n.*Index Scan/);
    } finally {
      client.release(true);
    }
  });
});

const occurrence = (hash: string, fields: Partial<IssueOccurrence> = {}): IssueOccurrence => ({
  projectId: '1',
  hashes: [hash],
  id: eventId(99),
  timestampMs: ARRIVAL,
  environment: null,
  release: null,
  userKey: null,
  title: 'again',
  culprit: null,
  level: 'error',
  ...fields,
});

describe('a stale issue that occurs again', () => {
  /** A stale issue with one hash, `aa`. */
  const makeStale = async (): Promise<void> => {
    await inTransaction(database.db, (tx) => upsertIssues(tx, [occurrence('aa', { id: eventId(1) })]));
    await database.db.pool.query(`update issues set touched_at = now() - interval '90 days'`);
  };
  const count = (...hashes: string[]): Promise<readonly string[]> =>
    inTransaction(database.db, (tx) =>
      upsertIssues(
        tx,
        hashes.map((hash) => occurrence(hash)),
      ),
    );
  const withoutHash = (): Promise<number> =>
    left(
      `issues i where not exists (select from issue_hashes h where h.project_id = i.project_id and h.issue_id = i.id)`,
    );

  test('while a worker that found its hash is about to count it stays', async () => {
    await makeStale();
    await inTransaction(database.db, async (tx) => {
      await linkHashes(tx, [occurrence('aa')], new Map());
      expect(await remove('issues', 30)).toBe(0);
      expect(await upsertIssues(tx, [occurrence('aa')])).toEqual([eventId(1)]);
    });
    expect(await left('issues')).toBe(1);
    expect(await withoutHash()).toBe(0);
  });

  test('is opened again after a worker has seen its hash without locking it', async () => {
    await makeStale();
    const other = await openTransaction(database.db, (tx) =>
      tx.client.query(`insert into issue_hashes values (1, 'zz', $1)`, [eventId(5)]),
    );
    // The worker has seen `aa`, and waits to link `zz`.
    const counted = count('aa', 'zz');
    await other.untilWaitedFor();
    expect(await remove('issues', 30)).toBe(1);
    await other.commit();
    expect(await counted).toEqual([eventId(99), eventId(5)]);
    expect(await left('issues')).toBe(2);
    expect(await withoutHash()).toBe(0);
  });

  test('is opened again while it is being deleted', async () => {
    await makeStale();
    const deletion = await openTransaction(database.db, async (tx) => {
      expect(await deleteStale(tx, 'issues', daysAgo(30), 100)).toBe(1);
    });
    const counted = count('aa');
    await deletion.untilWaitedFor();
    await deletion.commit();
    expect(await counted).toEqual([eventId(99)]);
    expect(await left('issues')).toBe(1);
    expect(await withoutHash()).toBe(0);
  });

  test('is touched by that, and stays', async () => {
    await makeStale();
    await count('aa');
    expect(await remove('issues', 30)).toBe(0);
    expect(await left('issues')).toBe(1);
  });
});

/** For each of {@link AGES} (days): a row of each kind of this age, whose events were seen recently. */
async function fill(): Promise<void> {
  const { pool } = database.db;
  await pool.query(`insert into organizations (id, slug) overriding system value values (1, 'acme')`);
  await pool.query(`insert into users (id, email) values (1, 'ada@example.com')`);
  for (const [index, age] of AGES.entries()) {
    const at = new Date(daysAgo(age));
    const id = eventId(index);
    await pool.query(`insert into usage values (1, 'log', 'processed', '', $1, $2, 1)`, [at, `e${index}`]);
    await pool.query(
      `insert into dead_letters (project_id, id, type, reason, message, payload, created_at)
       values (1, $1, 'log', 'data', '', '', $2)`,
      [id, at],
    );
    await pool.query(
      `insert into issues (project_id, id, title, level, count, first_seen, last_seen, last_event_id, touched_at)
       values (1, $1, 'old', 'error', 1, now(), now(), $1, $2)`,
      [id, at],
    );
    await pool.query(`insert into issue_hashes values (1, $1, $2), (1, $1 || 'b', $2)`, [`hash${index}`, id]);
    await pool.query(`insert into hit_days values (1, $1, '', 1, 0, 1, 1)`, [at]);
    await pool.query(`insert into daily_salts values ($1, 'salt')`, [at]);
    await pool.query(`insert into issue_hours values (1, $1, '', $2, 1)`, [`hash${index}`, at]);
    await pool.query(`insert into issue_releases values (1, $1, '1.0', 1, now(), now())`, [`hash${index}`]);
    await pool.query(`insert into issue_users values (1, $1, $2)`, [`hash${index}`, `user${index}`]);
    for (const table of ['metric_names', 'environment_names', 'release_names'])
      await pool.query(`insert into ${table} values (1, $1, now(), $2)`, [`name${index}`, at]);
    await pool.query(`insert into endpoint_hours values (1, 'GET /', '', $1, 1, 0, 1, 1, 1, '')`, [at]);
    await pool.query(`insert into endpoint_rollups values (1, $1, 1, 1)`, [at]);
    await pool.query(`insert into derived_days values (1, 'hit', $1, 1, now(), 1)`, [at]);
    await pool.query(`insert into visit_counts values (1, 1, 'all', $1, '', false, '', 1, 0, 1, 1)`, [at]);
    await pool.query(`insert into exception_counts values (1, 1, 'all', $1, '', '', 1, 1)`, [at]);
    await pool.query(`insert into replay_facts values (1, $1, $2, $3, 1, 0, 1, '{}')`, [`r${index}`, id, at]);
    await pool.query(`insert into erased_events values (1, $1, 'log', $2, 1)`, [id, at]);
    await pool.query(
      `insert into sessions (user_id, digest, method, address, network, user_agent, created_at, last_used_at, expires_at)
       values (1, $1, 'link', '::1', '::1', '', $2, $2, $2)`,
      [`digest${index}`, at],
    );
    await pool.query(
      `insert into links (digest, purpose, email, created_by, created_at, expires_at)
       values ($1, 'sign_in', 'ada@example.com', 'operator', $2, $2)`,
      [`digest${index}`, at],
    );
    await pool.query(
      `insert into audit_log (organization_id, at, actor_kind, actor, action, target)
       values (1, $1, 'operator', 'operator', 'key.create', 'web')`,
      [at],
    );
    await pool.query(`insert into folded_names values (1, 'user', $1, 1)`, [at]);
    await pool.query(`insert into filter_entries values (1, 'ip', $1, '::1', 'e', 1)`, [at]);
    await pool.query(`insert into refused_origins values (1, $1, 'https://evil.test', 'gateway', 1)`, [at]);
    await pool.query(`insert into refused_keys values (1, $1, 'key', 'gateway', '', $1, 1)`, [at]);
    await pool.query(`insert into sdk_counts values (1, $1, 'item', 'session', '', 'gateway', 1)`, [at]);
    await pool.query(
      `insert into refused_samples values (1, 'type', $1, $2, 'invalid', 'unknown', null, 'type', 'is required', '{}')`,
      [at, id],
    );
    await pool.query(`insert into late_logs values (1, $1, $2, $2)`, [at, id]);
    await pool.query(
      `insert into project_users (project_id, user_key, first_seen, last_seen, touched_at)
       values (1, $1, now(), now(), $2)`,
      [`user${index}`, at],
    );
    await pool.query(
      `insert into releases (project_id, version, ref, touched_at) values (1, $1, null, $2), (1, $1 || 'b', 'abc', $2)`,
      [`v${index}`, at],
    );
    await insertSourceMap(database.db, `v${index}b`);
    await fillAlerts(index, at);
  }
}

async function fillAlerts(index: number, at: Date): Promise<void> {
  const { pool } = database.db;
  const id = eventId(index);
  await pool.query(
    `insert into alert_firings (project_id, id, organization_id, rule_id, kind, subject, at)
     values (1, $1, 1, 1, 'new_issue', 'issue:1', $2)`,
    [id, at],
  );
  await pool.query(`insert into alert_subjects (project_id, rule_id, subject, touched_at) values (1, 1, $1, $2)`, [
    `issue:${index}`,
    at,
  ]);
  await pool.query(
    `insert into alert_notices (project_id, firing_id, destination_id, organization_id, due_at, delivery_id, at)
     values (1, gen_random_uuid(), 1, 1, $2, $1, $2), (1, gen_random_uuid(), 2, 1, $2, null, $2)`,
    [id, at],
  );
  await pool.query(
    `insert into alert_deliveries (project_id, id, organization_id, destination_id, state, created_at)
     values (1, $1, 1, 1, 'sent', $2), (1, gen_random_uuid(), 1, 1, 'waiting', $2)`,
    [id, at],
  );
  await pool.query(`insert into alert_attempts values (1, $1, 1, $2, 1, 200, 'sent')`, [id, at]);
  await pool.query(
    `insert into alert_inbox (organization_id, user_id, id, project_id, message, created_at) values (1, 1, $1, 1, '{}', $2)`,
    [id, at],
  );
  await pool.query(`insert into alert_destination_hours values (1, 1, $1, 1)`, [at]);
  await pool.query(`insert into alert_mail_counts values ('asked', '1', $1, 1)`, [at]);
  await pool.query(`insert into issue_minutes values (1, 'hash', '', $1, 1)`, [at]);
  await pool.query(`insert into alert_minutes values (1, 'series', $1, $2, 1, 0)`, [at, id]);
}

async function left(table: string): Promise<number> {
  const { rows } = await database.db.pool.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
}

function remove(kind: StaleKind, days: number, limit = 100): Promise<number> {
  return deleteStale(database.db, kind, daysAgo(days), limit);
}

function count(kind: StaleKind, days: number, most: number): Promise<number> {
  return countStale(database.db, kind, daysAgo(days), most);
}
