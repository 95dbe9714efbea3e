import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Functions that end the responses without end on a connection. */
const ENDS = new WeakMap<Socket, Set<() => void>>();

/**
 * Remembers the connections of `server` for {@link endOnStop}. Returns a function that ends all their responses without end:
 * a server that stops would otherwise wait for them until its deadline.
 */
export function rememberOpenResponses(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    ENDS.set(socket, new Set());
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) for (const end of ENDS.get(socket) ?? []) end();
  };
}

/** Calls `end` when the server of a connection stops. Returns a function that takes it back. */
export function endOnStop(socket: Socket, end: () => void): () => void {
  const ends = ENDS.get(socket);
  ends?.add(end);
  return () => ends?.delete(end);
}
