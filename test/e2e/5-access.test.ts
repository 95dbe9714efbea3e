import { beforeAll, describe, expect, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { type Scope } from './support/api.js';
import { deletesProject, isForMembers, readApiDocument, type DocumentedOperation } from './support/apiDocument.js';
import { ask, type Answer } from './support/http.js';
import { codeOf } from './support/sourcemaps.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

/**
 * Every operation of the API by every token that must not pass. The operations are those that the running system
 * documents; that it serves no others is a test beside each service (`servedRoutes.test.ts`).
 */

const SCOPES = ['project:releases', 'project:read', 'project:admin'] as const;
let operations: readonly DocumentedOperation[];
let accountOperations: readonly DocumentedOperation[];
let ours: Project;
let theirs: Project;
let tokens: Record<Scope, string>;
let stranger: string;
let dead: Record<string, string | undefined>;
const system = useSystem();
beforeAll(async () => {
  ({ operations, accountOperations } = await readApiDocument(system.baseUrl));
  [ours, theirs] = await Promise.all([createTenant(system), createTenant(system)]);
  const made = await Promise.all(SCOPES.map(async (scope) => [scope, (await newToken(ours, scope)).token] as const));
  tokens = Object.fromEntries(made) as Record<Scope, string>;
  stranger = (await newToken(theirs, 'project:admin')).token;
  dead = {
    'no token': undefined,
    'an empty one': 'Bearer ',
    garbage: 'Bearer garbage',
    'one of the right form': `Bearer slp_${'A'.repeat(43)}`,
    'one cut short': `Bearer ${tokens['project:admin'].slice(0, -1)}`,
    'another scheme': `Basic ${tokens['project:admin']}`,
    'a project key': `Bearer ${ours.key}`,
    'a revoked one': `Bearer ${await revokedToken()}`,
    'an expired one': `Bearer ${(await newToken(ours, 'project:admin', -1)).token}`,
  };
}, 120_000);

const SOME_ID = '018f0000-0000-8000-8000-000000000001';

/** One line per response: `GET /api/0/…, a revoked one: 401 unauthorized`. */
type Row = readonly [operation: string, who: string, status: number, code: unknown, whole: string];
type Table = readonly Row[];

/** Headers that differ between responses without revealing anything: the date and those of the connection. */
const PASSING = ['date', 'connection', 'keep-alive', 'retry-after'];

const AT_ONCE = 4;

describe('every operation', () => {
  test('there are some of both services', () => {
    const addresses = operations.map(({ method, address }) => `${method} ${address.replace(/^.*\{project\}/, '')}`);
    expect(addresses).toEqual(expect.arrayContaining(['get /issues', 'post /sourcemaps', 'patch /settings']));
    expect(operations.length).toBeGreaterThan(30);
  });

  test('answers 401 in one way without a valid token', async () => {
    const table = await tableOf((operation) =>
      Object.entries(dead).map(([who, authorization]) => [who, askAt(operation, ours, authorization)] as const),
    );
    expect(unlike(table, 401, 'unauthorized')).toEqual([]);
    expect([...new Set(table.map(([, , , , whole]) => whole))]).toHaveLength(1);
    expect(table.length).toBe(operations.length * Object.keys(dead).length);
  }, 60_000);

  test('answers the same 404 for another organization or none, whatever the scopes of the token', async () => {
    const table = await tableOf((operation) => [
      ['a stranger', askAt(operation, ours, `Bearer ${stranger}`)],
      ...SCOPES.map((scope) => [`to others, ${scope}`, askAt(operation, theirs, `Bearer ${tokens[scope]}`)] as const),
      ['to nobody', askAt(operation, { path: 'nobody/nothing' }, `Bearer ${tokens['project:admin']}`)],
    ]);
    expect(unlike(table, 404, 'not_found')).toEqual([]);
    expect(new Set(table.map(([operation, , , , whole]) => `${operation} ${whole}`)).size).toBe(operations.length);
  }, 60_000);

  test('answers 403 without its scope, and accepts a token with any of its scopes', async () => {
    const ofScope = (operation: DocumentedOperation, scope: Scope) =>
      [scope, askAt(operation, ours, `Bearer ${tokens[scope]}`)] as const;
    const without = await tableOf((operation) =>
      SCOPES.filter((scope) => !allowed(operation).includes(scope)).map((scope) => ofScope(operation, scope)),
    );
    expect(unlike(without, 403, 'forbidden')).toEqual([]);
    const having = await tableOf(
      (operation) => allowed(operation).map((scope) => ofScope(operation, scope)),
      // Anything else is tried on a project that is there.
      operations.filter((operation) => !deletesProject(operation)),
    );
    expect(having.filter(([, , status]) => status === 401 || status === 403 || status >= 500)).toEqual([]);
  }, 60_000);

  test('of a person needs a session and accepts no access token', async () => {
    const needing = accountOperations.filter(({ access }) => access === 'user');
    expect(needing.map(({ method, address }) => `${method} ${address}`)).toEqual(
      expect.arrayContaining(['get /api/0/session', 'post /api/0/user/tokens', 'delete /api/0/user/sessions']),
    );
    const table = await tableOf(
      (operation) =>
        [...Object.entries(dead), ...SCOPES.map((scope) => [scope, `Bearer ${tokens[scope]}`] as const)].map(
          ([who, authorization]) => [who, askAt(operation, ours, authorization)] as const,
        ),
      needing,
    );
    expect(unlike(table, 401, 'unauthorized')).toEqual([]);
  }, 60_000);

  test('that anyone may use is one of signing in, or of confirming or ending mail with the token in it', () => {
    const open = accountOperations.filter(({ access }) => access === 'anyone');
    expect(open.map(({ method, address }) => `${method} ${address}`).sort()).toEqual([
      'get /api/0/alerts/confirm',
      'get /api/0/alerts/confirm/inspect',
      'get /api/0/alerts/unsubscribe',
      'get /api/0/alerts/unsubscribe/inspect',
      'get /api/0/oidc/{provider}/callback',
      'get /api/0/oidc/{provider}/start',
      'get /api/0/sign-in-options',
      'post /api/0/alerts/confirm',
      'post /api/0/alerts/confirm/form',
      'post /api/0/alerts/unsubscribe',
      'post /api/0/alerts/unsubscribe/again',
      'post /api/0/alerts/unsubscribe/again/form',
      'post /api/0/alerts/unsubscribe/form',
      'post /api/0/links/inspect',
      'post /api/0/links/use',
      'post /api/0/password-resets',
      'post /api/0/session',
    ]);
  });

  test('has no methods but those that are documented', async () => {
    const all = [...operations, ...accountOperations];
    for (const address of new Set(all.map((operation) => operation.address))) {
      const documented = all.filter((operation) => operation.address === address).map(({ method }) => method);
      const { headers } = await askAt({ ...(operations[0] as DocumentedOperation), address, method: 'options' }, ours);
      const served = (headers['allow'] ?? '').toLowerCase().split(', ');
      expect([address, ...served.filter((method) => !['head', 'options'].includes(method)).sort()]).toEqual([
        address,
        ...documented.sort(),
      ]);
    }
  });
});

describe('the public port', () => {
  const inside = [
    '/metrics',
    '/readyz',
    '/metrics/',
    '/healthz/../metrics',
    '/api/metrics',
    '/api/0/metrics',
    '/admin',
  ];
  const further = ['/debug', '/debug/pprof', '/status', '/server-status', '/actuator', '/.env', '/api/0/readyz'];

  test('shows nothing of the admin port: no metrics, no readiness', async () => {
    for (const base of [system.baseUrl, ...system.gatewayUrls]) {
      for (const path of [...inside, ...further]) {
        const answer = await ask(`${base}${path}`);
        expect([path, answer.status, codeOf(answer)]).toEqual([path, 404, 'not_found']);
        expect(answer.text).not.toMatch(/# HELP|process_cpu|postgres|redis/i);
      }
    }
    for (const admin of system.adminUrls) expect((await ask(`${admin}/metrics`)).text).toContain('# HELP');
  });

  test('names the service and its documentation at /, and nothing about the process', async () => {
    const home = await ask(`${system.baseUrl}/`);
    expect([home.status, home.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const links = [...home.text.matchAll(/href="([^"]*)"/g)];
    // Separate gateways behind a proxy do not know that it also serves the documentation.
    expect(links).toHaveLength(system.gatewayUrls.includes(system.baseUrl) ? 2 : 1);
    for (const [, path = ''] of links) expect((await ask(`${system.baseUrl}${path}`)).status).toBe(200);
    expect(home.text).not.toMatch(/version|postgres|redis|node/i);
  });

  test.each<[string, string]>([
    ['GET', '/'],
    ['GET', '/healthz'],
    ['GET', '/nothing'],
    ['GET', '/%ff'],
    ['GET', '/api/envelope'],
    ['POST', '/api/envelope'],
    ['OPTIONS', '/api/envelope'],
    ['GET', '/sdk/sluice.js'],
    ['GET', '/sdk/nothing.js'],
    ['GET', '/api/0/docs'],
    ['GET', '/api/0/docs/start.js'],
    ['GET', '/api/0/openapi.json'],
    ['GET', '/api/0/nothing'],
  ])('%s %s: nothing is guessed, framed or told on', async (method, path) => {
    const { headers } = await ask(`${system.baseUrl}${path}`, { method });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
      'referrer-policy': 'no-referrer',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers['server']).toBeUndefined();
  });
});

/** Protocol 5, in words of this file: which tokens may do it. */
function allowed({ method, address }: DocumentedOperation): readonly Scope[] {
  if (isForMembers({ method, address })) return [];
  const isBuild = /^\/api\/0\/projects\/\{org\}\/\{project\}\/(?:sourcemaps|releases)(?:\/|$)/.test(address);
  // A preview changes nothing; its conditions are a body. That of a filter is for those who may save it.
  // What a member receives and has read is their own: whoever may read may choose it.
  const isOwn = /\/alerts\/(?:subscriptions|inbox\/read)$/.test(address);
  const isRead = method === 'get' || isOwn || (address.endsWith('/preview') && !address.endsWith('/filters/preview'));
  return [
    ...(isBuild ? (['project:releases'] as const) : []),
    ...(isRead ? (['project:read'] as const) : []),
    'project:admin',
  ];
}

/** Creates a token as `sluice token create` does, by SQL for speed: only its digest is stored. */
async function newToken({ organization }: Project, scope: Scope, livesMs?: number) {
  const token = `slp_${randomBytes(32).toString('base64url')}`;
  const digest = createHash('sha256').update(token).digest();
  const end = livesMs === undefined ? null : new Date(Date.now() + livesMs);
  const [row] = await system.sql<{ id: string }>(
    `insert into tokens (organization_id, digest, hint, scopes, expires_at)
     select id, $2, $3, array[$4], $5 from organizations where slug = $1 returning id::text`,
    [organization, digest, token.slice(-4), scope, end],
  );
  return { token, id: row?.id ?? '' };
}

async function revokedToken(): Promise<string> {
  const { token, id } = await newToken(ours, 'project:admin');
  await system.sluice('token', 'revoke', '--org', ours.organization, id);
  return token;
}

function askAt(
  { address, method, hasBody }: DocumentedOperation,
  place: Pick<Project, 'path'>,
  authorization?: string,
) {
  const [organization = '', project = ''] = place.path.split('/');
  const path = address.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'org' ? organization : name === 'project' ? project : name === 'userId' ? '1' : SOME_ID,
  );
  return ask(`${system.baseUrl}${path}`, {
    method: method.toUpperCase(),
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: '{}' } : {}),
  });
}

/** Status, headers and body, for comparison. */
function wholeOf({ status, headers, text }: Answer): string {
  const lasting = Object.entries(headers).filter(([name]) => !PASSING.includes(name));
  return JSON.stringify([status, Object.fromEntries(lasting.sort()), text]);
}

async function tableOf(
  cases: (operation: DocumentedOperation) => readonly (readonly [who: string, asked: Promise<Answer>])[],
  tried = operations,
): Promise<Table> {
  const rowsOf = async (operation: DocumentedOperation): Promise<Table> =>
    Promise.all(
      cases(operation).map(async ([who, asked]) => {
        const answer = await asked;
        expectSecurityHeaders(answer);
        return [
          `${operation.method} ${operation.address}`,
          who,
          answer.status,
          codeOf(answer),
          wholeOf(answer),
        ] as const;
      }),
    );
  const rows: Row[] = [];
  // Few concurrent requests: the read API refuses too many.
  for (let at = 0; at < tried.length; at += AT_ONCE) {
    rows.push(...(await Promise.all(tried.slice(at, at + AT_ONCE).map(rowsOf))).flat());
  }
  return rows;
}

/** No response is a page, and shared caches must not store it. */
function expectSecurityHeaders({ headers }: Answer): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
    'referrer-policy': 'no-referrer',
    'cache-control': expect.stringMatching(/no-store|private, no-cache/),
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
}

function unlike(table: Table, status: number, code: string): Table {
  return table.filter((row) => row[2] !== status || row[3] !== code);
}
