import type { Recorded } from './readRecording';

/** Bounds of the time between an event and the arrival of its segment, as the server has them by default. */
const [MAX_AGE_MS, MAX_FUTURE_MS] = [86_400_000, 60_000];

/** A segment of a recording as it arrived. */
export interface Segment {
  readonly events: readonly Recorded[];
  readonly receivedMs: number;
}

interface Read extends Segment {
  /** Milliseconds of the events: those in seconds are converted. */
  readonly times: readonly number[];
  /** How far its clock is behind, together with the time that it took to arrive; negative if the clock is ahead. */
  readonly behindMs: number;
}

/** Whether a time that is `behindMs` before an arrival is near it. */
const isNear = (behindMs: number): boolean => behindMs <= MAX_AGE_MS && behindMs >= -MAX_FUTURE_MS;

function readSegment({ events, receivedMs }: Segment): Read {
  const times = events.map(({ timestamp }) => (isNear(receivedMs - timestamp * 1_000) ? timestamp * 1_000 : timestamp));
  const near = times.filter((time) => isNear(receivedMs - time));
  // A single event with another clock must not decide: the last event counts that is near the arrival, or near most others.
  const middle = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? receivedMs;
  const last =
    near.length * 2 >= times.length ? near.at(-1) : times.findLast((time) => Math.abs(time - middle) <= MAX_AGE_MS);
  return { events, receivedMs, times, behindMs: receivedMs - (last ?? receivedMs) };
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
    if (fastest === undefined || segment.behindMs - fastest > MAX_AGE_MS) fastest = segment.behindMs;
    shifts.set(segment, isNear(fastest) ? 0 : fastest);
  }
  return shifts;
}

const readSegments = (recording: readonly Segment[]): readonly Read[] =>
  recording.filter(({ events }) => events.length > 0).map(readSegment);

/**
 * Returns the events of a recording, in the order of its segments, each at a time near the arrival of its segment. Times in seconds
 * become milliseconds. If the clock of the device is wrong, the whole recording moves, in its own order and with its own distances.
 * A single event that is days off from the others of its segment has the time of its neighbor.
 */
export function nearArrival(recording: readonly Segment[]): readonly Recorded[] {
  const segments = readSegments(recording);
  const shifts = shiftsOf(segments);
  return segments.flatMap((segment) => placeEvents(segment, shifts.get(segment) ?? 0));
}

/** Returns by how much {@link nearArrival} moves a recording; 0 if its segments move by different times. */
export function clockShift(recording: readonly Segment[]): number {
  const shifts = new Set(shiftsOf(readSegments(recording)).values());
  return shifts.size === 1 ? ([...shifts][0] ?? 0) : 0;
}

/**
 * Returns when something of a recording that has moved happened: other events of its session have the same wrong clock, unless the
 * server has replaced their time because it was in the future.
 */
export const besideRecording = (timeMs: number, startMs: number, shiftMs: number): number =>
  Math.abs(timeMs + shiftMs - startMs) < Math.abs(timeMs - startMs) ? timeMs + shiftMs : timeMs;

function placeEvents({ events, receivedMs, times, behindMs }: Read, shift: number): readonly Recorded[] {
  const hasClock = (time: number): boolean => {
    const behind = receivedMs - time;
    return isNear(behind - behindMs) || (isNear(behindMs) && isNear(behind));
  };
  let last = (times.find(hasClock) ?? receivedMs) + shift;
  return events.map((event, index) => {
    const time = times[index] ?? 0;
    if (hasClock(time)) last = time + shift;
    return last === event.timestamp ? event : { ...event, timestamp: last };
  });
}
