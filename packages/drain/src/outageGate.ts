import type { Clock, Logger } from '@sluice/runtime';

/**
 * Whether PostgreSQL is unavailable. A worker has one gate, which everything that writes shares.
 *
 * | state       | on              | becomes     | effect                                  |
 * |-------------|-----------------|-------------|-----------------------------------------|
 * | working     | `reportFailure` | unavailable | pauses the consumer, logs one line      |
 * | unavailable | `reportFailure` | unavailable | none: the caller backs off              |
 * | unavailable | `reportSuccess` | working     | resumes the consumer, logs one line     |
 * | working     | `reportSuccess` | working     | none                                    |
 */
export interface OutageGate {
  readonly reportFailure: (error: unknown) => void;
  readonly reportSuccess: () => void;
  /** Milliseconds since 1970 when the outage began; `undefined` while PostgreSQL works. */
  readonly unavailableSince: () => number | undefined;
}

/** Called when an outage begins and ends. */
export interface OutageHandlers {
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Returns a gate in state `working`. */
export function createOutageGate(onChange: OutageHandlers, logger: Logger, clock: Clock): OutageGate {
  let since: number | undefined;
  return {
    unavailableSince: () => since,
    reportFailure: (error) => {
      if (since !== undefined) return;
      since = clock();
      onChange.pause();
      logger.warn({ err: error }, 'connection to PostgreSQL lost; jobs are kept');
    },
    reportSuccess: () => {
      if (since === undefined) return;
      logger.info({ unavailableMs: clock() - since }, 'connection to PostgreSQL restored');
      since = undefined;
      onChange.resume();
    },
  };
}
