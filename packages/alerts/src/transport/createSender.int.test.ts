import { afterEach, describe, expect, test } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { AlertMessage } from '../alertMessage.js';
import type { DeliveryOutcome } from '../decide/deliveryOutcome.js';
import type { Destination, RequestKind } from '../renderedRequest.js';
import { createPlatformDouble, type PlatformDouble } from '../testing/createPlatformDouble.js';
import { REQUEST_KINDS, SAMPLE_DESTINATIONS } from '../testing/destinations.js';
import { SAMPLE_MESSAGES } from '../testing/messages.js';
import { selfSigned } from '../testing/selfSigned.js';
import { createSender as create, type AttemptContext, type SenderConfig, type SendTarget } from './createSender.js';
import { newSigningSecret } from './signWebhook.js';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});
const start = (listener: RequestListener): Promise<number> => listen(createServer(listener));

const MESSAGE = SAMPLE_MESSAGES.newIssue;
const LOOPBACK = { allowPrivate: ['127.0.0.0/8', '::1'], mailer: undefined };

describe.each(REQUEST_KINDS)('%s', (kind) => {
  test('accepts a message, and gets the same bytes in each attempt', async () => {
    const { double, port } = await startDouble(kind);
    const deliver = createSender(LOOPBACK);
    const first = await deliver(destinationAt(kind, port), MESSAGE);
    await deliver(destinationAt(kind, port), MESSAGE);
    expect(first).toMatchObject({ result: 'sent', problem: null });
    const [one, other] = double.received;
    expect(one?.body).toBe(other?.body);
    expect(one?.headers['user-agent']).toMatch(/^Sluice\//);
  });

  test('is tried again when it says when', async () => {
    const { double, port } = await startDouble(kind);
    double.answerNext({ status: 429, headers: { 'retry-after': '7' }, body: 'slow down' });
    const result = await createSender(LOOPBACK)(destinationAt(kind, port), MESSAGE);
    expect(result).toMatchObject({
      result: 'retry',
      status: 429,
      retryAfterMs: 7000,
      response: 'slow down',
      problem: 'the receiver answered 429',
    });
  });
});

describe('a webhook', () => {
  test('has a signature that its receiver verifies, with the old and the new secret', async () => {
    const [fresh, old] = [newSigningSecret(), newSigningSecret()];
    const { double, port } = await startDouble('webhook', old);
    const target = webhookTo(`http://127.0.0.1:${port}/hook`, [fresh, old]);
    const result = await createSender(LOOPBACK)(target, MESSAGE);
    expect(result).toMatchObject({ result: 'sent', status: 204 });
    expect(double.received[0]?.headers['webhook-id']).toBe(MESSAGE.id);
  });

  test('with a secret that the receiver does not know is refused', async () => {
    const { port } = await startDouble('webhook', newSigningSecret());
    expect(await deliverTo(`http://127.0.0.1:${port}/hook`)).toMatchObject({ result: 'retry', status: 401 });
  });

  test('whose endpoint is gone is dead', async () => {
    const port = await start((_request, response) => response.writeHead(410).end());
    expect(await deliverTo(`http://127.0.0.1:${port}/`)).toMatchObject({ result: 'dead', scope: 'destination' });
  });
});

describe('a request reaches', () => {
  const resolving = (...answers: readonly string[][]) => {
    const left = [...answers];
    const asked: string[] = [];
    return {
      asked,
      resolve: (host: string): Promise<LookupAddress[]> => {
        asked.push(host);
        const addresses = left.shift() ?? [];
        return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
      },
    };
  };

  test('nothing private, not even by an address or a name of this machine', async () => {
    const seen: string[] = [];
    const port = await start((request, response) => {
      seen.push(request.url ?? '');
      response.end();
    });
    const nothing = { allowPrivate: [] };
    const hosts = ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost.'];
    const results = await Promise.all(hosts.map((host) => deliverTo(`https://${host}:${port}/`, nothing)));
    expect(results.map(({ result }) => result)).toEqual(hosts.map(() => 'retry'));
    expect(
      results.every(({ problem }) => /^nothing was sent: .* does not lead to a public address$/.test(problem ?? '')),
    ).toBe(true);
    expect(seen).toEqual([]);
  });

  test('the address that was checked, although the name leads elsewhere later', async () => {
    const seen: string[] = [];
    const checked = await start((request, response) => {
      seen.push(`${request.headers.host}${request.url}`);
      response.end();
    });
    const { asked, resolve } = resolving(['127.0.0.1'], ['127.0.0.2']);
    const result = await deliverTo(`http://rebind.example:${checked}/a`, { resolve });
    expect(result.result).toBe('sent');
    expect(asked).toEqual(['rebind.example']);
    expect(seen).toEqual([`rebind.example:${checked}/a`]);
  });

  test('nothing if one of several addresses is private', async () => {
    const { resolve } = resolving(['127.0.0.1', '10.0.0.1']);
    const result = await deliverTo('http://rebind.example:1/', { resolve });
    expect(result.problem).toBe('nothing was sent: rebind.example does not lead to a public address');
  });

  test('the next address if one does not answer', async () => {
    const port = await start((_request, response) => response.end());
    const { resolve } = resolving(['::1', '127.0.0.1']);
    expect((await deliverTo(`http://two.example:${port}/`, { resolve })).result).toBe('sent');
  });

  test('no target of a redirect', async () => {
    const seen: string[] = [];
    const inner = await start((request, response) => {
      seen.push(request.url ?? '');
      response.end();
    });
    const outer = await start((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inner}/inner` }).end(),
    );
    expect(await deliverTo(`http://127.0.0.1:${outer}/`)).toMatchObject({ result: 'retry', status: 307 });
    expect(seen).toEqual([]);
  });

  test('no server whose certificate is not valid', async () => {
    const seen: string[] = [];
    const server = createTlsServer(selfSigned, (request, response) => {
      seen.push(request.url ?? '');
      response.end();
    });
    const port = await listen(server);
    const result = await deliverTo(`https://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ result: 'retry', status: null });
    expect(result.problem).toMatch(
      /^the request failed: (?:DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_CERT_ALTNAME_INVALID)$/,
    );
    expect(seen).toEqual([]);
  });
});

describe('an attempt ends', () => {
  test('if nothing is answered in time', async () => {
    const port = await start(() => undefined);
    const result = await deliverTo(`http://127.0.0.1:${port}/`, { timeoutMs: 100 });
    expect(result).toMatchObject({ result: 'retry', status: null, problem: 'no answer in time' });
  });

  test('if a name is not resolved in time', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const result = await deliverTo('https://slow.example/', { resolve, timeoutMs: 100 });
    expect(result.problem).toBe('no answer in time');
  });

  test('with success if the status came and the rest of the answer does not', async () => {
    const port = await start((_request, response) => void response.writeHead(200).write('partial'));
    const result = await deliverTo(`http://127.0.0.1:${port}/`, { timeoutMs: 300 });
    expect(result).toMatchObject({ result: 'sent', response: 'partial' });
  });

  test('after 64 kB of an answer without an end', async () => {
    let isClosed: (() => void) | undefined;
    const closed = new Promise<void>((resolve) => (isClosed = resolve));
    const port = await start((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (response.writable && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more).on('error', () => undefined);
      response.on('close', () => isClosed?.());
      more();
    });
    const result = await deliverTo(`http://127.0.0.1:${port}/`);
    await closed;
    expect(result.result).toBe('sent');
    expect(Buffer.byteLength(result.response ?? '')).toBeLessThanOrEqual(1024);
  });

  test('if the receiver changes the protocol', async () => {
    const port = await start((_request, { socket }) => {
      socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    expect(await deliverTo(`http://127.0.0.1:${port}/`)).toMatchObject({ result: 'retry', status: 101 });
  });

  test('if the connection is refused or reset', async () => {
    const port = await start((request) => request.socket.destroy());
    expect((await deliverTo(`http://127.0.0.1:${port}/`)).problem).toBe('the request failed: ECONNRESET');
    expect((await deliverTo('http://127.0.0.1:1/')).problem).toBe('the request failed: ECONNREFUSED');
  });
});

describe('a secret', () => {
  test('that a receiver repeats is not in the result', async () => {
    const port = await start((request, response) =>
      response.writeHead(500).end(`cannot POST ${request.url} \0 ${request.headers['webhook-signature']?.length}`),
    );
    const result = await deliverTo(`http://127.0.0.1:${port}/services/T0001/secret-path-1?token=secret-token`);
    expect(result.response).toMatch(/^cannot POST … {3}\d+$/);
    expect(JSON.stringify(result)).not.toMatch(/secret/);
  });

  test('is in no problem of a request that fails', async () => {
    const target = { ...SAMPLE_DESTINATIONS.telegram, config: { chatId: '1', server: 'http://127.0.0.1:1' } };
    const result = await createSender(LOOPBACK)(target, MESSAGE);
    expect(result).toMatchObject({ result: 'retry', problem: 'the request failed: ECONNREFUSED' });
    expect(JSON.stringify(result)).not.toContain(target.secrets.token);
  });
});

test('an attempt that is ended has no result', async () => {
  let sees: (() => void) | undefined;
  const hanging = new Promise<void>((resolve) => (sees = resolve));
  const port = await start(() => sees?.());
  const stop = new AbortController();
  const deliver = create(LOOPBACK);
  const target = webhookTo(`http://127.0.0.1:${port}/`);
  const attempt = deliver(target, MESSAGE, { signal: stop.signal });
  await hanging;
  stop.abort();
  expect(await attempt).toBe('stopped');
  expect(await deliver(target, MESSAGE, { signal: stop.signal })).toBe('stopped');
});

describe('several incidents', () => {
  const { firing } = SAMPLE_MESSAGES;
  const items = ['a', 'b', 'c'].flatMap((name) =>
    firing.items.map((item) => ({ ...item, subject: `series:${name}:0` })),
  );
  const message = { ...firing, items, total: 3 };
  const keysOf = ({ received }: PlatformDouble) =>
    received.map(({ json }) => /series:(.)/.exec((json as { dedup_key: string }).dedup_key)?.[1]);

  test('are sent in order, up to the first that must be repeated; the next attempt sends the rest', async () => {
    const { double, port } = await startDouble('pagerduty');
    double.answerNext({ status: 202, body: {} }, { status: 500, body: 'oops' });
    const settled: Record<string, string | null> = {};
    const settle = (key: string, refusal: string | null): Promise<boolean> => {
      settled[key] = refusal;
      return Promise.resolve(true);
    };
    const deliver = createSender(LOOPBACK);
    const attempt = () => deliver(destinationAt('pagerduty', port), message, { progress: { settled, settle } });
    expect(await attempt()).toMatchObject({ result: 'retry', status: 500 });
    expect(keysOf(double)).toEqual(['a', 'b']);
    expect(await attempt()).toMatchObject({ result: 'sent', status: 202, problem: null });
    expect(keysOf(double)).toEqual(['a', 'b', 'b', 'c']);
  });

  test('are all sent although the platform refuses the form of one', async () => {
    const { double, port } = await startDouble('pagerduty');
    double.answerNext({ status: 400, body: 'invalid event' });
    const result = await createSender(LOOPBACK)(destinationAt('pagerduty', port), message);
    expect(result).toMatchObject({ result: 'sent', problem: 'the receiver answered 400' });
    expect(keysOf(double)).toEqual(['a', 'b', 'c']);
  });

  test('are given up together if the platform refuses the form of each', async () => {
    const { double, port } = await startDouble('pagerduty');
    double.answerNext(...items.map(() => ({ status: 400, body: 'invalid event' })));
    const result = await createSender(LOOPBACK)(destinationAt('pagerduty', port), message);
    expect(result).toMatchObject({ result: 'dead', scope: 'message', status: 400 });
  });
});

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  ended.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** A sender whose attempts have a result, unless they are ended. */
function createSender(config: SenderConfig) {
  const deliver = create(config);
  return async (target: SendTarget, message: AlertMessage, context?: AttemptContext): Promise<DeliveryOutcome> => {
    const result = await deliver(target, message, context);
    if (result === 'stopped') throw new Error('stopped');
    return result;
  };
}

/** A destination whose requests go to a port of this machine. */
function destinationAt(kind: RequestKind, port: number): Destination & { readonly kind: RequestKind } {
  const { config, secrets } = SAMPLE_DESTINATIONS[kind];
  const server = `http://127.0.0.1:${port}`;
  const url = secrets.url === undefined ? {} : { url: secrets.url.replace(/^https:\/\/[^/]+/, server) };
  return { kind, config: { ...config, server }, secrets: { ...secrets, ...url } };
}

async function startDouble(
  kind: RequestKind,
  signingSecret?: string,
): Promise<{ double: PlatformDouble; port: number }> {
  const double = createPlatformDouble(kind, signingSecret === undefined ? {} : { signingSecret });
  return { double, port: await start(double.listener) };
}

function webhookTo(url: string, signingSecrets = [newSigningSecret()]) {
  return {
    kind: 'webhook' as const,
    config: {},
    secrets: { url, signingSecrets },
  };
}

function deliverTo(url: string, config: Partial<SenderConfig> = {}) {
  return createSender({ ...LOOPBACK, ...config })(webhookTo(url), MESSAGE);
}
