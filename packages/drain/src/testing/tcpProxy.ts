import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that a test can break. */
export interface TcpProxy {
  /** `url` with the proxy's address in place of the server's. */
  readonly urlFor: (url: string) => string;
  /** Breaks every connection and refuses new ones until {@link restore}. */
  readonly cut: () => void;
  readonly restore: () => void;
  /** The next time a client sends `text`, the server gets it, and the connection breaks before its reply arrives. */
  readonly loseReplyTo: (text: string) => void;
  readonly close: () => Promise<void>;
}

/** A proxy on a free port of 127.0.0.1 to `port` there. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const state: { open: boolean; losing: string | undefined } = { open: true, losing: undefined };
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    if (!state.open) return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    track(client);
    track(upstream);
    let lost = false;
    client.on('data', (bytes) => {
      if (state.losing !== undefined && bytes.includes(state.losing)) [lost, state.losing] = [true, undefined];
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => (lost ? client.destroy() : client.write(bytes)));
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    urlFor: (url) => {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(address.port);
      return through.href;
    },
    cut: () => {
      state.open = false;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => {
      state.open = true;
    },
    loseReplyTo: (text) => {
      state.losing = text;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
