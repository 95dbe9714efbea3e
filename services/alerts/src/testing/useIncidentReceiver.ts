import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useResource } from '@sluice/testkit';

/** A request of Opsgenie's API about an incident. */
interface IncidentRequest {
  readonly change: 'open' | 'close';
  /** The key of the incident. */
  readonly key: string;
  readonly response: ServerResponse;
}

/** A server on the loopback interface in place of Opsgenie, for the tests of this file. @param onRequest ends the response */
export const useIncidentReceiver = (onRequest: (request: IncidentRequest) => void): { readonly url: string } =>
  useResource(
    async () => {
      const server = createServer((request, response) => {
        let text = '';
        request.on('data', (chunk: Buffer) => (text += chunk.toString()));
        request.on('end', () => {
          const change = request.url?.includes('/close') === true ? 'close' : 'open';
          const { alias = '' } = JSON.parse(text) as { readonly alias?: string };
          const key = change === 'close' ? decodeURIComponent(request.url?.split('/')[3] ?? '') : alias;
          onRequest({ change, key, response });
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
    },
    ({ server }) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  );
