import type { Json } from '@sluice/contract';
import { fingerprints } from './fingerprints.js';
import { readException } from './readException.js';

/** The {@link fingerprints} of an exception's payload as it was sent; the first is its row's hash. */
export const fingerprintsOf = (payload: Readonly<Record<string, Json>>): readonly [string, ...string[]] =>
  fingerprints(readException(payload));
