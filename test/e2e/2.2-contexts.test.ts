import { beforeAll, describe, expect, test } from '@jest/globals';
import { recently } from './support/clock.js';
import { makeEvent, serialOf, type EventType, type WireEvent } from './support/events.js';
import { sendAccepted } from './support/send.js';
import { type EventCase } from './support/sendEach.js';
import { storedBySerial, waitForStored, type Row } from './support/stored.js';
import { createTenant } from './support/tenant.js';
import { testEachEvent } from './support/testEachEvent.js';
import { useSystem, useTenant } from './support/useSystem.js';
import { waitFor } from './support/waitFor.js';

const system = useSystem();

const userAgents = {
  chromeOnWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.71 Safari/537.36',
  safariOnPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1',
};

interface ContextCase extends EventCase {
  /** Expected columns of the row, if relevant. */
  readonly columns?: Row;
  /** Context keys that must have these values. */
  readonly has?: Row;
  /** Context keys that must not be there. */
  readonly lacks?: readonly string[];
}

const long = 'e'.repeat(300);

const cases: ContextCase[] = [
  contextCase(
    'environment and release have columns and stay in contexts',
    { environment: 'production', release: 'web@1.2.3' },
    {
      columns: { environment: 'production', release: 'web@1.2.3' },
      has: { environment: 'production', release: 'web@1.2.3' },
    },
  ),
  ...(['span', 'hit', 'replay'] as const).map((type) =>
    contextCase(
      `the release of a ${type} stays in contexts`,
      { environment: 'test', release: '7' },
      { columns: { environment: 'test', release: '7' }, has: { environment: 'test', release: '7' } },
      type,
    ),
  ),
  contextCase(
    "an exception's release is lifted out",
    { environment: 'production', release: 'web@1.2.3' },
    {
      columns: { environment: 'production', release: 'web@1.2.3' },
      has: { environment: 'production' },
      lacks: ['release'],
    },
    'exception',
  ),
  contextCase(
    'numbers are read as strings for the columns',
    { environment: 5, release: 1.5 },
    { columns: { environment: '5', release: '1.5' }, has: { environment: 5, release: 1.5 } },
  ),
  contextCase('null values are dropped', { a: null, b: 1 }, { has: { b: 1 }, lacks: ['a'] }),
  contextCase(
    'values are stored as given, nested ones too',
    { s: 'x', n: 0, f: -1.5, t: true, deep: { a: [1, { b: 'c' }] }, list: [], empty: {}, '': 'empty key' },
    { has: { s: 'x', n: 0, f: -1.5, t: true, deep: { a: [1, { b: 'c' }] }, list: [], empty: {}, '': 'empty key' } },
  ),
  contextCase(
    'http.method and http.status_code are stored as given',
    { 'http.method': 'GET', 'http.status_code': 404 },
    { has: { 'http.method': 'GET', 'http.status_code': 404 } },
    'span',
  ),
  contextCase(
    'trace.id, span.id and replay.id have columns',
    { 'trace.id': 't-1', 'span.id': 's-1', 'replay.id': 'r-1', 'previous_trace.id': 't-0' },
    { columns: { trace_id: 't-1', span_id: 's-1', replay_id: 'r-1' }, has: { 'previous_trace.id': 't-0' } },
    'exception',
  ),
  contextCase(
    "user.ip and user.agent are the request's, whatever was sent",
    { 'user.ip': '6.6.6.6', 'user.agent': 'liar/1.0' },
    { has: { 'user.ip': '127.0.0.1', 'user.agent': 'sluice-e2e/1.0' } },
  ),
  contextCase(
    'user.ip and user.agent are always added',
    {},
    {
      has: { 'user.ip': '127.0.0.1', 'user.agent': 'sluice-e2e/1.0' },
    },
  ),
  ...['text', 5, null, true, ['a'], undefined].map((contexts) =>
    contextCase(`contexts ${JSON.stringify(contexts)} are dropped and the event stays`, contexts, {
      columns: { environment: null, release: null },
      has: { 'user.ip': '127.0.0.1' },
      lacks: ['0'],
    }),
  ),
  contextCase(
    'device.userAgent is parsed: desktop',
    { 'device.userAgent': userAgents.chromeOnWindows },
    {
      has: {
        'browser.name': 'Chrome',
        'browser.version': expect.stringMatching(/^120/),
        'os.name': 'Windows',
        'os.version': '10',
      },
      lacks: ['device.userAgent'],
    },
  ),
  contextCase(
    'device.userAgent is parsed: phone',
    { 'device.userAgent': userAgents.safariOnPhone },
    {
      has: {
        'browser.name': expect.stringMatching(/Safari/),
        'os.name': 'iOS',
        'os.version': expect.stringMatching(/^17/),
        'device.type': 'mobile',
        'device.vendor': 'Apple',
        'device.model': 'iPhone',
      },
      lacks: ['device.userAgent'],
    },
  ),
  contextCase(
    'every other inbound device.* key is discarded',
    { 'device.memory': 8, 'device.model': 'Made up', 'device.': 1, device: 'kept', devices: 2 },
    { has: { device: 'kept', devices: 2 }, lacks: ['device.memory', 'device.model', 'device.'] },
  ),
  contextCase(
    'parsed keys overwrite inbound browser.* and os.*',
    {
      'device.userAgent': userAgents.chromeOnWindows,
      'browser.name': 'Netscape',
      'os.name': 'BeOS',
      'device.model': 'Made up',
    },
    { has: { 'browser.name': 'Chrome', 'os.name': 'Windows' }, lacks: ['device.model'] },
  ),
  contextCase(
    'inbound browser.* and os.* stay where there is no device.userAgent',
    { 'browser.name': 'Netscape', 'os.name': 'BeOS' },
    { has: { 'browser.name': 'Netscape', 'os.name': 'BeOS' } },
  ),
  contextCase(
    'a device.userAgent that is not text is discarded',
    { 'device.userAgent': 5 },
    {
      lacks: ['device.userAgent'],
    },
  ),
];

describe('contexts', () => {
  testEachEvent({
    system: () => system,
    cases: cases.map((one) => ({ ...one, ask: { headers: { 'user-agent': 'sluice-e2e/1.0' } } })),
    expectRow(row, one) {
      const contexts = (row['contexts'] ?? {}) as Row;
      expect(row).toMatchObject(one.columns ?? {});
      expect(contexts).toEqual(expect.objectContaining(one.has ?? {}));
      for (const key of one.lacks ?? []) expect(Object.keys(contexts)).not.toContain(key);
    },
  });
});

test('long names are cut in their columns and kept whole in contexts', async () => {
  const project = await createTenant(system);
  const event = makeEvent('log', { contexts: { environment: long, release: long, 'user.id': long } });
  await sendAccepted(system.baseUrl, project, [event]);
  await waitForStored(system, project, 1);
  const row = (await storedBySerial(system, project)).get(serialOf(event) ?? '');
  for (const column of ['environment', 'release']) {
    const value = String(row?.[column]);
    expect(value.length).toBeGreaterThanOrEqual(200);
    expect(value.length).toBeLessThanOrEqual(250);
  }
  expect(row?.['contexts']).toMatchObject({ environment: long, release: long, 'user.id': long });
});

describe('user', () => {
  let rows: Map<string, Row>;
  const sent: Record<string, WireEvent> = {
    'all of them': makeEvent('exception', {
      timestamp: recently('10:00'),
      contexts: { 'user.id': '42', 'user.email': 'a@example.com', 'user.username': 'ann', 'user.name': 'Ann' },
    }),
    'the same id, later, renamed': makeEvent('log', {
      timestamp: recently('12:00'),
      contexts: { 'user.id': 42, 'user.name': 'Ann B.' },
    }),
    'the same id, earlier': makeEvent('hit', {
      timestamp: recently('09:00'),
      contexts: { 'user.id': '42', 'user.name': 'Old Ann', 'user.email': 'old@example.com' },
    }),
    'only an email': makeEvent('log', { contexts: { 'user.email': 'a@example.com' } }),
    'only a username': makeEvent('span', { contexts: { 'user.username': 'ann' } }),
    'only a name': makeEvent('log', { contexts: { 'user.name': 'Ann' } }),
    nobody: makeEvent('log'),
  };
  const rowOf = (name: string): Row => rows.get(serialOf(sent[name]) ?? '') ?? {};
  const keyOf = (name: string): unknown => rowOf(name)['user_key'];
  const userOf = async (name: string): Promise<Row | undefined> => {
    const found = await system.sql<Row>('select * from project_users where project_id = $1 and user_key = $2', [
      project.id,
      keyOf(name),
    ]);
    return found[0];
  };

  const project = useTenant(system);
  beforeAll(async () => {
    for (const event of Object.values(sent)) {
      await sendAccepted(system.baseUrl, project, [event]);
    }
    await waitForStored(system, project, Object.keys(sent).length);
    rows = await storedBySerial(system, project);
  }, 40_000);

  test('the strongest of id, email and username is the identity', () => {
    expect(typeof keyOf('all of them')).toBe('string');
    expect(keyOf('the same id, later, renamed')).toBe(keyOf('all of them'));
    expect(keyOf('the same id, earlier')).toBe(keyOf('all of them'));
    const identities = ['all of them', 'only an email', 'only a username'].map(keyOf);
    expect(new Set(identities).size).toBe(3);
  });

  test('a name alone does not identify a user', () => {
    expect(keyOf('only a name')).toBeNull();
    expect(keyOf('nobody')).toBeNull();
  });

  test('exactly the identified users have a row', async () => {
    const users = await waitFor(
      async () => {
        const found = await system.sql<Row>('select user_key from project_users where project_id = $1', [project.id]);
        return found.length >= 3 ? found : undefined;
      },
      { what: 'three project users' },
    );
    expect(users).toHaveLength(3);
  });

  test('fields take the value with the newest event time', async () => {
    const user = await userOf('all of them');
    expect(user).toMatchObject({ id: '42', email: 'a@example.com', username: 'ann', name: 'Ann B.' });
    expect(await userOf('only an email')).toMatchObject({ id: null, email: 'a@example.com', username: null });
    expect(await userOf('only a username')).toMatchObject({ id: null, email: null, username: 'ann' });
  });
});

function contextCase(
  name: string,
  contexts: unknown,
  expected: Pick<ContextCase, 'columns' | 'has' | 'lacks'>,
  type: EventType = 'log',
): ContextCase {
  return { name, event: makeEvent(type, { contexts }), expected: 'processed', ...expected };
}
