import { isValidPayload } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { only } from '../testing/envelopes.js';
import { translateItems } from '../testing/translate.js';

const HEADER = { type: 'span', item_count: 1, content_type: 'application/vnd.sentry.items.span.v2+json' };
const attributes = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [name, { value, type: typeof value }]),
  );
const span = (fields: object = {}): object => ({
  name: 'GET /cart',
  span_id: 'a8477ab59626656f',
  trace_id: '830dc7d2c8ce420f8082b5aa39a3654c',
  start_timestamp: 1795895192.8213215,
  end_timestamp: 1795895193.5413384,
  status: 'ok',
  attributes: {},
  ...fields,
});
const translate = (fields: object): object =>
  only(translateItems([[HEADER, { version: 2, items: [span(fields)] }]]).events);

describe('a streamed span', () => {
  test('is a span, and its attributes are contexts', () => {
    const given = attributes({
      'sentry.op': 'http.client',
      'sentry.release': 'shop@1',
      'sentry.environment': 'staging',
      'sentry.sdk.name': 'sentry.javascript.node',
      'sentry.sdk.version': '11.12.0',
      'sentry.sdk.integrations': 'x',
      'sentry.segment.name': 'GET /cart',
      'sentry.segment.name.source': 'custom',
      'sentry.trace_lifecycle': 'stream',
      'sentry.origin': 'auto',
      'sentry.is_localhost': false,
      'sentry.replay_id': 'r',
      'sentry.kind': 'client',
      'user.name': 'ada',
      'user.ip_address': '203.0.113.7',
      'device.archs': 'x64',
      'http.response.status_code': 200,
    });
    expect(translate({ is_segment: true, attributes: given })).toEqual({
      type: 'span',
      timestamp: '2026-11-28T19:46:33.541Z',
      contexts: {
        release: 'shop@1',
        environment: 'staging',
        'replay.id': 'r',
        kind: 'client',
        'user.username': 'ada',
        'user.ip_address': '203.0.113.7',
        'device_info.archs': 'x64',
        'http.response.status_code': 200,
        'sdk.name': 'sentry.javascript.node',
        'sdk.version': '11.12.0',
      },
      payload: {
        uuid: 'a8477ab59626656f',
        traceId: '830dc7d2c8ce420f8082b5aa39a3654c',
        name: 'GET /cart',
        op: 'http.client',
        startTime: '2026-11-28T19:46:32.821Z',
        endTime: '2026-11-28T19:46:33.541Z',
        duration: 720.017,
        status: 'ok',
        metrics: {},
      },
    });
  });

  test('has the SDK on the root of its segment only', () => {
    const given = attributes({ 'sentry.sdk.name': 'x' });
    expect(translate({ attributes: given })).toMatchObject({ contexts: { 'sdk.name': 'x' } });
    expect(translate({ attributes: given, parent_span_id: 'b', is_segment: false })).toMatchObject({
      contexts: {},
      payload: { parentId: 'b' },
    });
    expect(translate({ attributes: given, parent_span_id: 'b' })).not.toHaveProperty(['contexts', 'sdk.name']);
  });

  test('has web vitals as metrics', () => {
    const given = attributes({
      'browser.web_vital.lcp.value': 5108,
      'browser.web_vital.lcp.element': 'h1',
      'browser.web_vital.cls.value': 'x',
    });
    expect(translate({ attributes: given })).toMatchObject({
      contexts: { 'browser.web_vital.lcp.element': 'h1', 'browser.web_vital.cls.value': 'x' },
      payload: { metrics: { lcp: 5108 } },
    });
  });

  test.each<[string, object, string, object]>([
    ['ok', { status: 'ok' }, 'ok', {}],
    ['absent', { status: undefined }, 'ok', {}],
    ['error', { status: 'error' }, 'error', {}],
    [
      'error with a reason',
      { status: 'error', attributes: attributes({ 'sentry.status.message': 'internal_error' }) },
      'error',
      { 'status.message': 'internal_error' },
    ],
    [
      'error with the reason cancelled',
      { status: 'error', attributes: attributes({ 'sentry.status.message': 'cancelled' }) },
      'cancelled',
      { 'status.message': 'cancelled' },
    ],
  ])('whose status is %s', (_name, fields, status, contexts) => {
    expect(translate(fields)).toMatchObject({ payload: { status }, contexts });
  });

  test.each<[string, object]>([
    ['null, or without value', { a: null, b: { value: null }, c: { type: 'string' } }],
    ['a list', [1]],
  ])('without attributes that are %s', (_name, given) => {
    const { contexts } = translate({ attributes: given, parent_span_id: 'b' }) as { contexts: object };
    expect(Object.keys(contexts)).toEqual(expect.arrayContaining([]));
    expect(Object.values(contexts)).not.toContain(null);
  });

  test('does not affect other spans of its container if it is unusable', () => {
    const items = [span(), null, span({ end_timestamp: undefined }), 5, span({ name: undefined })];
    const { events } = translateItems([[HEADER, { items }]]);
    expect(events.map(({ payload }) => isValidPayload.span(payload))).toEqual([true, false, false, false, true]);
  });
});

describe('a span of version 1', () => {
  test('is a span with the release of its data', () => {
    const data = {
      release: 'shop@1',
      environment: 'staging',
      replay_id: 'r',
      transaction: '/cart',
      'sentry.exclusive_time': 1,
    };
    const given = {
      span_id: 'a',
      trace_id: 't',
      parent_span_id: 'p',
      op: 'ui.interaction.click',
      description: 'button',
      start_timestamp: 1795895192,
      timestamp: 1795895192.032,
      is_segment: true,
      measurements: { inp: { value: 32, unit: 'millisecond' } },
      data,
    };
    expect(only(translateItems([['span', given]]).events)).toEqual({
      type: 'span',
      timestamp: '2026-11-28T19:46:32.032Z',
      contexts: { release: 'shop@1', environment: 'staging', 'replay.id': 'r', transaction: '/cart' },
      payload: {
        uuid: 'a',
        traceId: 't',
        parentId: 'p',
        name: 'button',
        op: 'ui.interaction.click',
        startTime: '2026-11-28T19:46:32.000Z',
        endTime: '2026-11-28T19:46:32.032Z',
        duration: 32,
        status: 'ok',
        metrics: { inp: 32 },
      },
    });
  });
});
