import { isValidPayload } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { translateItems } from '../testing/translate.js';

const ID = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const transaction = (fields: object = {}): object => ({
  type: 'transaction',
  event_id: ID,
  transaction: 'GET /checkout/:id',
  environment: 'staging',
  release: 'shop@1',
  user: { id: '42' },
  sdk: { name: 'sentry.node', version: '8.0.0' },
  contexts: {
    trace: {
      trace_id: TRACE,
      span_id: 'aaaaaaaaaaaaaaaa',
      op: 'http.server',
      status: 'ok',
      data: { 'sentry.op': 'x', 'http.route': '/checkout/:id' },
    },
  },
  start_timestamp: 1795894659.2544112,
  timestamp: 1795894659.4476988,
  ...fields,
});
const child = (fields: object = {}): object => ({
  trace_id: TRACE,
  span_id: 'bbbbbbbbbbbbbbbb',
  parent_span_id: 'aaaaaaaaaaaaaaaa',
  op: 'db.query',
  description: 'SELECT 1',
  start_timestamp: '2026-11-28T19:37:39.300100Z',
  timestamp: '2026-11-28T19:37:39.301350Z',
  ...fields,
});
const translate = (event: object): readonly { payload: unknown }[] => translateItems([['transaction', event]]).events;
const childOf = (fields: object): object => translate(transaction({ spans: [child(fields)] }))[1] ?? {};

describe('a transaction', () => {
  test('is a root span with the contexts and tags of the event, and its children', () => {
    const measurements = { lcp: { value: 12.5, unit: 'millisecond' }, cls: { value: 'x' }, fid: null };
    expect(translate(transaction({ spans: [child()], tags: { plan: 'pro' }, measurements, dist: '7' }))).toEqual([
      {
        type: 'span',
        timestamp: '2026-11-28T19:37:39.447Z',
        tags: { plan: 'pro' },
        contexts: {
          environment: 'staging',
          release: 'shop@1',
          'user.id': '42',
          'trace.id': TRACE,
          'span.id': 'aaaaaaaaaaaaaaaa',
          'event.id': ID,
          transaction: 'GET /checkout/:id',
          dist: '7',
          'sdk.name': 'sentry.node',
          'sdk.version': '8.0.0',
          'http.route': '/checkout/:id',
        },
        payload: {
          uuid: 'aaaaaaaaaaaaaaaa',
          traceId: TRACE,
          name: 'GET /checkout/:id',
          op: 'http.server',
          startTime: '2026-11-28T19:37:39.254Z',
          endTime: '2026-11-28T19:37:39.447Z',
          duration: 193.288,
          status: 'ok',
          metrics: { lcp: 12.5 },
        },
      },
      {
        type: 'span',
        timestamp: '2026-11-28T19:37:39.301Z',
        contexts: { environment: 'staging', release: 'shop@1' },
        payload: {
          uuid: 'bbbbbbbbbbbbbbbb',
          traceId: TRACE,
          parentId: 'aaaaaaaaaaaaaaaa',
          name: 'SELECT 1',
          op: 'db.query',
          startTime: '2026-11-28T19:37:39.300Z',
          endTime: '2026-11-28T19:37:39.301Z',
          duration: 1.25,
          status: 'ok',
          metrics: {},
        },
      },
    ]);
  });

  test.each<[string, object, object]>([
    ['a name without description', { description: null }, { payload: { name: 'db.query' } }],
    ['a name without anything', { description: null, op: undefined }, { payload: { name: '<unlabeled>' } }],
    [
      'an error with its name',
      { status: 'internal_error' },
      { payload: { status: 'error' }, contexts: { 'status.message': 'internal_error' } },
    ],
    ['a cancellation', { status: 'cancelled' }, { payload: { status: 'cancelled' } }],
    [
      'a status in the tags, as Python 1.9 has it',
      { tags: { status: 'not_found' } },
      { payload: { status: 'error' }, tags: { status: 'not_found' } },
    ],
    [
      'a tag named status whose value is no status',
      { tags: { status: 'paid' } },
      { payload: { status: 'ok' }, tags: { status: 'paid' } },
    ],
    [
      'trace and parent of the root where it has none',
      { trace_id: undefined, parent_span_id: undefined },
      { payload: { traceId: TRACE, parentId: 'aaaaaaaaaaaaaaaa' } },
    ],
    [
      'data, but no bookkeeping',
      { data: { 'db.system': 'postgresql', 'sentry.origin': 'auto', 'sentry.kind': 'client' } },
      { contexts: { environment: 'staging', release: 'shop@1', 'db.system': 'postgresql', kind: 'client' } },
    ],
    [
      'no data instead of the release',
      { data: { release: 'x', 'sentry.release': 'y' } },
      { contexts: { release: 'shop@1' } },
    ],
    ['measurements', { measurements: { inp: { value: 32 } } }, { payload: { metrics: { inp: 32 } } }],
  ])('has children with %s', (_name, fields, expected) => {
    expect(childOf(fields)).toMatchObject(expected);
  });

  test('keeps bookkeeping out of the contexts of children', () => {
    const { contexts } = childOf({ data: { 'sentry.op': 'db', 'sentry.origin': 'auto', 'sentry.sdk.name': 'x' } }) as {
      contexts: object;
    };
    expect(Object.keys(contexts)).toEqual(['environment', 'release']);
  });

  test.each<[string, object]>([
    ['without times', { start_timestamp: undefined, timestamp: null }],
    ['with a time beyond the year 9999', { timestamp: 1e12 }],
    ['without an id', { span_id: null }],
    ['that ends before it starts', { timestamp: '2026-11-28T19:37:39.300000Z' }],
  ])('has an invalid child %s beside valid ones', (_name, fields) => {
    const events = translate(transaction({ spans: [child(fields), child(), null] }));
    expect(events.map(({ payload }) => isValidPayload.span(payload))).toEqual([true, false, true, false]);
  });

  test.each([
    ['paid', 'ok'],
    ['not_found', 'error'],
  ])('whose tag "status" is %s has the status %s', (status, expected) => {
    const contexts = { trace: { trace_id: TRACE, span_id: 'aaaaaaaaaaaaaaaa' } };
    const [root] = translate(transaction({ contexts, tags: { status } }));
    expect(root).toMatchObject({ payload: { status: expected }, tags: { status } });
  });

  test('is invalid without a trace', () => {
    expect(translate(transaction({ contexts: {} })).map(({ payload }) => isValidPayload.span(payload))).toEqual([
      false,
    ]);
  });
});
