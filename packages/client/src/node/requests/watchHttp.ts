import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { errorMonitor } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { wrapMethod } from '../../browser/hooks/wrapMethod.js';
import type { Client } from '../../core/client.js';
import type { RequestEnd, RequestWatcher } from './outgoing.js';

const ANSWERED = 'http.client.response.finish';
const STARTED = 'http.client.request.start';

interface Message {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
}

/**
 * Observes requests by `http` and `https`, until the response headers. Node 20 reports a request only when its headers are
 * written, so the functions that create requests are wrapped; code that captured them earlier is observed, but no header can be
 * added. @returns a function that stops
 */
export function watchHttp({ guard }: Client, watcher: RequestWatcher): () => void {
  const ends = new WeakMap<ClientRequest, (end: RequestEnd) => void>();
  const finish = (request: ClientRequest, end: RequestEnd): void => {
    ends.get(request)?.(end);
    ends.set(request, ignore);
  };
  const begin = (request: ClientRequest): void => {
    const url = addressOf(request);
    if (ends.has(request) || request.method === 'CONNECT' || url === undefined) return;
    ends.set(request, ignore);
    const addHeader = (name: string, value: string): void => {
      if (!request.headersSent && !request.hasHeader(name)) request.setHeader(name, value);
    };
    const end = watcher({ method: request.method, url, addHeader });
    if (end === undefined) return;
    ends.set(request, end);
    // Neither affects the program: a listener for `response` would leave ignored responses unread.
    request.once(errorMonitor, (error: unknown) => guard(() => finish(request, { error })));
    request.once('close', () => guard(() => finish(request, endOf(request))));
  };
  const started = (message: unknown): void => guard(() => begin((message as Message).request));
  const answered = (message: unknown): void => {
    const { request, response } = message as Message;
    guard(() => finish(request, { status: response.statusCode }));
  };
  const restore = wrapAll((request) => guard(() => begin(request)));
  subscribe(STARTED, started);
  subscribe(ANSWERED, answered);
  return () => {
    restore();
    unsubscribe(STARTED, started);
    unsubscribe(ANSWERED, answered);
  };
}

const ignore = (): void => undefined;

/** If no diagnostics reported the end: an upgrade, or no response. */
function endOf(request: ClientRequest): RequestEnd {
  const { res } = request as { res?: IncomingMessage };
  return res === undefined ? { error: new Error('closed') } : { status: res.statusCode };
}

/** @param begin called for each request */
function wrapAll(begin: (request: ClientRequest) => void): () => void {
  const restorers = [http, https].flatMap((module) => wrapModule(module as unknown as Requests, begin));
  // Also updates `import { request } from 'node:http'`.
  syncBuiltinESMExports();
  return () => {
    for (const restore of restorers) restore();
    syncBuiltinESMExports();
  };
}

type Ask = (this: unknown, ...args: never[]) => ClientRequest;
type Requests = Record<'request' | 'get', Ask>;

const wrapModule = (module: Requests, begin: (request: ClientRequest) => void): (() => void)[] => [
  wrapMethod(module, 'request', (original) => {
    return function (this: unknown, ...args: never[]): ClientRequest {
      const request = (original as Ask).apply(this, args);
      begin(request);
      return request;
    };
  }),
  // Like Node's function, whose headers would be written when it returns.
  wrapMethod(module, 'get', () => {
    return function (this: unknown, ...args: never[]): ClientRequest {
      const request = module.request.apply(this, args);
      request.end();
      return request;
    };
  }),
];

function addressOf(request: ClientRequest): URL | undefined {
  const host = request.getHeader('host') ?? request.host;
  const address = request.path.startsWith('/') ? `${request.protocol}//${String(host)}${request.path}` : request.path;
  // `URL.canParse` is wrong on Node 20: see `urlOf` of packages/runtime.
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
