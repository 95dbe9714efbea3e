import type { Contexts } from './event.js';
import type { Scope } from './scope.js';

/** Parts of an event besides scope and trace. */
export interface EventParts {
  /** Milliseconds since 1970; default now. */
  readonly at?: number | undefined;
  /** The same in ISO 8601, if already known. */
  readonly timestamp?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly contexts?: Contexts;
  /** Scope of the event; default the current scope. */
  readonly scope?: Scope;
  /** Position in a trace; default the current one. `null`: none. */
  readonly place?: { readonly traceId: string; readonly spanId?: string } | null;
}
