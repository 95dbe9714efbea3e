import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { connectApi, rowsIn, type ApiClient, type WireObject } from '../e2e/support/api.js';
import { isForMembers } from '../e2e/support/apiDocument.js';
import { startChild } from '../e2e/support/child.js';
import { makeEvent, makeEvents } from '../e2e/support/events.js';
import { thrown } from '../e2e/support/exceptions.js';
import { freePort } from '../e2e/support/freePort.js';
import { ask, closeIdleSockets, type Answer } from '../e2e/support/http.js';
import { gatewayNames, startProcesses, workerNames, type Processes } from '../e2e/support/processes.js';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { envelopePath, sendAccepted, sendEvents } from '../e2e/support/send.js';
import { sendStored } from '../e2e/support/sendStored.js';
import { pipelineOf, smallMap } from '../e2e/support/sourcemaps.js';
import { spanEvent } from '../e2e/support/spans.js';
import { connectSystem, sluiceJson, type System } from '../e2e/support/system.js';
import { createTenant, type Project } from '../e2e/support/tenant.js';
import { waitFor } from '../e2e/support/waitFor.js';

/**
 * Runs the whole system with one database role per service, which has only the privileges that the service needs. All
 * passwords contain a marker: everything works, and no process prints one of them.
 */

/** Part of every password and secret that is sent; must not appear in any output. */
const MARK = `mark${randomBytes(8).toString('hex')}`;

/** The embedded server's only role. */
const OWNER = 'sluice';

const ROLE_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(gatewayNames.map((name) => [name, 'sluice_gateway'])),
  ...Object.fromEntries(workerNames.map((name) => [name, `sluice_${name}`])),
  api: 'sluice_api',
  sourcemaps: 'sluice_sourcemaps',
  alerts: 'sluice_alerts',
  housekeeping: OWNER,
};

let processes: Processes;
let system: System;
let project: Project;
let api: ApiClient;
/** Other secrets, which cannot contain the marker. */
const secrets: string[] = [MARK];

beforeAll(async () => {
  processes = await startProcesses({
    env: { LOG_LEVEL: 'trace', WORKER_DEAD_LETTER_POLL_MS: '500' },
    envOf: markedEnvironments,
  });
  system = connectSystem(processes.address, async () => {
    closeIdleSockets();
    await processes.stop();
  });
  project = await createTenant(system);
  // Rules and destinations of every new organization, which the one of a test lacks: the service alerts has something to do.
  await system.sql('select create_default_alerts(id) from organizations where slug = $1', [project.organization]);
  api = await connectApi(system, project);
  secrets.push(api.token);
}, 180_000);
afterAll(() => system.stop(), 60_000);

const loginOf = (name: string): string => `login_${name.replaceAll('-', '_')}`;

const release = 'shop@1.0.0';
const user = { 'user.id': 'ann', 'user.email': 'ann@example.com' };
const traceId = '5'.repeat(32);

describe('each service as its own role', () => {
  test('stores events of every type, with all that is derived from them', async () => {
    const contexts = { release, environment: 'live', ...user };
    await sendStored(system, project, [
      thrown({ at: 'apple', message: 'apple', release, user: 'ann' }),
      thrown({ at: 'pear', message: 'pear', release, user: 'bob' }),
      spanEvent({ traceId, uuid: 'root', name: 'GET /', metrics: { size: 3 }, contexts }),
      spanEvent({ traceId, uuid: 'child', parentId: 'root', contexts }),
      makeEvent('log', { contexts: { ...contexts, 'trace.id': traceId } }),
      makeEvent('hit', { contexts }),
      makeEvent('replay', { contexts, payload: { replayId: 'r-1' } }),
      ...makeEvents('log', 3),
    ]);
    await sendStored(system, project, [thrown({ at: 'apple', message: 'apple', release: 'shop@2', user: 'cid' })]);
    await api.until('users', {}, (body) => rowsIn(body['data']).length === 3);
  }, 60_000);

  test('dead-letters what cannot be stored', async () => {
    const poison = `${MARK}poison`;
    await system.sql(`alter table logs add constraint no_poison check (message <> '${poison}') not valid`);
    await sendStored(system, project, [makeEvent('log', { payload: { message: poison } }), makeEvent('log')]);
    const rows = await system.sql('select sqlstate from dead_letters');
    expect(rows).toEqual([{ sqlstate: '23514' }]);
    await system.sql('alter table logs drop constraint no_poison');
    const [letter] = (await system.sluice('dead-letters', 'list', project.path)) as { id: string }[];
    await system.sluice('dead-letters', 'retry', letter?.id ?? '');
    await waitFor(async () => (await system.sql('select 1 from dead_letters')).length === 0, {
      what: 'the letter to be stored',
      timeoutMs: 40_000,
    });
  }, 60_000);

  test('creates missing partitions for events', async () => {
    const [partition] = await system.sql<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'hits'::regclass order by 1 limit 1`,
    );
    await system.sql(`drop table ${partition?.name ?? ''}`);
    await sendStored(system, project, makeEvents('hit', 2));
    expect(await system.sql('select count(*)::int as hits from hits where project_id = $1', [project.id])).toEqual([
      { hits: 2 },
    ]);
  }, 60_000);

  test('reads everything that the API shows', async () => {
    const reads = api.document.operations.filter((one) => one.method === 'get' && !isForMembers(one));
    const firstId = async (list: string): Promise<string> => String(rowsIn((await api.get(list))['data'])[0]?.['id']);
    const issueId = await firstId('issues');
    const alerts = `/api/0/organizations/${project.organization}/alerts`;
    // The issues that were opened above are reported to the owners.
    const reported = await api.until(`${alerts}/deliveries`, {}, (body) => rowsIn(body['data']).length > 0);
    const erasure = await api.request('POST', 'erasures', { body: { user: 'id:nobody' } });
    const ids: Record<string, string> = {
      issueId,
      eventId: await firstId(`issues/${issueId}/events`),
      erasureId: String((erasure.json as WireObject)['id']),
      ruleId: await firstId('alerts/rules'),
      destinationId: await firstId(`${alerts}/destinations`),
      deliveryId: String(rowsIn(reported['data'])[0]?.['id']),
      uuid: 'root',
      traceId,
      replayId: 'r-1',
      segment: '0',
      key: 'id:ann',
      version: release,
      name: 'size',
    };
    const unread: string[] = [];
    for (const { address } of reads) {
      const [list = ''] = address.replace(/^.*\{project\}\//, '').split('/');
      const id = address.includes('/{id}') ? await firstId(list) : '';
      const path = address
        .replace('{org}', project.organization)
        .replace('{project}', project.slug)
        .replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(ids[name] ?? id));
      const { status } = await api.request('GET', path);
      if (status >= 500) throw new Error(`${path} answered ${status}`);
      if (status !== 200) unread.push(`${status} ${address}`);
    }
    // These operations require a query, or a member, whose inbox and subscriptions they are.
    const refused = /^400 |\/segments\/|\/alerts\/(?:inbox|subscriptions)\b/;
    expect(unread.filter((line) => !refused.test(line))).toEqual([]);
    expect(unread.length).toBeLessThan(7);
  }, 60_000);

  test('writes changes made by users', async () => {
    const done = async (answer: Promise<Answer>): Promise<WireObject> => {
      const { status, text, json } = await answer;
      expect([text, status < 300]).toEqual([text, true]);
      return (json ?? {}) as WireObject;
    };
    await done(api.request('PATCH', 'settings', { body: { filters: { legacyBrowsers: true } } }));
    const { key } = await done(api.request('POST', 'keys', { body: { label: 'second' } }));
    await done(api.request('DELETE', `keys/${String(key)}`));
    const [one, other] = await api.all('issues');
    const path = `issues/${String(one?.['id'])}`;
    await done(api.request('PATCH', path, { body: { status: 'resolved' } }));
    const before = rowsIn((await api.get(`issues/${String(other?.['id'])}`))['fingerprints']).map(({ hash }) => hash);
    await done(api.request('POST', `${path}/merge`, { body: { issues: [other?.['id']] } }));
    await done(api.request('POST', `${path}/unmerge`, { body: { fingerprints: before } }));
  }, 30_000);

  test('stores source maps and releases, and deletes them', async () => {
    const pipeline = pipelineOf(system, project, api.token);
    expect((await pipeline.upload({ release, filename: 'assets/app.js', map: smallMap() })).status).toBe(201);
    expect((await pipeline.upload({ release, filename: 'assets/app.js', map: smallMap('src/b.ts') })).status).toBe(200);
    expect((await pipeline.post('releases', { version: release, ref: 'abc' })).status).toBe(200);
    expect((await pipeline.request('GET', `sourcemaps?release=${encodeURIComponent(release)}`)).status).toBe(200);
    const explained = `sourcemaps/explain?release=${encodeURIComponent(release)}&url=https://shop.example/assets/app.js&line=1`;
    expect((await pipeline.request('GET', explained)).status).toBe(200);
    expect((await pipeline.request('DELETE', `sourcemaps?release=${encodeURIComponent(release)}`)).status).toBe(204);
    await system.sql('update sourcemap_garbage set due_at = now()');
    await waitFor(async () => (await system.sql('select 1 from sourcemap_blobs')).length === 0, {
      what: 'blobs that nothing names to be deleted',
    });
  }, 60_000);

  test('no statement of any service is denied', async () => {
    for (const [name, output] of await outputs()) {
      expect([name, /permission denied|must be owner/.exec(output)?.[0]]).toEqual([name, undefined]);
    }
  });
});

describe('output of processes', () => {
  /** All response bodies, which must not contain secrets either. */
  const answers: string[] = [];
  const say = async (answer: Promise<Answer>): Promise<void> => {
    const { text, headers } = await answer.catch((error: unknown) => ({ text: String(error), headers: {} }));
    answers.push(text, JSON.stringify(headers));
  };

  test('contains no password, token or payload, in normal operation and during an outage of both databases', async () => {
    await sendSecrets();
    await processes.postgres.stop();
    await sendSecrets();
    await processes.redis.stop();
    await sendSecrets();
    await processes.postgres.start();
    await processes.redis.start();
    await markedRedis(system.redisUrl);
    // The proxy alternates between the gateways, which reconnect independently of each other.
    for (const gateway of system.gatewayUrls) {
      await waitFor(async () => (await sendEvents(gateway, project, makeEvents('log', 1))).status === 202, {
        what: `${gateway} to accept batches`,
        timeoutMs: 30_000,
      });
    }
    await sendAccepted(system.baseUrl, project, makeEvents('exception', 1));
    for (const { adminUrl } of processes.services.values()) {
      for (const path of ['metrics', 'readyz']) await say(ask(`${adminUrl}/${path}`));
    }
    for (const args of [['doctor'], ['token', 'list'], ['project', 'show', project.path]]) {
      const { stdout, stderr } = await system.runSluice(...args);
      answers.push(stdout, stderr);
    }
    expect(answers.join('\n').length).toBeGreaterThan(10_000);
    for (const secret of secrets) {
      expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
      for (const [name, output] of await outputs()) {
        expect(output.length).toBeGreaterThan(100);
        expect([name, output.split('\n').filter((line) => line.includes(secret))]).toEqual([name, []]);
      }
    }
  }, 120_000);

  test.each([
    ['a password that is wrong', (url: string) => url.replace(/:[^:@/]+@/, `:${MARK}wrong@`)],
    ['a malformed address', (url: string) => url.replace('postgres://', `postgre:${MARK}//`)],
    ['another scheme', () => `mysql://sluice:${MARK}@127.0.0.1/sluice`],
  ])(
    '%s of the database is not repeated',
    async (_what, change) => {
      const adminPort = await freePort();
      const child = startChild({
        name: 'api',
        args: [join(repoRoot, 'services', 'api', 'dist', 'main.js')],
        cwd: repoRoot,
        env: { DATABASE_URL: change(system.databaseUrl), LOG_LEVEL: 'trace', PORT: '0', ADMIN_PORT: String(adminPort) },
        logFile: join(system.dataDir, `api-${adminPort}.log`),
      });
      const readyz = await waitFor(
        async () => (child.alive() ? (await ask(`http://127.0.0.1:${adminPort}/readyz`)).text : 'it ended'),
        { what: 'the process to say something' },
      );
      await child.end();
      const output = await child.output();
      expect(output).not.toBe('');
      expect(readyz + output).not.toContain(MARK);
    },
    60_000,
  );

  async function sendSecrets(): Promise<void> {
    const place = `${system.baseUrl}${api.place}`;
    const token = `slp_${MARK}${'A'.repeat(43)}`.slice(0, 47);
    const bearer = { authorization: `Bearer ${api.token}` };
    for (const authorization of [`Bearer ${token}`, `Bearer ${MARK}`, `Basic ${MARK}`, MARK]) {
      await say(ask(`${place}/issues`, { headers: { authorization, cookie: `session=${MARK}` } }));
      await say(ask(`${place}/sourcemaps`, { method: 'POST', headers: { authorization }, body: MARK }));
      await say(
        ask(`${system.baseUrl}${envelopePath}`, { method: 'POST', headers: { 'x-service-auth': authorization } }),
      );
    }
    for (const query of [`cursor=${MARK}`, `limit=${MARK}`, `from=${MARK}`, `environment=${MARK}`]) {
      await say(ask(`${place}/logs?${query}`, { headers: bearer }));
    }
    await say(ask(`${place}/logs/${MARK}`, { headers: bearer }));
    await say(ask(`${place}/settings`, { method: 'PATCH', headers: bearer, body: `{"x": "${MARK}` }));
    await say(ask(`${place}/releases`, { method: 'POST', headers: bearer, body: MARK }));
    await say(ask(`${system.baseUrl}${envelopePath}?service_key=${MARK}`, { method: 'POST', body: MARK }));
    await say(sendEvents(system.baseUrl, project, [{ type: MARK }, makeEvent('log', { payload: { message: MARK } })]));
  }
});

/** A login per service. Housekeeping is the owner; the monitor does not use the database. */
async function markedEnvironments({ databaseUrl, redisUrl }: Pick<System, 'databaseUrl' | 'redisUrl'>) {
  await sluiceJson({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl }, ['roles']);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const [name, role] of Object.entries(ROLE_OF)) {
    const login = loginOf(name);
    await client.query(`create role ${login} login password '${MARK}${login}' in role ${role}`);
    // Tables that it creates belong to the owner, as if the owner had logged in.
    if (role === OWNER) await client.query(`alter role ${login} set role to ${OWNER}`);
  }
  await client.end();
  const REDIS_URL = await markedRedis(redisUrl);
  return (name: string) => {
    const [username, password] = [loginOf(name), `${MARK}${loginOf(name)}`];
    const nowhere = `postgres://nobody:${MARK}@127.0.0.1:1/nothing`;
    const own =
      ROLE_OF[name] === undefined ? nowhere : Object.assign(new URL(databaseUrl), { username, password }).href;
    return { DATABASE_URL: own, REDIS_URL, SMTP_URL: `smtp://sluice:${MARK}smtp@127.0.0.1:1` };
  };
}

async function markedRedis(url: string): Promise<string> {
  const client = new Redis(url);
  await client.call('ACL', 'SETUSER', 'marked', 'on', `>${MARK}redis`, '~*', '&*', '+@all');
  client.disconnect();
  return Object.assign(new URL(url), { username: 'marked', password: `${MARK}redis` }).href;
}

/** The output of all processes. */
async function outputs(): Promise<ReadonlyMap<string, string>> {
  const entries = [...processes.services.values()].map(
    async (service) => [service.name, await service.child().output()] as const,
  );
  return new Map(await Promise.all(entries));
}
