/** Event types of protocol 2.1, in the order every header and table of ours uses. */
export const EVENT_TYPES = ['exception', 'log', 'span', 'hit', 'replay'] as const;

/** One of the five inbound event types of protocol 2.1. */
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
};

/** Types that the fixed hourly cap counts together (protocol 8: spans excluded). */
export const HOURLY_CAP_TYPES = ['exception', 'log', 'hit', 'replay'] as const satisfies readonly EventType[];

/** Types that are refused while the queues are behind (protocol 8, backlog protection). */
export const BACKLOG_TYPES = ['span', 'replay'] as const satisfies readonly EventType[];

/** A type for counting: an event whose type is missing or unknown counts as `unknown`. */
export type CountedType = EventType | 'unknown';

/** One character for each counted type; `-` marks a `trace` event, which is in no count at all. */
export const TYPE_CODES: Readonly<Record<CountedType, string>> = {
  exception: 'e',
  log: 'l',
  span: 's',
  hit: 'h',
  replay: 'r',
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
export function isEventType(value: unknown): value is EventType {
  return typeof value === 'string' && (EVENT_TYPES as readonly string[]).includes(value);
}
