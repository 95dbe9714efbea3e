import { EVENT_TYPES, JOB_VERSION, type EventType, type SerializedPart } from '@sluice/contract';

/** Limits of one job. A larger part gets a job for itself; parts are never split. */
const MAX_EVENTS = 1_000;
const MAX_BYTES = 512 * 1024;

/** A job to be published: the text of a `Chunk` and the contents of its label. */
export interface ChunkText {
  readonly type: EventType;
  readonly events: number;
  /** UTF-8. */
  readonly json: Buffer;
}

/**
 * Packs parts into chunks of one event type each, in the order given. Joins the JSON of the parts as bytes, without
 * parsing or encoding it again, which took a tenth of the gateway's time.
 */
export function chunkParts(parts: readonly SerializedPart[]): ChunkText[] {
  return EVENT_TYPES.flatMap((type) => chunkOneType(type, parts));
}

function chunkOneType(type: EventType, parts: readonly SerializedPart[]): ChunkText[] {
  const chunks: ChunkText[] = [];
  let taken: SerializedPart[] = [];
  let events = 0;
  let bytes = 0;
  const close = (): void => {
    if (taken.length > 0) chunks.push({ type, events, json: chunkJson(type, taken) });
    taken = [];
    events = 0;
    bytes = 0;
  };
  for (const part of parts) {
    if (part.type !== type || part.events === 0) continue;
    if (events + part.events > MAX_EVENTS || bytes + part.bytes > MAX_BYTES) close();
    taken.push(part);
    events += part.events;
    bytes += part.bytes;
  }
  close();
  return chunks;
}

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

function chunkJson(type: EventType, parts: readonly SerializedPart[]): Buffer {
  const all: Uint8Array[] = [Buffer.from(`{"version":${JOB_VERSION},"type":"${type}","parts":[`)];
  parts.forEach(({ pieces }, index) => {
    if (index > 0) all.push(COMMA);
    all.push(...pieces);
  });
  all.push(END);
  return Buffer.concat(all);
}
