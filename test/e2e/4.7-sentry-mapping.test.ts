// What becomes what, beyond the recorded requests.
import { describe, expect, test } from '@jest/globals';
import { connectApi } from './support/api.js';
import { exceptionOf, foundIn } from './support/intake/found.js';
import {
  envelopeOf,
  logItem,
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
import { createTenant } from './support/tenant.js';

const { system, project, api, stored } = useIntake();

describe('an event', () => {
  test.each([
    ['fatal', 'fatal'],
    ['error', 'error'],
    ['warning', 'warning'],
    ['info', 'info'],
    ['debug', 'info'],
    ['log', 'info'],
    [undefined, 'error'],
  ])('of the level %s has the level %s', async (level, expected) => {
    expect(await stored({ level })).toMatchObject({ level: expected });
  });

  test.each([
    ['text', 'disk is full', 'disk is full'],
    ['a formatted text', { formatted: 'disk 3 is full', message: 'disk %s is full', params: [3] }, 'disk 3 is full'],
    ['a template with parameters', { message: 'disk %s is %d', params: ['3', 90] }, 'disk 3 is 90'],
    ['a template without parameters', { message: 'disk %s is full' }, 'disk %s is full'],
  ])('with %s for its message is a message', async (_name, message, expected) => {
    const expectation = { type: 'Message', message: expected, handled: true };
    expect(await stored({ exception: undefined, message })).toMatchObject(expectation);
    expect(await stored({ exception: undefined, logentry: message })).toMatchObject(expectation);
  });

  test.each([
    ['2026-11-28T19:35:34.7679999Z', '2026-11-28T19:35:34.767Z'],
    ['2026-11-28T19:35:34.767', '2026-11-28T19:35:34.767Z'],
    ['2026-11-28T20:35:34.767+01:00', '2026-11-28T19:35:34.767Z'],
    ['2026-11-28T19:35:34', '2026-11-28T19:35:34.000Z'],
    [1_795_894_534, '2026-11-28T19:35:34.000Z'],
    [1_795_894_534.767, '2026-11-28T19:35:34.767Z'],
  ])('of the time %s has the time %s', async (timestamp, expected) => {
    expect(await stored({ timestamp })).toMatchObject({ timestamp: expected });
  });

  test.each([undefined, null, 'yesterday', NaN, -1e300, {}])(
    'of the time %s has the time of its arrival',
    async (timestamp) => {
      const { timestamp: found, receivedAt } = await stored({ timestamp });
      expect(Math.abs(Date.parse(String(found)) - Date.parse(String(receivedAt)))).toBeLessThan(10_000);
    },
  );

  test('has the request of its server in its contexts', async () => {
    const { contexts } = await stored({
      request: {
        url: 'https://shop.example.com/pay',
        method: 'POST',
        query_string: 'a=1&b=2',
        data: { total: 3 },
        headers: {
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          Accept: '*/*',
        },
      },
    });
    expect(contexts).toMatchObject({
      'http.method': 'POST',
      url: 'https://shop.example.com/pay',
      'http.query': 'a=1&b=2',
      'http.headers': { Accept: '*/*' },
      'browser.name': 'Firefox',
    });
  });

  test('has frames with modules, variables and source lines, newest first', async () => {
    const { frames } = await stored({
      platform: 'python',
      exception: {
        values: [
          {
            type: 'CartError',
            value: 'negative total',
            stacktrace: {
              frames: [
                { filename: 'app.py', function: '<module>', module: '__main__', lineno: 3 },
                {
                  filename: 'shop/cart.py',
                  abs_path: '/srv/shop/cart.py',
                  function: 'total',
                  module: 'shop.cart',
                  lineno: 7,
                  in_app: true,
                  pre_context: ['def total(cart):'],
                  context_line: "    raise CartError('negative total')",
                  post_context: [''],
                  vars: { cart: "'c-17'", items: ['1', '2'] },
                },
              ],
            },
          },
        ],
      },
    });
    expect(frames).toMatchObject([
      {
        file: 'shop/cart.py',
        function: 'total',
        module: 'shop.cart',
        line: 7,
        inApp: true,
        context: { before: ['def total(cart):'], line: "    raise CartError('negative total')", after: [''] },
        vars: { cart: "'c-17'", items: '["1","2"]' },
      },
      { file: 'app.py', function: '<module>', module: '__main__', line: 3 },
    ]);
  });

  test('loses secrets and addresses as its project says', async () => {
    const secretive = await createTenant(system, { project: { scrub: true, storeIp: 'off' } });
    const own = await connectApi(system, secretive, 'project:read');
    const stacktrace = {
      frames: [{ filename: 'a.py', function: 'f', lineno: 1, vars: { password: "'hunter2'", total: '3' } }],
    };
    const event = sentryEvent({
      user: { id: '42', ip_address: '203.0.113.7' },
      exception: { values: [{ type: 'E', value: 'token=abcdef123456', stacktrace }] },
      request: { headers: { Authorization: 'Bearer abcdef123456' }, cookies: 'session=abcdef123456' },
      extra: { password: 'hunter2' },
    });
    await postStore(system, secretive, event);
    const { frames, contexts, ...exception } = await exceptionOf(own, event.event_id);
    expect(frames).toMatchObject([{ vars: { total: '3' } }]);
    expect(JSON.stringify([frames, contexts, exception])).not.toMatch(/hunter2|abcdef123456|203\.0\.113/);
  });
});

describe('feedback', () => {
  test('of users about an event is a log that names it', async () => {
    const eventId = newEventId();
    const report = { event_id: eventId, name: 'Ada', email: 'ada@example.com', comments: `It broke ${eventId}` };
    expect(
      await postSentry(system, project, envelopeOf({ event_id: eventId }, [{ type: 'user_report' }, report])),
    ).toMatchObject({
      status: 200,
    });
    expect(await foundIn(api, 'logs', { query: eventId })).toMatchObject([
      {
        level: 'info',
        message: report.comments,
        attributes: { 'feedback.name': 'Ada', 'feedback.email': 'ada@example.com', 'event.id': eventId },
      },
    ]);
  });
});

describe('spans', () => {
  test.each([
    ['ok', 'ok'],
    [undefined, 'ok'],
    [null, 'ok'],
    ['cancelled', 'cancelled'],
    ['deadline_exceeded', 'error'],
    ['internal_error', 'error'],
  ])('of a transaction with the status %s are %s', async (status, expected) => {
    const [traceId, root] = [newEventId(), newSpanId()];
    const times = { start_timestamp: secondsAgo(20), timestamp: secondsAgo(10) };
    const transaction = {
      event_id: newEventId(),
      type: 'transaction',
      transaction: 'job',
      contexts: { trace: { trace_id: traceId, span_id: root, status } },
      measurements: { lcp: { value: 1830.5, unit: 'millisecond' }, bad: { value: null }, worse: 7 },
      spans: [
        {
          trace_id: traceId,
          span_id: newSpanId(),
          parent_span_id: root,
          op: 'db',
          status,
          data: { rows: 3 },
          ...times,
        },
      ],
      ...times,
    };
    await postSentry(
      system,
      project,
      envelopeOf({ event_id: transaction.event_id }, [{ type: 'transaction' }, transaction]),
    );
    const found = await foundIn(api, 'spans', { trace: traceId, count: 2 });
    expect(found.map((span) => span['status'])).toEqual([expected, expected]);
    expect(found.find(({ uuid }) => uuid === root)).toMatchObject({ parentId: null, metrics: { lcp: 1830.5 } });
  });

  test('of the second version have their attributes in their contexts, without those of the SDK itself', async () => {
    const span = streamedSpan({
      status: 'error',
      attributes: {
        'sentry.op': { value: 'db.query', type: 'string' },
        'sentry.release': { value: 'shop@1.2.0', type: 'string' },
        'sentry.environment': { value: 'staging', type: 'string' },
        'sentry.segment.name': { value: 'job', type: 'string' },
        'sentry.status.message': { value: 'refused', type: 'string' },
        'user.name': { value: 'ada', type: 'string' },
        'db.system': { value: 'postgresql', type: 'string' },
        'db.rows': { value: 3, type: 'integer' },
        'browser.web_vital.lcp.value': { value: 1830.5, type: 'double' },
      },
    });
    await postSentry(system, project, envelopeOf({}, spanItem(span)));
    const [found] = await foundIn(api, 'spans', { trace: String(span['trace_id']) });
    expect(found).toMatchObject({
      op: 'db.query',
      status: 'error',
      release: 'shop@1.2.0',
      environment: 'staging',
      metrics: { lcp: 1830.5 },
    });
    const { contexts } = await api.get(`spans/${String(found?.['id'])}`);
    expect(contexts).toMatchObject({ 'db.system': 'postgresql', 'db.rows': 3, 'user.username': 'ada' });
    expect(JSON.stringify(contexts)).not.toContain('sentry.segment');
    expect(JSON.stringify(contexts)).toContain('refused');
  });

  test('without times are invalid, and the others are taken', async () => {
    const good = streamedSpan();
    const bad = streamedSpan({ start_timestamp: undefined });
    expect(await postSentry(system, project, envelopeOf({}, spanItem(bad, good)))).toMatchObject({ status: 200 });
    await foundIn(api, 'spans', { trace: String(good['trace_id']) });
    expect(await api.all('spans', { trace: String(bad['trace_id']) })).toEqual([]);
  });
});

test('a log has its values as attributes, and its release, user and span as links', async () => {
  const [traceId, spanId] = [newEventId(), newSpanId()];
  const log = {
    timestamp: secondsAgo(10),
    trace_id: traceId,
    level: 'warn',
    body: 'stock is low',
    severity_number: 13,
    attributes: {
      sku: { value: 'A-17', type: 'string' },
      left: { value: 2, type: 'integer' },
      'sentry.release': { value: 'shop@1.2.0', type: 'string' },
      'sentry.environment': { value: 'staging', type: 'string' },
      'sentry.trace.parent_span_id': { value: spanId, type: 'string' },
      'user.id': { value: '42', type: 'string' },
    },
  };
  await postSentry(system, project, envelopeOf({}, logItem(log)));
  const [found] = await foundIn(api, 'logs', { trace: traceId });
  expect(found).toMatchObject({
    level: 'warning',
    message: 'stock is low',
    release: 'shop@1.2.0',
    environment: 'staging',
    user: 'id:42',
    spanId,
    attributes: { sku: 'A-17', left: 2 },
  });
  expect(Object.keys(found?.['attributes'] as object)).not.toContain('sentry.release');
});
