import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** Returns the value of a header, the first one if the client repeated it; `undefined` without the header. */
export function readHeader({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const NOT_ASCII = /[\u0080-\u00ff]/;

/** Returns the `User-Agent` of a request, read as UTF-8 if it is valid UTF-8, else as Latin-1; empty without the header. */
export function readUserAgent(request: Pick<IncomingMessage, 'headers'>): string {
  const agent = readHeader(request, 'user-agent') ?? '';
  if (!NOT_ASCII.test(agent)) return agent;
  const bytes = Buffer.from(agent, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : agent;
}
