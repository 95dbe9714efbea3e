import { WIRE_TYPES, type EventType, type WireType } from './eventTypes.js';

/** Seconds until the hold-off of each type ends; a type that met no limit is absent. */
export type HoldOffs = ReadonlyMap<EventType, number>;

/**
 * Returns the value of `X-Service-Rate-Limits` (protocol 4.1): `<seconds>:<type>;<type>, <seconds>:<type>`, with
 * types in the order of {@link WIRE_TYPES} and equal seconds in one group. `undefined` if no type is held off. Types that clients do not
 * send are not named.
 */
export function rateLimitsHeader(holdOffs: HoldOffs): string | undefined {
  const groups = new Map<number, WireType[]>();
  for (const type of WIRE_TYPES) {
    const seconds = holdOffs.get(type);
    if (seconds === undefined) continue;
    groups.set(seconds, [...(groups.get(seconds) ?? []), type]);
  }
  if (groups.size === 0) return undefined;
  return [...groups].map(([seconds, types]) => `${seconds}:${types.join(';')}`).join(', ');
}

/** The value of `Retry-After`: the shortest hold-off, in whole seconds of at least 1. */
export function retryAfter(holdOffs: HoldOffs): number | undefined {
  if (holdOffs.size === 0) return undefined;
  return Math.max(1, Math.min(...holdOffs.values()));
}
