import type { Recorded } from './readRecording';

/** How far the clock of an event may be ahead of the arrival of its segment. */
const MAX_FUTURE_MS = 60_000;

/** A segment of a recording as it arrived. */
export interface Segment {
  readonly events: readonly Recorded[];
  readonly receivedMs: number;
}

/** The segments of a recording, and how long before the arrival of its segment an event may have happened. */
export interface Arrivals {
  readonly segments: readonly Segment[];
  readonly maxAgeMs: number;
}

interface Read extends Segment {
  readonly maxAgeMs: number;
  /** Milliseconds of the events: those in seconds are converted. */
  readonly times: readonly number[];
  /** How far its clock is behind, together with the time that it took to arrive; negative if the clock is ahead. */
  readonly behindMs: number;
}

/** Whether a time that is `behindMs` before an arrival is near it. */
const isNear = (behindMs: number, maxAgeMs: number): boolean => behindMs <= maxAgeMs && behindMs >= -MAX_FUTURE_MS;

function readSegment({ events, receivedMs }: Segment, maxAgeMs: number): Read {
  const isAround = (time: number): boolean => isNear(receivedMs - time, maxAgeMs);
  const times = events.map(({ timestamp }) => (isAround(timestamp * 1_000) ? timestamp * 1_000 : timestamp));
  const near = times.filter(isAround);
  // A single event with another clock must not decide: the last event counts that is near the arrival, or near most others.
  const middle = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? receivedMs;
  const last =
    near.length * 2 >= times.length ? near.at(-1) : times.findLast((time) => Math.abs(time - middle) <= maxAgeMs);
  return { events, receivedMs, maxAgeMs, times, behindMs: receivedMs - (last ?? receivedMs) };
}

/**
 * Returns by how much each segment moves. Segments with the same clock move by the same time, that of the one which arrived fastest,
 * so that they keep their order and distances whatever time the others took. Clocks are the same if they differ by no more than an
 * upload may take.
 */
function shiftsOf(segments: readonly Read[]): ReadonlyMap<Read, number> {
  const shifts = new Map<Read, number>();
  let fastest: number | undefined;
  for (const segment of [...segments].sort((a, b) => a.behindMs - b.behindMs)) {
    if (fastest === undefined || segment.behindMs - fastest > segment.maxAgeMs) fastest = segment.behindMs;
    shifts.set(segment, isNear(fastest, segment.maxAgeMs) ? 0 : fastest);
  }
  return shifts;
}

const readSegments = ({ segments, maxAgeMs }: Arrivals): readonly Read[] =>
  segments.filter(({ events }) => events.length > 0).map((segment) => readSegment(segment, maxAgeMs));

/**
 * Returns the events of a recording, in the order of its segments, each at a time near the arrival of its segment. Times in seconds
 * become milliseconds. If the clock of the device is wrong, the whole recording moves, in its own order and with its own distances.
 * A single event that is days off from the others of its segment has the time of its neighbor.
 */
export function nearArrival(recording: Arrivals): readonly Recorded[] {
  const segments = readSegments(recording);
  const shifts = shiftsOf(segments);
  return segments.flatMap((segment) => placeEvents(segment, shifts.get(segment) ?? 0));
}

/** Returns by how much {@link nearArrival} moves a recording; 0 if its segments move by different times. */
export function clockShift(recording: Arrivals): number {
  const shifts = new Set(shiftsOf(readSegments(recording)).values());
  return shifts.size === 1 ? ([...shifts][0] ?? 0) : 0;
}

/**
 * Returns when something of a recording that has moved happened: other events of its session have the same wrong clock, unless the
 * server has replaced their time because it was in the future.
 */
export const besideRecording = (timeMs: number, startMs: number, shiftMs: number): number =>
  Math.abs(timeMs + shiftMs - startMs) < Math.abs(timeMs - startMs) ? timeMs + shiftMs : timeMs;

function placeEvents({ events, receivedMs, maxAgeMs, times, behindMs }: Read, shift: number): readonly Recorded[] {
  const hasClock = (time: number): boolean => {
    const behind = receivedMs - time;
    return isNear(behind - behindMs, maxAgeMs) || (isNear(behindMs, maxAgeMs) && isNear(behind, maxAgeMs));
  };
  let last = (times.find(hasClock) ?? receivedMs) + shift;
  return events.map((event, index) => {
    const time = times[index] ?? 0;
    if (hasClock(time)) last = time + shift;
    return last === event.timestamp ? event : { ...event, timestamp: last };
  });
}
