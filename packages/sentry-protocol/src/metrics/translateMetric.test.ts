import { describe, expect, test } from '@jest/globals';
import { translateMetric } from './translateMetric.js';

const METRIC = {
  timestamp: 1795894805.2046533,
  trace_id: '037b68424cb14569b97079c654c53e1a',
  name: 'orders',
  type: 'counter',
  unit: 'none',
  value: 2,
  attributes: {
    plan: { value: 'pro', type: 'string' },
    'sentry.release': { value: 'shop@1.2.0', type: 'string' },
    'sentry.environment': { value: 'staging', type: 'string' },
  },
};

describe('a metric of an SDK', () => {
  test('has its value, release, environment and trace', () => {
    expect(translateMetric(METRIC)).toEqual({
      type: 'metric',
      timestamp: '2026-11-28T19:40:05.204Z',
      contexts: { release: 'shop@1.2.0', environment: 'staging', 'trace.id': METRIC.trace_id },
      payload: { name: 'orders', value: 2, source: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
  });

  test.each<[string, object]>([
    ['attributes', { attributes: { ...METRIC.attributes, plan: { value: 'free', type: 'string' } } }],
    ['microseconds', { timestamp: 1795894805.204655 }],
    ['a unit', { unit: 'second' }],
  ])('differs from one with other %s, and is equal if it is sent again', (_name, change) => {
    const [one, again, other] = [METRIC, { ...METRIC }, { ...METRIC, ...change }].map(translateMetric);
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });

  test.each(['counter', 'gauge', 'distribution'])('of type %s is one value', (type) => {
    expect(translateMetric({ ...METRIC, type })).toMatchObject({ payload: { name: 'orders', value: 2 } });
  });

  test.each<[string, object]>([
    ['The metric has no name.', { name: '' }],
    ['The metric has no name.', { name: 7 }],
    ['The type of the metric is not counter, gauge or distribution.', { type: 'set' }],
    ['The value of the metric is not a finite number.', { value: '2' }],
    ['The value of the metric is not a finite number.', { value: Infinity }],
  ])('is refused: %s', (payload, wrong) => {
    expect(translateMetric({ ...METRIC, ...wrong })).toMatchObject({ type: 'metric', payload });
  });

  test('without a time gets that of its arrival', () => {
    expect(translateMetric({ ...METRIC, timestamp: null }).timestamp).toBe('9999-12-31T23:59:59Z');
  });
});
