import { randomBytes } from 'node:crypto';
import { ask, type Answer, type Ask } from '../http.js';
import { type System } from '../system.js';
import { type Project } from '../tenant.js';

type Fields = Readonly<Record<string, unknown>>;

/** A part of an envelope: the header of an item, and its payload as JSON, or as it is if it is text or bytes. */
export type Item = readonly [header: Fields, payload: unknown];

/** A new id of an event, as SDKs make them. */
export const newEventId = (): string => randomBytes(16).toString('hex');

/** A new id of a span. */
export const newSpanId = (): string => randomBytes(8).toString('hex');

/** Returns the bytes of an envelope, as SDKs for JavaScript write it: without lengths. */
export function envelopeOf(header: Fields, ...items: readonly Item[]): Buffer {
  const lines = [header, ...items.flat()].map((line) =>
    Buffer.isBuffer(line) ? line : Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)),
  );
  return Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
}

/** An envelope with one event and its id. */
export const eventEnvelope = (event: Fields): Buffer =>
  envelopeOf({ event_id: event['event_id'] }, [{ type: 'event' }, event]);

/** An event with an exception; `over` replaces fields. */
export const sentryEvent = (over: Fields = {}): Fields & { readonly event_id: string } => ({
  event_id: newEventId(),
  timestamp: Date.now() / 1000,
  platform: 'node',
  level: 'error',
  exception: { values: [{ type: 'TypeError', value: 'x is not a function' }] },
  ...over,
});

/** Seconds since 1970, some milliseconds ago. */
export const secondsAgo = (ms: number): number => (Date.now() - ms) / 1000;

/** A streamed span. */
export const streamedSpan = (over: Fields = {}): Fields => ({
  name: 'step',
  span_id: newSpanId(),
  trace_id: newEventId(),
  start_timestamp: secondsAgo(20),
  end_timestamp: secondsAgo(10),
  is_segment: true,
  status: 'ok',
  attributes: {},
  ...over,
});

/** An item with streamed spans. */
export const spanItem = (...items: readonly Fields[]): Item => [
  { type: 'span', item_count: items.length, content_type: 'application/vnd.sentry.items.span.v2+json' },
  { version: 2, items },
];

/** An item with logs. */
export const logItem = (...items: readonly Fields[]): Item => [
  { type: 'log', item_count: items.length, content_type: 'application/vnd.sentry.items.log+json' },
  { version: 2, items },
];

type To = Pick<Project, 'id' | 'key'>;

/** Posts to an endpoint of Sentry's SDKs with the key in the query, as SDKs for JavaScript do. */
export const postSentry = (
  system: System,
  { id, key }: To,
  body: string | Buffer,
  over: Ask & { path?: string } = {},
): Promise<Answer> =>
  ask(`${system.baseUrl}${over.path ?? `/api/${id}/envelope/`}?sentry_version=7&sentry_key=${key}`, {
    method: 'POST',
    body,
    ...over,
  });

/** Posts one event to the older endpoint for single events, with the key in the header, as Python does. */
export const postStore = (system: System, { id, key }: To, event: unknown, over: Ask = {}): Promise<Answer> =>
  ask(`${system.baseUrl}/api/${id}/store/`, {
    method: 'POST',
    body: JSON.stringify(event),
    ...over,
    headers: {
      'content-type': 'application/json',
      'x-sentry-auth': `Sentry sentry_key=${key}, sentry_version=7, sentry_client=sentry.python/1.9.10`,
      ...over.headers,
    },
  });
