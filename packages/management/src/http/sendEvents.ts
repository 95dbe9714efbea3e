import { endOnStop } from '@sluice/runtime';
import type { Request, Response } from 'express';
import { once } from 'node:events';
import { ApiError } from '../apiError.js';
import type { EventStream } from '../route.js';

/** Milliseconds after which a browser connects again. */
const RETRY_MS = 2_000;

/**
 * Sends server-sent events until the stream ends, the client leaves, the server stops or `maxMs` has passed; clients connect
 * again with `Last-Event-ID`. If access ends, the last message is an event `end` with the error that a request would get. At most one message waits for a client that does not read: the next one is asked for when it
 * is sent.
 */
export async function sendEvents(
  request: Request,
  response: Response,
  { events, maxMs, run }: { readonly events: EventStream; readonly maxMs: number; readonly run: StreamRun },
): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  const timer = setTimeout(end, maxMs);
  const forget = endOnStop(request.socket, end);
  response.once('close', end);
  // The server lets clients close their half after a request; a reader of events that does so has left.
  request.socket.once('end', end);
  try {
    response.status(200).set({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // The connection ends with the stream: a server that stops does not wait for the next request.
      connection: 'close',
      'x-accel-buffering': 'no',
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
    for await (const message of events({ signal: over.signal, run })) {
      if (!response.write(message)) await once(response, 'drain', { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) break;
    }
  } catch (error) {
    if (!(error instanceof ApiError) || !ENDS_ACCESS.includes(error.status)) throw error;
    const { code, message } = error;
    response.write(`event: end\ndata: ${JSON.stringify({ error: { code, message } })}\n\n`);
  } finally {
    clearTimeout(timer);
    forget();
    request.socket.off('end', end);
    response.end();
  }
}

/** Statuses of requests whose sender has no access. */
const ENDS_ACCESS: readonly number[] = [401, 403, 404];

/** Runs a read of a stream, authorized, under the limit of concurrent requests. */
export type StreamRun = <T>(work: () => Promise<T>) => Promise<T>;
