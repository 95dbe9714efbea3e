import type { Json } from '@sluice/contract';
import { fingerprints, type ResolvedFrames } from './fingerprints.js';
import { readException } from './readException.js';

type Fingerprints = ReturnType<typeof fingerprints>;

/** A row's hash and its issue's look-up ask for the same payload. */
const known = new WeakMap<object, Fingerprints>();

/** The {@link fingerprints} of an exception's payload; the first, that of the frames as sent, is its row's hash. */
export function fingerprintsOf(payload: Readonly<Record<string, Json>>, resolved?: ResolvedFrames): Fingerprints {
  if (resolved !== undefined) return fingerprints(readException(payload), resolved);
  const found = known.get(payload) ?? fingerprints(readException(payload));
  known.set(payload, found);
  return found;
}
