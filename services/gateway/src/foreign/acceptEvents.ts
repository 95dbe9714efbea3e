import { acceptBatch, type BatchRequest, type SettledBatch } from '../acceptBatch.js';
import { describeBatch, type BatchParser } from '../batch/parseBatch.js';
import { scanJson } from '../batch/scanJson.js';
import { Rejection, busy } from '../http/answer.js';
import type { IngestDeps } from '../ingestBatch.js';

/**
 * Accepts events that were read from another format as batches of at most `MAX_EVENTS`, one after the other. Equal requests make
 * equal batches, so that a resend meets those that were accepted as duplicates. Ends at the first batch that cannot be settled:
 * then the whole request must be sent again.
 */
export async function acceptEvents(
  events: readonly object[],
  request: BatchRequest,
  deps: IngestDeps,
): Promise<readonly SettledBatch[] | Rejection | 'hang_up'> {
  const { maxEvents, maxDecodedBytes } = deps.limits;
  const settled: SettledBatch[] = [];
  let length = 0;
  for (let start = 0; start < events.length; start += maxEvents) {
    const batch = events.slice(start, start + maxEvents);
    const text = writeEvents(batch, maxDecodedBytes - length);
    if (text === undefined) return tooLarge(maxDecodedBytes);
    length += text.length;
    const bytes = Buffer.from(text);
    if (!request.memory.acquire(2 * bytes.length)) return busy();
    const parse = parserOf(bytes, text, batch, deps);
    const one = await acceptBatch({ bytes, parse }, request, deps);
    if (one === 'hang_up' || one instanceof Rejection) return one;
    settled.push(one);
  }
  return settled;
}

/** Returns a parser of a body that was written from these events. */
const parserOf =
  (bytes: Buffer, text: string, events: readonly object[], { limits }: IngestDeps): BatchParser =>
  () =>
    describeBatch(bytes, text, scanJson(text, { ...limits, maxJsonValues: Infinity }), events);

/** Returns the body of a batch; `undefined` if it is longer than `maxLength`: events may share large parts. */
function writeEvents(events: readonly object[], maxLength: number): string | undefined {
  const texts: string[] = [];
  let length = 0;
  for (const event of events) {
    const text = JSON.stringify(event);
    length += text.length;
    if (length > maxLength) return undefined;
    texts.push(text);
  }
  return `{"events":[${texts.join()}]}`;
}

const tooLarge = (max: number): Rejection =>
  new Rejection(413, 'body_too_large', `The events of the request take more than ${max} bytes. Send smaller requests.`);
