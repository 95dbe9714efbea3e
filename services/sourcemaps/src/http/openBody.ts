import { ApiError } from '@sluice/management';
import { sendContinue } from '@sluice/runtime';
import type { Request, Response } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';

/** A body that is being received. */
export interface ArrivingBody {
  /** Bytes received. */
  readonly received: () => number;
  /** Whether the client is waiting for this process instead of the reverse. */
  readonly isHeldUp: () => boolean;
  /** Ends it with the error. */
  readonly end: (error: ApiError) => void;
}

/** Limits of a body, in bytes and milliseconds. */
export interface BodyBounds {
  /** Inclusive. */
  readonly maxBytes: number;
  /** The response to a longer body: 413 or 422. */
  readonly tooLarge: ApiError;
  /** Longest pause between two chunks; then 408. */
  readonly stallMs: number;
  /** Longest time for the whole body; then 408. */
  readonly totalMs: number;
  /**
   * Whether another organization waits for the permit of this request. While one does, a body slower than {@link
   * MIN_BYTES_PER_SECOND} gets 408. Unset: the request holds no permit.
   */
  readonly othersWait?: () => boolean;
  /** Called with a body that holds a permit; the returned function is called when the body ends. */
  readonly follow?: (body: ArrivingBody) => () => void;
}

/** Minimum rate of a body while others wait, averaged over each {@link PACE_MS}. */
export const MIN_BYTES_PER_SECOND = 1_024;
export const PACE_MS = 5_000;

/**
 * A request's body as a separate stream for a parser. It is destroyed with the reason when it is too long, too slow,
 * or the client disconnects. The request itself stays open, so that a response can be sent.
 */
class OpenBody extends PassThrough {
  constructor(readonly headers: IncomingHttpHeaders) {
    super();
  }

  /** A parser that stops reading is done. Multer would report an error only after the last byte. */
  override unpipe(destination?: NodeJS.WritableStream): this {
    super.unpipe(destination);
    this.destroy();
    return this;
  }
}

/**
 * Opens the body of an authorized request. Nothing of it was requested before; a body that is declared as too long is
 * never requested. What the parser leaves stays unread. @throws BodyBounds.tooLarge
 */
export function openBody(request: Request, response: Response, bounds: BodyBounds): OpenBody {
  if (Number(request.headers['content-length'] ?? 0) > bounds.maxBytes) throw bounds.tooLarge;
  // The server leaves `100 Continue` to the handler, so that a client that asked does not send a refused body.
  sendContinue(request, response);
  const body = new OpenBody(request.headers);
  const timedOut = (): unknown => body.destroy(late());
  const total = setTimeout(timedOut, bounds.totalMs);
  const stall = setTimeout(() => (body.writableNeedDrain ? stall.refresh() : timedOut()), bounds.stallMs);
  let bytes = 0;
  let paced = 0;
  const pace = setInterval(() => {
    const isSlow = bytes - paced < (MIN_BYTES_PER_SECOND * PACE_MS) / 1_000;
    paced = bytes;
    // A client that waits for our disk is not slow.
    if (isSlow && !body.writableNeedDrain && bounds.othersWait?.() === true) body.destroy(tooSlow());
  }, PACE_MS);
  const unfollow = bounds.follow?.({
    received: () => bytes,
    isHeldUp: () => body.writableNeedDrain,
    end: (error) => body.destroy(error),
  });
  const onData = (chunk: Buffer): void => {
    stall.refresh();
    bytes += chunk.length;
    if (bytes > bounds.maxBytes) body.destroy(bounds.tooLarge);
  };
  const onClose = (): void => {
    // The body may have arrived completely; unread bytes are lost with the connection.
    if (!request.readableEnded) body.destroy(gone());
  };
  // A parser may end before the body; further events are ignored.
  body.on('error', () => undefined);
  body.once('close', () => {
    clearTimeout(total);
    clearTimeout(stall);
    clearInterval(pace);
    unfollow?.();
    request.off('data', onData).off('close', onClose).off('error', onClose).unpipe(body);
    // A later disconnect of the client is ignored.
    request.on('error', () => undefined);
  });
  request.on('data', onData).on('close', onClose).on('error', onClose).pipe(body);
  // The client may have disconnected while its token was checked.
  if (request.destroyed) onClose();
  return body;
}

const late = (): ApiError => new ApiError(408, 'request_timeout', 'The body did not arrive in time.');
const tooSlow = (): ApiError =>
  new ApiError(
    408,
    'request_timeout',
    `The body arrived slower than ${MIN_BYTES_PER_SECOND} bytes per second while other organizations waited to upload.`,
  );
const gone = (): ApiError => new ApiError(400, 'bad_request', 'The connection closed before the body was complete.');
