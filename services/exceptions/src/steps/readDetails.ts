import type { EnrichedEvent } from '@sluice/enrichment';
import { fingerprints, type ResolvedFrames } from './fingerprints.js';
import { readExceptionPayload, type ExceptionFacts } from './readExceptionPayload.js';

/** Data read once from an exception, for its row, its lookup and its issue. */
export interface GroupingDetails {
  readonly exception: ExceptionFacts;
  /** Of the frames as sent; the first is the row's hash. */
  readonly fingerprints: readonly [string, ...string[]];
  /** Set by the lookup, where source maps resolve the frames. */
  readonly resolved?: ResolvedFrames;
}

/** Returns the details of an enriched exception. Never throws. */
export function readDetails(event: EnrichedEvent): GroupingDetails {
  const exception = readExceptionPayload(event.payload);
  return { exception, fingerprints: fingerprints(exception) };
}
