import type { EnvelopeItem } from '../envelope/readEnvelope.js';

/** The events of a recording as they were sent. */
export interface Recording {
  readonly coding: 'deflate' | 'gzip' | 'identity';
  readonly bytes: Buffer;
}

const NEWLINE = 0x0a;

/** Returns the events of a `replay_recording`, which follow a line of JSON; `undefined` for any other item. */
export function findRecording({ header, payload }: EnvelopeItem): Recording | undefined {
  if (header['type'] !== 'replay_recording') return undefined;
  const end = payload.indexOf(NEWLINE);
  const bytes = end === -1 ? Buffer.alloc(0) : payload.subarray(end + 1);
  return { coding: codingOf(bytes), bytes };
}

/** Returns the coding, which the first bytes identify. A JSON text begins with none of them. */
function codingOf([first, second]: Buffer): Recording['coding'] {
  if (first === 0x1f && second === 0x8b) return 'gzip';
  return first === 0x78 ? 'deflate' : 'identity';
}
