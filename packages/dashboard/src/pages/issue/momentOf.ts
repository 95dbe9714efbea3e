import type { EventDetail } from './event';

const AROUND_MS = 30_000;

/** The search parameters of a list for what happened half a minute before and after an event, in its trace if it has one. */
export function momentOf({ timestamp, receivedAt, traceId }: EventDetail) {
  const at = Date.parse(timestamp);
  return {
    from: new Date(at - AROUND_MS).toISOString(),
    to: new Date(Math.max(at, Date.parse(receivedAt)) + AROUND_MS).toISOString(),
    range: undefined,
    trace: traceId ?? undefined,
  };
}
