import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { normalizeAddress } from './networks.js';

const peers = new WeakMap<Duplex, string>();

/**
 * Stores the peer's address of every connection that `server` accepts, for {@link peerAddress}, and destroys a
 * connection without one. The operating system reports an address only while the peer is connected: a request followed
 * by a reset is still delivered, but its address cannot be read any more.
 */
export function rememberPeers(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const address = normalizeAddress(socket.remoteAddress ?? '');
    if (address === undefined) socket.destroy();
    else peers.set(socket, address);
  });
}

/**
 * Returns the address of a connection's peer, normalized, also after the peer has disconnected.
 * @throws Error if the connection was not accepted by a server given to {@link rememberPeers}
 */
export function peerAddress(socket: Duplex): string {
  const address = peers.get(socket);
  if (address === undefined)
    throw new Error('the peer address of the connection is unknown: call rememberPeers(server)');
  return address;
}
