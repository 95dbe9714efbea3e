import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ensurePartitions } from '@sluice/db';
import { waitFor } from '@sluice/testkit';
import { connect, type Socket } from 'node:net';
import { DEFAULT_API_CONFIG } from './config.js';
import { startTestApi, type Answer, type Tenant, type TestApi } from './testing/apiHarness.js';
import { storeThrown } from './testing/storeThrown.js';

/** Two invalid tokens per minute: the third of a client has to wait for half a minute. */
const MOST = 2;

let api: TestApi;
let ours: Tenant;
afterEach(() => api.stop());

const invalid = `slp_${'A'.repeat(43)}`;
const codeOf = ({ body }: Answer): unknown => (body as { error?: { code: unknown } } | undefined)?.error?.code;

describe('behind a proxy that is trusted', () => {
  beforeEach(() => start(['127.0.0.1/32']));

  test('a client with too many invalid tokens gets 429 with Retry-After, and no token is looked up', async () => {
    await exhaust('203.0.113.1');
    for (const token of [invalid, ours.tokens['project:read']]) {
      const answer = await ask(token, '203.0.113.1');
      expect([answer.status, codeOf(answer)]).toEqual([429, 'too_many_failures']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(20);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(30);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    const { rows } = await api.db.pool.query('select 1 from tokens where last_used_at is not null');
    expect(rows).toEqual([]);
  });

  test('neither other clients nor known valid tokens are throttled', async () => {
    expect((await ask(ours.token, '203.0.113.2')).status).toBe(200);
    await exhaust('203.0.113.1');
    expect((await ask(ours.token, '203.0.113.1')).status).toBe(200);
    expect((await ask(ours.tokens['project:admin'], '203.0.113.1')).status).toBe(429);
    expect((await ask(ours.tokens['project:admin'], '203.0.113.2')).status).toBe(200);
    expect((await ask(ours.tokens['project:admin'], '203.0.113.1')).status).toBe(200);
  });

  test('a client that writes addresses into the header is counted by the address that the proxy adds', async () => {
    for (let i = 0; i < MOST; i += 1) expect((await ask(invalid, `198.51.100.${i}, 203.0.113.1`)).status).toBe(401);
    expect((await ask(invalid, '198.51.100.99, 203.0.113.1')).status).toBe(429);
  });

  test('a malformed token is refused at once, without a lookup and without counting', async () => {
    const malformed = ['Basic c2x1aWNlOng=', 'Bearer', 'Bearer x', `Bearer ${invalid}A`, `Token ${ours.token}`];
    const askWith = (authorization: string): Promise<Answer> =>
      api.ask(`${ours.path}/settings`, { headers: { authorization, 'x-forwarded-for': '203.0.113.1' } });
    for (const header of malformed) expect((await askWith(header)).status).toBe(401);
    await exhaust('203.0.113.1');
    for (const header of malformed) expect((await askWith(header)).status).toBe(401);
    expect((await ask(invalid, '203.0.113.1')).status).toBe(429);
  });

  test('no token at all, and refusals for other reasons, count for nothing', async () => {
    for (let i = 0; i <= MOST; i += 1) {
      expect((await ask(undefined, '203.0.113.1')).status).toBe(401);
      expect((await ask(ours.tokens['project:releases'], '203.0.113.1')).status).toBe(403);
      expect((await ask(ours.token, '203.0.113.1', 'nothing')).status).toBe(404);
    }
    expect((await ask(invalid, '203.0.113.1')).status).toBe(401);
  });
});

test('without a trusted proxy the address of the socket counts, whatever the header contains', async () => {
  await start([]);
  for (let i = 0; i < MOST; i += 1) expect((await ask(invalid, `203.0.113.${i}`)).status).toBe(401);
  expect((await ask(invalid, '203.0.113.99')).status).toBe(429);
});

test('concurrent requests do not circumvent it: lookups are limited', async () => {
  await start([]);
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(invalid)));
  // Those at the gate when the last turn was taken: one a connection of the pool.
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(MOST + 8);
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(60 - MOST - 8);
});

test('130 reads with one token leave room for another organization, and those that find a place are answered', async () => {
  // A busy machine takes seconds for 130 requests, during which none of those that wait may give up.
  api = await startTestApi({ waitMs: 30_000, statementMs: 30_000 });
  ours = await api.newTenant('ours');
  const theirs = await api.newTenant('theirs');
  // Before its first use, a token counts as a separate tenant, and half of the queue is reserved for other tenants.
  expect((await ask(ours.token)).status).toBe(200);
  const lock = await api.db.pool.connect();
  try {
    await lock.query('begin; lock table issues in access exclusive mode');
    const reads = Array.from({ length: 130 }, () => ask(ours.token, undefined, 'issues'));
    // The queue is full when the first one is refused.
    expect(codeOf(await Promise.race(reads))).toBe('busy');
    for (let i = 0; i < 3; i += 1) {
      expect((await api.ask(`${theirs.path}/settings`, { token: theirs.token })).status).toBe(200);
    }
    await lock.query('rollback');
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(100);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  } finally {
    lock.release();
  }
});

test('a token whose responses are not read gets a 429 until they are; others are answered', async () => {
  const MIB = 1_048_576;
  api = await startTestApi({ unread: { perTokenBytes: 20 * MIB, perProcessBytes: 80 * MIB } });
  ours = await api.newTenant('ours');
  const theirs = await api.newTenant('theirs');
  const days = { interval: 'day' as const, fromMs: api.now - 86_400_000, throughMs: api.now };
  await ensurePartitions(api.db, { tables: ['exceptions'], ...days });
  for (const tenant of [ours, theirs]) {
    await storeThrown(
      api,
      tenant,
      Array.from({ length: 8 }, () => ({ message: 'x'.repeat(MIB) })),
    );
  }
  const unread: Socket[] = [];
  const leaveUnread = ({ path, token }: Tenant): void => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1').on('error', () => undefined);
    socket.pause().write(`GET ${path}/exceptions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
    unread.push(socket);
  };
  const read = ({ path, token }: Tenant): Promise<Answer> => api.ask(`${path}/exceptions`, { token });
  try {
    // A busy machine may refuse some of these requests for other reasons, so each round leaves one more unread.
    const refused = await waitFor(async () => {
      leaveUnread(ours);
      const answer = await read(ours);
      return answer.status === 429 ? answer : undefined;
    });
    expect([codeOf(refused), refused.headers['retry-after']]).toEqual(['unread_responses', '5']);
    expect((await read(theirs)).status).toBe(200);
  } finally {
    for (const socket of unread) socket.destroy();
  }
  await waitFor(async () => (await read(ours)).status === 200);
});

async function start(trustedProxies: readonly string[]): Promise<void> {
  api = await startTestApi({ access: { ...DEFAULT_API_CONFIG.access, trustedProxies, maxFailedTokens: MOST } });
  ours = await api.newTenant('ours');
}

async function exhaust(client?: string): Promise<void> {
  for (let i = 0; i < MOST; i += 1) expect((await ask(invalid, client)).status).toBe(401);
}

function ask(token: string | undefined, client?: string, path = 'settings'): Promise<Answer> {
  return api.ask(`${ours.path}/${path}`, {
    token,
    ...(client === undefined ? {} : { headers: { 'x-forwarded-for': client } }),
  });
}
