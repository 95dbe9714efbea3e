import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { hourOf, type EventType } from '@sluice/contract';
import {
  connectAsRole,
  occurrence,
  storeOccurrences,
  ARRIVAL,
  batchId,
  ensureTestPartitions,
  eventId,
  spanRow,
  upload,
  useDatabase,
} from '@sluice/testkit';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';
import {
  type NewDeadLetter,
  deleteDeadLetters,
  haveDeadLetters,
  insertDeadLetters,
  requestRetries,
  failRetries,
  lockRetries,
  readRetries,
  revertRetries,
  startRetries,
} from '@sluice/dead-letters';
import { countSeriesMinutes } from '../signals/countSeriesMinutes.js';
import { readWatches } from '../signals/readWatches.js';
import { storeUserChanges, upsertProjectUsers } from '../derived/upsertProjectUsers.js';
import { upsertTraces, markSpanHours } from '@sluice/traces';
import { addErased } from '../erasure/addErased.js';
import { findTombstones } from '../erasure/findTombstones.js';
import { requestUserErasure } from '@sluice/erasure';
import { addErasedReplays } from '../erasure/addErasedReplays.js';
import { changeIssues } from '@sluice/issues';
import { storeMetrics } from '@sluice/metrics';
import { databaseProblem } from '../migrations/databaseProblem.js';
import { admitPlaces } from '../names/admitPlaces.js';
import { countFolds } from '../names/countFolds.js';
import { createNameBudget, type NameCaps } from '../names/nameBudget.js';
import { ensurePartitions } from '../partitions/ensurePartitions.js';
import {
  describeRelease,
  readBlobRanges,
  lookUpSourceMaps,
  reportDamage,
  touchDebugIds,
} from '@sluice/sourcemaps/statements';
import { TABLE_OF } from '../schema/schema.js';
import { addUsage } from '@sluice/accounting';
import { claimReceipts } from '../store/claimReceipts.js';
import { copyRows } from '../store/copyRows.js';
import { markLateLogs } from '../tail/markLateLogs.js';
import { createOrganization } from '../tenancy/organizations.js';
import { createProject } from '../tenancy/projects.js';
import { upsertHitDays, upsertReplaySessions } from '@sluice/visits';
import type { DatabaseRole } from './databaseRoles.js';

/**
 * Runs every statement of a worker as its role, twice, so that rows are inserted and updated: a role that lacks a privilege
 * fails here. `databaseRoles.int.test.ts` fails if a role has more.
 */

const DAY = 86_400_000;
const TIGHT: NameCaps = { environment: 1, release: 1, issue: 1, metric: 1, user: 1 };
const database = useDatabase();
const { db: owner } = database;
beforeAll(async () => {
  await ensureTestPartitions(owner);
  const today = Date.now();
  await ensureTestPartitions(owner, today - DAY, today);
  await watchEverything();
});

describe('the statements of a worker, as its role', () => {
  test.each<[DatabaseRole, EventType, (db: Database, erasureId: string) => Promise<void>]>([
    ['sluice_exceptions', 'exception', storeExceptions],
    ['sluice_spans', 'span', storeSpans],
    ['sluice_logs', 'log', storeLogs],
    ['sluice_hits', 'hit', storeHits],
    ['sluice_replays', 'replay', storeReplays],
    ['sluice_metrics', 'metric', storeMetricEvents],
  ])('are permitted to %s', async (role, type, store) => {
    const { id } = await requestUserErasure(owner, { projectId: '1', userKey: 'id:gone', requestedBy: 'test' });
    await owner.pool.query('truncate project_users, new_names, folded_names, environment_names, release_names');
    await asRole(role, async (db) => {
      await storeParts(db, type, id);
      await retryLetters(db, type);
      await store(db, id);
    });
  });

  test('the API reports a damaged source map', async () => {
    const { map, uploaded } = await upload(owner, { filename: `${randomUUID()}.js` });
    await asRole('sluice_api', async (db) => {
      expect(await reportDamage(db, '1', map.id, uploaded.indexId)).toBe(true);
    });
  });
});

/** A rule of an organization, so that its projects are read, too. */
async function watchEverything(): Promise<void> {
  const { id } = await createOrganization(owner, 'watching');
  await createProject(owner, { organization: 'watching', project: 'watched' });
  const bounds = { direction: 'above', threshold: 1, windowMinutes: 5, forMinutes: 0 };
  const conditions = [
    { kind: 'issue_rate', measure: 'events', above: 1, windowMinutes: 5 },
    { kind: 'endpoint', measure: 'p95', name: 'GET /', ...bounds },
    { kind: 'log_rate', query: {}, ...bounds },
  ];
  await owner.pool.query('insert into alert_rules (organization_id, name, conditions) values ($1, $2, $3)', [
    id,
    'all',
    JSON.stringify(conditions),
  ]);
}

/** Runs the work with a login that has only this role. */
async function asRole(role: DatabaseRole, work: (db: Database) => Promise<void>): Promise<void> {
  const { db, close } = await connectAsRole(database, role, 2);
  await work(db).finally(close);
}

/** What `packages/drain` does for every event type. */
async function storeParts(db: Database, type: EventType, erasureId: string): Promise<void> {
  expect(await databaseProblem(db)).toBeUndefined();
  const later = ARRIVAL + 30 * DAY;
  const table = type === 'metric' ? 'metric_points' : TABLE_OF[type];
  const room = { tables: [table], interval: 'day', fromMs: later, throughMs: later } as const;
  expect(await ensurePartitions(db, room)).toHaveLength(1);
  const letter = letterOf(type);
  const caps = createNameBudget(TIGHT);
  for (const round of [0, 1]) {
    await inTransaction(db, async (tx) => {
      const key = { projectId: '1', batchId: batchId(type), type };
      expect(await claimReceipts(tx, [key])).toEqual([round === 0]);
      expect(await findTombstones(tx, ['1'], () => ['id:gone'])).toHaveLength(1);
      await haveDeadLetters(tx, [letter]);
      await addErased(tx, [{ projectId: '1', erasureId, type, arrivalMs: ARRIVAL, count: 1 }]);
      await insertDeadLetters(tx, [letter]);
      const counted = { projectId: '1', type, outcome: 'processed', reason: '', hour: hourOf(ARRIVAL) } as const;
      await addUsage(tx, [{ ...counted, epoch: 'e', count: 1, arrivalMs: ARRIVAL - round }]);
      const seen = [user('ann', round * 5), user('bob', 0), user(`more ${round}`, 0)];
      await upsertProjectUsers(tx, seen, 0, caps);
      await storeUserChanges(tx, [
        { projectId: '1', userKey: 'id:ann', firstMs: ARRIVAL, lastMs: ARRIVAL + DAY, fields: new Map() },
      ]);
      await countFolds(tx, caps.folds());
    });
  }
}

async function retryLetters(db: Database, type: EventType): Promise<void> {
  const letter = letterOf(type);
  for (const end of ['revert', 'fail', 'delete']) {
    await requestRetries(owner, {});
    const begun = await startRetries(db, type, { letters: 5, bytes: 1_000 });
    expect(begun).toHaveLength(1);
    expect(await readRetries(db, begun)).toHaveLength(1);
    if (end === 'revert') await revertRetries(db, begun);
    await inTransaction(db, async (tx) => {
      expect(await lockRetries(tx, begun)).toHaveLength(1);
      if (end === 'fail') await failRetries(tx, [letter]);
      if (end === 'delete') await deleteDeadLetters(tx, begun);
    });
  }
}

async function storeExceptions(db: Database): Promise<void> {
  const { map, uploaded } = await upload(owner);
  const [head] = await lookUpSourceMaps(db, [{ projectId: '1', release: 'shop@1', filename: 'assets/app.js' }], []);
  expect(head?.id).toBe(map.id);
  await readBlobRanges(db, { projectId: '1', blobId: uploaded.indexId }, [{ offset: 0, length: 1 }]);
  expect(await reportDamage(db, '1', map.id, uploaded.indexId)).toBe(true);
  await touchDebugIds(db, [{ projectId: '1', debugId: randomUUID() }]);
  const places = [1, 2].map((n) => ({ projectId: '1', environment: `live ${n}`, release: `shop@1.${n}` }));
  await inTransaction(db, async (tx) => {
    await insertNothing(tx, 'exceptions');
    await admitPlaces(tx, places, createNameBudget(TIGHT));
  });
  await agedNames();
  await inTransaction(db, (tx) => admitPlaces(tx, places, createNameBudget(TIGHT)));
  const thrown = { environment: 'live', release: 'shop@1.1', userKey: 'id:ann', isWatched: true };
  expect((await readWatches(db, ['issue_rate'])).issueRates.size).toBeGreaterThan(0);
  const [id = ''] = await storeOccurrences(db, occurrence(1, thrown), occurrence(2, { hashes: ['bb', 'cc'] }));
  // Moves links of fingerprints, counts again, and opens what was closed.
  await storeOccurrences(db, occurrence(3, { ...thrown, hashes: ['aa', 'bb', 'dd'] }));
  await changeIssues(owner, '1', [id], { status: 'resolved' });
  await storeOccurrences(db, { ...occurrence(4, thrown), id: eventId(4, 'later', Date.now() + 3_600_000) });
  const { rows } = await owner.pool.query('select status from issues where id = $1', [id]);
  expect(rows).toEqual([{ status: 'open' }]);
}

async function storeSpans(db: Database): Promise<void> {
  await describeRelease(owner, '1', { version: 'described' });
  expect((await readWatches(db, ['endpoint'])).endpoints.size).toBeGreaterThan(0);
  for (const index of [1, 2]) {
    const row = spanRow(index);
    const { id, environment } = row;
    const trace = {
      projectId: '1',
      traceId: 'trace',
      id,
      uuid: row.span_uuid,
      parentId: null,
      name: 'GET /',
      op: null,
    };
    const times = { status: 'ok', startMs: ARRIVAL, endMs: ARRIVAL + index, release: null, userKey: null };
    const sample = { projectId: '1', id, environment };
    await inTransaction(db, async (tx) => {
      await copyRows(tx, 'spans', [row]);
      await upsertTraces(tx, [{ ...trace, ...times, environment }]);
      const samples = ['1.0.0', 'described'].map((release) => ({ ...sample, release, values: { size: 1, time: 2 } }));
      await storeMetrics(tx, samples, createNameBudget(TIGHT));
      await markSpanHours(tx, [{ projectId: '1', id }]);
      await countSeriesMinutes(tx, [{ projectId: '1', series: 's', id, isOver: false }]);
    });
    await agedNames();
  }
}

async function storeLogs(db: Database): Promise<void> {
  expect((await readWatches(db, ['log_rate'])).logs.size).toBeGreaterThan(0);
  await inTransaction(db, async (tx) => {
    await insertNothing(tx, 'logs');
    await markLateLogs(tx, [{ projectId: '1', id: eventId(1) }]);
    await countSeriesMinutes(tx, [{ projectId: '1', series: 'l', id: eventId(1), isOver: false }]);
  });
  expect((await owner.pool.query('select from late_logs')).rowCount).toBe(1);
}

async function storeHits(db: Database): Promise<void> {
  const visit = { projectId: '1', arrivalMs: Date.now(), kind: 'pageview', ip: '192.0.2.1', agent: 'a' } as const;
  for (const environment of ['live', 'live', 'test']) {
    await inTransaction(db, async (tx) => {
      await insertNothing(tx, 'hits');
      await upsertHitDays(tx, [{ ...visit, environment, sessionId: 's' }], createNameBudget(TIGHT));
    });
    await agedNames();
  }
  expect((await owner.pool.query('select from hit_days')).rowCount).toBe(2);
}

async function storeMetricEvents(db: Database): Promise<void> {
  await describeRelease(owner, '1', { version: 'described' });
  for (const release of ['1.0.0', 'described', '2.0.0']) {
    const sample = { projectId: '1', id: eventId(1), environment: 'live', release, values: { size: 1 } };
    await inTransaction(db, (tx) => storeMetrics(tx, [sample], createNameBudget(TIGHT)));
    await agedNames();
  }
}

async function storeReplays(db: Database, erasureId: string): Promise<void> {
  const segment = { projectId: '1', replayId: 'r', environment: null, release: null, userKey: null };
  for (const number of [2, 1]) {
    await inTransaction(db, async (tx) => {
      await insertNothing(tx, 'replays');
      await addErasedReplays(tx, [{ projectId: '1', erasureId, replayId: 'gone' }]);
      await upsertReplaySessions(tx, [{ ...segment, id: eventId(number), segment: number }]);
    });
  }
  expect((await owner.pool.query('select head_segment from replay_sessions')).rows).toEqual([{ head_segment: 1 }]);
}

function letterOf(type: EventType): NewDeadLetter {
  return {
    projectId: '1',
    id: eventId(1, type),
    type,
    batchId: batchId(type),
    index: 0,
    events: 1,
    sqlstate: '22021',
    reason: 'data',
    message: 'invalid',
    payload: Buffer.from('{}'),
    part: { organization: '1', arrival: ARRIVAL, hour: hourOf(ARRIVAL), epoch: 'e', ip: '::1', agent: 'a' },
  };
}

function user(name: string, minute: number) {
  return {
    projectId: '1',
    userKey: `id:${name}`,
    timestampMs: ARRIVAL + minute * 60_000,
    id: name,
    email: null,
    username: null,
    name: null,
    ip: null,
  };
}

/** Sets the times of names back, so that the next sighting writes them. */
function agedNames(): Promise<unknown> {
  return owner.pool.query(`update environment_names set touched_at = '2020-01-01';
    update release_names set touched_at = '2020-01-01'; update metric_names set touched_at = '2020-01-01'`);
}

function insertNothing(tx: Tx, table: string): Promise<unknown> {
  return tx.client.query(`insert into ${table} (project_id) select 1 where false`);
}
