import { setImmediate as nextTurn } from 'node:timers/promises';
import { acceptBatch, type BatchBody, type BatchRequest, type SettledBatch } from '../acceptBatch.js';
import { UNBOUNDED } from '../admission/admitBatch.js';
import { describeBatch } from '../batch/parseBatch.js';
import { scanJson } from '../batch/scanJson.js';
import { Rejection, busy } from '../http/answer.js';
import type { IngestDeps } from '../ingestBatch.js';

/**
 * Accepts events that were read from another format as batches of at most `MAX_EVENTS`, one after the other. Equal requests make
 * equal batches, so that a resend meets those that were accepted as duplicates. Refuses with 413 and 503 before the first batch is
 * accepted. Ends at the first batch that cannot be settled: then the whole request must be sent again.
 */
export async function acceptEvents(
  events: readonly object[],
  request: BatchRequest,
  deps: IngestDeps,
): Promise<readonly SettledBatch[] | Rejection | 'hang_up'> {
  const bodies = await writeBatches(events, request.memory, deps);
  if (bodies instanceof Rejection) return bodies;
  const settled: SettledBatch[] = [];
  for (const body of bodies) {
    const one = await acceptBatch(body, request, deps);
    if (one === 'hang_up' || one instanceof Rejection) return one;
    settled.push(one);
  }
  return settled;
}

/** Times that the events of a request may take the size of a body: they repeat what they share, such as attributes of a resource. */
const MOST_BODIES = 4;

async function writeBatches(
  events: readonly object[],
  memory: BatchRequest['memory'],
  { limits: { maxEvents, maxDecodedBytes } }: IngestDeps,
): Promise<readonly BatchBody[] | Rejection> {
  const bodies: BatchBody[] = [];
  let bytesLeft = MOST_BODIES * maxDecodedBytes;
  for (let start = 0; start < events.length; start += maxEvents) {
    // Writing a whole request at once would hold up other requests.
    if (start > 0) await nextTurn();
    const batch = events.slice(start, start + maxEvents);
    const text = writeBatch(batch, bodies.length, Math.min(maxDecodedBytes, bytesLeft));
    if (text === undefined) return tooLarge(maxDecodedBytes);
    const bytes = Buffer.from(text);
    // The text is made again when the batch is accepted.
    if (!memory.acquire(2 * bytes.length)) return busy();
    bytesLeft -= bytes.length;
    bodies.push({ bytes, parse: () => readWritten(bytes, batch) });
  }
  return bodies;
}

function readWritten(bytes: Buffer, events: readonly object[]): ReturnType<typeof describeBatch> {
  const text = bytes.toString('utf8');
  return describeBatch(bytes, text, scanJson(text, UNBOUNDED), events);
}

/**
 * Returns the body of a batch; `undefined` if it has more than `maxLength` characters. Batches of one request with equal events are
 * different batches.
 */
function writeBatch(events: readonly object[], part: number, maxLength: number): string | undefined {
  const texts: string[] = [];
  let length = 0;
  for (const event of events) {
    const text = JSON.stringify(event);
    length += text.length;
    if (length > maxLength) return undefined;
    texts.push(text);
  }
  return part === 0 ? `{"events":[${texts.join()}]}` : `{"events":[${texts.join()}],"part":${part}}`;
}

const tooLarge = (max: number): Rejection =>
  new Rejection(
    413,
    'body_too_large',
    `The events of the request take more than ${max} bytes in one batch, or ${MOST_BODIES} times as much together. Send smaller requests.`,
  );
