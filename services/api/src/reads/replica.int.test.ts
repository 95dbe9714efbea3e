import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDatabase, ensurePartitions, migrateToLatest, type Database } from '@sluice/db';
import { createManagementServer } from '@sluice/management';
import { createMetrics, readSettings, silentLogger } from '@sluice/runtime';
import {
  askHttp,
  createTenant,
  findPostgresPrograms,
  startTestPostgresPair,
  waitFor,
  type Answer,
  type Tenant,
  type TestPostgresPair,
} from '@sluice/testkit';
import { API_SERVICE_SETTINGS, DEFAULT_API_CONFIG } from '../config.js';
import { createApi } from '../createApi.js';

const isInstalled = existsSync('/usr/lib/postgresql');
if (!isInstalled) process.stderr.write("SKIPPED replica.int.test.ts: Debian's postgresql is not installed\n");

(isInstalled ? describe : describe.skip)('the read API with a streaming replica', () => {
  const MAX_AGE_MS = 60_000;
  let pair: TestPostgresPair;
  let primary: Database;
  let replica: Database;
  let api: ReturnType<typeof createApi>;
  let server: ReturnType<typeof createManagementServer>;
  let tenant: Tenant;
  const metrics = createMetrics();
  /** Added to the clock of the API, so that no test waits for the time to pass. It only grows. */
  let aheadMs = 0;

  beforeAll(async () => {
    const programs = await findPostgresPrograms();
    if (programs === undefined) throw new Error('no pg_basebackup in /usr/lib/postgresql');
    pair = await startTestPostgresPair(programs);
    primary = createDatabase({ url: pair.primary.url, poolSize: 4, applicationName: 'test' });
    replica = createDatabase({ url: pair.replica.url, poolSize: 2, applicationName: 'test' });
    await migrateToLatest(primary);
    const now = Date.now();
    await ensurePartitions(primary, { tables: ['logs'], interval: 'day', fromMs: now, throughMs: now });
    tenant = await createTenant(primary, 'acme');
    const urls = { databaseUrl: pair.primary.url, readUrl: pair.replica.url, readMaxAgeMs: MAX_AGE_MS };
    api = createApi(
      { logger: silentLogger, metrics, clock: () => Date.now() + aheadMs },
      { ...DEFAULT_API_CONFIG, ...urls },
    );
    server = createManagementServer(
      api.handler,
      readSettings(API_SERVICE_SETTINGS, { HOST: '127.0.0.1', PORT: '0' }).server,
    );
    await api.start();
    await server.start();
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await api.stop();
    await replica.close();
    await primary.close();
    await pair.stop();
  }, 60_000);
  beforeEach(() => untilFromReplica());
  const ageOf = ({ headers }: Answer): unknown => headers['read-age-ms'] ?? null;
  const resume = (): Promise<unknown> => replica.pool.query('select pg_wal_replay_resume()');

  test('reads lists from the replica with their age, and settings from the primary', async () => {
    await store('first');
    await waitFor(async () => (await read()).messages.includes('first'));
    const { ageMs } = await read();
    expect(Number(ageMs)).toBeGreaterThanOrEqual(0);
    expect(Number(ageMs)).toBeLessThanOrEqual(MAX_AGE_MS);
    expect(ageOf(await ask('/settings'))).toBeNull();
    expect(ageOf(await ask('/keys'))).toBeNull();
    expect(await metrics.metrics()).toMatch(/^sluice_read_replica_age_seconds [\d.]+$/m);
    expect(await metrics.metrics()).toContain(`\nsluice_read_replica_max_age_seconds ${MAX_AGE_MS / 1_000}\n`);
  });

  test('a paused replay is stale until the bound, and is not read beyond it', async () => {
    await pause();
    await store('unseen');
    const stale = await read();
    expect(stale.messages).not.toContain('unseen');
    expect(stale.ageMs).not.toBeNull();
    const fresh = await read({ headers: { 'cache-control': 'no-cache' } });
    expect(fresh).toMatchObject({ ageMs: null, messages: expect.arrayContaining(['unseen']) });
    aheadMs += MAX_AGE_MS + 1;
    expect(await read()).toMatchObject({ ageMs: null, messages: expect.arrayContaining(['unseen']) });
    await resume();
    await waitFor(async () => (await read()).messages.includes('unseen'));
    await untilFromReplica();
    expect((await read()).messages).toContain('unseen');
  });

  test('after a change, the organization reads from the primary until the replica has it', async () => {
    await pause();
    const changed = await ask('/keys', { method: 'POST', body: { label: 'new' } });
    expect(changed.status).toBe(201);
    await store('after');
    expect(await read()).toMatchObject({ ageMs: null, messages: expect.arrayContaining(['after']) });
    await resume();
    await untilFromReplica();
    expect((await read()).messages).toContain('after');
  });

  test('a change through another process, whose clock is behind, is known from the cookie of the sender', async () => {
    await pause();
    const cookie = `sluice_changed=${Date.now() + aheadMs - 1_500}`;
    await store('elsewhere');
    expect((await read()).ageMs).not.toBeNull();
    expect(await read({ headers: { cookie } })).toMatchObject({
      ageMs: null,
      messages: expect.arrayContaining(['elsewhere']),
    });
    await resume();
  });

  test('no request fails while the replica is killed and started again', async () => {
    await pair.replica.kill();
    const statuses = await Promise.all(Array.from({ length: 10 }, () => read()));
    expect(new Set(statuses.map(({ status, ageMs }) => `${status} ${String(ageMs)}`))).toEqual(new Set(['200 null']));
    await pair.replica.start();
    await untilFromReplica();
  });

  async function read(options: Parameters<typeof askHttp>[1] = {}) {
    const answer = await ask('/logs', options);
    const { data } = answer.body as { data: readonly { message: string }[] };
    return { status: answer.status, ageMs: ageOf(answer), messages: data.map(({ message }) => message) };
  }

  /** Stops the replay at a time in the log, where it is idle. */
  async function pause(): Promise<void> {
    await replica.pool.query('select pg_wal_replay_pause()');
    const state = `select pg_get_wal_replay_pause_state() as state`;
    await waitFor(async () => (await replica.pool.query<{ state: string }>(state)).rows[0]?.state === 'paused');
  }

  function ask(path: string, options: Parameters<typeof askHttp>[1] = {}): Promise<Answer> {
    return askHttp(`http://127.0.0.1:${server.port()}${tenant.path}${path}`, {
      token: tenant.token,
      ...options,
    });
  }

  function store(message: string): Promise<unknown> {
    return primary.pool.query(
      `insert into logs (project_id, id, timestamp, level, message)
       select $1, (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::int8), 12, '0') || '8000800000000000' || lpad(to_hex((random() * 65535)::int), 4, '0'))::uuid,
         now(), 'info', $2`,
      [tenant.projectId, message],
    );
  }

  function untilFromReplica(): Promise<unknown> {
    return waitFor(async () => (await read()).ageMs !== null, { what: 'a read from the replica', timeoutMs: 20_000 });
  }
});
