import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { batchIdOf, eventIdOf, hourOf, type WireType } from '@sluice/contract';
import { copyRows, ensurePartitions, inTransaction, PARTITIONED_TABLES } from '@sluice/db';
import { insertDeadLetters } from '@sluice/dead-letters';
import { addUsage, readAccounting, type UsageDelta } from '@sluice/accounting';
import { upsertTraces } from '@sluice/traces';
import {
  deleteErasedSamples,
  listErasures,
  listFinishedErasures,
  listNextErasures,
  requestProjectErasure,
  requestUserErasure,
} from '@sluice/erasure';
import { silentLogger } from '@sluice/runtime';
import { waitFor, useDatabase } from '@sluice/testkit';
import { closeErasures, runErasures } from './runErasures.js';

const ADA = 'id:ada';
const BOB = 'id:bob';
const PROJECT = '1';
const LIMITS = { batchRows: 3, turnMs: 0, openMs: 3_600_000, maxEventAgeMs: 86_400_000 };
const NOW = Date.now();
const { db } = useDatabase();
beforeAll(() =>
  ensurePartitions(db, {
    tables: PARTITIONED_TABLES,
    interval: 'day',
    fromMs: NOW - 2 * 86_400_000,
    throughMs: NOW + 86_400_000,
  }),
);
beforeEach(async () => {
  serial = 0;
  await db.pool.query(
    `truncate exceptions, spans, logs, hits, replays, dead_letters, usage, traces, project_users, issue_users, issue_hashes,
     issues, issue_comments, issue_hours, issue_releases, replay_sessions, erasures, erased_events, erased_replays, refused_samples, exception_counts, derived_days`,
  );
});

let serial = 0;

const COMMON = { environment: null, release: null, trace_id: null, span_id: null, replay_id: null, tags: null };

const OWN: Readonly<Record<WireType, (index: number) => object>> = {
  exception: () => ({
    level: 'error',
    type: 'Error',
    message: 'm',
    handled: null,
    hash: 'h1',
    payload: '{}',
    breadcrumbs: null,
  }),
  log: () => ({ level: 'info', message: 'm', attributes: null }),
  span: (index) => ({
    span_uuid: `s${serial}-${index}`,
    parent_id: null,
    name: 'GET /',
    op: null,
    status: 'ok',
    start_time: NOW,
    end_time: NOW,
    duration: 1,
    metrics: null,
    previous_trace_id: null,
    trace_id: 't1',
  }),
  hit: () => ({ kind: 'pageview', name: null, url: '/', referrer: null, title: null, session_id: null }),
  replay: (index) => ({
    segment: index,
    start_time: null,
    end_time: null,
    events: '[]',
    event_count: 0,
    replay_id: 'r1',
  }),
};
const TABLE = { exception: 'exceptions', log: 'logs', span: 'spans', hit: 'hits', replay: 'replays' } as const;

const request = (userKey = ADA) => requestUserErasure(db, { projectId: PROJECT, userKey, requestedBy: 'test' });
const BALANCED = [0, 0, 0, 0, 0];

describe('the erasure of a user', () => {
  test('deletes the events of the user in all tables and no others, and counts them', async () => {
    for (const type of ['exception', 'log', 'span', 'hit'] as const) {
      await store(type, { count: 7 });
      await store(type, { user: BOB, count: 4 });
      await store(type, { user: null, count: 2 });
    }
    await request();
    await finish();
    for (const table of ['exceptions', 'logs', 'spans', 'hits']) {
      expect([table, await countRows(table, ADA), await countRows(table, BOB), await countRows(table, null)]).toEqual([
        table,
        0,
        4,
        2,
      ]);
    }
    expect(await differences()).toEqual(BALANCED);
    expect((await listErasures(db, PROJECT))[0]).toMatchObject({
      state: 'done',
      events: { exception: 7, log: 7, span: 7, hit: 7 },
    });
  });

  test('keeps events that arrive after the moment', async () => {
    await store('log', { arrivalMs: NOW - 1_000 });
    await request();
    await store('log', { arrivalMs: Date.now() + 60_000, own: { message: 'later' } });
    await finish();
    expect(await countRows('logs', ADA)).toBe(1);
    expect(await differences()).toEqual(BALANCED);
  });

  test('deletes whole recordings, also segments that name no user and that are stored late', async () => {
    await store('replay', { user: null, own: { segment: 0 } });
    await store('replay', { own: { segment: 1 } });
    await store('replay', { user: null, own: { replay_id: 'other' } });
    await request();
    await finish();
    await store('replay', { user: null, own: { segment: 2 } });
    await run();
    const { rows } = await db.pool.query('select replay_id from replays');
    expect(rows).toEqual([{ replay_id: 'other' }]);
    expect(await differences()).toEqual(BALANCED);
    expect((await listErasures(db, PROJECT))[0]?.events).toEqual({ replay: 3 });
  });

  test('makes traces again from the spans that are left', async () => {
    await store('span', { count: 2 });
    await store('span', { user: BOB });
    await store('span', { own: { trace_id: 'only-ada' } });
    await request();
    await finish();
    const { rows } = await db.pool.query('select trace_id, span_count, roots from traces');
    expect(rows).toMatchObject([{ trace_id: 't1', span_count: '1' }]);
    expect(JSON.stringify(rows)).not.toContain('only-ada');
  });

  test('deletes dead letters of the user, counts them, and keeps discarded and other ones', async () => {
    await letter('ada');
    await letter('ada', 'retry');
    await letter('ada', 'discarded');
    await letter('bob');
    await request();
    await finish();
    const { rows } = await db.pool.query<{ state: string }>('select state from dead_letters order by state');
    expect(rows.map(({ state }) => state)).toEqual(['discarded', 'waiting']);
    expect(await differences()).toEqual(BALANCED);
  });

  /** Issues 1 (h1, h2) and 2 (h3): Ada and Bob met the first, Bob the second. */
  const openIssues = (): Promise<unknown> =>
    db.pool.query(
      `insert into issues (project_id, id, title, level, count, first_seen, last_seen, last_event_id, users)
       select 1, id, 't', 'error', 1, now(), now(), id, users
       from (values ('00000000-0000-8000-8000-000000000001'::uuid, 2), ('00000000-0000-8000-8000-000000000002', 1)) v(id, users);
       insert into issue_hashes (project_id, hash, issue_id) values
         (1, 'h1', '00000000-0000-8000-8000-000000000001'), (1, 'h2', '00000000-0000-8000-8000-000000000001'),
         (1, 'h3', '00000000-0000-8000-8000-000000000002');
       insert into issue_users (project_id, hash, user_key) values (1, 'h1', 'id:ada'), (1, 'h2', 'id:ada'), (1, 'h1', 'id:bob'),
         (1, 'h3', 'id:bob');
       insert into project_users (project_id, user_key, first_seen, last_seen) values (1, 'id:ada', now(), now()),
         (1, 'id:bob', now(), now())`,
    );

  test('removes the user and lowers the number of users of issues', async () => {
    await openIssues();
    for (const own of [{ hash: 'h2' }, { hash: 'h3' }]) await store('exception', { user: BOB, own });
    await request();
    await finish();
    const { rows } = await db.pool.query('select users from issues order by id');
    expect(rows).toEqual([{ users: '1' }, { users: '1' }]);
    expect([await countRows('issue_users', ADA), await countRows('project_users', ADA)]).toEqual([0, 0]);
    expect([await countRows('issue_users', BOB), await countRows('project_users', BOB)]).toEqual([2, 1]);
  });

  test('deletes issues of which only exceptions of the user were stored, and keeps the others', async () => {
    await openIssues();
    await store('exception', { own: { hash: 'h1' }, count: 4 });
    await store('exception', { own: { hash: 'h2' } });
    await db.pool.query(
      `insert into issue_comments (project_id, issue_id, actor, text)
       values (1, '00000000-0000-8000-8000-000000000001', 'operator', 'Ada again')`,
    );
    await db.pool.query(`delete from issue_users where hash = 'h1' and user_key = 'id:bob'`);
    await db.pool.query(`insert into issue_users (project_id, hash, user_key) values (1, 'h3', 'id:ada')`);
    await request();
    await finish();
    const left = async (table: string, column: string) =>
      (await db.pool.query<{ value: string }>(`select ${column}::text as value from ${table} order by 1`)).rows.map(
        ({ value }) => value,
      );
    expect(await left('issues', 'id')).toEqual(['00000000-0000-8000-8000-000000000002']);
    expect(await left('issue_hashes', 'hash')).toEqual(['h3']);
    expect(await left('issue_users', 'hash')).toEqual(['h3']);
    expect(await left('issue_comments', 'id')).toEqual([]);
  });

  test('names issues after an exception that is left, where the last one was of the user', async () => {
    await openIssues();
    const of = (user: string, hash: string, message: string, level = 'error') =>
      store('exception', { user, own: { hash, message, level } });
    await of(BOB, 'h1', 'first line\nsecond', 'warning');
    await of(ADA, 'h1', 'Ada Lovelace, 12 Main Street');
    await of(BOB, 'h3', 'of Bob');
    // Of the first issue's other fingerprint nothing is left, of neither user.
    for (const [index, hash] of ['h1', 'h2', 'h3'].entries()) {
      const { rows } = await db.pool.query<{ id: string }>(
        'select id from exceptions where hash = $1 order by user_key limit 1',
        [hash],
      );
      await db.pool.query(
        `update issue_hashes set title = 'Ada Lovelace', level = 'error', last_seen = $2, last_event_id = coalesce($3, issue_id)
         where hash = $1`,
        [hash, new Date(NOW - (index + 1) * 3_600_000), rows[0]?.id ?? null],
      );
    }
    await db.pool.query(`update issues set title = 'Ada Lovelace'`);
    await request();
    await finish();
    const { rows: hashes } = await db.pool.query('select hash, title, level from issue_hashes order by hash');
    expect(hashes).toEqual([
      { hash: 'h1', title: 'Error: first line', level: 'warning' },
      { hash: 'h2', title: '(erased)', level: 'error' },
      { hash: 'h3', title: 'Ada Lovelace', level: 'error' },
    ]);
    const { rows: issues } = await db.pool.query(
      `select i.title, i.level, e.user_key from issues i left join exceptions e on e.project_id = i.project_id and e.id = i.last_event_id order by i.id limit 1`,
    );
    expect(issues).toEqual([{ title: 'Error: first line', level: 'warning', user_key: BOB }]);
  });

  test('keeps the user as one of the users of an issue with a later exception of them', async () => {
    await openIssues();
    await store('exception', { own: { hash: 'h1' } });
    await store('exception', { user: BOB, own: { hash: 'h1' } });
    await request();
    await store('exception', { arrivalMs: Date.now() + 60_000, own: { hash: 'h2' } });
    await finish();
    const { rows } = await db.pool.query('select users from issues order by id');
    expect(rows).toEqual([{ users: '2' }, { users: '1' }]);
    expect(await countRows('issue_users', ADA)).toBe(1);
    expect(await countRows('exceptions', ADA)).toBe(1);
  });

  test('deletes samples that a gateway wrote late', async () => {
    await request();
    await finish();
    const insert = (at: string) =>
      db.pool.query(
        `insert into refused_samples values (1, 'type', ${at}, $1, 'invalid', 'unknown', null, 'type', 'is required', '{}')`,
        [newId(NOW)],
      );
    await insert(`now() - interval '1 minute'`);
    await insert(`now() + interval '1 minute'`);
    expect(await deleteErasedSamples(db)).toBe(1);
  });

  test('waits for a transaction that may not have seen it, and then deletes what that stored', async () => {
    const client = await db.pool.connect();
    await client.query('begin');
    await client.query(`insert into first_accepted (project_id, at) values (99, now()) on conflict do nothing`);
    // As `findTombstones` does: on Citus the write gave the transaction an id on a node only.
    await client.query('select pg_current_xact_id()');
    await request();
    await run(3);
    expect((await listErasures(db, PROJECT))[0]?.state).toBe('waiting');
    await client.query(
      `insert into logs (project_id, id, timestamp, user_key, level, message)
       values ($1, $2, now(), $3, 'info', 'unseen')`,
      [PROJECT, newId(NOW - 5_000), ADA],
    );
    await client.query('commit');
    client.release();
    await finish();
    expect(await countRows('logs', ADA)).toBe(0);
  });

  test('goes on where a run ended, and the accounting adds up at every moment', async () => {
    await store('log', { count: 40 });
    await store('exception', { count: 40 });
    await request();
    const seen = new Set<number>();
    for (let round = 0; round < 2_000 && (await listErasures(db, PROJECT))[0]?.state !== 'done'; round += 1) {
      // As if it were killed after each batch: the signal aborts as soon as one has been committed.
      const before = await erasedRows();
      const stop = new AbortController();
      const watch = (async () => {
        while (!stop.signal.aborted && (await erasedRows()) === before) await differences();
        stop.abort();
      })();
      await run(1, () => Date.now(), stop.signal);
      stop.abort();
      await watch;
      seen.add(await erasedRows());
      expect(await differences()).toEqual(BALANCED);
    }
    expect(await erasedRows()).toBe(80);
    expect(seen.size).toBeGreaterThan(2);
  });

  test('closes when no late event can come, and then knows the user no more', async () => {
    await store('log', { count: 2 });
    await request();
    await finish();
    expect((await listErasures(db, PROJECT))[0]).toMatchObject({ userKey: ADA, closedAt: null });
    // Until then nothing looks at it again, unless a segment of a recording was stored late.
    expect(await listNextErasures(db, [])).toEqual([]);
    expect(await listFinishedErasures(db, Date.now() - LIMITS.openMs)).toEqual([]);
    await run(1, () => Date.now() + LIMITS.openMs + 60_000);
    expect((await listErasures(db, PROJECT))[0]).toMatchObject({ userKey: null, events: { log: 2 } });
    const { rows } = await db.pool.query('select to_jsonb(e)::text as row from erasures e');
    expect(JSON.stringify(rows)).not.toContain(ADA);
  });
});

async function erasedRows(): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>('select coalesce(sum(count), 0)::int as n from erased_events');
  return rows[0]?.n ?? 0;
}

describe('the erasure of a project', () => {
  test('deletes everything of the project except counts, and nothing of others', async () => {
    for (const type of ['exception', 'log', 'span', 'hit', 'replay'] as const) await store(type, { count: 5 });
    await letter('ada', 'discarded');
    await db.pool.query(
      `insert into project_users (project_id, user_key, first_seen, last_seen) values (1, 'id:ada', now(), now()),
         (2, 'id:ada', now(), now())`,
    );
    await inTransaction(db, (tx) =>
      requestProjectErasure(tx, { projectId: PROJECT, slug: 'web', requestedBy: 'test' }),
    );
    await finish();
    expect((await listErasures(db, PROJECT))[0]).toMatchObject({
      kind: 'project',
      state: 'done',
      events: { exception: 5, log: 6, span: 5, hit: 5, replay: 5 },
    });
    expect(await differences()).toEqual(BALANCED);
    const left = await db.pool.query('select project_id from project_users union all select project_id from traces');
    expect(left.rows).toEqual([{ project_id: '2' }]);
  });
});

/** An id of an event that arrived then. */
function newId(arrivalMs: number): string {
  serial += 1;
  const hash = createHash('sha256').update(`${serial}`).digest('hex');
  return eventIdOf(batchIdOf(arrivalMs, hash), arrivalMs, 0);
}

interface Given {
  readonly user?: string | null;
  readonly count?: number;
  readonly arrivalMs?: number;
  readonly own?: object;
}

/** Stores events as a worker does, with their usage. */
async function store(type: WireType, { user = ADA, count = 1, arrivalMs = NOW - 60_000, own = {} }: Given = {}) {
  const rows = Array.from({ length: count }, (_, index) => rowOf(user, arrivalMs, { ...OWN[type](index), ...own }));
  await inTransaction(db, async (tx) => {
    await copyRows(tx, TABLE[type], rows as never);
    await addUsage(tx, [usageOf(type, count)]);
    if (type !== 'span') return;
    const spans = rows as unknown as Record<'id' | 'trace_id' | 'span_uuid', string>[];
    await upsertTraces(
      tx,
      spans.map(({ id, trace_id: traceId, span_uuid: uuid }) => ({
        projectId: PROJECT,
        traceId,
        id,
        uuid,
        parentId: null,
        name: 'GET /',
        op: null,
        status: 'ok',
        startMs: NOW,
        endMs: NOW,
        environment: null,
        release: null,
        userKey: user,
      })),
    );
  });
}

async function letter(user: string, state = 'waiting'): Promise<void> {
  const event = { type: 'log', timestamp: new Date(NOW).toISOString(), contexts: { 'user.id': user }, payload: {} };
  await inTransaction(db, async (tx) => {
    const id = newId(NOW - 60_000);
    await insertDeadLetters(tx, [
      {
        projectId: PROJECT,
        id,
        type: 'log',
        batchId: id,
        index: 0,
        events: 1,
        sqlstate: null,
        reason: 'data',
        message: 'no',
        payload: Buffer.from(JSON.stringify(event)),
        part: { organization: '1', arrival: NOW - 60_000, hour: hourOf(NOW), epoch: 'e', ip: '::1', agent: '' },
      },
    ]);
    await tx.kysely
      .updateTable('dead_letters')
      .set({ state: state as 'waiting' })
      .where('id', '=', id)
      .execute();
    await addUsage(tx, [usageOf('log', 1)]);
  });
}

async function run(rounds = 1, clock = () => Date.now(), signal = new AbortController().signal): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await runErasures({ db, clock, logger: silentLogger }, LIMITS, signal);
    await closeErasures({ db, clock, logger: silentLogger }, LIMITS, signal);
  }
}

async function countRows(table: string, user: string | null): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where user_key is not distinct from $1`,
    [user],
  );
  return rows[0]?.n ?? -1;
}

async function differences(): Promise<readonly number[]> {
  return (await readAccounting(db, PROJECT)).map(({ difference }) => difference);
}

function rowOf(user: string | null, arrivalMs: number, own: object) {
  return {
    project_id: PROJECT,
    id: newId(arrivalMs),
    timestamp: arrivalMs,
    ...COMMON,
    user_key: user,
    contexts: null,
    ...own,
  };
}

function usageOf(type: WireType, count: number): UsageDelta {
  return {
    projectId: PROJECT,
    type,
    hour: hourOf(NOW - 60_000),
    epoch: 'e',
    count,
    arrivalMs: NOW - 60_000,
    outcome: 'processed',
    reason: '',
  };
}

/** Transactions of other test files may hold the start back. */
function finish(): Promise<boolean> {
  return waitFor(async () => {
    await run();
    return (await listErasures(db, PROJECT))[0]?.state === 'done';
  });
}
