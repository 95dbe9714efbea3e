/** Event types that clients send (protocol 2.1). Each has a table of its own, a sample rate and previews of filters. */
export const WIRE_TYPES = ['exception', 'log', 'span', 'hit', 'replay'] as const;

/** One of the five event types that clients send. */
export type WireType = (typeof WIRE_TYPES)[number];

/**
 * All event types, in the order that every header and table uses. `metric` is internal: only translators of other protocols make
 * it, and it has no table (decision 0184).
 */
export const EVENT_TYPES = [...WIRE_TYPES, 'metric'] as const;

/** A type that is queued, charged and counted. */
export type EventType = (typeof EVENT_TYPES)[number];

/** The monthly quota pools of protocol 6. */
export const POOLS = ['errors', 'logs', 'spans', 'metrics', 'replays'] as const;

/** A monthly quota pool of an organization (protocol 6, 8). */
export type Pool = (typeof POOLS)[number];

/** Which pool pays for an event type (protocol 6). */
export const POOL_OF: Readonly<Record<EventType, Pool>> = {
  exception: 'errors',
  log: 'logs',
  span: 'spans',
  hit: 'metrics',
  replay: 'replays',
  metric: 'metrics',
};

/** Types that the fixed hourly cap counts together (protocol 8: spans and metrics excluded). */
export const HOURLY_CAP_TYPES = ['exception', 'log', 'hit', 'replay'] as const satisfies readonly EventType[];

/** Types that are refused while the queues are behind (protocol 8, backlog protection). */
export const BACKLOG_TYPES = ['span', 'replay'] as const satisfies readonly EventType[];

/** Types that are stored first while the queues are behind: the workers of {@link BACKLOG_TYPES} yield to theirs. */
export const PROMPT_TYPES = ['exception', 'log'] as const satisfies readonly EventType[];

/** A type for counting: an event whose type is missing or unknown counts as `unknown`. */
export type CountedType = EventType | 'unknown';

/** One character for each counted type, which never changes; `-` marks a `trace` event, which is in no count at all. */
export const TYPE_CODES: Readonly<Record<CountedType, string>> = {
  exception: 'e',
  log: 'l',
  span: 's',
  hit: 'h',
  replay: 'r',
  metric: 'm',
  unknown: 'u',
};

/** Returns the counted type for a one-character code; `undefined` for `-` (ignored) and anything unknown. */
export function typeOfCode(code: string): CountedType | undefined {
  return CODE_TYPES.get(code);
}

const CODE_TYPES: ReadonlyMap<string, CountedType> = new Map(
  (Object.entries(TYPE_CODES) as [CountedType, string][]).map(([type, code]) => [code, type]),
);

/** True for the five types of protocol 2.1. */
export const isWireType = (value: unknown): value is WireType =>
  typeof value === 'string' && (WIRE_TYPES as readonly string[]).includes(value);

/** True for {@link EVENT_TYPES}, the internal one included. */
export const isEventType = (value: unknown): value is EventType => isWireType(value) || value === 'metric';
