import { beforeAll, describe, expect, test } from '@jest/globals';
import { makeEvents } from './support/events.js';
import { ask, type Answer } from './support/http.js';
import { accepted, envelopePath, refused, sendBytes, sendEvents } from './support/send.js';
import { createProjects, createTenant, settingsInForce, type Project } from './support/tenant.js';
import { useSystem, useTenant } from './support/useSystem.js';
import { waitFor } from './support/waitFor.js';

const system = useSystem();
const project = useTenant(system);

const body = (): string => JSON.stringify({ events: makeEvents('log', 1) });
const unknownKey = '0123456789abcdef0123456789abcdef';

/** `K` stands for the project's key, `U` for a well-formed unknown one. */
const filled = (text: string): string => text.replace(/\bK\b/g, project.key).replace(/\bU\b/g, unknownKey);

describe('the key', () => {
  test.each<readonly [string | undefined, string]>([
    ['Service service_key=K', ''],
    ['service service_key=K', ''],
    ['SERVICE service_key=K', ''],
    ['Service SERVICE_KEY=K', ''],
    ['Service Service_Key=K', ''],
    ['Service sdk=js, service_key=K', ''],
    ['Service service_key=K,sdk=js', ''],
    ['Service sdk=js service_key=K version=1', ''],
    ['Service  service_key=K , x=y', ''],
    ['Service service_key=K', '?service_key=U'],
    ['Service sdk=js', '?service_key=K'],
    ['Service', '?service_key=K'],
    ['', '?service_key=K'],
    [undefined, '?service_key=K'],
    [undefined, '?a=b&service_key=K&c=d'],
  ])('%j with query %j is the project’s', async (auth, query) => {
    const answer = await post(auth === undefined ? undefined : filled(auth), filled(query));
    expect({ status: answer.status, body: answer.json }).toEqual({ status: 202, body: accepted({ processed: 1 }) });
  });

  test.each<readonly [string | undefined, string]>([
    [undefined, ''],
    ['', ''],
    ['Service', ''],
    ['Service service_key=', ''],
    ['Service service_key', ''],
    ['Service service_key=U', ''],
    ['Service service_key=U', '?service_key=K'],
    ['Service service_key=Kx', ''],
    ['Service service_key=K0', ''],
    ['Service service_key=zz', ''],
    ['Service other_key=K', ''],
    ['Service service_key=0123456789abcdef0123456789abcde', ''],
    ['Service service_key=0123456789abcdef0123456789abcdef0', ''],
    ['Service service_key=0123456789abcdef0123456789abcdeg', ''],
    ["Service service_key=' or 1=1 --", ''],
    ['Bearer K', ''],
    ['Basic service_key=K', ''],
    ['K', ''],
    [undefined, '?service_key='],
    [undefined, '?service_key=U'],
    [undefined, '?service_key=K%00'],
    [undefined, '?service_key=%00'],
    [undefined, '?service_key=%ZZ'],
    [undefined, '?SERVICE_KEY='],
    [undefined, '?service_key[]=K'],
    [undefined, `?service_key=${'a'.repeat(5_000)}`],
  ])('%j with query %j is a 401 that always reads the same', async (auth, query) => {
    const text = (auth ?? '').includes('Kx') ? (auth ?? '').replace('K', project.key) : filled(auth ?? '');
    const answer = await post(auth === undefined ? undefined : text.replace('K0', `${project.key}0`), filled(query));
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({
      success: false,
      error: { message: 'Invalid DSN: unknown project or key.' },
    });
    expect(answer.text).toBe((await post(undefined)).text);
  });

  test('a disabled key is refused within two seconds; another key of the project still works', async () => {
    const mine = await createTenant(system);
    expect((await sendEvents(system.baseUrl, mine, makeEvents('log', 1))).status).toBe(202);
    const added = (await system.sluice('key', 'add', mine.path)) as { key: string };
    await system.sluice('key', 'disable', mine.path, mine.key);
    await settingsInForce();
    for (const gateway of system.gatewayUrls) {
      expect((await sendBytes(gateway, mine.key, body())).status).toBe(401);
      expect((await sendBytes(gateway, added.key, body())).status).toBe(202);
    }
  }, 30_000);

  test('a key that was used before it existed works soon after it was created', async () => {
    const mine = await createTenant(system);
    await waitFor(async () => (await sendEvents(system.baseUrl, mine, makeEvents('log', 1))).status === 202, {
      what: 'a new key to be known',
      timeoutMs: 2_000,
    });
  }, 30_000);

  test('the keys of a deleted project are refused', async () => {
    const mine = await createTenant(system);
    expect((await sendEvents(system.baseUrl, mine, makeEvents('log', 1))).status).toBe(202);
    await system.sluice('project', 'delete', mine.path);
    await settingsInForce();
    expect((await sendEvents(system.baseUrl, mine, makeEvents('log', 1))).status).toBe(401);
  }, 30_000);
});

const domainSettings = {
  open: {},
  exact: { allowedDomains: ['example.com'] },
  port: { allowedDomains: ['example.com:8443'] },
  wildcard: { allowedDomains: ['*.example.com'] },
  everything: { allowedDomains: ['*'] },
  mixed: { allowedDomains: ['https://Shop.Example.com.', '*.cdn.example.net', 'localhost'] },
  servers: { allowedDomains: ['example.com'], allowNoOrigin: true },
  apps: { allowedDomains: ['app://*', 'capacitor://localhost', 'file://'] },
  opaque: { allowedDomains: ['null'] },
};

describe('allowed domains', () => {
  let projects: Record<keyof typeof domainSettings, Project>;
  beforeAll(async () => {
    projects = await createProjects(system, domainSettings);
  }, 60_000);

  type Row = readonly [keyof typeof domainSettings, { origin?: string; referer?: string }, 202 | 403];
  test.each<Row>([
    ['open', {}, 202],
    ['open', { origin: 'https://anything.test' }, 202],
    ['open', { origin: 'null' }, 202],
    ['exact', { origin: 'https://example.com' }, 202],
    ['exact', { origin: 'http://example.com' }, 202],
    ['exact', { origin: 'https://example.com:8443' }, 202],
    ['exact', { origin: 'https://EXAMPLE.com' }, 202],
    ['exact', { origin: 'https://example.com.' }, 202],
    ['exact', { referer: 'https://example.com/page?x=1' }, 202],
    ['exact', { origin: 'https://example.com', referer: 'https://evil.test/' }, 202],
    ['exact', { origin: 'https://evil.test', referer: 'https://example.com/' }, 403],
    ['exact', { origin: 'https://www.example.com' }, 403],
    ['exact', { origin: 'https://example.com.evil.test' }, 403],
    ['exact', { origin: 'https://evilexample.com' }, 403],
    ['exact', { origin: 'https://example.org' }, 403],
    ['exact', { origin: 'https://evil.test/example.com' }, 403],
    ['exact', { origin: 'https://example.com@evil.test' }, 403],
    ['exact', { origin: 'null' }, 403],
    ['exact', { origin: '' }, 403],
    ['exact', { origin: 'not an origin' }, 403],
    ['exact', { referer: 'about:blank' }, 403],
    ['exact', {}, 403],
    ['port', { origin: 'https://example.com:8443' }, 202],
    ['port', { origin: 'https://example.com' }, 403],
    ['port', { origin: 'https://example.com:8444' }, 403],
    ['wildcard', { origin: 'https://a.example.com' }, 202],
    ['wildcard', { origin: 'https://a.b.c.example.com:99' }, 202],
    ['wildcard', { origin: 'https://example.com' }, 403],
    ['wildcard', { origin: 'https://aexample.com' }, 403],
    ['everything', { origin: 'https://anything.test' }, 202],
    ['everything', { origin: 'null' }, 202],
    ['everything', {}, 202],
    ['mixed', { origin: 'https://shop.example.com' }, 202],
    ['mixed', { origin: 'http://shop.example.com' }, 202],
    ['mixed', { origin: 'https://x.cdn.example.net' }, 202],
    ['mixed', { origin: 'http://localhost:3000' }, 202],
    ['mixed', { origin: 'https://example.com' }, 403],
    ['servers', {}, 202],
    ['servers', { origin: 'https://example.com' }, 202],
    ['servers', { origin: 'https://evil.test' }, 403],
    ['apps', { origin: 'app://' }, 202],
    ['apps', { origin: 'app://shop' }, 202],
    ['apps', { referer: 'app://shop/index.html' }, 202],
    ['apps', { origin: 'file://' }, 202],
    ['apps', { origin: 'capacitor://localhost' }, 202],
    ['apps', { origin: 'ionic://localhost' }, 403],
    ['apps', { origin: 'https://localhost' }, 403],
    ['apps', { origin: 'https://app' }, 403],
    ['apps', { origin: 'null' }, 403],
    ['apps', {}, 403],
    ['opaque', { origin: 'null' }, 202],
    ['opaque', { origin: 'file://' }, 403],
    ['opaque', {}, 403],
  ])('of the project %s, with %j, lead to %d', async (name, headers, status) => {
    const answer = await sendEvents(system.baseUrl, projects[name], makeEvents('log', 1), { headers });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json).toEqual(refused());
    else expect(answer.json).toEqual(accepted({ processed: 1 }));
  });

  test.each(['app://', 'app://shop', 'file://', 'capacitor://localhost', 'null', 'https://example.com'])(
    'responses to the origin %s reflect it, preflights and refusals too',
    async (origin) => {
      const url = `${system.baseUrl}${envelopePath}`;
      const preflight = await ask(url, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
      const sent = await sendEvents(system.baseUrl, projects.apps, makeEvents('log', 1), { headers: { origin } });
      expect(preflight.status).toBe(204);
      for (const { headers } of [preflight, sent]) {
        expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
      }
    },
  );

  test('a refused request counts nothing and stores nothing', async () => {
    const answer = await sendEvents(system.baseUrl, projects.exact, [{ type: 'nope' }], {
      headers: { origin: 'https://evil.test' },
    });
    expect(answer.status).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBe('https://evil.test');
  });
});

function post(auth: string | undefined, query = ''): Promise<Answer> {
  return ask(`${system.baseUrl}${envelopePath}${query}`, {
    method: 'POST',
    body: body(),
    headers: { 'content-type': 'application/json', ...(auth === undefined ? {} : { 'x-service-auth': auth }) },
  });
}
