import type { ReadAgent } from './hitAgents.js';

/** What a derivation needs. */
export interface DeriveDeps {
  /** Milliseconds, to measure the time it takes. */
  readonly clock: () => number;
  readonly readAgent: ReadAgent;
  /** `MAX_EVENT_AGE_HOURS` in milliseconds; see `orderingTime`. */
  readonly maxEventAgeMs: number;
}
