import type { Contexts, Level } from '../core/event.js';

/** Details of an exception. */
export interface ExceptionOptions {
  /** Default `error`. */
  readonly level?: Level;
  /** Whether the program caught it; default `true`. */
  readonly handled?: boolean;
  readonly tags?: Readonly<Record<string, string>>;
  readonly contexts?: Contexts;
  /** Custom grouping; `{{ default }}` stands for the grouping by the server. */
  readonly fingerprint?: readonly string[];
  /** Milliseconds since 1970; default now. */
  readonly at?: number | undefined;
}
