import type { ResolveOptions } from './frameResolver.js';

/** What to read from a map, and for how long. */
export interface LocateOptions extends Pick<ResolveOptions, 'context' | 'functions'> {
  /** Aborted when no caller waits any more: work stops and rejects with its reason. Ranges that were read stay cached. */
  readonly signal?: AbortSignal | undefined;
}
