import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Default of `WRITE_TIMEOUT_MS`, in milliseconds. */
export const WRITE_TIMEOUT_MS = 30_000;

const LONGEST_CHECK_MS = 5_000;

/** State of a connection when it last made progress. */
interface Progress {
  readonly completed: number;
  readonly queued: number;
  readonly sinceMs: number;
}

/**
 * Closes a connection of `server` if bytes wait to be sent and none was sent for `limitMs` milliseconds, up to a
 * quarter more. A client that does not read therefore holds memory for a limited time. A slow reader that takes at
 * least one byte in that time keeps its connection, and so does a request whose response is not ready.
 *
 * `server.timeout` does not fit: it counts received bytes as progress and ends slow requests.
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
      // A reset also frees the system's send buffer.
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
 * `bytesWritten` counts bytes passed to the socket, `writableLength` those that it still buffers. Only the handle knows
 * how much of a large write has been sent; Node's own socket timeout reads the same property.
 */
function progressOf(socket: Socket, sinceMs: number): Progress {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return { completed: socket.bytesWritten - socket.writableLength, queued: handle?.writeQueueSize ?? 0, sinceMs };
}

const hasMoved = (before: Progress, now: Progress): boolean =>
  before.completed !== now.completed || before.queued !== now.queued;
