import type { Server } from 'node:http';

/**
 * Makes `server` answer a client that has ended its side of the connection after its request. By itself Node ends the
 * connection without an answer then. The property is of Node's own (`httpAllowHalfOpen`) and in no documentation; a
 * test notices if it goes.
 */
export function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}
