import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { connectApi } from './support/api.js';
import { ask, type Answer } from './support/http.js';
import { exceptionOf, foundIn } from './support/intake/found.js';
import {
  envelopeOf,
  eventEnvelope,
  postSentry,
  postStore,
  sentryEvent,
  spanItem,
  streamedSpan,
} from './support/intake/envelopes.js';
import { refused } from './support/send.js';
import { countsIn } from './support/intake/useReplays.js';
import { createTenant } from './support/tenant.js';
import { useApiClient, useSystem, useTenant } from './support/useSystem.js';

const system = useSystem();
const project = useTenant(system);
const other = useTenant(system);
const api = useApiClient(system, project, 'project:read');

/** A page of another site. */
const origin = { headers: { origin: 'https://shop.example.com' } };

const post = (
  path: string,
  headers: Record<string, string> = {},
  body: string | Buffer = envelopeOf({}),
): Promise<Answer> => ask(`${system.baseUrl}${path}`, { method: 'POST', headers, body });

describe('the key', () => {
  test.each<readonly [string, (key: string) => { query?: string; headers?: Record<string, string> }]>([
    ['in the query alone', (key) => ({ query: `sentry_key=${key}` })],
    [
      'in X-Sentry-Auth alone',
      (key) => ({ headers: { 'x-sentry-auth': `Sentry sentry_key=${key}, sentry_version=7` } }),
    ],
    [
      'after other fields of X-Sentry-Auth',
      (key) => ({
        headers: {
          'x-sentry-auth': `Sentry sentry_version=7,sentry_timestamp=1.5,sentry_client=a/1,sentry_key=${key}`,
        },
      }),
    ],
    ['in Authorization', (key) => ({ headers: { authorization: `Sentry sentry_key=${key}, sentry_version=7` } })],
    [
      'in both, if equal',
      (key) => ({ query: `sentry_key=${key}`, headers: { 'x-sentry-auth': `Sentry sentry_key=${key}` } }),
    ],
  ])('is taken %s', async (_name, place) => {
    const { query = '', headers = {} } = place(project.key);
    const event = sentryEvent();
    const answer = await post(`/api/${project.id}/envelope/?${query}`, headers, eventEnvelope(event));
    expect(answer).toMatchObject({ status: 200, json: { id: event.event_id } });
    await exceptionOf(api, event.event_id);
  });

  test('is read from the DSN of the first line if a tunnel forwards the envelope without one', async () => {
    const event = sentryEvent();
    const header = { event_id: event.event_id, dsn: `https://${project.key}@sluice.example/${project.id}` };
    const answer = await post(`/api/${project.id}/envelope/`, {}, envelopeOf(header, [{ type: 'event' }, event]));
    expect(answer).toMatchObject({ status: 200, json: { id: event.event_id } });
    await exceptionOf(api, event.event_id);
  });

  test('is read from the DSN of a compressed first line', async () => {
    const event = sentryEvent();
    const header = { event_id: event.event_id, dsn: `https://${project.key}@sluice.example/${project.id}` };
    const body = gzipSync(envelopeOf(header, [{ type: 'event' }, event]));
    const answer = await post(`/api/${project.id}/envelope/`, { 'content-encoding': 'gzip' }, body);
    expect(answer).toMatchObject({ status: 200, json: { id: event.event_id } });
  });

  test('behind the first 16 KiB of the first line is not found', async () => {
    const header = { padding: 'x'.repeat(20_000), dsn: `https://${project.key}@sluice.example/${project.id}` };
    const answer = await post(`/api/${project.id}/envelope/`, {}, envelopeOf(header));
    expect(answer).toMatchObject({ status: 401, json: refused('unknown_key') });
  });

  test.each<readonly [string, (keys: { own: string; foreign: string }) => readonly [string, Record<string, string>]]>([
    ['missing', () => ['', {}]],
    ['unknown', () => [`sentry_key=${'f'.repeat(32)}`, {}]],
    ['malformed', () => ['sentry_key=%00', {}]],
    [
      'another one in the header',
      ({ own, foreign }) => [`sentry_key=${own}`, { 'x-sentry-auth': `Sentry sentry_key=${foreign}` }],
    ],
    ['another one in the query', ({ own, foreign }) => [`sentry_key=${own}&sentry_key=${foreign}`, {}]],
  ])('is refused with 401 if it is %s', async (_name, place) => {
    const [query, headers] = place({ own: project.key, foreign: other.key });
    const answer = await post(`/api/${project.id}/envelope/?${query}`, headers);
    expect(answer).toMatchObject({ status: 401, json: refused('unknown_key') });
    expect(answer.headers['x-sentry-error']).toBe(messageOf(answer));
  });

  test('of a server is refused in the query with a sentence that names the remedy', async () => {
    const { key } = (await system.sluice('key', 'add', project.path, '--kind', 'server')) as { key: string };
    const event = sentryEvent();
    const inQuery = await postSentry(system, { ...project, key }, eventEnvelope(event));
    expect(inQuery).toMatchObject({ status: 401, json: refused('server_key_in_url') });
    expect(inQuery.headers['x-sentry-error']).toContain('allowNoOrigin');
    expect(await postStore(system, { ...project, key }, event)).toMatchObject({ status: 200 });
  });
});

describe('the address', () => {
  test('with the number of another project is a 403', async () => {
    const answer = await postSentry(system, { id: other.id, key: project.key }, eventEnvelope(sentryEvent()));
    expect(answer).toMatchObject({ status: 403, json: refused('other_project') });
  });

  test.each(['0', '01', '-1', '1.5', '9223372036854775808', '99999999999999999999', 'x', '%31'])(
    'with the number %s is a 404',
    async (id) => {
      expect(await postSentry(system, { id, key: project.key }, envelopeOf({}))).toMatchObject({ status: 404 });
    },
  );

  test('may lack its last slash', async () => {
    const event = sentryEvent();
    const path = `/api/${project.id}/envelope`;
    expect(await postSentry(system, project, eventEnvelope(event), { path })).toMatchObject({ status: 200 });
    await exceptionOf(api, event.event_id);
  });

  test('may be /api/store/, without a number', async () => {
    const event = sentryEvent();
    const answer = await postSentry(system, project, JSON.stringify(event), { path: '/api/store/' });
    expect(answer).toMatchObject({ status: 200, json: { id: event.event_id } });
    await exceptionOf(api, event.event_id);
  });

  test('takes POST and OPTIONS only', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await ask(`${system.baseUrl}/api/${project.id}/envelope/?sentry_key=${project.key}`, { method });
      expect([method, answer.status, answer.headers['allow']]).toEqual([method, 405, expect.stringContaining('POST')]);
    }
  });
});

describe('the body', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (bytes: Buffer) => bytes],
    ['', (bytes: Buffer) => bytes],
  ])('may have the coding "%s"', async (coding, encode) => {
    const event = sentryEvent();
    const headers = { 'content-encoding': coding };
    const answer = await postSentry(system, project, encode(eventEnvelope(event)), { headers });
    expect(answer).toMatchObject({ status: 200, json: { id: event.event_id } });
    await exceptionOf(api, event.event_id);
  });

  test.each(['application/x-sentry-envelope', 'application/json', 'text/plain;charset=UTF-8', 'x/y', 'nonsense'])(
    'may have the type %s',
    async (type) => {
      const event = sentryEvent();
      const answer = await postSentry(system, project, eventEnvelope(event), { headers: { 'content-type': type } });
      expect(answer).toMatchObject({ status: 200, json: { id: event.event_id } });
    },
  );

  test('with zstd is a 415', async () => {
    const headers = { 'content-encoding': 'zstd' };
    expect(await postSentry(system, project, envelopeOf({}), { headers })).toMatchObject({
      status: 415,
      json: refused('unsupported_encoding'),
    });
  });

  test.each([
    ['without items', envelopeOf({})],
    ['without a line break', Buffer.from('{}')],
    ['with blank lines', Buffer.from('{}\n\n\n')],
  ])('%s is a 200', async (_name, body) => {
    expect(await postSentry(system, project, body)).toMatchObject({ status: 200, json: {} });
  });

  test.each([
    ['empty', Buffer.alloc(0)],
    ['with a header that is not JSON', Buffer.from('x\n{"type":"event"}\n{}')],
    ['with a header that is no object', Buffer.from('[]\n{"type":"event"}\n{}')],
    ['with an item header that is not JSON', Buffer.from('{}\n{"type":\n{}')],
    ['with a length beyond its end', Buffer.from('{}\n{"type":"event","length":99}\n{}')],
  ])('%s is a 400', async (_name, body) => {
    expect(await postSentry(system, project, body)).toMatchObject({ status: 400, json: refused('invalid_envelope') });
  });

  test('of /store/ that is not JSON costs only its event', async () => {
    const tenant = await createTenant(system);
    const own = await connectApi(system, tenant, 'project:read');
    const answer = await postSentry(system, tenant, '{"message":', { path: `/api/${tenant.id}/store/` });
    expect(answer.status).toBe(200);
    const stats = await own.until('stats', {}, (read) => (countsIn(read)['exception received'] ?? 0) > 0);
    expect(countsIn(stats)).toEqual({ 'exception received': 1, 'exception invalid': 1 });
  });

  test('with more than 20,000 events is a 413, and nothing of it is stored', async () => {
    const span = streamedSpan();
    const text = JSON.stringify(span);
    const items = Array.from(
      { length: 21 },
      () =>
        `{"type":"span","content_type":"application/vnd.sentry.items.span.v2+json"}\n{"items":[${Array.from({ length: 1_000 }, () => text).join()}]}`,
    );
    const body = gzipSync(['{}', ...items].join('\n'));
    const answer = await postSentry(system, project, body, { headers: { 'content-encoding': 'gzip' } });
    expect(answer).toMatchObject({ status: 413, json: refused('too_many_events') });
    expect(await api.all('spans', { trace: String(span['trace_id']) })).toEqual([]);
  });
});

describe('limits', () => {
  test('hold off the categories of the type, by name, and a 429 says that nothing was processed', async () => {
    const limited = await createTenant(system, { project: { eventsPerHour: 1 } });
    const own = await connectApi(system, limited, 'project:read');
    const [first, second, third] = [sentryEvent(), sentryEvent(), sentryEvent()];
    expect(await postSentry(system, limited, eventEnvelope(first))).toMatchObject({ status: 200 });
    const full = await postSentry(system, limited, eventEnvelope(second));
    expect(full).toMatchObject({ status: 429, json: { success: false } });
    expect(full.headers['x-sentry-rate-limits']).toMatch(/^\d+:error;security:organization$/);
    expect(full.headers['retry-after']).toBeUndefined();
    // Spans do not count against this limit.
    const span = streamedSpan();
    const mixed = await postSentry(
      system,
      limited,
      envelopeOf({ event_id: third.event_id }, [{ type: 'event' }, third], spanItem(span), [{ type: 'session' }, {}]),
    );
    expect(mixed).toMatchObject({ status: 200, json: { id: third.event_id } });
    const groups = (mixed.headers['x-sentry-rate-limits'] ?? '').split(', ');
    expect(groups).toHaveLength(2);
    expect(groups).toContainEqual(expect.stringMatching(/^\d+:error;security:organization$/));
    expect(groups).toContainEqual(expect.stringMatching(/^86400:session(?:;[a-z_]+)*:organization$/));
    await foundIn(own, 'spans', { trace: String(span['trace_id']) });
    expect(await foundIn(own, 'exceptions', {})).toHaveLength(1);
  });
});

describe('CORS', () => {
  test.each<readonly [string, () => Promise<Answer>, number]>([
    ['success', () => postSentry(system, project, envelopeOf({}), origin), 200],
    ['an unknown key', () => postSentry(system, { ...project, key: 'f'.repeat(32) }, '{}', origin), 401],
    ['another project', () => postSentry(system, { ...project, id: other.id }, '{}', origin), 403],
    ['a number that no project has', () => postSentry(system, { ...project, id: '9'.repeat(19) }, '{}', origin), 404],
    ['an unreadable envelope', () => postSentry(system, project, 'x', origin), 400],
    [
      'an unknown coding',
      () => postSentry(system, project, '{}', { headers: { ...origin.headers, 'content-encoding': 'zstd' } }),
      415,
    ],
  ])('lets a page read the response of %s', async (_name, send, status) => {
    const { headers, ...answer } = await send();
    expect(answer.status).toBe(status);
    expect(['*', origin.headers.origin]).toContain(headers['access-control-allow-origin']);
    expect(headers['access-control-expose-headers']?.toLowerCase()).toContain('x-sentry-rate-limits');
    expect(headers['access-control-expose-headers']?.toLowerCase()).toContain('x-sentry-error');
  });

  test('allows the headers of SDKs in a preflight request', async () => {
    const answer = await ask(`${system.baseUrl}/api/${project.id}/envelope/?sentry_key=${project.key}`, {
      method: 'OPTIONS',
      headers: {
        ...origin.headers,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-sentry-auth,sentry-trace,baggage',
      },
    });
    expect(answer.status).toBeLessThan(300);
    for (const name of ['content-type', 'x-sentry-auth', 'sentry-trace', 'baggage']) {
      expect(answer.headers['access-control-allow-headers']?.toLowerCase()).toContain(name);
    }
    expect(answer.headers['access-control-allow-methods']).toContain('POST');
  });
});

function messageOf({ json }: Answer): string {
  return (json as { error: { message: string } }).error.message;
}
