import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A provider that answers whatever a test sets. */
export interface FakeProvider {
  readonly issuer: string;
  /** Changes its metadata; read when a client discovers it. */
  readonly metadata: Record<string, unknown>;
  /** The next answers of the token endpoint and of `jwks_uri`. */
  idToken: string;
  jwks: { readonly keys: readonly unknown[] };
  /** Requests of `jwks_uri`. */
  readonly jwksReads: () => number;
  readonly stop: () => void;
}

/** Starts a provider on loopback. */
export async function startFakeProvider(): Promise<FakeProvider> {
  let reads = 0;
  const server = createServer((request, response) => {
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: FakeProvider = {
    issuer,
    metadata: {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
    },
    idToken: '',
    jwks: { keys: [] },
    jwksReads: () => reads,
    stop: () => server.close(),
  };
  const answer = ({ url }: IncomingMessage, response: ServerResponse): void => {
    if (url === '/jwks') reads += 1;
    const body =
      url === '/jwks'
        ? provider.jwks
        : url === '/token'
          ? { access_token: 'a', token_type: 'bearer', id_token: provider.idToken }
          : provider.metadata;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
  return provider;
}
