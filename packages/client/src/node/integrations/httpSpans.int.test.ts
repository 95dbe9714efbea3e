import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import http, { createServer, get, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SluiceEvent, SpanPayload } from '../../core/event.js';
import type { ClientOptions } from '../../core/options.js';
import { close } from '../../core/flush.js';
import { asyncSpan } from '../../spans/spans.js';
import { init } from '../init.js';
import { startStandIn } from '../testing/startStandIn.js';
import { httpSpans } from './httpSpans.js';

let server: Server;
let origin: string;
let asked: IncomingHttpHeaders[];
let events: SluiceEvent[];

beforeAll(async () => {
  server = createServer((incoming, response) => {
    asked.push(incoming.headers);
    if (incoming.url?.startsWith('/hangUp')) return void incoming.socket.destroy();
    if (incoming.url?.startsWith('/silence')) return;
    response.writeHead(Number(/\d+/.exec(incoming.url ?? '')?.[0] ?? 200)).end('body');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);
beforeEach(() => {
  asked = [];
  events = [];
});
afterEach(() => close());

interface Sent {
  readonly payload: SpanPayload;
  readonly contexts: Record<string, unknown>;
}
const spans = (): Sent[] => events.filter(({ type }) => type === 'span') as unknown as Sent[];

/** A way to make a request: resolves when the response was read, rejects where there is none. */
type Ask = (address: string, options?: { headers?: Record<string, string>; signal?: AbortSignal }) => Promise<unknown>;

describe.each<[name: string, ask: Ask]>([
  ['fetch', (address, options) => fetch(address, options).then((response) => response.text())],
  ['http.request', (...args) => reading(http.request)(...args)],
  ['http.get', (...args) => reading(http.get)(...args)],
])('a request by %s', (_name, ask) => {
  it('is a span http.client, without the query', async () => {
    start();
    await ask(`${origin}/users?token=secret`);

    expect(spans()).toMatchObject([
      {
        payload: { name: `GET ${origin}/users`, op: 'http.client', status: 'ok' },
        contexts: { 'http.method': 'GET', 'http.url': `${origin}/users`, 'http.status_code': 200 },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it.each([
    [204, 'ok'],
    [399, 'ok'],
    [400, 'error'],
    [503, 'error'],
  ])('that is answered with %d is %s', async (status, expected) => {
    start();
    await ask(`${origin}/${status}`);

    expect(spans()).toMatchObject([{ payload: { status: expected }, contexts: { 'http.status_code': status } }]);
  });

  it('that has no answer is an error, and fails as it would have', async () => {
    start();

    await expect(ask(`${origin}/hangUp`)).rejects.toThrow();
    expect(spans()).toMatchObject([{ payload: { status: 'error' } }]);
    expect(spans()[0]?.contexts).not.toHaveProperty(['http.status_code']);
  });

  it('that is given up is cancelled', async () => {
    start();
    const aborter = new AbortController();
    const asking = ask(`${origin}/silence`, { signal: aborter.signal });
    setTimeout(() => aborter.abort(), 20);

    await expect(asking).rejects.toThrow();
    expect(spans()).toMatchObject([{ payload: { status: 'cancelled' } }]);
  });

  it('is below the span it is made in', async () => {
    start();
    const outer = await asyncSpan('work', async (span) => {
      await ask(`${origin}/`);
      return span;
    });

    expect(spans().map(({ payload }) => payload.name)).toEqual([`GET ${origin}/`, 'work']);
    expect(spans()[0]?.payload).toMatchObject({ traceId: outer.traceId, parentId: outer.spanId });
  });

  it.each([
    ['an origin that is allowed', () => [origin], true],
    ['a pattern that allows it', () => [/\/users$/g], true],
    ['an origin of another port', () => ['http://127.0.0.1:1'], false],
    ['nothing that is allowed', () => [], false],
  ])('propagates the trace to %s', async (_to, propagateTo: () => (string | RegExp)[], isHandedOn) => {
    start(propagateTo());
    await ask(`${origin}/users`);

    const [sent] = spans();
    const traceparent = `00-${sent?.payload.traceId ?? ''}-${sent?.payload.uuid ?? ''}-01`;
    expect(asked.map((headers) => headers['traceparent'])).toEqual([isHandedOn ? traceparent : undefined]);
  });

  it('keeps the traceparent it has', async () => {
    start([origin]);
    await ask(`${origin}/`, { headers: { Traceparent: 'own' } });

    expect(asked[0]?.['traceparent']).toBe('own');
  });

  it('of an unsampled trace propagates the decision and sends no span', async () => {
    start([origin], { tracesSampleRate: 0 });
    await ask(`${origin}/`);

    expect(asked[0]?.['traceparent']).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
    expect(events).toEqual([]);
  });

  it('is left alone once the client is closed', async () => {
    start([origin]);
    await close();
    await ask(`${origin}/`);

    expect(asked[0]).not.toHaveProperty('traceparent');
    expect(events).toEqual([]);
  });
});

it('tracePropagationTargets replace propagateTo, as in a page', async () => {
  for (const targets of [[], [origin]]) {
    const transport = () => ({ send: () => undefined });
    init({ transport, integrations: [httpSpans({ propagateTo: [/./], tracePropagationTargets: targets })] });
    await fetch(`${origin}/`);
  }
  expect(asked.map((headers) => 'traceparent' in headers)).toEqual([false, true]);
});

describe('http', () => {
  it('restores the original functions when the client is closed', async () => {
    const { request: before } = http;
    start();
    expect(http.request).not.toBe(before);
    await close();

    expect(http.request).toBe(before);
  });

  it('records requests by functions that were imported earlier, without a header', async () => {
    const taken = reading(get);
    start([origin]);
    await taken(`${origin}/`);

    expect(spans()).toHaveLength(1);
    expect(asked[0]).not.toHaveProperty('traceparent');
  });

  it('discards a response without listeners, as Node does', async () => {
    start();
    const outgoing = request(`${origin}/`).end();
    await new Promise((resolve) => outgoing.on('close', resolve));

    expect(spans()).toHaveLength(1);
  });

  it('does not change a request whose headers are a list', async () => {
    start([origin]);
    const headers = ['host', new URL(origin).host, 'x-own', '1'];
    await new Promise((resolve) =>
      http.get(`${origin}/`, { headers }, (response) => response.resume().on('end', resolve)),
    );

    expect(asked).toMatchObject([{ 'x-own': '1' }]);
    expect(asked[0]).not.toHaveProperty('traceparent');
  });
});

describe("the SDK's own requests", () => {
  it('create no spans and propagate nothing, also after redirects', async () => {
    const sluice = await startStandIn();
    const redirect = createServer((incoming, response) => {
      asked.push(incoming.headers);
      response.writeHead(307, { location: `${new URL(sluice.dsn).origin}/api/envelope` }).end();
    });
    await new Promise<void>((resolve) => redirect.listen(0, '127.0.0.1', resolve));
    const { port } = redirect.address() as AddressInfo;
    init({ dsn: sluice.dsn.replace(/\d+$/, String(port)), integrations: [httpSpans({ propagateTo: [/./] })] });
    await fetch(`${origin}/`);
    await close();
    await Promise.all([sluice.stop(), new Promise((resolve) => redirect.close(resolve))]);

    expect(sluice.of('span').map(({ payload }) => payload.name)).toEqual([`GET ${origin}/`]);
    expect(asked.map((headers) => 'traceparent' in headers)).toEqual([true, false]);
  });
});

function start(propagateTo: readonly (string | RegExp)[] = [], options: ClientOptions = {}): void {
  const transport = (): { send(event: SluiceEvent): void } => ({ send: (event) => void events.push(event) });
  init({ transport, ...options, integrations: [httpSpans({ propagateTo })] });
}

function reading(ask: typeof request): Ask {
  return (address, options = {}) =>
    new Promise((resolve, reject) => {
      const outgoing = ask(address, options, (response) => {
        response.resume().on('end', resolve);
      });
      outgoing.on('error', reject).end();
    });
}
