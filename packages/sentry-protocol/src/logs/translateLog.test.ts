import { describe, expect, test } from '@jest/globals';
import { only } from '../testing/envelopes.js';
import { translateItems } from '../testing/translate.js';

const HEADER = { type: 'log', item_count: 1, content_type: 'application/vnd.sentry.items.log+json' };
const translate = (log: object): object => only(translateItems([[HEADER, { version: 2, items: [log] }]]).events);

describe('a log', () => {
  test('is a log; what names user, release or span is a context', () => {
    const attributes = {
      orderId: { value: 'A-17', type: 'string' },
      total: { value: 42, type: 'integer' },
      none: { value: null, type: 'string' },
      'user.id': { value: '42', type: 'string' },
      'user.name': { value: 'ada', type: 'string' },
      'sentry.release': { value: 'shop@1', type: 'string' },
      'sentry.environment': { value: 'staging', type: 'string' },
      'sentry.replay_id': { value: 'r', type: 'string' },
      'sentry.sdk.name': { value: 'sentry.javascript.react', type: 'string' },
      'sentry.sdk.version': { value: '11.12.0', type: 'string' },
      'sentry.trace.parent_span_id': { value: 'bc7689fba8a91241', type: 'string' },
      'sentry.timestamp.sequence': { value: 0, type: 'integer' },
      'sentry.message.template': { value: 'user %s', type: 'string' },
      'sentry.message.parameter.0': { value: 'ada', type: 'string' },
    };
    expect(
      translate({ timestamp: 1795895114.799058, level: 'warn', body: 'user ada', trace_id: 't', attributes }),
    ).toEqual({
      type: 'log',
      timestamp: '2026-11-28T19:45:14.799Z',
      contexts: {
        'user.id': '42',
        'user.username': 'ada',
        release: 'shop@1',
        environment: 'staging',
        'replay.id': 'r',
        'trace.id': 't',
        'span.id': 'bc7689fba8a91241',
        'sdk.name': 'sentry.javascript.react',
        'sdk.version': '11.12.0',
      },
      payload: {
        level: 'warning',
        message: 'user ada',
        attributes: {
          orderId: 'A-17',
          total: 42,
          'sentry.message.template': 'user %s',
          'sentry.message.parameter.0': 'ada',
        },
      },
    });
  });

  test.each<[object, string]>([
    [{ level: 'trace' }, 'trace'],
    [{ level: 'fatal', severity_number: 1 }, 'fatal'],
    [{ level: 'notice' }, 'notice'],
    [{ severity_number: 4 }, 'trace'],
    [{ severity_number: 5 }, 'debug'],
    [{ severity_number: 12 }, 'info'],
    [{ severity_number: 13 }, 'warning'],
    [{ severity_number: 20 }, 'error'],
    [{ severity_number: 24 }, 'fatal'],
    [{ severity_number: 0 }, 'info'],
    [{}, 'info'],
  ])('of %p has level %s', (log, level) => {
    expect(translate(log)).toHaveProperty('payload.level', level);
  });

  test('has a body of another type as JSON, and its own span first', () => {
    const attributes = { 'sentry.trace.parent_span_id': { value: 'b' } };
    expect(translate({ body: { a: 1 }, span_id: 's', attributes })).toMatchObject({
      timestamp: '9999-12-31T23:59:59Z',
      contexts: { 'span.id': 's' },
      payload: { message: '{"a":1}' },
    });
  });

  test('does not affect other logs of its container if it is unusable', () => {
    const { events } = translateItems([
      [HEADER, { items: [{ body: 'a' }, null, { body: 'b' }] }],
      [HEADER, {}],
    ]);
    expect(events.map(({ payload }) => typeof payload)).toEqual(['object', 'string', 'object', 'string']);
  });
});
