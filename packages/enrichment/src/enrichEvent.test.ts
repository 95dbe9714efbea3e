import { describe, expect, test } from '@jest/globals';
import type { AcceptedEvent, Json } from '@sluice/contract';
import { enrichEvent, UnstorableEventError, type EnrichedEvent } from './enrichEvent.js';

const ID = '01890000-0000-8000-8000-000000000000';
const request = { ip: '203.0.113.7', agent: 'test' };

describe('columns of an event (protocol 2.2)', () => {
  test.each<readonly [string, Json, Partial<EnrichedEvent>]>([
    ['nothing sent is null', {}, { environment: null, release: null, traceId: null, spanId: null, replayId: null }],
    [
      'environment and release are copied',
      { environment: 'prod', release: '1.2' },
      { environment: 'prod', release: '1.2' },
    ],
    ['numbers are read as strings', { environment: 1, release: 1.5 }, { environment: '1', release: '1.5' }],
    ['other values are none', { environment: true, release: ['1'] }, { environment: null, release: null }],
    ['environment is cut to 200', { environment: 'e'.repeat(201) }, { environment: `${'e'.repeat(199)}…` }],
    ['release is cut to 250', { release: 'r'.repeat(251) }, { release: `${'r'.repeat(249)}…` }],
    ['release has 250 characters, not units', { release: '💥'.repeat(250) }, { release: '💥'.repeat(250) }],
    ['release is cut to 250 characters', { release: '💥'.repeat(251) }, { release: `${'💥'.repeat(249)}…` }],
    [
      'trace, span and replay ids are copied',
      { 'trace.id': 't', 'span.id': 's', 'replay.id': 'r' },
      { traceId: 't', spanId: 's', replayId: 'r' },
    ],
  ])('%s', (_name, contexts, expected) => {
    expect(enrichEvent(event(contexts), ID, request)).toMatchObject(expected);
  });

  test('a log keeps release and environment in its contexts, whole', () => {
    const { contexts } = enrichEvent(event({ release: 'r'.repeat(300), environment: 'prod' }), ID, request);
    expect(contexts).toMatchObject({ release: 'r'.repeat(300), environment: 'prod' });
  });

  test('an exception’s release is moved, its environment copied', () => {
    const enriched = enrichEvent(event({ release: '1', environment: 'prod' }, { type: 'exception' }), ID, request);
    expect(enriched.release).toBe('1');
    expect(enriched.contexts).not.toHaveProperty('release');
    expect(enriched.contexts).toHaveProperty('environment', 'prod');
  });

  test('an exception’s release that is cut in its column stays in the contexts, whole', () => {
    const release = 'r'.repeat(251);
    const enriched = enrichEvent(event({ release }, { type: 'exception' }), ID, request);
    expect(enriched.release).toBe(`${'r'.repeat(249)}…`);
    expect(enriched.contexts).toHaveProperty('release', release);
  });

  test('a user’s fields that are cut in their columns stay in the contexts, whole', () => {
    const long = { 'user.id': 'i'.repeat(251), 'user.email': 'e'.repeat(251), 'user.name': 'n'.repeat(251) };
    const enriched = enrichEvent(event(long, { type: 'exception' }), ID, request);
    expect(enriched.user?.id).toBe(`${'i'.repeat(249)}…`);
    expect(enriched.contexts).toMatchObject(long);
  });

  test('keeps tags as cleaned by the gateway; a value that is not an object counts as none', () => {
    expect(enrichEvent(event({}, { tags: { a: 'b' } }), ID, request).tags).toEqual({ a: 'b' });
    expect(enrichEvent(event({}, { tags: ['a'] }), ID, request).tags).toEqual({});
  });

  test('time is milliseconds since 1970', () => {
    expect(enrichEvent(event({}), ID, request).timestampMs).toBe(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
  });

  test.each([
    ['timestamp', { timestamp: 'yesterday' }],
    ['payload', { payload: [] as unknown as AcceptedEvent['payload'] }],
  ])('an event with an invalid %s cannot be stored', (_name, broken) => {
    expect(() => enrichEvent(event({}, broken), ID, request)).toThrow(UnstorableEventError);
  });
});

function event(contexts: Json, more: Partial<AcceptedEvent> = {}): AcceptedEvent {
  return {
    type: 'log',
    timestamp: '2026-01-02T03:04:05.678Z',
    contexts,
    payload: {},
    ...more,
  };
}
