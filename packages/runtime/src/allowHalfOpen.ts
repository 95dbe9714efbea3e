import type { Server } from 'node:http';

/**
 * Makes `server` respond to a client that half-closed its connection after its request. By default Node closes the
 * connection without a response. The property `httpAllowHalfOpen` is undocumented; a test fails if it disappears.
 */
export function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}
