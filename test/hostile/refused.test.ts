import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { makeEvents } from '../e2e/support/events.js';
import { ask, type Ask } from '../e2e/support/http.js';
import { accepted, envelopePath, refused, sendBytes, sendEvents } from '../e2e/support/send.js';
import { waitForStored } from '../e2e/support/stored.js';
import { sumOf, waitForUsage } from '../e2e/support/usage.js';
import { useSystem, useTenant } from '../e2e/support/useSystem.js';
import { residentMegabytes } from './support/memory.js';

let before: number | undefined;
/**
 * Requests refused as a whole: one status and code, nothing counted or stored, the process still runs, and memory
 * does not grow.
 */
const system = useSystem();
const project = useTenant(system);
beforeAll(async () => {
  await sendEvents(system.baseUrl, project, makeEvents('log', 100));
  before = await residentMegabytes(system.gatewayPids);
}, 120_000);
afterEach(async () => {
  expect((await ask(`${system.baseUrl}/healthz`)).status).toBe(200);
});

interface Hostile {
  readonly name: string;
  readonly body: () => string | Uint8Array;
  readonly status: number | readonly number[];
  readonly ask?: Ask;
}

const mebibyte = 1024 * 1024;
const encoded = (encoding: string): Ask => ({ headers: { 'content-encoding': encoding } });
const valid = (): string => JSON.stringify({ events: makeEvents('log', 1) });

const brokenJson: Hostile[] = [
  json('empty body', ''),
  json('white space', ' \n\t'),
  json('only a BOM', '\uFEFF'),
  json('two BOMs', '\uFEFF\uFEFF{"events":[]}'),
  json('cut short', '{"events":[{"type":"log"'),
  json('trailing comma', '{"events":[],}'),
  json('trailing text', '{"events":[]} x'),
  json('two documents', '{"events":[]}{"events":[]}'),
  json('newline delimited', '{"events":[]}\n{"events":[]}'),
  json('single quotes', "{'events':[]}"),
  json('comment', '{"events":[]/* */}'),
  json('NaN', '{"events":[NaN]}'),
  json('Infinity', '{"events":[-Infinity]}'),
  json('undefined', '{"events":undefined}'),
  json('hexadecimal', '{"events":[0x10]}'),
  json('leading zero', '{"events":[01]}'),
  json('bad escape', '{"events":["\\x41"]}'),
  json('cut unicode escape', '{"events":["\\u12"]}'),
  json('raw newline in a string', '{"events":["a\nb"]}'),
  json('raw NUL', '{"events":[\u0000]}'),
  json('UTF-16', Buffer.from('{"events":[]}', 'utf16le')),
  json('UTF-16 with a mark', Buffer.from('\uFEFF{"events":[]}', 'utf16le')),
  json('binary', Buffer.from([0, 1, 2, 255, 254, 128])),
  json('form', 'events=%5B%5D'),
  json('100,000 open brackets', `{"events":${'['.repeat(100_000)}`),
];

const wrongTop: Hostile[] = [
  ...['null', 'true', '0', '"events"', '[]', '[{"events":[]}]', '{}', '{"Events":[]}', '{"event":[]}'].map((text) =>
    json(`top ${text}`, text),
  ),
  ...['null', 'true', '5', '"[]"', '{}', '{"length":1,"0":{}}'].map((text) =>
    json(`events ${text}`, `{"events":${text}}`),
  ),
];

const nesting = (depth: number): string => `{"events":[{"a":${'['.repeat(depth)}${']'.repeat(depth)}}]}`;
const objects = (depth: number): string => `{"events":[${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}]}`;
const tooDeep: Hostile[] = [
  json('arrays 1,100 deep', nesting(1_100)),
  json('arrays 100,000 deep', nesting(100_000)),
  json('objects 100,000 deep', objects(100_000)),
  json('a million deep beside the events', `{"events":[],"x":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`),
];

const bombs: Hostile[] = [
  {
    name: 'gzip bomb of zeros, 256 MiB',
    body: () => gzipSync(Buffer.alloc(256 * mebibyte)),
    status: 413,
    ask: encoded('gzip'),
  },
  {
    name: 'gzip bomb that begins like a batch',
    body: () => gzipSync(`{"events":[${' '.repeat(200 * mebibyte)}`),
    status: 413,
    ask: encoded('gzip'),
  },
  {
    name: 'brotli bomb, 256 MiB',
    body: () => brotliCompressSync(Buffer.alloc(256 * mebibyte, 32)),
    status: 413,
    ask: encoded('br'),
  },
  {
    name: 'deflate bomb, 256 MiB',
    body: () => deflateSync(Buffer.alloc(256 * mebibyte)),
    status: 413,
    ask: encoded('deflate'),
  },
  {
    name: 'chunked gzip bomb',
    body: () => gzipSync(Buffer.alloc(100 * mebibyte)),
    status: 413,
    ask: { ...encoded('gzip'), chunked: true },
  },
  { name: 'many events', body: () => `{"events":[${'0,'.repeat(999_999)}0]}`, status: 413 },
  { name: 'many empty objects', body: () => `{"events":[${'{},'.repeat(1_000)}{}]}`, status: 413 },
];

const badCompression: Hostile[] = [
  { name: 'invalid gzip', body: valid, status: 400, ask: encoded('gzip') },
  { name: 'invalid brotli', body: valid, status: 400, ask: encoded('br') },
  { name: 'invalid deflate', body: valid, status: 400, ask: encoded('deflate') },
  { name: 'gzip cut short', body: () => gzipSync(valid()).subarray(0, 30), status: 400, ask: encoded('gzip') },
  { name: 'gzip of nothing', body: () => gzipSync(''), status: 400, ask: encoded('gzip') },
  { name: 'empty body called gzip', body: () => '', status: 400, ask: encoded('gzip') },
  { name: 'gzip in gzip, said once', body: () => gzipSync(gzipSync(valid())), status: 400, ask: encoded('gzip') },
  {
    name: 'gzip with a broken checksum',
    body() {
      const bytes = gzipSync(valid());
      bytes.writeUInt32LE(0, bytes.length - 8);
      return bytes;
    },
    status: 400,
    ask: encoded('gzip'),
  },
  ...[
    'gzip, gzip',
    'gzip, br',
    'br, gzip, deflate',
    'gzip,identity,gzip',
    'zstd',
    'compress',
    'gzip;q=1',
    'chunked',
    'aws-chunked',
    '*',
    'x'.repeat(5_000),
  ].map((encoding) => ({
    name: `encoding ${encoding.slice(0, 30)}`,
    body: () => gzipSync(valid()),
    status: 415,
    ask: encoded(encoding),
  })),
];

const requests = [...brokenJson, ...wrongTop, ...tooDeep, ...bombs, ...badCompression];

describe('requests that are refused as a whole', () => {
  test.each(requests.map((one) => [one.name, one] as const))(
    'include %s',
    async (_name, one) => {
      const answer = await sendBytes(system.baseUrl, project.key, one.body(), { timeoutMs: 20_000, ...one.ask });
      expect([one.status].flat()).toContain(answer.status);
      expect(answer.json).toEqual(refused());
    },
    30_000,
  );
});

describe('keys', () => {
  const queries = [
    '%00',
    'K%00',
    '%00K',
    'K%0a',
    'K%20',
    '%2e%2e%2f',
    "K'--",
    '{"$ne":1}',
    'K;drop',
    '%F0%9F%98%80',
    '%c0%80',
    '%',
    '%u0041',
  ];
  test.each(queries)('service_key=%s is a 401', async (text) => {
    const key = text.replace('K', project.key);
    const answer = await ask(`${system.baseUrl}${envelopePath}?service_key=${key}`, { method: 'POST', body: valid() });
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ error: { message: 'Invalid DSN: unknown project or key.' } });
  });

  test('many unknown keys do not increase memory', async () => {
    const start = (await residentMegabytes(system.gatewayPids)) ?? 0;
    for (let round = 0; round < 40; round++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const key = (round * 50 + index).toString(16).padStart(32, '0');
          return sendBytes(system.baseUrl, key, '{"events":[]}');
        }),
      );
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([401]));
    }
    expect(((await residentMegabytes(system.gatewayPids)) ?? 0) - start).toBeLessThan(100);
  }, 30_000);
});

describe('after all refused requests', () => {
  test('nothing is counted or stored, and valid batches are accepted', async () => {
    expect((await sendEvents(system.baseUrl, project, makeEvents('log', 5))).json).toEqual(accepted({ processed: 5 }));
    await waitForStored(system, project, 105);
    expect(sumOf(await waitForUsage(system, project, 105))).toBe(105);
  }, 40_000);

  test('memory has not grown', async () => {
    // Garbage may not be collected yet: a hundred bombs of 256 MiB would exceed this limit by far.
    expect(((await residentMegabytes(system.gatewayPids)) ?? 0) - (before ?? 0)).toBeLessThan(300);
  });
});

function json(name: string, body: string | Uint8Array, status: Hostile['status'] = 400): Hostile {
  return {
    name,
    body: () => body,
    status,
  };
}
