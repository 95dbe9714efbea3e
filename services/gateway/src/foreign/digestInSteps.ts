import type { PausableTask } from '@sluice/runtime';
import { createHash } from 'node:crypto';

/** Bytes that are hashed between two pauses, in 1 to 3 ms. */
const STEP = 1_048_576;

/** Hexadecimal digits of a digest. */
const LENGTH = 32;

/** Returns the digest of bytes, 32 hexadecimal digits. Yields after each MiB. */
export function* digestInSteps(bytes: Buffer): PausableTask<string> {
  const digest = createHash('sha256');
  for (let at = 0; at < bytes.length; at += STEP) {
    digest.update(bytes.subarray(at, at + STEP));
    yield;
  }
  return digest.digest('hex').slice(0, LENGTH);
}
