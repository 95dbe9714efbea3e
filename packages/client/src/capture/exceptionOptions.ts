import type { Contexts, Level } from '../core/event.js';

/** What is known of an exception beside itself. */
export interface ExceptionOptions {
  /** `error` where it is absent. */
  readonly level?: Level;
  /** Whether the program caught it itself: `true` where it is absent. */
  readonly handled?: boolean;
  readonly tags?: Readonly<Record<string, string>>;
  readonly contexts?: Contexts;
  /** What is grouped together, instead of what the server finds alike; `{{ default }}` stands for that. */
  readonly fingerprint?: readonly string[];
  /** Milliseconds since 1970; now where it is absent. */
  readonly at?: number | undefined;
}
