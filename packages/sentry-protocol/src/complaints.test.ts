import { isValidPayload } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { readSentryKeys } from './keys/readSentryKeys.js';
import { only } from './testing/envelopes.js';
import { translateItems, translateOne } from './testing/translate.js';

const ID = 'c0ffee00c0ffee00c0ffee00c0ffee00';

describe('what others are blamed for', () => {
  test('transactions are traces, and what is not taken is named (bugsink#4)', () => {
    const trace = { trace_id: 't', span_id: 's', op: 'http.server' };
    const times = { start_timestamp: '2026-11-28T19:52:57.443100Z', timestamp: '2026-11-28T19:52:58.936494Z' };
    const { events, untaken } = translateItems([
      [
        'transaction',
        { transaction: 'GET /', contexts: { trace }, ...times, spans: [{ span_id: 'c', op: 'db', ...times }] },
      ],
      ['session', {}],
    ]);
    expect(events.map(({ payload }) => isValidPayload.span(payload))).toEqual([true, true]);
    expect([...untaken]).toEqual([['session', 1]]);
  });

  test('an event without an id gets one (bugsink#383)', () => {
    expect(translateOne({ message: 'm' }).contexts?.['event.id']).toMatch(/^[\da-f]{32}$/);
  });

  test('a bare list of exceptions is read (bugsink#16)', () => {
    expect(translateOne({ exception: [{ type: '*errors.errorString', value: 'no cart' }] }).payload).toMatchObject({
      type: '*errors.errorString',
      message: 'no cart',
    });
  });

  test('tags may be pairs, and fingerprints may have numbers (bugsink#130, #102)', () => {
    const event = translateOne({ message: 'm', tags: [['plan', 'pro']], fingerprint: ['a', 17] });
    expect(event).toMatchObject({ tags: { plan: 'pro' }, payload: { fingerprint: ['a', '17'] } });
  });

  test.each([
    { sent_at: '2026-11-28T19:35:24.941+00:00' },
    { sent_at: 'never' },
    { sent_at: null },
    { sent_at: 5, sdk: 'x', trace: [], event_id: {}, dsn: 7, unknown: { a: 1 } },
  ])('odd header fields of an envelope change no event (bugsink#179): %p', (header) => {
    const items = [['event', { event_id: ID, message: 'm' }]] as const;
    expect(translateItems(items, header)).toEqual(translateItems(items, {}));
  });

  test.each(['crystal', 'powershell', 'other', 'Visual Basic 6'])(
    'any platform is kept (bugsink#143, #145): %s',
    (platform) => {
      expect(translateOne({ message: 'm', platform }).payload).toHaveProperty('platform', platform);
    },
  );

  test('{{auto}} is no address (bugsink#229)', () => {
    expect(translateOne({ user: { ip_address: '{{auto}}' } }).contexts).not.toHaveProperty(['user.ip_address']);
  });

  test('the id that an SDK logs is that of the event (bugsink#291)', () => {
    const dashes = 'C0FFEE00-C0FF-EE00-C0FF-EE00C0FFEE00';
    expect(translateOne({ event_id: dashes }).contexts).toHaveProperty(['event.id'], ID);
    const { contexts } = only(translateItems([['event', { message: 'm' }]], { event_id: dashes }).events);
    expect(contexts).toHaveProperty(['event.id'], ID);
  });

  test('an unknown item does not affect other items (sentry-javascript#6700)', () => {
    const { events, untaken } = translateItems([
      ['event', {}],
      ['otel_log', {}],
      ['event', {}],
    ]);
    expect(events).toHaveLength(2);
    expect([...untaken]).toEqual([['otel_log', 1]]);
  });

  test('each span that is received is an event (getsentry/sentry#112570)', () => {
    const items = Array.from({ length: 1_000 }, (_, index) => ({ span_id: `${index}` }));
    const { events } = translateItems([['span', { items }]]);
    expect(events).toMatchObject(items.map(({ span_id: uuid }) => ({ payload: { uuid } })));
  });

  test('the key may be in the query (buggregator/server#72)', () => {
    expect(readSentryKeys(undefined, '/api/1/envelope/?sentry_key=abc&sentry_version=7')).toEqual(['abc']);
  });
});
