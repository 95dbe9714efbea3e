import { setImmediate as nextTurn } from 'node:timers/promises';
import { acceptBatch, type BatchBody, type BatchRequest, type SettledBatch } from '../acceptBatch.js';
import { Rejection } from '../http/answer.js';
import type { IngestDeps } from '../ingestBatch.js';

/** Bytes of a batch that is accepted in a turn of its own: hashing and admitting it takes a while. */
const LARGE_BATCH = 262_144;

/**
 * Accepts the batches of a request, one after the other. Equal requests make equal batches, so that a resend meets those that were
 * accepted as duplicates. Ends at the first batch that cannot be settled: then the whole request must be sent again.
 */
export async function acceptBatches(
  bodies: readonly BatchBody[],
  request: BatchRequest,
  deps: IngestDeps,
): Promise<readonly SettledBatch[] | Rejection | 'hang_up'> {
  const settled: SettledBatch[] = [];
  for (const body of bodies) {
    if (body.bytes.length > LARGE_BATCH) await nextTurn();
    const one = await acceptBatch(body, request, deps);
    if (one === 'hang_up' || one instanceof Rejection) return one;
    settled.push(one);
  }
  return settled;
}
