import type { Json } from '@sluice/contract';
import { fingerprints } from './fingerprints.js';
import { readException } from './readException.js';

type Fingerprints = ReturnType<typeof fingerprints>;

/** A row's hash and its issue's look-up ask for the same payload. */
const known = new WeakMap<object, Fingerprints>();

/** The {@link fingerprints} of an exception's payload as it was sent; the first is its row's hash. */
export function fingerprintsOf(payload: Readonly<Record<string, Json>>): Fingerprints {
  const found = known.get(payload) ?? fingerprints(readException(payload));
  known.set(payload, found);
  return found;
}
