import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Longest time without progress of a response where no setting says otherwise, in milliseconds. */
export const WRITE_TIMEOUT_MS = 30_000;

const LONGEST_CHECK_MS = 5_000;

/** What a connection had written when it last made progress. */
interface Progress {
  readonly completed: number;
  readonly queued: number;
  readonly sinceMs: number;
}

/**
 * Closes every connection of `server` on which bytes wait to be sent and none was sent for `limitMs` milliseconds: a
 * client that does not read holds memory no longer than that, and up to a quarter more. A slow reader that takes any byte
 * in that time keeps its connection, and so does a request whose response is still being made.
 *
 * Not `server.timeout`: that counts bytes which the client sends as progress, and ends requests that take long.
 */
export function closeStalledResponses(server: Server, limitMs = WRITE_TIMEOUT_MS): void {
  const sockets = new Set<Socket>();
  const waiting = new WeakMap<Socket, Progress>();
  const check = (): void => {
    const now = performance.now();
    for (const socket of sockets) {
      const progress = progressOf(socket, now);
      const before = waiting.get(socket);
      if (socket.writableLength === 0) waiting.delete(socket);
      else if (before === undefined || hasMoved(before, progress)) waiting.set(socket, progress);
      // A reset frees what the system has buffered for the client, too.
      else if (now - before.sinceMs >= limitMs) socket.resetAndDestroy();
    }
  };
  const timer = setInterval(check, Math.min(LONGEST_CHECK_MS, limitMs / 4));
  timer.unref();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.once('close', () => clearInterval(timer));
}

/**
 * `bytesWritten` counts what was handed over to be written, `writableLength` what of it is not done. How far a large
 * write has come only the handle knows, which Node's own socket timeout asks, too.
 */
function progressOf(socket: Socket, sinceMs: number): Progress {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return { completed: socket.bytesWritten - socket.writableLength, queued: handle?.writeQueueSize ?? 0, sinceMs };
}

const hasMoved = (before: Progress, now: Progress): boolean =>
  before.completed !== now.completed || before.queued !== now.queued;
