import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { ReserveMemory } from '../batch/parseBatch.js';
import type { Refusal } from '../answer.js';
import type { MemoryOwner } from './bufferBudget.js';

/** A content coding that the gateway decompresses; `undefined` is identity. */
export type ContentCoding = 'gzip' | 'deflate' | 'br' | undefined;

/** A request as the steps see it. */
export interface IngestRequest {
  /** The target: path and query, or a whole address with both. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of the connection's other end. */
  readonly peer: string;
  /** The body's bytes, inflated; bounded, in memory of `owner`. `gone`: the client went away before its end. */
  readonly readBody: (coding: ContentCoding, owner: MemoryOwner) => Promise<Buffer | Refusal | 'gone'>;
  /** Takes memory beside the body's, which was read, until the request is answered; false, and nothing taken, where it is not left. */
  readonly reserveMemory: ReserveMemory;
}

/** A header's value; the first where a client repeated one that may not be. */
export function readHeader({ headers }: Pick<IngestRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const NOT_ASCII = /[\u0080-\u00ff]/;

/** The `User-Agent` of a request as its sender wrote it: read as UTF-8 where it is that, else as Latin-1, as Node does. */
export function readUserAgent(request: Pick<IngestRequest, 'headers'>): string {
  const agent = readHeader(request, 'user-agent') ?? '';
  if (!NOT_ASCII.test(agent)) return agent;
  const bytes = Buffer.from(agent, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : agent;
}
