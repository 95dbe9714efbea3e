import * as fc from 'fast-check';
import { eventTypes, makeEvent, type EventType, type WireEvent } from '../../e2e/support/events.js';
import { hostileText, hostileValue } from './hostileValues.js';

/** A change of a valid event: sets the field at `path` to `value`, or removes it if that is `undefined`. */
interface Change {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** A batch before serialization: plain data, so that a failing input can be shrunk and read. */
export interface IngestInput {
  readonly kind: 'ingest';
  readonly events: readonly (
    { readonly type: EventType; readonly changes: readonly Change[] } | { readonly value: unknown }
  )[];
  /** Fields other than `events`. */
  readonly beside: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly coding: 'gzip' | 'br' | 'deflate' | 'identity';
}

const FIELDS: Readonly<Record<EventType, readonly string[]>> = {
  exception: ['type', 'message', 'level', 'handled', 'frames', 'stack', 'cause', 'fingerprint', 'breadcrumbs'],
  log: ['level', 'message', 'attributes'],
  span: ['uuid', 'name', 'traceId', 'parentId', 'startTime', 'endTime', 'duration', 'op', 'status', 'metrics'],
  hit: ['kind', 'name', 'url', 'referrer', 'title', 'sessionId'],
  replay: ['replayId', 'segment', 'events', 'startTime', 'endTime'],
};

const CONTEXTS = [
  'environment',
  'release',
  'user.id',
  'user.email',
  'user.username',
  'user.name',
  'user.ip',
  'user.agent',
  'device.userAgent',
  'device.model',
  'trace.id',
  'span.id',
  'replay.id',
  'previous_trace.id',
  'page.url',
];

const frame = fc.record({
  file: hostileText,
  function: hostileText,
  line: hostileValue,
  column: hostileValue,
  inApp: hostileValue,
  context: fc.oneof(hostileValue, fc.record({ before: hostileValue, line: hostileText, after: fc.array(hostileText) })),
});

/** Arrays and objects that exceed the stored maximum. */
const crowds = fc.integer({ min: 90, max: 400 });

/** Any value, or, for fields with a format, a nearly valid one. */
const valueFor = (field: string): fc.Arbitrary<unknown> => {
  if (field === 'frames' || field === 'breadcrumbs') {
    const crowd = fc
      .tuple(crowds, hostileText)
      .map(([count, file]) => Array.from({ length: count }, () => ({ file: file.slice(0, 200) })));
    return fc.oneof(crowd, fc.array(frame, { maxLength: 12 }), hostileValue);
  }
  if (field === 'metrics') {
    const crowd = crowds.map((count) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index])),
    );
    return fc.oneof(crowd, fc.dictionary(hostileText, hostileValue, { maxKeys: 12 }), hostileValue);
  }
  if (field === 'cause') return fc.record({ message: hostileText, stack: hostileText, cause: hostileValue });
  return hostileValue;
};

const changeOf = (type: EventType): fc.Arbitrary<Change> => {
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...FIELDS[type]).map((field) => ['payload', field]) },
    { weight: 3, arbitrary: fc.constantFrom(...CONTEXTS).map((field) => ['contexts', field]) },
    { weight: 1, arbitrary: hostileText.map((field) => ['contexts', field]) },
    { weight: 1, arbitrary: hostileText.map((field) => ['tags', field]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('type', 'timestamp', 'tags', 'contexts', 'payload').map((field) => [field]),
    },
  );
  return path.chain((steps) =>
    fc.oneof(
      { weight: 6, arbitrary: valueFor(steps.at(-1) ?? '').map((value) => ({ path: steps, value })) },
      { weight: 1, arbitrary: fc.constant({ path: steps, value: undefined }) },
    ),
  );
};

const event = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .constantFrom(...eventTypes)
      .chain((type) => fc.record({ type: fc.constant(type), changes: fc.array(changeOf(type), { maxLength: 4 }) })),
  },
  { weight: 1, arbitrary: hostileValue.map((value) => ({ value })) },
);

/** Batches of events that are valid except for a few fields, in every content encoding. */
export const ingestInputs: fc.Arbitrary<IngestInput> = fc.record({
  kind: fc.constant('ingest' as const),
  events: fc.array(event, { maxLength: 5 }),
  beside: fc.oneof(
    { weight: 9, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(hostileText, hostileValue, { maxKeys: 3 }) },
  ),
  headers: fc.record(
    {
      'user-agent': fc.oneof(fc.constantFrom('curl/8', 'Googlebot/2.1', 'x'), fc.string({ maxLength: 300 })),
      'x-forwarded-for': fc.constantFrom(
        '1.2.3.4',
        '::1',
        'unknown, 5.6.7.8',
        ',,,',
        '%%%'.repeat(300),
        '1'.repeat(900),
      ),
      origin: fc.constantFrom('null', 'https://a.test', '%', 'https://[::1', 'x'.repeat(3_000)),
      referer: fc.constantFrom('', 'about:blank', 'https://a.test/\\b'),
    },
    { requiredKeys: [] },
  ),
  coding: fc.constantFrom('identity', 'identity', 'identity', 'gzip', 'br', 'deflate'),
});

/** The events of an input. */
export function eventsOf({ events }: IngestInput): unknown[] {
  return events.map((one) => ('value' in one ? one.value : one.changes.reduce(changed, makeEvent(one.type))));
}

function changed(event: WireEvent, { path: [first = '', second], value }: Change): WireEvent {
  if (second === undefined) return withField(event, first, value);
  const inner = event[first];
  if (inner !== undefined && (typeof inner !== 'object' || inner === null)) return event;
  return withField(event, first, withField({ ...inner }, second, value));
}

/** Copies own properties only: a parser creates `__proto__` as an ordinary key. */
function withField(fields: WireEvent, name: string, value: unknown): WireEvent {
  const entries = Object.entries(fields).filter(([key]) => key !== name);
  return Object.fromEntries(value === undefined ? entries : [...entries, [name, value]]);
}
