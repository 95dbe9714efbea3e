import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';

const MOST_REDIRECTS = 5;
/** With the method and the body as they were. */
const REDIRECTS = [307, 308];
/** An answer without a body, such as 204, must have none. */
const NO_BODY = null;
/** Bytes that are kept of the body of a refusal: its code and message are in them. */
const MOST_BODY = 4_096;

/**
 * What the transport needs of `fetch`, by requests that do not keep a process running, not even while they connect: those
 * of Node's own `fetch` do so until they time out. Resolves with the head of the answer. Its body is empty below status 400,
 * and the first 4,096 bytes from there on.
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
        // Begun at once, so that the connection can be used again soon.
        resolve(isRefusal(answer) ? answer : answer.resume());
      })
      .on('error', reject)
      .end(body);
  });
}

const isRefusal = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 400;

/** The start of a body. The rest is read, too, so that the connection can be used again. */
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

/** Several of one name are one, as a browser has it. */
const headersOf = ({ headersDistinct }: IncomingMessage): [string, string][] =>
  Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
