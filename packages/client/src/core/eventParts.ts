import type { Contexts } from './event.js';
import type { Scope } from './scope.js';

/** What an event is made of, beside what the surroundings say. */
export interface EventParts {
  /** Milliseconds since 1970; now where it is absent. */
  readonly at?: number | undefined;
  /** The same in ISO 8601, where it is known already. */
  readonly timestamp?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly contexts?: Contexts;
  /** What it is told of its surroundings; the current scope where it is absent. */
  readonly scope?: Scope;
  /** The place in a trace that it is of; the current one where it is absent. `null`: none is told. */
  readonly place?: { readonly traceId: string; readonly spanId?: string } | null;
}
