import type { Recorded } from './readRecording';

/** Bounds of the time between an event and the arrival of its segment, as the server has them by default. */
const [MAX_AGE_MS, MAX_FUTURE_MS] = [86_400_000, 60_000];

/**
 * Returns the events of a segment, in their order, each at a time near the arrival of the segment. Times in seconds become
 * milliseconds. An event that is days off has the time of its neighbor; if all events are, because the clock of the device is
 * wrong, they move together so that the last one ends there.
 */
export function nearArrival(events: readonly Recorded[], receivedMs: number): readonly Recorded[] {
  const isNear = (ms: number): boolean => ms >= receivedMs - MAX_AGE_MS && ms <= receivedMs + MAX_FUTURE_MS;
  if (events.every(({ timestamp }) => isNear(timestamp))) return events;
  const times = events.map(({ timestamp }) => (isNear(timestamp * 1_000) ? timestamp * 1_000 : timestamp));
  const shift = times.some(isNear) ? 0 : receivedMs - (times.at(-1) ?? 0);
  let last = times.map((ms) => ms + shift).find(isNear) ?? receivedMs;
  return events.map((event, index) => {
    const time = (times[index] ?? 0) + shift;
    if (isNear(time)) last = time;
    return { ...event, timestamp: last };
  });
}
