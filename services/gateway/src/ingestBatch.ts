import { acceptBatch, type AcceptDeps } from './acceptBatch.js';
import { answerBatch, answerDuplicate } from './batch/answerBatch.js';
import { Rejection, type Answer } from './http/answer.js';
import { readServiceKey } from './http/authenticate.js';
import type { BufferBudget } from './http/bufferBudget.js';
import { readHeader } from './http/readHeader.js';
import { receiveBatch, type IngestRequest, type ReceiveDeps } from './receiveBatch.js';

/** Dependencies of the steps of ingestion. */
export interface IngestDeps extends AcceptDeps, ReceiveDeps {
  readonly limits: AcceptDeps['limits'] & ReceiveDeps['limits'];
  /** For the first lines of bodies whose key is not known yet. */
  readonly firstLineBudget: BufferBudget;
}

/**
 * START HERE: handles `POST /api/envelope`, in the steps of design 2.1. Each step may end the request. Steps 1 to 4
 * ({@link receiveBatch}) authenticate it and read its body; steps 5 to 8 ({@link acceptBatch}) decide, charge and publish its
 * events. The charge comes last because only it is hard to undo. The order of the rejections is part of protocol 4.1.
 */
export function ingestBatch(
  ingest: IngestRequest,
  deps: IngestDeps,
  onIdentified?: (batchId: string) => void,
): Promise<Answer> {
  const { request, trace } = ingest;
  const key = readServiceKey(readHeader(request, 'x-service-auth'), request.url ?? '');
  return receiveBatch(ingest, { key }, deps, async (sender, { bytes, memory }) => {
    const settled = await acceptBatch({ bytes }, { request, sender, memory, trace, onIdentified }, deps);
    if (settled === 'hang_up' || settled instanceof Rejection) return settled;
    const { isDuplicate, facts, refused } = settled;
    return isDuplicate || facts === undefined ? answerDuplicate(refused) : answerBatch(facts, refused);
  });
}
