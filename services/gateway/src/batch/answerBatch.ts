import {
  errorBody,
  rateLimitsHeader,
  retryAfter,
  tallyOf,
  type BatchResponse,
  type RefusedBatchResponse,
  type RefusedEvent,
} from '@sluice/contract';
import type { HttpAnswer } from '../answer.js';
import { computeHoldOffs, type HoldOffFacts } from './computeHoldOffs.js';

/** Protocol 4.1: the answer to a batch that was accepted before. @param refused what the first decision refused, where asked for */
export function answerDuplicate(refused?: readonly RefusedEvent[]): HttpAnswer {
  const body: BatchResponse = { success: true, duplicate: true, ...(refused === undefined ? {} : { refused }) };
  return { status: 202, headers: {}, body: JSON.stringify(body) };
}

/**
 * Protocol 4.1 and 2.7: the tally; 429 where nothing got through and a limit was met, otherwise 202; the hold-offs of all
 * types that met a limit, whatever the status. An event that only was too large for the rest of the byte quota met none.
 * @param refused the events that were refused, where asked for
 */
export function answerBatch(facts: HoldOffFacts, refused?: readonly RefusedEvent[]): HttpAnswer {
  const tally = tallyOf(facts.verdicts);
  const holdOffs = computeHoldOffs(facts);
  const limits = rateLimitsHeader(holdOffs);
  const explained = refused === undefined ? {} : { refused };
  const headers: Record<string, string> = {};
  if (limits !== undefined) headers['x-service-rate-limits'] = limits;
  if (tally.processed > 0 || holdOffs.size === 0) {
    const body: BatchResponse = { success: true, ...tally, ...explained };
    return { status: 202, headers, body: JSON.stringify(body) };
  }
  headers['retry-after'] = String(retryAfter(holdOffs));
  const body: RefusedBatchResponse = {
    ...errorBody('rate_limited', 'No event of the batch was processed, and a limit was met.'),
    ...tally,
    ...explained,
  };
  return { status: 429, headers, body: JSON.stringify(body) };
}
