import { isUtf8 } from 'node:buffer';
import { readHeader, type IngestRequest } from './ingestRequest.js';

const NOT_ASCII = /[\u0080-\u00ff]/;

/** The `User-Agent` of a request as its sender wrote it: read as UTF-8 where it is that, else as Latin-1, as Node does. */
export function readUserAgent(request: Pick<IngestRequest, 'headers'>): string {
  const agent = readHeader(request, 'user-agent') ?? '';
  if (!NOT_ASCII.test(agent)) return agent;
  const bytes = Buffer.from(agent, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : agent;
}
