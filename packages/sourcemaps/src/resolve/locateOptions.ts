import type { ResolveOptions } from './frameResolver.js';

/** What is wanted of a map, and by whom. */
export interface Wanted extends Pick<ResolveOptions, 'context' | 'functions'> {
  /** Aborted when nobody waits any more: work ends, and rejects with its reason. What was read is kept all the same. */
  readonly signal?: AbortSignal | undefined;
}
