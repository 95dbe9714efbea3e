import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A proxy to a server that a test can break.
 *
 * | mode       | bytes                            | open connections       | new connections     |
 * |------------|----------------------------------|------------------------|---------------------|
 * | open       | pass                             | –                      | pass                |
 * | cut        | –                                | reset                  | reset               |
 * | black hole | vanish, both ways                | stay open              | open, then vanish   |
 * | slow       | pass late, or a few at a time    | slow too               | slow                |
 *
 * A connection that was in the black hole stays silent after {@link TcpProxy.restore}, like a half-open one: the
 * dropped bytes are missing from its stream.
 */
export interface TcpProxy {
  /** `url` with the proxy's address in place of the server's. */
  readonly urlFor: (url: string) => string;
  /** Breaks every connection and refuses new ones until {@link restore}. */
  readonly cut: () => void;
  /** Drops all packets from now on without an error. */
  readonly blackHole: () => void;
  /** Every piece of a reply comes so many milliseconds late. */
  readonly delay: (ms: number) => void;
  /** Replies come in pieces of `bytes`, one every `ms` milliseconds. */
  readonly trickle: (bytes: number, ms: number) => void;
  readonly restore: () => void;
  /** The next time a client sends `text`, the server gets it, and the connection breaks before its reply arrives. */
  readonly loseReplyTo: (text: string) => void;
  /** How many replies {@link loseReplyTo} has kept back. */
  readonly lostReplies: () => number;
  readonly close: () => Promise<void>;
}

/** How a proxy differs from the usual one. */
export interface TcpProxyOptions {
  /** Gives each connection a function through which its requests pass, piece by piece, before the server gets them. */
  readonly rewriteRequests?: () => (bytes: Buffer) => Buffer;
  /** While it returns true for the address of a client, all bytes of the client's connections vanish, both ways. */
  readonly isSilenced?: (address: string) => boolean;
}

type Mode = 'open' | 'cut' | 'black hole';

interface ProxyState {
  mode: Mode;
  delayMs: number;
  piece: number;
  losing: string | undefined;
  lost: number;
}

/** The state of a connection persists when the mode of the proxy changes. */
interface ConnectionState {
  silent: boolean;
  lost: boolean;
}

const FASTEST = { delayMs: 0, piece: Infinity } as const;

/** A proxy on a free port of 127.0.0.1 to `port` there. */
export async function startTcpProxy(port: number, options: TcpProxyOptions = {}): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const joined = new Set<ConnectionState>();
  const state: ProxyState = { mode: 'open', ...FASTEST, losing: undefined, lost: 0 };
  const server = createServer((client) => {
    if (state.mode === 'cut') return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    const fate: ConnectionState = { silent: state.mode === 'black hole', lost: false };
    joined.add(fate);
    const { remoteAddress = '' } = client;
    const isSilent = (): boolean => fate.silent || options.isSilenced?.(remoteAddress) === true;
    joinSockets({
      isSilent,
      client,
      upstream,
      state,
      fate,
      rewrite: options.rewriteRequests?.() ?? ((bytes) => bytes),
    });
  });
  const ownPort = await listen(server);
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    urlFor: (url) => {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(ownPort);
      return through.href;
    },
    cut: () => {
      state.mode = 'cut';
      destroyAll();
    },
    blackHole: () => {
      state.mode = 'black hole';
      for (const fate of joined) fate.silent = true;
    },
    delay: (ms) => void Object.assign(state, { delayMs: ms, piece: Infinity }),
    trickle: (bytes, ms) => void Object.assign(state, { delayMs: ms, piece: bytes }),
    restore: () => void Object.assign(state, { mode: 'open', ...FASTEST }),
    loseReplyTo: (text) => void (state.losing = text),
    lostReplies: () => state.lost,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        destroyAll();
      }),
  };
}

interface Joined {
  readonly client: Socket;
  readonly upstream: Socket;
  readonly state: ProxyState;
  readonly fate: ConnectionState;
  readonly isSilent: () => boolean;
  readonly rewrite: (bytes: Buffer) => Buffer;
}

function joinSockets({ client, upstream, state, fate, isSilent, rewrite }: Joined): void {
  client.on('data', (bytes: Buffer) => {
    if (isSilent()) return;
    if (state.losing !== undefined && bytes.includes(state.losing)) {
      fate.lost = true;
      state.losing = undefined;
    }
    upstream.write(rewrite(bytes));
  });
  upstream.on('data', (bytes: Buffer) => {
    if (isSilent()) return;
    if (fate.lost) {
      state.lost += 1;
      return void client.destroy();
    }
    if (state.delayMs === 0) return void client.write(bytes);
    upstream.pause();
    void writeSlowly(client, bytes, state).finally(() => upstream.resume());
  });
  // The end of one side is news to the other, and news do not come out of a black hole.
  client.on('close', () => {
    if (!isSilent()) upstream.end();
  });
  upstream.on('close', () => {
    if (!isSilent()) client.destroy();
  });
}

async function writeSlowly(to: Socket, bytes: Buffer, { delayMs, piece }: ProxyState): Promise<void> {
  for (let at = 0; at < bytes.length && !to.destroyed;) {
    await sleep(delayMs);
    const end = Math.min(bytes.length, at + piece);
    to.write(bytes.subarray(at, end));
    at = end;
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return address.port;
}
