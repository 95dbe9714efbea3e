import { beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { connectApi, type ApiClient } from './support/api.js';
import { makeEvent, makeEvents, type WireEvent } from './support/events.js';
import { recently } from './support/clock.js';
import { ask } from './support/http.js';
import { accepted, authOf, envelopePath, refused, sendBytes, sendEvents } from './support/send.js';
import { sendStored } from './support/sendStored.js';
import { createTenant, type Project, type Settings } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { waitFor } from './support/waitFor.js';

let project: Project;
let server: Project;
let api: ApiClient;
const system = useSystem();

describe('a server key', () => {
  beforeEach(() => setUp({ allowedDomains: ['example.com'] }), 30_000);

  test('passes without an origin where a public key of the project does not', async () => {
    const events = makeEvents('log', 1);
    expect(await sendEvents(system.baseUrl, project, events)).toMatchObject({
      status: 403,
      json: refused('origin_not_allowed'),
    });
    const answer = await sendEvents(system.baseUrl, server, events);
    expect([answer.status, answer.json]).toEqual([202, accepted({ processed: 1 })]);
    const upper = await sendBytes(system.baseUrl, server.key.toUpperCase(), '{"events":[]}');
    expect(upper.status).toBe(202);
  });

  test.each(['https://example.com', 'https://evil.test', 'null'])(
    'is refused with the origin %s, and the page may read why',
    async (origin) => {
      const answer = await sendEvents(system.baseUrl, server, makeEvents('log', 1), { headers: { origin } });
      expect([answer.status, answer.json]).toEqual([403, refused('server_key_in_browser')]);
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
    },
  );

  test('is refused in the address', async () => {
    const url = `${system.baseUrl}${envelopePath}?service_key=${server.key}`;
    const answer = await ask(url, { method: 'POST', body: '{"events":[]}' });
    expect([answer.status, answer.json]).toEqual([401, refused('server_key_in_url')]);
  });

  test('meets the filters and caps of its project', async () => {
    await setUp({ 'filters.environments': ['dev'], eventsPerHour: 1 });
    const events = [makeEvent('log', { contexts: { environment: 'dev' } }), ...makeEvents('log', 2), { type: 'nope' }];
    const answer = await sendEvents(system.baseUrl, server, events);
    expect(answer.json).toEqual(accepted({ processed: 1, filtered: 1, rate_limited: 1, invalid: 1 }));
  });

  test('is shown whole only when it is made; its beginning disables it', async () => {
    const shown = server.key.slice(0, 16);
    const made = await api.request('POST', 'keys', { body: { label: 'api', kind: 'server' } });
    const { key } = made.json as { key: string };
    expect(made).toMatchObject({
      status: 201,
      json: { kind: 'server', dsn: system.baseUrl.replace('//', `//${key}@`) },
    });
    const listed = [await api.all('keys'), await system.sluice('key', 'list', project.path)];
    for (const list of listed) {
      expect(list).toMatchObject([
        { kind: 'public', key: project.key },
        { kind: 'server', key: shown, dsn: null },
        { kind: 'server', key: key.slice(0, 16), label: 'api' },
      ]);
    }
    const rows = await system.sql<{ row: string }>('select k::text as row from project_keys k where project_id = $1', [
      project.id,
    ]);
    const shownAnywhere = JSON.stringify([listed, rows, await system.sluice('project', 'show', project.path)]);
    for (const secret of [key, server.key]) expect(shownAnywhere).not.toContain(secret.slice(16));

    expect((await api.request('DELETE', `keys/${shown}`)).status).toBe(204);
    await untilGateways(async (gateway) => (await sendEvents(gateway, server, [])).status === 401);
    await untilGateways(async (gateway) => (await sendBytes(gateway, key, '{"events":[]}')).status === 202);
    // The stored prefix of a key is not a key.
    const kept = await system.sql<{ key: string }>('select key from project_keys where project_id = $1', [project.id]);
    for (const name of kept.map((row) => row.key).filter((one) => one.startsWith('sls_'))) {
      for (const text of [name, name.replace(/.*:/, 'sls_')]) {
        const headers = { 'x-service-auth': authOf(text), 'content-type': 'application/json' };
        const answer = await ask(`${system.baseUrl}${envelopePath}`, {
          method: 'POST',
          body: '{"events":[]}',
          headers,
        });
        expect(answer.status).toBe(401);
      }
    }
  }, 30_000);
});

describe('user data sent with a server key', () => {
  beforeEach(() => setUp(), 30_000);

  const seen = (type: 'log' | 'exception' | 'hit', at: string, user: WireEvent): WireEvent =>
    makeEvent(type, {
      timestamp: recently(at),
      contexts: Object.fromEntries(
        Object.entries({ id: '7', ...user }).map(([name, value]) => [`user.${name}`, value]),
      ),
    });
  const told = seen('log', '08:00', { email: 'ann@example.com', name: 'Ann' });
  const forged = { email: 'evil@example.com', name: 'Evil', username: 'evil' };
  const forgeries = (['log', 'exception', 'hit'] as const).map((type) => seen(type, '10:00', forged));

  test.each([
    ['later', ['server', 'public']],
    ['before', ['public', 'server']],
    ['before and later', ['public', 'server', 'public']],
  ])('stays, whatever a public key tells %s; what it did not tell is the newest', async (_when, kinds) => {
    for (const kind of kinds) {
      // No batch is a resend of another.
      const again = forgeries.map((event) => ({ ...event, tags: { round: randomUUID() } }));
      await (kind === 'server' ? sendStored(system, server, [told]) : sendStored(system, project, again));
    }
    await api.until('users/id:7', {}, (user) => user['lastSeen'] === recently('10:00'));
    expect(await api.get('users/id:7')).toMatchObject({ email: 'ann@example.com', name: 'Ann', username: 'evil' });
  });

  test('a later event of a server key replaces', async () => {
    await sendStored(system, server, [told], [seen('log', '09:00', { email: 'new@example.com' })]);
    await sendStored(system, project, forgeries);
    expect(await api.get('users/id:7')).toMatchObject({ email: 'new@example.com', name: 'Ann' });
  });
});

/** A new project and its server key. */
async function setUp(settings: Settings = {}): Promise<void> {
  project = await createTenant(system, { project: settings });
  api = await connectApi(system, project, 'project:admin');
  const added = (await system.sluice('key', 'add', project.path, '--kind', 'server')) as { key: string };
  server = { ...project, key: added.key };
  await untilGateways(async (gateway) => (await sendEvents(gateway, server, [])).status === 202);
}

async function untilGateways(passes: (gateway: string) => Promise<boolean>): Promise<void> {
  for (const gateway of system.gatewayUrls) {
    await waitFor(() => passes(gateway), { what: `${gateway} to follow`, timeoutMs: 20_000 });
  }
}
