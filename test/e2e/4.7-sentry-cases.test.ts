// What went wrong with other servers that take requests of Sentry's SDKs.
import { describe, expect, test } from '@jest/globals';
import { connectApi, rowsIn } from './support/api.js';
import { exceptionOf, foundIn } from './support/intake/found.js';
import {
  envelopeOf,
  eventEnvelope,
  newEventId,
  newSpanId,
  postSentry,
  postStore,
  secondsAgo,
  sentryEvent,
  spanItem,
  streamedSpan,
} from './support/intake/envelopes.js';
import { useIntake } from './support/intake/useIntake.js';
import { besidesEventsIn, countsIn } from './support/intake/useReplays.js';
import { createTenant } from './support/tenant.js';

const { system, project, api, stored } = useIntake();

describe('an event', () => {
  test('without an id gets one from /store/, the same for a resend', async () => {
    const event = { ...sentryEvent({ message: 'without an id' }), event_id: undefined };
    const answer = await postStore(system, project, event);
    expect(answer).toMatchObject({ status: 200, json: { id: hex(32) } });
    const { id } = answer.json as { id: string };
    expect(await exceptionOf(api, id)).toMatchObject({ type: 'TypeError' });
    expect((await postStore(system, project, event)).json).toEqual({ id });
  });

  test('may have its exceptions as a bare list', async () => {
    const event = sentryEvent({
      platform: 'go',
      exception: [
        { type: '*errors.errorString', value: 'root' },
        { type: '*fmt.wrapError', value: 'checkout failed: root' },
      ],
    });
    await postStore(system, project, event);
    expect(await exceptionOf(api, event.event_id)).toMatchObject({
      type: '*fmt.wrapError',
      message: 'checkout failed: root',
      causes: [{ type: '*errors.errorString', message: 'root' }],
    });
  });

  test('may have null among its exceptions and frames', async () => {
    const stacktrace = { frames: [null, { filename: 'cart.py', function: 'pay', lineno: 7 }] };
    const event = sentryEvent({ exception: { values: [null, { type: 'E', value: null, stacktrace }, null] } });
    await postStore(system, project, event);
    expect(await exceptionOf(api, event.event_id)).toMatchObject({
      type: 'E',
      message: '',
      frames: [{ file: 'cart.py', function: 'pay', line: 7 }],
      causes: [],
    });
  });

  test('may have tags as pairs, values of any type, and numbers in its fingerprint', async () => {
    const event = sentryEvent({
      tags: [
        ['plan', 'pro'],
        ['attempt', 3],
        ['beta', true],
        ['none', null],
      ],
      fingerprint: ['tenant', 17],
    });
    await postStore(system, project, event);
    expect(await exceptionOf(api, event.event_id)).toMatchObject({
      tags: { plan: 'pro', attempt: '3', beta: 'true' },
      fingerprint: ['tenant', '17'],
    });
  });

  test.each(['crystal', 'powershell', 'a platform of the future'])('may have the platform %s', async (platform) => {
    expect(await stored({ platform })).toMatchObject({ platform });
  });

  test.each([
    ['{{auto}}', undefined],
    [null, undefined],
    ['not an address', undefined],
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
  ])('with the address %j of its user has %j', async (address, expected) => {
    const event = sentryEvent({ user: { id: 42, ip_address: address } });
    expect(await postStore(system, project, event)).toMatchObject({ status: 200 });
    const { contexts, user } = await exceptionOf(api, event.event_id);
    expect(user).toBe('id:42');
    expect((contexts as Record<string, unknown>)['user.ip_address']).toBe(expected);
  });

  test('may have null or another value for each of its fields', async () => {
    const odd = [null, 7, 'text', [], {}, [[]], true];
    const names = ['tags', 'user', 'request', 'contexts', 'extra', 'breadcrumbs', 'fingerprint', 'sdk', 'level'];
    const events = odd.flatMap((value) =>
      [...names, 'platform', 'release', 'environment', 'server_name', 'threads', 'debug_meta', 'timestamp'].map(
        (name) => sentryEvent({ [name]: value }),
      ),
    );
    for (const event of events) {
      const answer = await postStore(system, project, event);
      expect({ event, status: answer.status, json: answer.json }).toMatchObject({
        status: 200,
        json: { id: event.event_id },
      });
    }
    for (const event of events) expect(await exceptionOf(api, event.event_id)).toMatchObject({ type: 'TypeError' });
  });

  test('is found by the id that the log of its program names', async () => {
    const events = [sentryEvent({ message: 'one' }), sentryEvent({ message: 'other' })];
    for (const event of events) await postSentry(system, project, eventEnvelope(event));
    for (const { event_id: eventId } of events) {
      const found = await foundIn(api, 'exceptions', { eventId });
      expect(found).toHaveLength(1);
      expect(await exceptionOf(api, eventId)).toMatchObject({ contexts: { 'event.id': eventId } });
    }
    expect(await api.all('exceptions', { eventId: newEventId() })).toEqual([]);
  });
});

describe('an envelope', () => {
  test('may be sent in chunks, without a length and a type', async () => {
    const event = sentryEvent();
    expect(await postSentry(system, project, eventEnvelope(event), { chunked: true })).toMatchObject({ status: 200 });
    expect(await exceptionOf(api, event.event_id)).toMatchObject({ type: 'TypeError' });
  });

  test.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ['an offset in sent_at', { sent_at: '2026-11-28T19:35:34.767+00:00' }],
    ['a number in sent_at', { sent_at: 1_795_894_534 }],
    ['no time in sent_at', { sent_at: 'yesterday' }],
    ['null in every field', { sent_at: null, sdk: null, dsn: null, trace: null }],
    ['lists in fields', { sdk: [], trace: [1], dsn: [] }],
    ['text in fields', { sdk: 'x', trace: 'y' }],
    ['no address in dsn', { dsn: 'not a DSN' }],
    ['unknown fields', { nothing: { in: ['particular'] } }],
  ])('may have %s in its header', async (_name, header) => {
    const event = sentryEvent();
    const body = envelopeOf({ event_id: event.event_id, ...header }, [{ type: 'event' }, event]);
    expect(await postSentry(system, project, body)).toMatchObject({ status: 200, json: { id: event.event_id } });
    expect(await exceptionOf(api, event.event_id)).toMatchObject({ type: 'TypeError' });
  });

  test('that is sent again with another sent_at adds nothing', async () => {
    const event = sentryEvent({ message: 'again' });
    for (const second of [1, 2, 3]) {
      const header = { event_id: event.event_id, sent_at: `2026-11-28T19:35:0${second}.000Z` };
      const answer = await postSentry(system, project, envelopeOf(header, [{ type: 'event' }, event]));
      expect(answer).toMatchObject({ status: 200, json: { id: event.event_id } });
    }
    const later = sentryEvent();
    await postSentry(system, project, eventEnvelope(later));
    await exceptionOf(api, later.event_id);
    expect(await api.all('exceptions', { eventId: event.event_id })).toHaveLength(1);
  });

  test('with an item of an unknown type loses only that item, which is counted by name', async () => {
    const tenant = await createTenant(system);
    const own = await connectApi(system, tenant, 'project:read');
    const event = sentryEvent();
    const span = streamedSpan();
    const body = envelopeOf(
      { event_id: event.event_id },
      [{ type: 'of_the_future' }, { a: 1 }],
      [{ type: 'event' }, event],
      [{ type: 'attachment', length: 9 }, Buffer.from('{}\n{}\n\n{}')],
      [{ type: 'profile' }, {}],
      spanItem(span),
      [{ type: 'of_the_future' }, 'not JSON'],
    );
    expect(await postSentry(system, tenant, body)).toMatchObject({ status: 200, json: { id: event.event_id } });
    await exceptionOf(own, event.event_id);
    await foundIn(own, 'spans', { trace: String(span['trace_id']) });
    const stats = await own.until('stats', {}, ({ notTaken }) => rowsIn(notTaken).length === 3);
    expect(besidesEventsIn(stats).notTaken).toEqual({
      of_the_future: 2,
      attachment: 1,
      profile: 1,
    });
    expect(countsIn(stats)).toEqual({
      'exception received': 1,
      'exception processed': 1,
      'span received': 1,
      'span processed': 1,
    });
  });

  test('with a bad item loses only that item, which is invalid and has a reason', async () => {
    const tenant = await createTenant(system);
    const own = await connectApi(system, tenant, 'project:read');
    const event = sentryEvent();
    const body = envelopeOf(
      { event_id: event.event_id },
      [{ type: 'event' }, '{"exception":'],
      [{ type: 'transaction' }, { type: 'transaction', transaction: 'without times' }],
      [{ type: 'event' }, event],
    );
    expect(await postSentry(system, tenant, body)).toMatchObject({ status: 200, json: { id: event.event_id } });
    await exceptionOf(own, event.event_id);
    const stats = await own.until('stats', {}, (read) => (countsIn(read)['span invalid'] ?? 0) > 0);
    expect(countsIn(stats)).toEqual({
      'exception received': 2,
      'exception processed': 1,
      'exception invalid': 1,
      'span received': 1,
      'span invalid': 1,
    });
    expect(rowsIn(stats['data']).map(({ reasons }) => reasons)).toEqual([{ payload: 1 }, { payload: 1 }]);
  });
});

test('a transaction of Python becomes a trace', async () => {
  const [traceId, root, child] = [newEventId(), newSpanId(), newSpanId()];
  const times = { start_timestamp: '2026-11-28T19:53:00.000000Z', timestamp: '2026-11-28T19:53:00.250500Z' };
  const transaction = {
    type: 'transaction',
    event_id: newEventId(),
    transaction: 'GET /checkout/{id}',
    contexts: { trace: { trace_id: traceId, span_id: root, parent_span_id: null, op: 'http.server' } },
    tags: { plan: 'pro' },
    platform: 'python',
    ...times,
    spans: [
      {
        trace_id: traceId,
        span_id: child,
        parent_span_id: root,
        same_process_as_parent: true,
        op: 'db',
        description: null,
        tags: { status: 'internal_error' },
        ...times,
      },
    ],
  };
  const body = envelopeOf({ event_id: transaction.event_id }, [
    { type: 'transaction', content_type: 'application/json' },
    transaction,
  ]);
  const { status } = await postSentry(system, project, body);
  expect(status).toBe(200);
  await foundIn(api, 'spans', { trace: traceId, count: 2 });
  expect(await api.get(`traces/${traceId}`)).toMatchObject({
    name: 'GET /checkout/{id}',
    op: 'http.server',
    spanCount: 2,
    errorCount: 1,
    duration: 250,
    tags: { plan: 'pro' },
    spans: [{ uuid: root, duration: 250.5, children: [{ uuid: child, name: 'db', op: 'db', status: 'error' }] }],
  });
});

describe('streamed spans', () => {
  test('of one request of 2,500 are all stored and counted, and a resend adds none', async () => {
    const tenant = await createTenant(system);
    const own = await connectApi(system, tenant, 'project:read');
    const traceId = newEventId();
    const spans = Array.from({ length: 2_500 }, (_, index) =>
      streamedSpan({
        trace_id: traceId,
        name: `step ${index}`,
        start_timestamp: secondsAgo(30),
        end_timestamp: secondsAgo(20),
      }),
    );
    const items = [spans.slice(0, 1_000), spans.slice(1_000, 2_000), spans.slice(2_000)].map((part) =>
      spanItem(...part),
    );
    const body = envelopeOf({}, ...items);
    const sends = [await postSentry(system, tenant, body), await postSentry(system, tenant, body)];
    expect(sends).toMatchObject([
      { status: 200, json: {} },
      { status: 200, json: {} },
    ]);
    const stats = await own.until('stats', {}, (read) => (countsIn(read)['span processed'] ?? 0) >= 2_500);
    expect(countsIn(stats)).toEqual({ 'span received': 2_500, 'span processed': 2_500 });
    expect(await own.get(`traces/${traceId}`, { spans: 'false' })).toMatchObject({ spanCount: 2_500 });
    const names = (await own.all('spans', { trace: traceId, limit: 100 })).map(({ name }) => name);
    expect(new Set(names).size).toBe(2_500);
  });
});

function hex(length: number): unknown {
  return expect.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
}
