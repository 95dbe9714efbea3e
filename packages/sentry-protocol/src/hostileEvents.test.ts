import { isEventType, isValidPayload, LIMITS, parseTimestamp } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { json } from './testing/arbitraryJson.js';
import { envelopeBytes, openEnvelope } from './testing/envelopes.js';
import { translateEnvelope, translateSecurityReport, withoutProblem } from './testing/translate.js';
import type { SluiceEvent } from './sluiceEvent.js';

const TYPES = [
  'event',
  'transaction',
  'feedback',
  'span',
  'log',
  'user_report',
  'client_report',
  'raw_security',
  'replay_event',
  'x',
];

describe('any JSON', () => {
  test('in an item of any type is events of the wire format, the same each time', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...TYPES), json), { maxLength: 4 }), json, (items, header) => {
        const bytes = envelopeBytes(items, { trace: header, sdk: header, event_id: header });
        const translate = (): unknown => translateEnvelope(openEnvelope(bytes));
        const translation = withoutProblem(translateEnvelope(openEnvelope(bytes)));
        translation.events.forEach(expectWireEvent);
        expect(translate()).toEqual(translation);
      }),
      { numRuns: 400 },
    );
  });

  test('in an event has one event', () => {
    const event = fc.record(
      {
        exception: json,
        message: json,
        contexts: json,
        tags: json,
        user: json,
        request: json,
        breadcrumbs: json,
        threads: json,
        extra: json,
        debug_meta: json,
        fingerprint: json,
        timestamp: json,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(event, (given) => {
        const bytes = envelopeBytes([['event', given]]);
        const { events } = withoutProblem(translateEnvelope(openEnvelope(bytes)));
        expect(events).toHaveLength(1);
        events.forEach(expectWireEvent);
      }),
      { numRuns: 400 },
    );
  });

  test('in a transaction has an event for its root and for each of its children', () => {
    const times = fc.record({
      start_timestamp: json,
      timestamp: json,
      spans: fc.array(json),
      contexts: json,
      measurements: json,
    });
    fc.assert(
      fc.property(times, (given) => {
        const { events } = withoutProblem(translateEnvelope(openEnvelope(envelopeBytes([['transaction', given]]))));
        expect(events).toHaveLength(given.spans.length + 1);
        events.forEach(expectWireEvent);
      }),
    );
  });

  test('in a security report is events of the wire format', () => {
    fc.assert(
      fc.property(json, (body) => {
        const bytes = Buffer.from(JSON.stringify(body));
        withoutProblem(translateSecurityReport(bytes, {})).events.forEach(expectWireEvent);
      }),
    );
  });
});

describe('the events of a request', () => {
  const long = 'x'.repeat(100_000);
  const many = Array.from({ length: 1_000 }, () => ({}));

  test.each<[string, readonly (readonly [string, unknown])[], object]>([
    [
      'release and trace of a transaction',
      [
        [
          'transaction',
          { release: long, environment: long, contexts: { trace: { trace_id: long, span_id: long } }, spans: many },
        ],
      ],
      {},
    ],
    [
      'header of an envelope',
      many.slice(0, 900).map((event) => ['event', event] as const),
      { sdk: { name: long.slice(0, 8_000) }, trace: { replay_id: long.slice(0, 8_000) } },
    ],
    [
      'debug id of a file',
      [
        [
          'event',
          {
            debug_meta: { images: [{ code_file: 'a', debug_id: long }] },
            exception: [{ stacktrace: { frames: many.map(() => ({ filename: 'a' })) } }],
          },
        ],
      ],
      {},
    ],
    ['parameter of a message', [['event', { message: { message: '%(a)s'.repeat(1_000), params: { a: long } } }]], {}],
  ])('do not repeat a long %s', (_name, items, header) => {
    const bytes = envelopeBytes(items, header);
    const { events } = withoutProblem(translateEnvelope(openEnvelope(bytes)));
    expect(JSON.stringify(events).length).toBeLessThan(20 * bytes.length + LIMITS.maxEventBytes);
  });

  test('have no prototype that a request set', () => {
    const text = '{"__proto__":{"polluted":1},"a":1}';
    const event = `{"message":"m","tags":${text},"contexts":${text},"extra":${text},"exception":[{"stacktrace":{"frames":[{"vars":${text}}]}}]}`;
    const span = `{"items":[{"attributes":${text}}]}`;
    const translation = translateEnvelope(
      openEnvelope(
        envelopeBytes([
          ['event', event],
          ['span', span],
          ['log', span],
        ]),
      ),
    );
    const objects: unknown[] = [withoutProblem(translation)];
    for (let value = objects.pop(); value !== undefined; value = objects.pop()) {
      if (typeof value !== 'object' || value === null || value instanceof Map) continue;
      expect([Object.prototype, Array.prototype]).toContain(Object.getPrototypeOf(value));
      objects.push(
        ...Object.entries(value)
          .filter(([key]) => key !== '__proto__')
          .map(([, item]) => item as unknown),
      );
    }
  });
});

/** Asserts that an event is one of the wire format, and that its JSON says the same as the event. */
function expectWireEvent(event: SluiceEvent): void {
  expect(isDeepStrictEqual(JSON.parse(JSON.stringify(event)), event)).toBe(true);
  expect(isEventType(event.type)).toBe(true);
  expect(parseTimestamp(event.timestamp)).toBeDefined();
  const isRefused = typeof event.payload === 'string';
  // Of payloads that are objects, only those of spans and ids of replays may still be invalid.
  const isFree = event.type === 'exception' || event.type === 'log';
  expect(isRefused || !isFree || isValidPayload[event.type](event.payload)).toBe(true);
}
