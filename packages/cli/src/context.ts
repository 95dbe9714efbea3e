import type { Database } from '@sluice/db';
import type { Clock, Env } from '@sluice/runtime';
import type { Style } from './output/style.js';
import type { Place } from './place/findPlace.js';

/** What a command is given to work with. */
export interface CommandContext {
  readonly env: Env;
  readonly place: Place;
  readonly clock: Clock;
  /** Aborts at Ctrl-C: a command that goes on for long ends then, with what it has. */
  readonly signal: AbortSignal;
  readonly style: Style;
  /** Whether `--json` was given: then exactly one JSON value goes to stdout. */
  readonly json: boolean;
  /** The database of the place, opened at the first call and closed after the command. */
  readonly database: () => Database;
  /** Has something closed after the command. */
  readonly closeLater: (close: () => Promise<void>) => void;
  /** Writes a line to stdout at once, for commands that answer bit by bit. */
  readonly print: (line: string) => void;
  /** Writes a line to stderr, for people only: nothing with `--json`. */
  readonly note: (line: string) => void;
  /** Writes over the last line of stderr, a terminal; `undefined` where that is none, and with `--json`. */
  readonly rewrite: ((text: string) => void) | undefined;
  /** Writes to stderr, with `--json` too, what must not be missed although the command did what it was told. */
  readonly warn: (line: string) => void;
}

/** What a command answers. */
export interface Answer {
  /** The JSON value of `--json`; `undefined` where everything was printed bit by bit. */
  readonly value: unknown;
  /** The same for people. */
  readonly human: (style: Style) => string;
  /** True where the command went through and what it found is not well: exit code 1. */
  readonly failed?: boolean;
}
