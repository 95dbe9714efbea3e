import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parseProjectKey } from '@sluice/contract/node';
import { useDatabase } from '@sluice/testkit';
import { randomUUID } from 'node:crypto';
import { addKey, disableKey, createOrganization, createProject, deleteProject } from '@sluice/db';
import { storeRefusedKeys } from './refusedKeys.js';
import { readRefusedOrigins, storeRefusedOrigins } from './refusedOrigins.js';
import { listRefusedSamples, storeRefusedSamples, type NewRefusedSample } from './refusedSamples.js';

const database = useDatabase();
beforeEach(() => database.db.pool.query('truncate refused_samples, refused_origins, refused_keys'));

const NOW = Date.UTC(2026, 10, 20, 12, 30);

describe('refused samples', () => {
  test('are the newest 20 of each reason and project', async () => {
    for (let second = 0; second < 30; second += 1) {
      await storeRefusedSamples(database.db, [
        sampleOf({ atMs: NOW + second * 1_000 }),
        sampleOf({ atMs: NOW + second * 1_000, reason: 'sampled', entry: null }),
      ]);
    }
    await storeRefusedSamples(database.db, [sampleOf({ projectId: '8' })]);
    const kept = await list('environment');
    expect(kept.map(({ atMs }) => (atMs - NOW) / 1_000)).toEqual(Array.from({ length: 20 }, (_, index) => 29 - index));
    expect([await list(), await list(undefined, '8')].map(({ length }) => length)).toEqual([40, 1]);
  });

  test('are the newest of each entry, too, however often another entry drops', async () => {
    await storeRefusedSamples(
      database.db,
      [0, 1].map((at) => sampleOf({ entry: 'staging', atMs: NOW + at })),
    );
    for (let second = 1; second < 30; second += 1) {
      await storeRefusedSamples(database.db, [sampleOf({ atMs: NOW + second * 1_000 })]);
    }
    const kept = await list('environment');
    expect(kept).toHaveLength(21);
    expect(kept.at(-1)).toMatchObject({ entry: 'staging', atMs: NOW + 1 });
  });

  test('have at most 1 MiB for a project, of which the newest are kept', async () => {
    const reasons = [
      'type',
      'timestamp',
      'payload',
      'environment',
      'release',
      'message',
      'sampled',
      'spike',
      'crawler',
    ];
    const event = 'x'.repeat(4_096);
    for (const [at, reason] of [...reasons, ...reasons].entries()) {
      const samples = Array.from({ length: 20 }, () => sampleOf({ reason: reason as 'type', atMs: NOW + at, event }));
      await storeRefusedSamples(database.db, samples);
    }
    const kept = await list();
    expect(kept.reduce((sum, sample) => sum + sample.event.length, 0)).toBeLessThanOrEqual(1_048_576);
    expect(kept.length).toBeGreaterThan(150);
    expect(kept.filter(({ reason }) => reason === 'crawler')).toHaveLength(20);
  });
});

describe('refused origins', () => {
  test('add up over gateways, and a late or repeated write changes nothing', async () => {
    const hour = Math.floor(NOW / 3_600_000);
    const count = (gateway: string, origin: string, times: number) =>
      storeRefusedOrigins(database.db, gateway, [{ projectId: '7', hour, origin, count: times }]);
    await count('a', 'https://evil.test', 3);
    await count('a', 'https://evil.test', 2);
    await count('b', 'https://evil.test', 4);
    await count('a', '', 1);
    await storeRefusedOrigins(database.db, 'a', [{ projectId: '8', hour, origin: 'https://other.test', count: 9 }]);
    const range = { fromMs: hour * 3_600_000, toMs: (hour + 1) * 3_600_000 };
    expect((await readRefusedOrigins(database.db, '7', range)).map(({ origin, count: sum }) => [origin, sum])).toEqual([
      ['https://evil.test', 7],
      ['', 1],
    ]);
    expect(await readRefusedOrigins(database.db, '7', { fromMs: 0, toMs: range.fromMs })).toEqual([]);
  });
});

describe('requests with disabled keys', () => {
  const hour = Math.floor(NOW / 3_600_000);
  const newKey = async (project: string, kind: 'public' | 'server'): Promise<string> => {
    const key = await addKey(database.db, { organization: 'acme', project }, { kind, label: `of ${project}` });
    return parseProjectKey(key.text)?.name ?? '';
  };
  const stored = async (): Promise<readonly (readonly unknown[])[]> => {
    const { rows } = await database.db.pool.query<Readonly<Record<string, unknown>>>(
      `select r.key, r.gateway, r.count, r.label, r.disabled_at = date_trunc('milliseconds', k.disabled_at) and r.project_id = k.project_id as same
       from refused_keys r join project_keys k on starts_with(k.key, r.key) order by r.key, r.gateway`,
    );
    return rows.map(({ key, gateway, count, label, same }) => [key, gateway, count, label, same]);
  };
  beforeAll(async () => {
    await createOrganization(database.db, 'acme');
    for (const project of ['shop', 'gone']) await createProject(database.db, { organization: 'acme', project });
  });

  test('are stored by what is shown of a key, and a late or repeated write changes nothing', async () => {
    const [open, secret] = [await newKey('shop', 'public'), await newKey('shop', 'server')];
    for (const key of [open, secret])
      await disableKey(database.db, { organization: 'acme', project: 'shop' }, key.split(':')[0] ?? '');
    const store = (gateway: string, key: string, count: number): Promise<void> =>
      storeRefusedKeys(database.db, gateway, [{ key, hour, count }]);
    await store('a', open, 3);
    await store('a', open, 2);
    await store('b', open, 4);
    await store('a', secret, 1);
    expect(await stored()).toEqual([
      [open, 'a', '3', 'of shop', true],
      [open, 'b', '4', 'of shop', true],
      [secret.slice(0, 16), 'a', '1', 'of shop', true],
    ]);
  });

  test('are not stored if the key is enabled or unknown, or its project is deleted', async () => {
    const [enabled, deleted] = [await newKey('shop', 'public'), await newKey('gone', 'public')];
    await deleteProject(database.db, { organization: 'acme', project: 'gone' });
    await storeRefusedKeys(
      database.db,
      'a',
      [enabled, deleted, 'f'.repeat(32)].map((key) => ({ key, hour, count: 5 })),
    );
    expect(await stored()).toEqual([]);
  });
});

function sampleOf(changes: Partial<NewRefusedSample> = {}): NewRefusedSample {
  return {
    projectId: '7',
    id: randomUUID(),
    atMs: NOW,
    type: 'log',
    outcome: 'filtered',
    reason: 'environment',
    entry: 'dev-*',
    field: null,
    problem: null,
    event: '{}',
    ...changes,
  };
}

function list(reason?: string, projectId = '7') {
  return listRefusedSamples(database.db, projectId, { reason, sinceMs: NOW - 3_600_000, limit: 1_000 });
}
