import { beforeAll, describe, expect, test } from '@jest/globals';
import { useRedis, waitFor } from '@sluice/testkit';
import { randomUUID } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import {
  newKey,
  newProject,
  newServerKey,
  stubDatabase,
  useGateway,
  useProjection,
} from '../testing/gatewayHarness.js';

const redis = useRedis();
const settings = useProjection(redis);
const database = stubDatabase();
const gateway = useGateway(redis, { database, config: { bodyTimeoutMs: 2_000, maxEvents: 10 } });
const project = newProject();
let key: string;
let base: string;
beforeAll(async () => {
  key = await settings.add(project);
  await settings.projection.markComplete(600_000);
  base = gateway.url.replace('/api/envelope', '');
});

/** Returns the lines of an envelope with items of a type. */
const envelope = (header: object, ...items: readonly (readonly [type: string, payload: object])[]): string =>
  [header, ...items.flatMap(([type, payload]) => [{ type }, payload])].map((line) => JSON.stringify(line)).join('\n');

const newId = (): string => randomUUID().replaceAll('-', '');
const error = (id: string): readonly [string, object] => [
  'event',
  { event_id: id, exception: { values: [{ type: 'TypeError', value: `x is undefined ${id}` }] } },
];

const envelopePath = (query = `?sentry_key=${key}`, id = project.projectId): string => `/api/${id}/envelope/${query}`;

const added = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
  const before = await countEvents();
  await work();
  const after = await countEvents();
  const changes = Object.entries(after).map(([name, value]): [string, number] => [name, value - (before[name] ?? 0)]);
  return Object.fromEntries(changes.filter(([, value]) => value > 0));
};

describe('an envelope', () => {
  test('is answered with its id, and a resend adds nothing, although its header says another time', async () => {
    const id = newId();
    const sendAt = (sent_at: string) => send(envelopePath(), envelope({ event_id: id, sent_at }, error(id)));
    const first = await added(async () => {
      expect(await sendAt('2026-01-01T00:00:00Z')).toMatchObject({ status: 200, body: { id }, limits: null });
    });
    expect(first).toEqual({ 'exception processed ': 1 });
    const second = await added(async () => {
      expect(await sendAt('2026-01-02T00:00:00Z')).toMatchObject({ status: 200, body: { id } });
    });
    expect(second).toEqual({});
  });

  test.each<[string, () => Parameters<typeof send>]>([
    ['the query', () => [envelopePath(), '']],
    ['X-Sentry-Auth', () => [envelopePath(''), '', { 'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${key}` }]],
    ['Authorization', () => [envelopePath(''), '', { authorization: `Sentry sentry_key=${key}` }]],
    ['an address without the last slash', () => [`/api/${project.projectId}/envelope?sentry_key=${key}`, '']],
  ])('is accepted with the key in %s', async (_where, request) => {
    const [path, , headers] = request();
    const id = newId();
    expect(await send(path, envelope({ event_id: id }, error(id)), headers)).toMatchObject({
      status: 200,
      body: { id },
    });
  });

  test.each(['identity', 'gzip', 'deflate', ''])(
    'may come from a tunnel, with its DSN in the first line (%j)',
    async (coding) => {
      const id = newId();
      const dsn = `https://${key}@sluice.example/${project.projectId}`;
      const text = envelope({ event_id: id, dsn, padding: 'x'.repeat(12_000) }, error(id));
      const body = coding === 'gzip' ? gzipSync(text) : coding === 'deflate' ? deflateSync(text) : text;
      const sent = await send(envelopePath(''), body, { 'content-encoding': coding });
      expect(sent).toMatchObject({ status: 200, body: { id } });
    },
  );

  test.each(['query', 'tunnel'])('may begin with a byte order mark (key: %s)', async (way) => {
    const id = newId();
    const dsn = `https://${key}@sluice.example/${project.projectId}`;
    const body = `\uFEFF${envelope({ event_id: id, dsn }, error(id))}`;
    expect(await send(envelopePath(way === 'tunnel' ? '' : undefined), body)).toMatchObject({
      status: 200,
      body: { id },
    });
  });

  test('of more than MAX_EVENTS events becomes several batches, each event once', async () => {
    const ids = Array.from({ length: 25 }, newId);
    const body = envelope({}, ...ids.map(error));
    expect(await added(() => send(envelopePath(), body))).toEqual({ 'exception processed ': 25 });
    expect(await added(() => send(envelopePath(), body))).toEqual({});
  });

  test('with equal events in several batches stores each of them', async () => {
    const same: readonly [string, object] = ['event', { event_id: newId(), message: 'again', timestamp: 1795894659 }];
    const body = envelope({}, ...Array.from({ length: 20 }, () => same));
    expect(await added(() => send(envelopePath(), body))).toEqual({ 'exception processed ': 20 });
    expect(await added(() => send(envelopePath(), body))).toEqual({});
  });

  test('with an item that is nested too deep still trims the others', async () => {
    const deep = JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`) as unknown;
    const long = 'x'.repeat(196_608);
    const body = envelope(
      {},
      ['event', { event_id: newId(), message: 'deep', extra: { deep } }],
      ['event', { event_id: newId(), message: 'long', extra: { long } }],
    );
    const trimmed = async (): Promise<number> =>
      (await gateway.metrics.getSingleMetric('sluice_gateway_truncated_values_total')?.get())?.values[0]?.value ?? 0;
    const before = await trimmed();
    await send(envelopePath(), body);
    expect(await trimmed()).toBeGreaterThan(before);
  });

  test('counts what it has besides events once, also if it is sent again', async () => {
    const id = newId();
    const name = `item_${id}`;
    const reports = { discarded_events: [{ reason: name, category: 'error', quantity: 5 }] };
    const body = envelope({}, error(id), [name, {}], ['client_report', reports]);
    for (let time = 0; time < 2; time += 1) expect(await send(envelopePath(), body)).toMatchObject({ status: 200 });
    await waitFor(() => database.sdkCounts[`item ${name} `] !== undefined);
    expect(database.sdkCounts[`item ${name} `]).toBe(1);
    expect(database.sdkCounts[`discarded error ${name}`]).toBe(5);
  });

  test('counts an item that cannot be read as invalid, and takes the others', async () => {
    const id = newId();
    const body = `${envelope({}, error(id))}\n{"type":"event"}\nnot JSON`;
    expect(await added(() => send(envelopePath(), body))).toEqual({
      'exception processed ': 1,
      'exception invalid payload': 1,
    });
  });

  test('with nothing but items that are not taken is no event: SDKs hold their categories off for a day', async () => {
    const body = envelope({}, ['session', { sid: 'a' }], ['a_new_type', {}]);
    const changes = await added(async () => {
      const reply = await send(envelopePath(), body);
      expect(reply).toMatchObject({ status: 200, body: {} });
      expect(reply.limits).toMatch(/^86400:session;[a-z_;]+:organization$/);
    });
    expect(changes).toEqual({});
  });

  test.each<[string, string, string]>([
    ['a header that is not JSON', 'nonsense', 'first line'],
    ['an item that is cut', '{}\n{"type":"event","length":100}\n{}', 'length'],
  ])('with %s is a 400 with a sentence', async (_what, body, sentence) => {
    const reply = await send(envelopePath(), body);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_envelope' } } });
    expect(reply.headers.get('x-sentry-error')).toContain(sentence);
  });
});

describe('a request to /store/ or /security/', () => {
  test.each(['/api/store/', '/api/NUMBER/store/', '/api/NUMBER/store'])('at %s is one event', async (path) => {
    const id = newId();
    const address = `${path.replace('NUMBER', project.projectId)}?sentry_key=${key}`;
    const [, event] = error(id);
    expect(await send(address, JSON.stringify(event))).toMatchObject({ status: 200, body: { id } });
  });

  test('with a report of a Content Security Policy is an exception', async () => {
    const report = {
      'csp-report': {
        'document-uri': 'https://a.test/',
        'effective-directive': 'script-src',
        'blocked-uri': 'https://b.test/x.js',
      },
    };
    const path = `/api/${project.projectId}/security/?sentry_key=${key}`;
    const changes = await added(() => send(path, JSON.stringify(report), { 'content-type': 'application/csp-report' }));
    expect(changes).toEqual({ 'exception processed ': 1 });
  });
});

describe('a request is refused', () => {
  test.each<[string, () => Parameters<typeof send>, number, string]>([
    ['without a key', () => [envelopePath(''), envelope({})], 401, 'unknown_key'],
    ['with an unknown key', () => [envelopePath(`?sentry_key=${newKey()}`), envelope({})], 401, 'unknown_key'],
    [
      'with keys that differ',
      () => [envelopePath(), envelope({}), { 'x-sentry-auth': `Sentry sentry_key=${newKey()}` }],
      401,
      'unknown_key',
    ],
    [
      'with keys that differ in two headers',
      () => [
        envelopePath(''),
        envelope({}),
        { 'x-sentry-auth': `Sentry sentry_key=${key}`, authorization: `Sentry sentry_key=${newKey()}` },
      ],
      401,
      'unknown_key',
    ],
    [
      'from a tunnel, with the number of another project in its DSN',
      () => [envelopePath(''), envelope({ dsn: `https://${key}@a/7` })],
      403,
      'other_project',
    ],
    [
      'with the DSN after 16 KiB of its first line',
      () => [envelopePath(''), envelope({ padding: 'x'.repeat(17_000), dsn: `https://${key}@a/1` })],
      401,
      'unknown_key',
    ],
    ['with the number of another project', () => [envelopePath(undefined, '7'), envelope({})], 403, 'other_project'],
    [
      'with a coding that is not supported',
      () => [envelopePath(), envelope({}), { 'content-encoding': 'zstd' }],
      415,
      'unsupported_encoding',
    ],
    ['with a number beyond int8', () => [envelopePath(undefined, '9223372036854775808'), '{}'], 404, 'not_found'],
    ['with the number 0', () => [envelopePath(undefined, '0'), '{}'], 404, 'not_found'],
    ['with a number that begins with 0', () => [envelopePath(undefined, '012'), '{}'], 404, 'not_found'],
  ])('%s', async (_what, request, status, code) => {
    const reply = await send(...request());
    expect(reply).toMatchObject({ status, body: { error: { code } } });
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-expose-headers')).toContain('X-Sentry-Error');
    expect(reply.headers.get('retry-after')).toBeNull();
  });

  test('with a server key in the query, with a sentence that says why; in a header it is accepted', async () => {
    const secret = await settings.add(project, newServerKey());
    const inQuery = await send(envelopePath(`?sentry_key=${secret}`), envelope({}));
    expect(inQuery).toMatchObject({ status: 401, body: { error: { code: 'server_key_in_url' } } });
    expect(inQuery.headers.get('x-sentry-error')).toContain('public key');
    expect(
      await send(envelopePath(''), envelope({}), { 'x-sentry-auth': `Sentry sentry_key=${secret}` }),
    ).toMatchObject({
      status: 200,
    });
  });
});

describe('limits', () => {
  test('are named by category: 200 if an event got through, else 429, never with Retry-After', async () => {
    const capped = newProject({ eventsPerHour: 1 });
    const path = envelopePath(`?sentry_key=${await settings.add(capped)}`, capped.projectId);
    const first = await send(path, envelope({}, error(newId()), error(newId())));
    expect(first).toMatchObject({ status: 200 });
    expect(first.limits).toMatch(/^\d+:error;security:organization$/);
    const second = await send(path, envelope({}, error(newId()), ['session', {}]));
    expect(second).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(second.limits).toMatch(/^\d+:error;security:organization, 86400:session;/);
    expect(second.headers.get('retry-after')).toBeNull();
  });
});

test('a preflight is allowed without a key, for the headers of the SDKs', async () => {
  const response = await fetch(base + envelopePath(''), { method: 'OPTIONS', headers: { origin: 'https://a.test' } });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('https://a.test');
  expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-sentry-auth');
});

interface SentryReply {
  readonly status: number;
  readonly body: unknown;
  readonly limits: string | null;
  readonly headers: Headers;
}

async function send(path: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<SentryReply> {
  const response = await fetch(base + path, { method: 'POST', body, headers });
  const text = await response.text();
  const limits = response.headers.get('x-sentry-rate-limits');
  return { status: response.status, body: JSON.parse(text) as unknown, limits, headers: response.headers };
}

/** Outcomes of the events that the gateway answered so far, by type and reason. */
async function countEvents(): Promise<Record<string, number>> {
  const { values } = (await gateway.metrics.getSingleMetric('sluice_gateway_events_total')?.get()) ?? { values: [] };
  return Object.fromEntries(
    values.map(({ labels, value }) => [[labels['type'], labels['outcome'], labels['reason']].join(' '), value]),
  );
}
