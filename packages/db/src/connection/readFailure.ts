import { sqlstateOf } from './classifyError.js';
import { DatabaseUnavailableError } from './databaseUnavailableError.js';

/**
 * Returns why a statement of a request failed:
 *
 * | failure       | meaning                                                            |
 * |---------------|--------------------------------------------------------------------|
 * | `too_slow`    | it exceeded the statement timeout                                  |
 * | `conflict`    | another transaction holds a lock; a retry may succeed              |
 * | `unavailable` | the server, the connection, or a server that accepts no writes     |
 *
 * `undefined` for everything else: a defect of this program.
 */
export type ReadFailure = 'too_slow' | 'conflict' | 'unavailable';

const BY_STATE: ReadonlyMap<string, ReadFailure> = new Map([
  ['57014', 'too_slow'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['55P03', 'conflict'],
  // A standby or `default_transaction_read_only`: temporary states.
  ['25006', 'unavailable'],
]);

/** Connection, authorization, no such database, resources, operator intervention, system error. */
const UNAVAILABLE = /^(?:08|28|3D|53|57|58)/;

/** Messages of the driver and its pool, which have no codes. */
const TOO_SLOW = 'Query read timeout';
const NO_CONNECTION =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

/** The class of an error thrown by a query; see {@link ReadFailure}. */
export function readFailure(error: unknown): ReadFailure | undefined {
  const state = sqlstateOf(error);
  if (state !== undefined) {
    return BY_STATE.get(state) ?? (UNAVAILABLE.test(state) ? 'unavailable' : undefined);
  }
  if (error instanceof DatabaseUnavailableError) return 'unavailable';
  const { message = '', errors = [error] } = (error ?? {}) as DriverError;
  if (message === TOO_SLOW) return 'too_slow';
  // An `AggregateError` of several addresses has the causes in `errors`.
  return NO_CONNECTION.test(message) || errors.some(isNetworkError) ? 'unavailable' : undefined;
}

interface DriverError {
  readonly message?: string;
  /** Of an `AggregateError`. */
  readonly errors?: readonly unknown[];
}

const isNetworkError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;
