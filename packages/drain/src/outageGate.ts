import type { Clock, Logger } from '@sluice/runtime';

/**
 * Whether the database is away. One a worker, shared by everything that writes.
 *
 * | state   | on           | becomes | and                                       |
 * |---------|--------------|---------|-------------------------------------------|
 * | working | `failed`     | away    | taking jobs is paused, one line is logged |
 * | away    | `failed`     | away    | nothing: whoever failed backs off         |
 * | away    | `worked`     | working | taking jobs goes on, one line is logged   |
 * | working | `worked`     | working | nothing                                   |
 */
export interface OutageGate {
  readonly reportFailure: (error: unknown) => void;
  readonly reportSuccess: () => void;
  /** Milliseconds since 1970 when the outage began; `undefined` while the database works. */
  readonly unavailableSince: () => number | undefined;
}

/** What an outage switches. */
export interface OutageHandlers {
  readonly pause: () => void;
  readonly resume: () => void;
}

/** A gate in state working. */
export function createOutageGate(onChange: OutageHandlers, logger: Logger, clock: Clock): OutageGate {
  let since: number | undefined;
  return {
    unavailableSince: () => since,
    reportFailure: (error) => {
      if (since !== undefined) return;
      since = clock();
      onChange.pause();
      logger.warn({ err: error }, 'database away: holding jobs');
    },
    reportSuccess: () => {
      if (since === undefined) return;
      logger.info({ awayMs: clock() - since }, 'database back: going on');
      since = undefined;
      onChange.resume();
    },
  };
}
