import type { Frame } from '@sluice/stacktrace';
import { fingerprint } from './fingerprint.js';
import type { ExceptionFacts } from './readException.js';

/** An exception's frames after its source maps were applied, where they are known. */
export interface ResolvedFrames {
  readonly frames: readonly Frame[];
  /** Of the causes, in their order; a cause without an entry keeps its own. */
  readonly causes?: readonly (readonly Frame[])[];
}

/**
 * What an exception's issue is looked up by, strongest first: of each version of the algorithm, newest first, the
 * fingerprint of the frames as sent, then that of the resolved ones where it differs. The first is the row's hash.
 */
export function fingerprints(exception: ExceptionFacts, resolved?: ResolvedFrames): readonly [string, ...string[]] {
  const raw = fingerprint(exception);
  const mapped = resolved === undefined ? raw : fingerprint({ ...exception, frames: resolved.frames });
  return mapped === raw ? [raw] : [raw, mapped];
}
