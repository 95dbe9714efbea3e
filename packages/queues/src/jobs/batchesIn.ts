import type { Chunk } from '@sluice/contract';

/** Most batches that a log line names. */
const MOST_BATCHES = 20;

/** The ids of the first batches whose events a chunk contains. Lines about a job name them, as those of the gateway do. */
export function batchesIn(chunk: Pick<Chunk, 'parts'> | undefined): readonly string[] {
  const ids = new Set<string>();
  // The parts are not validated yet.
  for (const part of (chunk?.parts ?? []) as readonly unknown[]) {
    const batch = (part as { readonly batch?: unknown } | null)?.batch;
    if (typeof batch === 'string' && ids.add(batch).size === MOST_BATCHES) break;
  }
  return [...ids];
}
