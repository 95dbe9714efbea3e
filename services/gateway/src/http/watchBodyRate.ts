/** What the pace of a body is judged by. */
export interface BodyRate {
  /** Bytes that have arrived. */
  readonly received: () => number;
  /** Whether memory is short, so that a slow body may not wait. */
  readonly isTight: () => boolean;
  /** Longest time for the whole body, in milliseconds. */
  readonly timeoutMs: number;
  /** Called once, when the body is late. */
  readonly onLate: () => void;
}

/** How often a pace is looked at, in milliseconds. */
const WINDOW_MS = 5_000;
/** Bytes that must arrive in a window while memory is short: 1 KB/s. */
const WINDOW_BYTES = 5 * 1_024;

/**
 * Calls `onLate` when the body takes longer than its timeout or, while memory is short, brought less than 1 KB/s in the
 * last five seconds. Returns what ends the watch.
 */
export function watchBodyRate({ received, isTight, timeoutMs, onLate }: BodyRate): () => void {
  let leftMs = timeoutMs;
  let before = 0;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const windowMs = Math.min(WINDOW_MS, leftMs);
    timer = setTimeout(() => {
      leftMs -= windowMs;
      const isSlow = windowMs === WINDOW_MS && received() - before < WINDOW_BYTES;
      before = received();
      if (leftMs <= 0 || (isSlow && isTight())) onLate();
      else wait();
    }, windowMs);
  };
  wait();
  return () => clearTimeout(timer);
}
