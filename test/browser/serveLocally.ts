import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A separate origin on this machine. */
export interface Site {
  readonly origin: string;
  stop(): void;
}

/** Serves requests on a free port of 127.0.0.1 until it is stopped, which closes open connections. */
export async function serveLocally(listener: RequestListener): Promise<Site> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
