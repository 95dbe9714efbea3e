import type { ResolveOptions } from './frameResolver.js';

/** What to read from a map, and for how long. */
export interface LocateOptions extends Pick<ResolveOptions, 'context' | 'functions'> {
  /**
   * Aborted when all callers have stopped waiting: work stops and rejects with the reason. Ranges that were read stay
   * cached.
   */
  readonly signal?: AbortSignal | undefined;
}
