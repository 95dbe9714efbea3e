import { connect } from 'node:net';

/** A response; header names are lower-case. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly json: unknown;
}

export interface Conversation {
  /** Complete responses in order, without interim ones (1xx). */
  readonly answers: readonly WireAnswer[];
  /** Whether the server closed the connection. */
  readonly closed: boolean;
}

export interface ConverseOptions {
  /** Number of complete responses after which the client disconnects; default 1. */
  readonly answers?: number;
  /** Timeout of the client in milliseconds; default 10,000. */
  readonly timeoutMs?: number;
  /** Whether the response has no body whatever it declares, as for HEAD. */
  readonly isHead?: boolean;
  /**
   * Milliseconds without data after which the client ends its side, so that an unfinished request is not waited for.
   */
  readonly endsAfterMs?: number;
}

/**
 * Writes exactly these bytes and reads complete responses, without a client library that would correct or refuse
 * them.
 */
export function converse(baseUrl: string, bytes: Buffer, options: ConverseOptions = {}): Promise<Conversation> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    let heard = Buffer.alloc(0);
    let quiet: NodeJS.Timeout | undefined;
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      clearTimeout(quiet);
      socket.removeAllListeners().on('error', () => undefined);
      socket.destroy();
      resolve({ answers: readAnswers(heard, options.isHead === true).answers, closed });
    };
    const timer = setTimeout(() => finish(false), options.timeoutMs ?? 10_000);
    socket.on('data', (chunk) => {
      quiet?.refresh();
      heard = Buffer.concat([heard, chunk]);
      const { answers, isWhole } = readAnswers(heard, options.isHead === true);
      if (isWhole && answers.length >= (options.answers ?? 1)) finish(false);
    });
    socket.on('error', () => finish(true));
    socket.on('end', () => finish(true));
    socket.on('close', () => finish(true));
    socket.on('connect', () => {
      socket.write(bytes);
      if (options.endsAfterMs !== undefined) quiet = setTimeout(() => socket.end(), options.endsAfterMs);
    });
  });
}

function readAnswers(heard: Buffer, isHead: boolean): { answers: WireAnswer[]; isWhole: boolean } {
  const answers: WireAnswer[] = [];
  let at = 0;
  while (at < heard.length) {
    const end = heard.indexOf('\r\n\r\n', at);
    if (end < 0) return { answers, isWhole: false };
    const [line = '', ...rest] = heard.toString('latin1', at, end).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(line)?.[1] ?? 0);
    at = end + 4;
    if (status >= 100 && status < 200) continue;
    const headers = Object.fromEntries(rest.map(headerOf));
    const length = isHead || status === 204 ? 0 : Number(headers['content-length'] ?? 0);
    if (heard.length < at + length) return { answers, isWhole: false };
    const body = heard.toString('utf8', at, at + length);
    answers.push({ status, headers, body, json: parsed(body) });
    at += length;
  }
  return { answers, isWhole: true };
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
