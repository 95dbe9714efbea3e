import { urlOf, VERSION } from '@sluice/runtime';
import { once } from 'node:events';
import {
  request as httpRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import type { RenderedRequest } from '../renderedRequest.js';
import { bareHost, type AllowList } from './allowList.js';
import { checkedAddresses, type Resolve } from './checkedAddresses.js';
import { RequestRefusedError } from './requestRefusedError.js';

/** What a receiver answered. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The first {@link KEPT_BYTES} of the body. */
  readonly body: string;
}

/** What sending needs. */
export interface SendOptions {
  readonly allowList: AllowList;
  readonly resolve: Resolve;
  /** Of everything together: resolving, connecting, sending and reading the answer. */
  readonly timeoutMs: number;
  /** Ends the request, with the same error as the end of the time. */
  readonly signal?: AbortSignal | undefined;
}

/** Code of the error of a request that was not answered in time. */
export const ABORTED = 'ABORT_ERR';

/** Most bytes of a body that is sent. */
const MOST_SENT_BYTES = 20 * 1024;
/** Most bytes of an answer that are read. */
const MOST_READ_BYTES = 64 * 1024;
const KEPT_BYTES = 4096;

/**
 * Sends one request and returns the answer, whatever its status. It connects only to addresses that `checkedAddresses` returned, on a
 * connection of its own, verifies the certificate, and follows no redirect.
 * @throws RequestRefusedError if nothing was sent
 * @throws Error with the `code` of the failure otherwise; the receiver may have got the request
 */
export async function sendRequest(request: RenderedRequest, options: SendOptions): Promise<HttpAnswer> {
  if (Buffer.byteLength(request.body) > MOST_SENT_BYTES)
    throw new RequestRefusedError('the body is too long', 'message');
  const url = urlOf(request.url);
  if (url === undefined) throw new RequestRefusedError('the URL is not valid');
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), options.timeoutMs);
  try {
    const signal = options.signal === undefined ? abort.signal : AbortSignal.any([abort.signal, options.signal]);
    return await exchange(url, request, { ...options, signal });
  } finally {
    clearTimeout(timer);
    // Ends the connection after an answer that was not read to its end.
    abort.abort();
  }
}

/** Rejects at the end of the time, as a request with the signal does. */
async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw Object.assign(new Error('timeout'), { code: ABORTED });
}

async function exchange(
  url: URL,
  request: RenderedRequest,
  { allowList, resolve, signal }: Omit<SendOptions, 'signal'> & { readonly signal: AbortSignal },
): Promise<HttpAnswer> {
  // Resolving a name cannot be ended.
  const addresses = await Promise.race([checkedAddresses(url, allowList, resolve), aborted(signal)]);
  const host = bareHost(url.hostname);
  // Node.js asks for all addresses or for one, by its setting autoSelectFamily.
  const lookup: LookupFunction = (_host, { all }, answer) => {
    const [first] = addresses;
    if (all === true) answer(null, [...addresses]);
    else answer(null, first?.address ?? '', first?.family);
  };
  const body = Buffer.from(request.body);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const options: RequestOptions & { rejectUnauthorized: boolean; servername: string } = {
    method: request.method,
    host,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    // A socket that an agent keeps would skip the lookup.
    agent: false,
    lookup,
    signal,
    rejectUnauthorized: true,
    servername: isIP(host) === 0 ? host : '',
    headers: {
      'user-agent': `Sluice/${VERSION}`,
      accept: '*/*',
      'accept-encoding': 'identity',
      host: url.host,
      connection: 'close',
      'content-length': body.length,
      ...request.headers,
    },
  };
  const outgoing = send(options);
  const answered = answerOf(outgoing);
  outgoing.end(body);
  const response = await answered;
  return { status: response.statusCode ?? 0, headers: response.headers, body: await readStart(response) };
}

/** Settles once, however the connection ends: of one that changes its protocol, Node.js reports neither an answer nor an error. */
const answerOf = (outgoing: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.on('response', resolve);
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    // After the answer, an error of the socket has no consequence.
    outgoing.on('error', reject);
    outgoing.on('close', () => reject(Object.assign(new Error('no answer'), { code: 'ECONNRESET' })));
  });

/** Returns the start of a body. One that is too long or breaks off counts as far as it came: the status has decided already. */
async function readStart(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (read < KEPT_BYTES) kept.push(chunk);
      read += chunk.length;
      if (read >= MOST_READ_BYTES) break;
    }
  } catch {
    // See above.
  }
  response.destroy();
  return Buffer.concat(kept)
    .subarray(0, KEPT_BYTES)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}
