import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';

const MOST_REDIRECTS = 5;
/** Redirects that keep method and body. */
const REDIRECTS = [307, 308];
/** Statuses whose responses have no body. */
const NO_BODY = null;
/** Bytes of an error body that are kept, for its code and message. */
const MOST_BODY = 4_096;

/**
 * The part of `fetch` that the transport needs, with requests that never keep the process running, as those of Node's `fetch`
 * do while connecting. Resolves with the response headers. The body is empty below status 400, otherwise its first 4,096 bytes.
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
  return new Response(isRefusal(answer) ? startOfBody(answer) : NO_BODY, {
    status: answer.statusCode ?? 0,
    headers: headersOf(answer),
  });
};

function ask(url: URL, options: RequestOptions, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    request(url, options)
      .on('socket', (socket) => socket.unref())
      .on('response', (answer) => {
        answer.on('error', () => undefined);
        // Read immediately, so that the connection can be reused.
        resolve(isRefusal(answer) ? answer : answer.resume());
      })
      .on('error', reject)
      .end(body);
  });
}

const isRefusal = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 400;

/** Reads a body and keeps its start, so that the connection can be reused. */
function startOfBody(answer: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      let room = MOST_BODY;
      const end = (): void => {
        if (room < 0) return;
        room = -1;
        controller.close();
      };
      answer.on('close', end).on('data', (chunk: Buffer) => {
        if (room < 0) return;
        controller.enqueue(new Uint8Array(chunk.subarray(0, room)));
        if (chunk.length >= room) end();
        else room -= chunk.length;
      });
    },
  });
}

const isRedirect = (
  answer: IncomingMessage,
): answer is IncomingMessage & { readonly headers: { readonly location: string } } =>
  REDIRECTS.includes(answer.statusCode ?? 0) && answer.headers.location !== undefined;

/** Joins headers of the same name, as browsers do. */
const headersOf = ({ headersDistinct }: IncomingMessage): [string, string][] =>
  Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
