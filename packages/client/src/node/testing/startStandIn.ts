import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { EventType, SluiceEvent } from '../../core/event.js';

/** A server that takes events, and keeps them. */
export interface StandIn {
  readonly dsn: string;
  readonly events: SluiceEvent[];
  /** Paths, keys and body encodings of requests. */
  readonly asked: { readonly url: string; readonly auth: unknown; readonly encoding: unknown }[];
  of<Type extends EventType>(type: Type): Extract<SluiceEvent, { type: Type }>[];
  /** Resolves when there are so many events of a type; a test that waits in vain runs into its time limit. */
  until<Type extends EventType>(type: Type, count: number): Promise<Extract<SluiceEvent, { type: Type }>[]>;
  stop(): Promise<void>;
}

/** @param isSilent takes requests, and never answers */
export async function startStandIn(isSilent = false): Promise<StandIn> {
  const events: SluiceEvent[] = [];
  const asked: StandIn['asked'] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { 'x-service-auth': auth, 'content-encoding': encoding } = request.headers;
      asked.push({ url: request.url ?? '', auth, encoding });
      if (isSilent) return;
      const sent = Buffer.concat(chunks);
      const body = encoding === 'gzip' ? gunzipSync(sent) : sent;
      events.push(...(JSON.parse(body.toString()) as { events: SluiceEvent[] }).events);
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"success":true}');
      waiting.forEach((look) => look());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const standIn: StandIn = {
    dsn: `http://${'0123456789abcdef'.repeat(2)}@127.0.0.1:${port}`,
    events,
    asked,
    of: (type) => events.filter((event) => event.type === type) as never,
    until: (type, count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (standIn.of(type).length < count) return;
          waiting.delete(look);
          resolve(standIn.of(type));
        };
        waiting.add(look);
        look();
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}
