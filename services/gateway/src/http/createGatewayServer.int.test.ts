import { beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor, useRedis } from '@sluice/testkit';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { log } from '../testing/events.js';
import { newProject, useGateway, useProjection } from '../testing/gatewayHarness.js';
import { rawRequest } from '../testing/rawRequest.js';

let key: string;

const redis = useRedis();
const settings = useProjection(redis);
const gateway = useGateway(redis);
beforeAll(async () => {
  key = await settings.add(newProject());
  // The key is known from now on: a gateway that looks it up may notice meanwhile that a client is gone.
  await rawRequest(gateway.port(), batch(['host: x', 'connection: close']));
});

const statuses = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status ?? '');

describe('several requests on a connection', () => {
  const GARBAGE = 'GARBAGE\r\n\r\n';

  test.each<[string, () => string, string[]]>([
    ['garbage after a batch', () => batch() + GARBAGE, ['202', '400']],
    ['garbage after two', () => batch() + batch() + GARBAGE, ['202', '202', '400']],
    ['garbage after the last', () => batch(['host: x', 'connection: close']) + GARBAGE, ['202']],
    [
      'garbage after a batch and the head of another',
      () => `${batch()}POST / HTTP/1.1\r\nbad header\r\n\r\n`,
      ['202', '400'],
    ],
    ['garbage alone', () => GARBAGE, ['400']],
    [
      'a body whose chunks are broken',
      () =>
        `POST /api/envelope HTTP/1.1\r\nhost: x\r\nx-service-auth: Service service_key=${key}\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"eveXX`,
      ['400'],
    ],
  ])('%s: every complete request gets an answer', async (_name, text, expected) => {
    const reply = await rawRequest(gateway.port(), text());
    expect(statuses(reply.text)).toEqual(expected);
    expect(reply.end).toBe('closed');
  });
});

describe('errors of the HTTP parser have CORS headers and a JSON body', () => {
  const READABLE =
    /access-control-allow-origin: https:\/\/a\.test\r\n[^]*access-control-expose-headers: X-Service-Rate-Limits, Retry-After/i;
  const CLOSE = ['origin: https://a.test', 'connection: close'];

  test.each<[string, () => string, string]>([
    ['a batch without a host', () => batch(CLOSE), '400'],
    ['a batch with two hosts', () => batch(['host: x', 'Host: x', ...CLOSE]), '400'],
    ['a path without a host', () => batch(CLOSE, '/healthz'), '400'],
    ['a path that is not valid percent-encoding', () => batch(['host: x', ...CLOSE], '/sdk/%zz.js?%zz'), '400'],
    ['a batch with a broken escape in its query', () => batch(['host: x', ...CLOSE], '/api/envelope?v=%zz'), '202'],
    ['a batch to a whole address', () => batch(['host: x', ...CLOSE], 'http://x:8000/api/envelope?v=1'), '202'],
    ['a batch to another path of a whole address', () => batch(['host: x', ...CLOSE], 'http://x/api/envelop'), '404'],
    ['an unknown expectation', () => batch(['host: x', 'expect: bogus', ...CLOSE]), '417'],
    ['an unknown path', () => batch(['host: x', ...CLOSE], '/api/envelop'), '404'],
    [
      'the preflight of an unknown path',
      () => `OPTIONS /api/envelop HTTP/1.1\r\nhost: x\r\n${CLOSE.join('\r\n')}\r\n\r\n`,
      '204',
    ],
  ])('%s', async (_name, text, status) => {
    const reply = await rawRequest(gateway.port(), text());
    expect(statuses(reply.text)).toEqual([status]);
    expect(reply.text).toMatch(READABLE);
    const isRefused = /\{"success":false,"error":\{"code":"\w+","message":"[^"]+"\}\}$/.test(reply.text);
    expect(isRefused).toBe(status.startsWith('4'));
  });
});

test('an HTTP/1.0 client needs no Host header and gets its answer at once, with any Expect header', async () => {
  const reply = await rawRequest(gateway.port(), batch(['expect: 100-continue']).replace('HTTP/1.1', 'HTTP/1.0'));
  expect(statuses(reply.text)).toEqual(['202']);
});

test('a client that half-closes the connection gets its answers', async () => {
  const client = connect({ port: gateway.port(), host: '127.0.0.1', allowHalfOpen: true });
  client.end(batch() + batch());
  expect(statuses(await text(client))).toEqual(['202', '202']);
});

test('a client that half-closes the connection within a request gets an error', async () => {
  const client = connect({ port: gateway.port(), host: '127.0.0.1', allowHalfOpen: true });
  client.end(batch().slice(0, -5));
  const reply = await text(client);
  expect(statuses(reply)).toEqual(['400']);
  expect(reply).toContain('"message":"The connection ended before the request did."');
});

test('a batch followed by a connection reset has the client’s address: its resend is a duplicate', async () => {
  const answered = async (): Promise<number> => {
    const { values } = (await gateway.metrics.getSingleMetric('sluice_gateway_requests_total')?.get()) ?? {
      values: [],
    };
    return values.find(({ labels }) => labels['status'] === '202')?.value ?? 0;
  };
  const before = await answered();
  const text = batch(['host: x', 'connection: close']);
  const client = connect(gateway.port(), '127.0.0.1').on('error', () => undefined);
  client.write('OPTIONS /api/envelope HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(client, 'data');
  client.write(text, () => client.resetAndDestroy());
  await waitFor(async () => (await answered()) > before);
  expect((await rawRequest(gateway.port(), text)).text).toContain('{"success":true,"duplicate":true}');
});

/** A whole request with a batch of one event. */
function batch(headers: readonly string[] = ['host: x'], target = '/api/envelope'): string {
  const body = JSON.stringify({ events: [log()] });
  const lines = [...headers, `x-service-auth: Service service_key=${key}`, `content-length: ${body.length}`];
  return `POST ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
