import { TimeoutError, withTimeout } from '@sluice/runtime';

/** A moment up to which work may be waited for. */
export interface Deadline {
  /** What `work` gives, or `otherwise` where it is not there in time or fails. */
  readonly orElse: <T, E>(work: Promise<T>, otherwise: E) => Promise<T | E>;
  /** Aborted at the deadline, so that work for the call can stop. `undefined` where there is no such moment. */
  readonly signal: AbortSignal | undefined;
  /** Lets go of the timer. */
  readonly clear: () => void;
}

/** @param timeoutMs milliseconds from now. Unset: work is waited for, and its failure is the caller's */
export function startDeadline(timeoutMs: number | undefined): Deadline {
  if (timeoutMs === undefined) return { orElse: (work) => work, signal: undefined, clear: () => undefined };
  const over = new AbortController();
  const endsAt = performance.now() + timeoutMs;
  const timer = setTimeout(() => over.abort(), timeoutMs);
  return {
    orElse: (work, otherwise) =>
      withTimeout(work, endsAt - performance.now()).catch((error: unknown) => {
        // This timer may fire first, and the caller then clears the other one.
        if (error instanceof TimeoutError) over.abort();
        return otherwise;
      }),
    signal: over.signal,
    clear: () => clearTimeout(timer),
  };
}
