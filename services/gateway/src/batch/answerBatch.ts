import {
  errorBody,
  rateLimitsHeader,
  retryAfter,
  tallyOf,
  type BatchResponse,
  type RefusedBatchResponse,
} from '@sluice/contract';
import type { HttpAnswer } from '../answer.js';
import { holdOffsOf, type HoldOffFacts } from './holdOffs.js';

const DUPLICATE: BatchResponse = { success: true, duplicate: true };

/** Spec 4.1: the answer to a batch that was accepted before. */
export const duplicateAnswer: HttpAnswer = { status: 202, headers: {}, body: JSON.stringify(DUPLICATE) };

/**
 * Spec 4.1 and 2.7: the tally; 429 where nothing got through and a limit was met, otherwise 202; the hold-offs of all
 * types that met a limit, whatever the status.
 */
export function answerBatch(facts: HoldOffFacts): HttpAnswer {
  const tally = tallyOf(facts.verdicts);
  const holdOffs = holdOffsOf(facts);
  const limits = rateLimitsHeader(holdOffs);
  const headers: Record<string, string> = {};
  if (limits !== undefined) headers['x-service-rate-limits'] = limits;
  if (tally.processed > 0 || holdOffs.size === 0) {
    const body: BatchResponse = { success: true, ...tally };
    return { status: 202, headers, body: JSON.stringify(body) };
  }
  headers['retry-after'] = String(retryAfter(holdOffs));
  const body: RefusedBatchResponse = {
    ...errorBody('rate_limited', 'Every event of the batch was refused.'),
    ...tally,
  };
  return { status: 429, headers, body: JSON.stringify(body) };
}
