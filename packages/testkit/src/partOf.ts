import type { EventType, SerializedPart } from '@sluice/contract';

/** A serialized part whose text is `json`, in one piece. */
export function partOf(type: EventType, events: number, json: string): SerializedPart {
  const bytes = Buffer.from(json);
  return { type, events, pieces: [bytes], bytes: bytes.length };
}
