import { afterAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectApi, rowsIn } from '../e2e/support/api.js';
import { makeEvent, makeEvents } from '../e2e/support/events.js';
import { thrown } from '../e2e/support/exceptions.js';
import { closeIdleSockets } from '../e2e/support/http.js';
import { gatewayNames, startProcesses, workerNames, type Processes } from '../e2e/support/processes.js';
import { sendStored } from '../e2e/support/sendStored.js';
import { pipelineOf, smallMap } from '../e2e/support/sourcemaps.js';
import { spanEvent } from '../e2e/support/spans.js';
import { newPlace, startStandaloneAt } from '../e2e/support/standalone.js';
import { connectSystem, sluiceJson, type System } from '../e2e/support/system.js';
import { createTenant, type Project } from '../e2e/support/tenant.js';

/**
 * The drill of `sluice backup` and `sluice restore`: data of every kind is stored, backed up and restored on other servers, table by
 * table the same; then a system runs on it.
 */

const release = 'shop@1.0.0';
const directory = mkdtempSync(join(tmpdir(), 'sluice-drill-'));
const file = (name: string): string => join(directory, name);
afterAll(() => rmSync(directory, { recursive: true }));

describe('a backup of separate processes', () => {
  /** Services and their roles. Housekeeping is the owner; the monitor does not use the database. */
  const roles: Readonly<Record<string, string>> = {
    ...Object.fromEntries(gatewayNames.map((name) => [name, 'gateway'])),
    ...Object.fromEntries([...workerNames, 'api', 'sourcemaps', 'alerts'].map((name) => [name, name])),
  };

  test('is restored on another server with its roles, and all services work on it', async () => {
    const first = await startProcesses({
      envOf: async (urls) => {
        await sluiceJson(envOf(urls), ['migrate', '--roles', passwords()]);
        return logins(urls.databaseUrl);
      },
    });
    const original = connect(first);
    const { project, digests } = await (async () => {
      const stored = await storeEveryKind(original);
      await Promise.all([...first.services.values()].map((service) => service.end()));
      await original.sluice('backup', file('system.backup'));
      return { project: stored, digests: await digestsOf(original.databaseUrl) };
    })().finally(() => original.stop());
    expect(digests).toMatchObject({ logs: { rows: 300 }, sourcemaps: { rows: 1 }, issues: { rows: 1 } });
    let restoredDigests: unknown;

    const second = await startProcesses({
      envOf: async (urls) => {
        const value = await sluiceJson(envOf(urls), ['restore', file('system.backup'), '--roles', passwords()]);
        expect(value).toMatchObject({ missingLogins: [], redis: 'cleared' });
        restoredDigests = await digestsOf(urls.databaseUrl);
        return logins(urls.databaseUrl);
      },
    });
    const restored = connect(second);
    try {
      expect(restoredDigests).toEqual(digests);
      await useRestored(restored, project);
    } finally {
      await restored.stop();
    }
  }, 300_000);

  function passwords(): string {
    for (const role of Object.values(roles)) writeFileSync(file(`${role}_password`), `secret of ${role}`);
    return directory;
  }

  function logins(databaseUrl: string) {
    return (name: string) => {
      const role = roles[name];
      if (role === undefined) return {};
      const [username, password] = [`sluice_${role}_1`, encodeURIComponent(`secret of ${role}`)];
      return { DATABASE_URL: Object.assign(new URL(databaseUrl), { username, password }).href };
    };
  }

  function envOf({ databaseUrl, redisUrl }: Pick<System, 'databaseUrl' | 'redisUrl'>) {
    return {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
    };
  }

  function connect(processes: Processes): System {
    return connectSystem(processes.address, async () => {
      closeIdleSockets();
      await processes.stop();
    });
  }
});

describe('a backup of npm start', () => {
  test('is made with or without the services, and restored into a new data directory', async () => {
    const place = await newPlace();
    const first = await startStandaloneAt(place);
    const running = connectSystem(first.address, () => first.child.end());
    const project = await storeEveryKind(running)
      .then(async (stored) => {
        await running.sluice('backup', file('running.backup'));
        return stored;
      })
      .finally(() => running.stop());

    const env = { DATA_DIR: place.dataDir };
    const stopped = await sluiceJson(env, ['backup', file('stopped.backup')]);
    expect(stopped).toMatchObject({ file: file('stopped.backup') });
    await expect(sluiceJson(env, ['restore', file('stopped.backup')])).rejects.toThrow('has data of npm start');
    renameSync(place.dataDir, `${place.dataDir}.before`);
    await sluiceJson(env, ['restore', file('running.backup')]);

    const second = await startStandaloneAt(place);
    const restored = connectSystem(second.address, () => second.stop());
    try {
      await useRestored(restored, project);
    } finally {
      await restored.stop();
      rmSync(`${place.dataDir}.before`, { recursive: true });
    }
  }, 300_000);
});

/** Returns a digest of the rows of each table, and how many they are. Changes of `migrate` and ids of transactions are left out. */
async function digestsOf(databaseUrl: string): Promise<Readonly<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition and relname <> 'schema_migrations' order by 1`,
    );
    const digests: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*)::int as rows, md5(string_agg(part, '' order by part)) as digest
         from (select tableoid::regclass || (to_jsonb(t) - 'horizon')::text as part from ${name} t) parts`,
      );
      digests[name] = rows[0];
    }
    return digests;
  } finally {
    await client.end();
  }
}

async function storeEveryKind(system: System): Promise<Project> {
  const project = await createTenant(system);
  await system.sql('select create_default_alerts(id) from organizations where slug = $1', [project.organization]);
  const api = await connectApi(system, project);
  const uploaded = await pipelineOf(system, project, api.token).upload({
    release,
    filename: 'app.js',
    map: smallMap(),
  });
  expect(uploaded).toMatchObject({ status: 201 });
  const contexts = { release, 'user.id': 'ann' };
  await sendStored(system, project, [
    thrown({ at: 'apple', message: 'apple', release, user: 'ann' }),
    spanEvent({ traceId: '5'.repeat(32), uuid: 'root', name: 'GET /', metrics: { size: 3 }, contexts }),
    makeEvent('hit', { contexts }),
    makeEvent('replay', { contexts }),
    ...makeEvents('log', 300),
  ]);
  await api.until('users', {}, (body) => rowsIn(body['data']).length === 1);
  await api.request('POST', 'erasures', { body: { user: 'id:nobody' } });
  return project;
}

/** Reads the issue that was restored, and stores and reads another one. */
async function useRestored(system: System, project: Project): Promise<void> {
  const api = await connectApi(system, project);
  const titles = async (): Promise<readonly string[]> =>
    rowsIn((await api.get('issues'))['data']).map((issue) => JSON.stringify(issue));
  expect(await titles()).toEqual([expect.stringContaining('apple')]);
  expect((await api.get('sourcemaps'))['data']).toMatchObject([{ release, filename: 'app.js' }]);
  await sendStored(system, project, [thrown({ at: 'pear', message: 'pear', release, user: 'bob' })]);
  await api.until('issues', {}, (body) => rowsIn(body['data']).length === 2);
  // An erasure of the backup goes on, although its server counts other transactions.
  await api.until('erasures', {}, (body) => rowsIn(body['data']).every(({ state }) => state === 'done'));
}
