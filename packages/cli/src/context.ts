import type { Database } from '@sluice/db';
import type { Clock, Env } from '@sluice/runtime';
import type { Style } from './output/style.js';
import type { Place } from './place/findPlace.js';

/** Context of a command. */
export interface CommandContext {
  readonly env: Env;
  readonly place: Place;
  /** Root of the checkout. */
  readonly root: string;
  /** Version of the command line. */
  readonly version: string;
  readonly clock: Clock;
  /** Aborts on Ctrl-C; a long-running command then ends with what it has. */
  readonly signal: AbortSignal;
  readonly style: Style;
  /** Whether `--json` was given: then exactly one JSON value goes to stdout. */
  readonly json: boolean;
  /** The database, opened at the first call and closed after the command. */
  readonly database: () => Database;
  /** Registers a resource that is closed after the command. */
  readonly closeLater: (close: () => Promise<void>) => void;
  /** Writes a line to stdout immediately, for streaming commands. */
  readonly print: (line: string) => void;
  /** Writes bytes to stdout and resolves when it can take more; `undefined` if it is a terminal. */
  readonly printBytes: ((bytes: Buffer) => Promise<void>) | undefined;
  /** Writes a line to stderr; nothing with `--json`. */
  readonly note: (line: string) => void;
  /** Overwrites the last line of stderr; `undefined` if it is not a terminal, and with `--json`. */
  readonly rewrite: ((text: string) => void) | undefined;
  /** Writes a warning to stderr, also with `--json`. */
  readonly warn: (line: string) => void;
}

/** Result of a command. */
export interface Answer {
  /** The value that `--json` prints; `undefined` if everything was streamed. */
  readonly value: unknown;
  /** The output for people. */
  readonly human: (style: Style) => string;
  /** True if the command succeeded but found a problem: exit code 1. */
  readonly failed?: boolean;
}
