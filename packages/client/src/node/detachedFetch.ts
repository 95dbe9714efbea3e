import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';

const MOST_REDIRECTS = 5;
/** With the method and the body as they were. */
const REDIRECTS = [307, 308];
/** Nobody reads a body; and an answer without one must have none. */
const NO_BODY = null;

/**
 * What the transport needs of `fetch`, by requests that do not keep a process running, not even while they connect: those
 * of Node's own `fetch` do so until they time out. Resolves with the head of the answer, and an empty body.
 */
export const detachedFetch: typeof globalThis.fetch = async (input, init = {}) => {
  const body = init.body as string;
  const options = {
    method: init.method,
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', ...(init.headers as Record<string, string>) },
    signal: init.signal,
  } as RequestOptions;
  let url = new URL(input as string);
  let answer = await ask(url, options, body);
  for (let redirects = 0; isRedirect(answer) && redirects < MOST_REDIRECTS; redirects++) {
    url = new URL(answer.headers.location, url);
    answer = await ask(url, options, body);
  }
  return new Response(NO_BODY, { status: answer.statusCode ?? 0, headers: headersOf(answer) });
};

function ask(url: URL, options: RequestOptions, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    request(url, options)
      .on('socket', (socket) => socket.unref())
      .on('response', (answer) => resolve(answer.resume().on('error', () => undefined)))
      .on('error', reject)
      .end(body);
  });
}

const isRedirect = (
  answer: IncomingMessage,
): answer is IncomingMessage & { readonly headers: { readonly location: string } } =>
  REDIRECTS.includes(answer.statusCode ?? 0) && answer.headers.location !== undefined;

/** Several of one name are one, as a browser has it. */
const headersOf = ({ headersDistinct }: IncomingMessage): [string, string][] =>
  Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
