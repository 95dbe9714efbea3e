/** Seconds of every hundred in which events may arrive late: twice what a 99th percentile allows. */
const LATE_SHARE = 0.02;

/**
 * Tells early that a rate does not hold, so that no time is spent on the rest. Pure but for what it counts.
 * @param {{ rate: number, seconds: number, lagMs: number }} attempt
 * @returns {(depth: { events: number }) => boolean} asked once a second: whether in too many of them more was waiting than arrives in
 *   `lagMs`, which is what the last to arrive waits for
 */
export function hopeless({ rate, seconds, lagMs }) {
  const waiting = (rate * lagMs) / 1_000;
  const allowed = Math.max(1, LATE_SHARE * seconds);
  let late = 0;
  return ({ events }) => {
    if (events > waiting) late += 1;
    return late > allowed;
  };
}
