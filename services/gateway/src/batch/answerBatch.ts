import {
  VERDICTS,
  errorBody,
  hourOf,
  monthOf,
  rateLimitsHeader,
  retryAfter,
  secondsToNextHour,
  secondsToNextMonth,
  startOfHour,
  tallyOf,
  typeOfCode,
  type BatchResponse,
  type EventType,
  type HoldOffs,
  type Reason,
  type RefusedBatchResponse,
  type RefusedEvent,
} from '@sluice/contract';
import type { HttpAnswer } from '../http/answer.js';

/** The decided batch that a response describes. */
export interface AnswerFacts {
  /** One `TYPE_CODES` and one `VERDICTS` character for each event. */
  readonly types: string;
  readonly verdicts: string;
  /** The UTC hour that was charged, hours since 1970. A limit met in an hour or month that is over causes no hold-off. */
  readonly hour: number;
  /** The clock of Redis, or of the gateway if Redis was not asked; milliseconds since 1970. */
  readonly nowMs: number;
  /** The backlog monitor's estimate. */
  readonly backlogSeconds: number;
  /** The byte quota and the rest of it; unset if there is no quota or the rest is not known. */
  readonly bytes?: { readonly left: number; readonly quota: number };
}

/** Returns the response to a batch that was accepted before (protocol 4.1). @param refused explanations of the first decision */
export function answerDuplicate(refused?: readonly RefusedEvent[]): HttpAnswer {
  const body: BatchResponse = { success: true, duplicate: true, ...(refused === undefined ? {} : { refused }) };
  return { status: 202, headers: {}, body: JSON.stringify(body) };
}

/**
 * Returns the response to a decided batch (protocol 4.1 and 2.7): the tally, with 429 if no event was processed and a limit was
 * met, otherwise with 202; and the hold-offs of all types that met a limit. An event that was only too large for the rest of
 * the byte quota met no limit.
 * @param refused explanations of refused events, if the request asked for them
 */
export function answerBatch(facts: AnswerFacts, refused?: readonly RefusedEvent[]): HttpAnswer {
  const { verdicts } = facts;
  if (refused === undefined && IS_WHOLE.test(verdicts)) return (WHOLE[verdicts.length] ??= wholeAnswer(verdicts));
  const tally = tallyOf(verdicts);
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
    ...errorBody('rate_limited', 'No event of the batch was processed, because a limit was reached.'),
    ...tally,
    ...explained,
  };
  return { status: 429, headers, body: JSON.stringify(body) };
}

/** Matches the verdicts of a batch whose events were all processed. */
const IS_WHOLE = /^p*$/;

/** Responses to batches whose events were all processed, nearly all there are, by their number of events. */
const WHOLE: HttpAnswer[] = [];

function wholeAnswer(verdicts: string): HttpAnswer {
  const body: BatchResponse = { success: true, ...tallyOf(verdicts) };
  return { status: 202, headers: {}, body: JSON.stringify(body) };
}

/** Returns, for each type that met a limit in this batch, the longest time until the limit ends, in seconds (protocol 4.1). */
export function computeHoldOffs(facts: AnswerFacts): HoldOffs {
  const holdOffs = new Map<EventType, number>();
  for (let index = 0; index < facts.verdicts.length; index += 1) {
    const reason = VERDICTS[facts.verdicts[index] ?? '']?.reason;
    const type = typeOfCode(facts.types[index] ?? '');
    if (reason === undefined || type === undefined || type === 'unknown') continue;
    const seconds = holdOffSeconds(reason, facts);
    if (seconds !== undefined) holdOffs.set(type, Math.max(seconds, holdOffs.get(type) ?? 0));
  }
  return holdOffs;
}

function holdOffSeconds(reason: Reason, { nowMs, hour, backlogSeconds, bytes }: AnswerFacts): number | undefined {
  if (reason === 'backlog') return backlogSeconds;
  if (reason === 'monthly_quota') {
    return monthOf(startOfHour(hour)) === monthOf(nowMs) ? secondsToNextMonth(nowMs) : 1;
  }
  if (reason === 'byte_quota' && (bytes === undefined || !isNearlyUsedUp(bytes))) return undefined;
  if (reason !== 'spike' && reason !== 'hourly_cap' && reason !== 'byte_quota') return undefined;
  return hour === hourOf(nowMs) ? secondsToNextHour(nowMs) : 1;
}

/** Bounds of what counts as nearly used up, in bytes: the smallest events, and an exception with its breadcrumbs. */
const LITTLE_BYTES = [1_024, 16_384] as const;

/** Whether less than 1 % of the byte quota is left. Until then one event may be too large and the next of its type fit. */
function isNearlyUsedUp({ left, quota }: NonNullable<AnswerFacts['bytes']>): boolean {
  const [least, most] = LITTLE_BYTES;
  return left < Math.max(least, Math.min(most, quota / 100));
}
