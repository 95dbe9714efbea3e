import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

const LINGER_MS = 5_000;

/** Routes: requests whose path, without query, matches go to the target. */
interface ProxyRoute {
  readonly paths: RegExp;
  readonly upstreams: readonly string[];
}

export interface ReverseProxy {
  readonly url: string;
  stop(): Promise<void>;
}

function appendForwarded(incoming: IncomingMessage): string {
  const peer = (incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const before = incoming.headers['x-forwarded-for'];
  return before === undefined ? peer : `${String(before)}, ${peer}`;
}

/** As real proxies do, the rest of a refused body is taken for a while: closing meanwhile would reset the connection. */
function endWhenHeard(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const end = (): void => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  if (incoming.complete) return end();
  incoming.unpipe();
  incoming.once('end', end).once('close', end).resume();
}

/**
 * Sends requests to the upstreams of the first route that fits, in turn, appending the peer to `X-Forwarded-For` as a
 * real proxy does.
 * @param prefix is taken off paths before they are compared and sent on
 */
export async function startReverseProxy(routes: readonly ProxyRoute[], prefix = ''): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { url: asked = '/' } = incoming;
    const url = asked.startsWith(prefix) ? asked.slice(prefix.length) : asked;
    const [path = '/'] = url.split('?');
    const { upstreams = [] } = routes.find(({ paths }) => paths.test(path)) ?? {};
    const upstream = upstreams[turn++ % upstreams.length] ?? '';
    const onward = request(new URL(url, upstream), {
      method: incoming.method ?? 'GET',
      agent,
      headers: { ...incoming.headers, 'x-forwarded-for': appendForwarded(incoming) },
    });
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing, { end: false });
      answer.once('end', () => endWhenHeard(incoming, outgoing));
    });
    onward.on('error', () => {
      // An upstream that responded early closes its side while the body is still being sent; only the response
      // matters.
      if (!outgoing.headersSent) outgoing.writeHead(502).end();
      else outgoing.destroy();
    });
    // Without this the head would wait for the first byte of a body that a gateway may refuse unseen.
    onward.flushHeaders();
    incoming.pipe(onward);
  };
  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
