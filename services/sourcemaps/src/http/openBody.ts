import { ApiError } from '@sluice/management';
import { sendContinue } from '@sluice/runtime';
import type { Request, Response } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';

/** A body that is arriving. */
export interface ArrivingBody {
  /** Bytes that have arrived. */
  readonly received: () => number;
  /** Whether its client waits for this process, and not the other way round. */
  readonly isHeldUp: () => boolean;
  /** Ends it with the error. */
  readonly end: (error: ApiError) => void;
}

/** Bounds of a body; bytes and milliseconds. */
export interface BodyBounds {
  /** Inclusive. */
  readonly maxBytes: number;
  /** What is answered to one byte more: a 413 or a 422. */
  readonly tooLarge: ApiError;
  /** Longest pause between two pieces; then 408. */
  readonly stallMs: number;
  /** Longest time for all of it; then 408. */
  readonly totalMs: number;
  /**
   * Whether another organization waits for what this request holds. While one does, a body that arrives slower than
   * {@link MIN_BYTES_PER_SECOND} is a 408. Unset: the request holds nothing.
   */
  readonly othersWait?: () => boolean;
  /** Called with a body that holds a place; what it returns is called when the body is over. */
  readonly follow?: (body: ArrivingBody) => () => void;
}

/** Slowest body that may keep others waiting: an average over each {@link PACE_MS}. */
export const MIN_BYTES_PER_SECOND = 1_024;
export const PACE_MS = 5_000;

/**
 * A request's body as a parser may have it to itself: destroyed, with the reason, at the first byte too many, when it
 * does not come in time, and when its sender goes away. The request stays whole, so that it can be answered.
 */
class OpenBody extends PassThrough {
  constructor(readonly headers: IncomingHttpHeaders) {
    super();
  }

  /** A parser that lets go has seen enough. Multer would tell of an error only after the last byte was sent. */
  override unpipe(destination?: NodeJS.WritableStream): this {
    super.unpipe(destination);
    this.destroy();
    return this;
  }
}

/**
 * Opens the body of a request that is allowed. Until here not a byte of it was asked for; what is declared to be too
 * large never is. What a parser leaves is left unread. Throws {@link BodyBounds.tooLarge}.
 */
export function openBody(request: Request, response: Response, bounds: BodyBounds): OpenBody {
  if (Number(request.headers['content-length'] ?? 0) > bounds.maxBytes) throw bounds.tooLarge;
  // The server leaves it to us, so that a client that asked first keeps a refused body to itself.
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
  // A client may have gone while its token was looked at.
  if (request.destroyed) onClose();
  return body;
}

const late = (): ApiError => new ApiError(408, 'request_timeout', 'The body did not arrive in time.');
const tooSlow = (): ApiError =>
  new ApiError(
    408,
    'request_timeout',
    `The body arrived slower than ${MIN_BYTES_PER_SECOND} bytes a second while other organizations waited to upload.`,
  );
const gone = (): ApiError => new ApiError(400, 'bad_request', 'The body did not arrive whole.');
