import { TimeoutError, withTimeout } from '@sluice/runtime';

/** A deadline for work. */
export interface Deadline {
  /** Resolves to the result of `work`, or to `otherwise` if it fails or is late. */
  readonly orElse: <T, E>(work: Promise<T>, otherwise: E) => Promise<T | E>;
  /** Aborted at the deadline, so that work for the call can stop. `undefined` without a deadline. */
  readonly signal: AbortSignal | undefined;
  /** Clears the timer. */
  readonly clear: () => void;
}

/** @param timeoutMs milliseconds from now. If unset, work is awaited and its failure passed on */
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
