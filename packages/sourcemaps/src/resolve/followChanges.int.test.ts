import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createDatabase } from '@sluice/db';
import { deleteSourceMap } from '../sql/deleteSourceMaps.js';
import { silentLogger, type Logger } from '@sluice/runtime';
import { waitFor, useDatabase, useResource } from '@sluice/testkit';
import type { ResolverConfig } from './resolverConfig.js';
import { storeMap } from './testing/storeMap.js';
import { frameAt, mapOf, testResolver, type TestResolver } from './testing/testResolver.js';

/** The resolver reads again only after a notification. */
const HOURS = 100 * 3_600_000;
const ELSEWHERE = 'followed';
let project = 0;
let nowMs = 1_000_000;
let resolver: TestResolver;
let lines: string[];

const database = useDatabase();
const elsewhere = useResource(
  () => createDatabase({ url: database.url, poolSize: 2, applicationName: ELSEWHERE }),
  (started) => started.close(),
);
beforeEach(() => {
  project += 1;
  lines = [];
});
afterEach(() => resolver.stop());
const isSeen = (expected: string) => waitFor(async () => (await seen()) === expected, { what: expected });

test('uploads, replacements and deletions of another process are seen by their notifications', async () => {
  start();
  expect(await seen()).toBe('no_map');
  await waitFor(async () => (await listeners()) === 1);
  const { id } = await store('a.js');
  await isSeen('a.js');
  await store('b.js');
  await isSeen('b.js');
  await deleteSourceMap(database.db, String(project), id);
  await isSeen('no_map');
  await store('c.js');
  await isSeen('c.js');
  await database.db.pool.query('delete from sourcemaps where project_id = $1', [project]);
  await isSeen('no_map');
});

test('changes during a lost connection are seen after cacheTtlMs or after the reconnect', async () => {
  start();
  await store('a.js');
  await isSeen('a.js');
  await waitFor(async () => (await listeners()) === 1);
  await database.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and query like 'listen %'`,
    [ELSEWHERE],
  );
  await waitFor(() => lines.some((line) => line.includes('lost')));
  await store('b.js');
  nowMs += HOURS;
  expect(await seen()).toBe('b.js');
  await store('c.js');
  await isSeen('c.js');
  await waitFor(() => lines.some((line) => line.includes('restored')));
  await store('d.js');
  await isSeen('d.js');
});

test('other columns than those that a resolver reads are not announced, and other projects do not matter', async () => {
  start();
  await store('a.js');
  await isSeen('a.js');
  const heard: string[] = [];
  const client = await database.db.pool.connect();
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.query('listen sluice_sourcemaps');
  await database.db.pool.query('update sourcemaps set damaged_at = now(), tries = tries + 1');
  await database.db.pool.query(`select pg_notify('sluice_sourcemaps', 'end')`);
  await waitFor(() => heard.includes('end'));
  expect(heard.filter((payload) => !payload.startsWith('probe '))).toEqual(['end']);
  client.release(true);
});

test('a setting turns notifications off', async () => {
  start({ listens: false });
  expect(await seen()).toBe('no_map');
  await store('a.js');
  expect(await seen()).toBe('no_map');
  nowMs += HOURS;
  expect(await seen()).toBe('a.js');
  expect(await listeners()).toBe(0);
});

function start(config: Partial<ResolverConfig> = {}): void {
  const note = (...args: readonly unknown[]): void => void lines.push(String(args.at(-1)));
  const logger = { ...silentLogger, info: note, warn: note } as unknown as Logger;
  resolver = testResolver(elsewhere, {
    clock: () => nowMs,
    logger,
    config: { cacheTtlMs: HOURS, listens: true, ...config },
  });
}

async function seen(): Promise<string> {
  const stack = { projectId: String(project), release: '1', frames: [frameAt(1, 1)] };
  const [frames] = await resolver.resolve([stack], { context: false, functions: false });
  return String(frames?.[0]?.original?.file ?? frames?.[0]?.unresolved);
}

async function listeners(): Promise<number> {
  const { rows } = await database.db.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = $1 and query like 'listen %'`,
    [ELSEWHERE],
  );
  return rows.length;
}

function store(source: string) {
  return storeMap(database.db, {
    projectId: String(project),
    release: '1',
    filename: 'app.js',
    map: mapOf([[[0, 0, 0, 0]]], { [source]: 'a' }),
  });
}
