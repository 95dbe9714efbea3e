import { Backoff, messageOf } from '@sluice/runtime';
import { DatabaseUnavailableError } from './databaseUnavailableError.js';

/**
 * Pauses between attempts while PostgreSQL is unavailable, each reduced by up to a half at random. The longest is how late a pool
 * notices a recovery.
 */
const PAUSES = { firstMs: 100, maxMs: 3_000 };

/**
 * Decides whether a pool may open a connection, so that an outage of PostgreSQL is not prolonged by its clients: a server that
 * comes back first accepts every connection that was tried and abandoned meanwhile.
 *
 * | state       | a new connection                                  | it succeeds | it fails                        |
 * |-------------|---------------------------------------------------|-------------|---------------------------------|
 * | working     | is tried                                          | working     | unavailable, for the first pause |
 * | unavailable | fails at once                                     | –           | –                               |
 * | pause over  | one is tried; others fail at once until its end   | working     | unavailable, for a longer pause |
 *
 * Invariant: while PostgreSQL is unavailable, a pool has at most one attempt in progress, and a jittered pause before each. Open
 * connections are not affected.
 */
export interface ConnectionGate {
  /** Permits an attempt, which must be followed by `succeeded` or `failed`; otherwise returns why none may be made now. */
  readonly admit: () => DatabaseUnavailableError | undefined;
  readonly succeeded: () => void;
  readonly failed: (error: unknown) => void;
}

/** Returns a gate in state `working`. @param now in milliseconds, monotonic */
export function createConnectionGate(now: () => number = () => performance.now()): ConnectionGate {
  const backoff = new Backoff(PAUSES);
  let outage: { readonly error: unknown; readonly since: number; until: number } | undefined;
  let attempts = 0;
  return {
    admit: () => {
      if (outage !== undefined && (attempts > 0 || now() < outage.until)) return unavailable(outage, now());
      attempts += 1;
      return undefined;
    },
    succeeded: () => {
      attempts -= 1;
      outage = undefined;
      backoff.reset();
    },
    failed: (error) => {
      attempts -= 1;
      outage = { error, since: outage?.since ?? now(), until: outage?.until ?? Infinity };
      // Attempts that began together are one failure.
      if (attempts === 0) outage.until = now() + backoff.next();
    },
  };
}

function unavailable({ error, since }: { error: unknown; since: number }, nowMs: number): DatabaseUnavailableError {
  const seconds = Math.round((nowMs - since) / 1_000);
  const message = `no connection for ${seconds} s (${messageOf(error)}); it is tried again every few seconds`;
  return new DatabaseUnavailableError(message, { cause: error });
}
