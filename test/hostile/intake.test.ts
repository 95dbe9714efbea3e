// Hostile bodies for the endpoints of Sentry's SDKs and of OpenTelemetry.
import { deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { capturesOf, inflatedBody, type Capture } from '@sluice/testkit/captures';
import * as fc from 'fast-check';
import { envelopeOf, newEventId, sentryEvent, spanItem, streamedSpan } from '../e2e/support/intake/envelopes.js';
import { addressTo } from '../e2e/support/intake/sendCapture.js';
import { ask, type Answer } from '../e2e/support/http.js';
import { waitForStored } from '../e2e/support/stored.js';
import { useSystem, useTenant } from '../e2e/support/useSystem.js';
import { startGoodClient, type GoodClient } from './floods/goodClient.js';
import { mutatedBody, mutations } from './fuzz/mutatedInputs.js';
import { watchResidents, type Residents } from './support/residents.js';

/** Megabytes by which memory may grow until garbage is collected: the largest parsed body and a margin. */
const MOST_GROWTH = 400;
const MUTATIONS = 400;
const system = useSystem();
const project = useTenant(system);
/** A client of this project sends valid logs all the time. */
const friend = useTenant(system);
let client: GoodClient;
let residents: Residents;
let before: number | undefined;

beforeAll(async () => {
  residents = await watchResidents(system.gatewayPids);
  before = await residents.megabytes();
  client = startGoodClient(system, friend);
}, 60_000);

const sentry = (body: Buffer | string, headers: Record<string, string> = {}): Promise<Answer> =>
  post(`/api/${project.id}/envelope/?sentry_key=${project.key}`, body, headers);

const otlp = (path: string, body: Buffer | string, type = 'application/json'): Promise<Answer> =>
  post(path, body, { 'content-type': type, authorization: `Bearer ${project.key}` });

describe('bodies cut at every byte', () => {
  test('of an envelope with items of every kind', async () => {
    const id = newEventId();
    const body = envelopeOf(
      { event_id: id, sent_at: '2026-11-28T19:35:34.767Z', dsn: `https://${project.key}@a.test/${project.id}` },
      [{ type: 'event' }, { event_id: id, exception: [{ type: 'E', value: '😀' }] }],
      [{ type: 'attachment', length: 9 }, Buffer.from('{}\n{}\n\n{}')],
      spanItem(streamedSpan()),
      [{ type: 'replay_event' }, { replay_id: id, segment_id: 0 }],
      [{ type: 'replay_recording', length: 32 }, recording(deflateSync('[{"type":4}]'), 32)],
    );
    await Promise.all(everyPrefix(body).map((part) => limited(() => sentry(part))));
  }, 60_000);

  test('of a tunnel, whose key is in the first line', async () => {
    const header = { dsn: `https://${project.key}@a.test/${project.id}` };
    const body = envelopeOf(header, [{ type: 'session' }, {}]);
    for (const bytes of [body, gzipSync(body)]) {
      const headers: Record<string, string> = bytes === body ? {} : { 'content-encoding': 'gzip' };
      const path = `/api/${project.id}/envelope/`;
      await Promise.all(everyPrefix(bytes).map((part) => limited(() => post(path, part, headers))));
    }
  }, 60_000);

  test.each([
    ['trace-remote-parent', 'application/json'],
    ['trace-remote-parent', 'application/x-protobuf'],
    ['log-exception', 'application/x-protobuf'],
    ['metrics-exponential', 'application/x-protobuf'],
  ])(
    'of %s as %s',
    async (name, type) => {
      const [{ url, body } = { url: '', body: Buffer.alloc(0) }] = capturesOf(
        type.endsWith('json') ? 'otel-js-0.223.0-json' : 'otel-js-0.223.0-proto',
        name,
      );
      await Promise.all(everyPrefix(body).map((part) => limited(() => otlp(url, part, type))));
    },
    60_000,
  );
});

describe('an envelope', () => {
  test.each([-1, 0.5, 1e9, 2 ** 53, 1e308, '5', null, true, [], {}, 0, 1, 10_000])(
    'whose item claims a length of %j',
    async (length) => {
      for (const payload of ['{"message":"x"}', '', '\n\n', '{"type":"event"}\n{}']) {
        await sentry(`{}\n${JSON.stringify({ type: 'event', length })}\n${payload}\n{"type":"event"}\n{"message":"y"}`);
        await sentry(`{}\n${JSON.stringify({ type: 'attachment', length })}\n${payload}`);
      }
    },
  );

  test.each([
    ['empty events', '{"type":"event","length":0}\n\n'],
    ['events without a payload', '{"type":"event"}\n\n'],
    ['sessions', '{"type":"session"}\n{}\n'],
    ['items without a type', '{}\n\n'],
    ['blank lines', '\n\n\n\n'],
    ['client reports', '{"type":"client_report"}\n{"discarded_events":[{}]}\n'],
    ['empty containers', '{"type":"log","item_count":1000}\n{"items":[]}\n'],
    ['empty recordings', '{"type":"replay_recording","length":0}\n\n'],
  ])(
    'with 100,000 %s',
    async (_name, item) => {
      await sentry(`{}\n${item.repeat(100_000)}`);
      await sentry(gzipSync(`{}\n${item.repeat(100_000)}`, { level: 1 }), { 'content-encoding': 'gzip' });
    },
    30_000,
  );

  test('with 100,000 items of different types', async () => {
    await sentry(`{}\n${Array.from({ length: 100_000 }, (_, index) => `{"type":"t${index}"}\n{}\n`).join('')}`);
  }, 30_000);

  test('with a client report of extreme numbers and names', async () => {
    const discarded = [-1, 1e308, NaN, '7', null, 2 ** 53].map((quantity) => ({
      reason: 'r\0',
      category: '\ud800',
      quantity,
    }));
    await sentry(envelopeOf({}, [{ type: 'client_report' }, { discarded_events: discarded }]));
    await sentry(envelopeOf({}, [{ type: 'client_report' }, { discarded_events: { values: 1 } }]));
  });

  test.each([1_000, 100_000, 3_000_000])(
    'with JSON nested %d levels deep',
    async (depth) => {
      const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
      for (const value of [deep, objects]) {
        await sentry(`{"trace":${value}}\n{"type":"event"}\n{}`);
        await sentry(`{}\n{"type":"event","x":${value}}\n{}`);
        await sentry(`{}\n{"type":"event"}\n{"message":"x","extra":{"x":${value}}}`);
        await sentry(`{}\n{"type":"log"}\n{"items":[{"body":"x","attributes":{"a":{"value":${value}}}}]}`);
        await post(`/api/${project.id}/store/?sentry_key=${project.key}`, `{"extra":${value}}`);
        await post(`/api/${project.id}/security/?sentry_key=${project.key}`, `{"csp-report":${value}}`);
      }
    },
    30_000,
  );

  test('with a chain of 10,000 exceptions, or a tree that contains itself', async () => {
    const chain = Array.from({ length: 10_000 }, (_, index) => ({ type: 'E', value: String(index) }));
    await sentry(eventOf({ exception: { values: chain } }));
    const mechanism = (id: number, parent: number) => ({
      type: 'E',
      mechanism: { exception_id: id, parent_id: parent },
    });
    await sentry(eventOf({ exception: { values: [mechanism(1, 2), mechanism(2, 1), mechanism(0, 0)] } }));
    await sentry(eventOf({ exception: { values: Array.from({ length: 10_000 }, () => mechanism(1, 1)) } }));
    await sentry(eventOf({ exception: { values: Array.from({ length: 10_000 }, (_, id) => mechanism(id, id + 1)) } }));
    await sentry(
      eventOf({ exception: { values: Array.from({ length: 10_000 }, (_, id) => mechanism(9_999 - id, 0)) } }),
    );
  }, 30_000);

  test('with a template and a million parameters', async () => {
    const params = Array.from({ length: 400_000 }, () => 1);
    await sentry(eventOf({ exception: undefined, logentry: { message: '%s%d'.repeat(100_000), params } }));
  }, 30_000);
});

describe('a recording', () => {
  test('that inflates to 200 MB is refused without inflating it', async () => {
    const bombs = [deflateSync(Buffer.alloc(200_000_000, ' ')), gzipSync(Buffer.alloc(200_000_000, ' '))];
    for (const bomb of bombs) {
      const one = (): Promise<Answer> => limited(() => sentry(replayEnvelope(recording(bomb))));
      await Promise.all(Array.from({ length: 10 }, one));
      const items = Array.from({ length: 20 }, () => recordingItem(recording(bomb)));
      await sentry(envelopeOf({}, ...items));
    }
  }, 60_000);

  test('of 9 MB is inflated for many requests at once', async () => {
    const large = recording(deflateSync(`["${'x'.repeat(9_000_000)}"]`));
    await Promise.all(Array.from({ length: 20 }, () => limited(() => sentry(replayEnvelope(large)))));
  }, 60_000);

  test('that is broken costs only itself', async () => {
    const whole = deflateSync('[{"type":4,"timestamp":1}]');
    for (const bytes of [...everyPrefix(whole), Buffer.from([0x78, 0x9c, 0, 0]), Buffer.from([0x1f, 0x8b])]) {
      const { status } = await sentry(replayEnvelope(recording(bytes)));
      expect([200, 503]).toContain(status);
    }
    for (const text of ['{}', '[', '', '[1e999]', '["\ud800"]', `[${'['.repeat(2_000)}${']'.repeat(2_000)}]`]) {
      const { status } = await sentry(replayEnvelope(recording(deflateSync(text))));
      expect([text.slice(0, 10), [200, 503].includes(status)]).toEqual([text.slice(0, 10), true]);
    }
  }, 30_000);
});

describe('OTLP', () => {
  test.each([1_000, 100_000])(
    'in JSON with values nested %d levels deep',
    async (depth) => {
      const list = `${'{"arrayValue":{"values":['.repeat(depth)}${']}}'.repeat(depth)}`;
      const map = `${'{"kvlistValue":{"values":[{"key":"k","value":'.repeat(depth)}{}${'}]}}'.repeat(depth)}`;
      for (const value of [list, map]) {
        await otlp('/v1/logs', `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":${value}}]}]}]}`);
        await otlp('/v1/traces', `{"resourceSpans":[{"resource":{"attributes":[{"key":"a","value":${value}}]}}]}`);
      }
    },
    30_000,
  );

  test.each([10, 100, 10_000])(
    'in binary with values nested %d levels deep',
    async (depth) => {
      let value: Buffer = Buffer.from([0x18, 1]);
      for (let level = 0; level < depth; level++) value = field(5, field(1, value));
      const body = field(1, field(2, field(2, field(5, value))));
      await otlp('/v1/logs', body, 'application/x-protobuf');
    },
    30_000,
  );

  test.each([
    ['resources', field(1, Buffer.alloc(0)), '/v1/traces'],
    ['scopes', field(2, Buffer.alloc(0)), '/v1/traces'],
    ['records', field(2, Buffer.alloc(0)), '/v1/logs'],
    ['points', field(1, Buffer.alloc(0)), '/v1/metrics'],
  ])(
    'in binary with a million empty %s',
    async (name, item, path) => {
      const many = Buffer.concat(Array.from({ length: 1_000_000 }, () => item));
      const wrapped = name === 'resources' ? many : name === 'scopes' ? field(1, many) : field(1, field(2, many));
      await otlp(path, wrapped, 'application/x-protobuf');
    },
    30_000,
  );

  test('in JSON with lists where objects belong, and the reverse', async () => {
    for (const value of ['null', '7', '"x"', '[]', '{}', '[null]', '[7]', '[[]]', '{"0":1}', '[{"":{}}]']) {
      for (const [path, names] of PLACES) {
        for (let depth = 1; depth <= names.length; depth++) {
          const body = names.slice(0, depth).reduceRight((inner, name) => `{"${name}":${inner}}`, value);
          await otlp(path, body);
          const lists = names.slice(0, depth).reduceRight((inner, name) => `{"${name}":[${inner}]}`, value);
          await otlp(path, lists);
        }
      }
    }
  }, 60_000);
});

describe(`${MUTATIONS} mutations of each`, () => {
  const seed = Date.now() | 0;

  test.each<readonly [string, readonly Capture[]]>([
    [
      'binary requests of OTLP',
      ['trace', 'trace-odd', 'trace-exception', 'logs'].flatMap((name) => capturesOf('otel-js-0.223.0-proto', name)),
    ],
    [
      'JSON requests of OTLP',
      ['trace', 'logs', 'log-exception'].flatMap((name) => capturesOf('otel-js-0.223.0-json', name)),
    ],
    [
      'envelopes',
      ['error-chain', 'logs', 'stream-spans', 'attachment', 'feedback'].flatMap((name) =>
        capturesOf('sentry-node-11.12.0', name),
      ),
    ],
    ['replays', capturesOf('sentry-react-11.12.0', 'replay')],
    ['single events', ['error-chain', 'logging', 'wsgi'].flatMap((name) => capturesOf('sentry-python-1.9.10', name))],
  ])(
    `%s (seed ${seed})`,
    async (_name, captures) => {
      const targets = captures.map((capture) => addressTo(project, capture));
      const input = fc.tuple(fc.nat(targets.length - 1), mutations);
      const property = fc.asyncProperty(input, async ([index, changes]) => {
        const target = targets[index];
        if (target === undefined) throw new Error('no capture');
        const headers = Object.entries(target.headers).filter(([header]) => !CODINGS.includes(header));
        await post(target.url, mutatedBody(inflatedBody(target), changes), Object.fromEntries(headers));
      });
      await fc.assert(property, { numRuns: MUTATIONS, seed });
    },
    60_000,
  );
});

describe('meanwhile', () => {
  test('the process survives, its memory is bounded, and the events of another project are stored', async () => {
    const { sent, failed } = await client.stop();
    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(0);
    await waitForStored(system, friend, sent, 60_000);
    expect((await ask(`${system.baseUrl}/healthz`)).status).toBe(200);
    const after = await residents.megabytes();
    const grown = before === undefined || after === undefined ? 0 : after - before;
    expect(grown).toBeLessThan(MOST_GROWTH);
  }, 90_000);
});

const CODINGS = ['content-encoding', 'transfer-encoding'];

const PLACES = [
  ['/v1/traces', ['resourceSpans', 'scopeSpans', 'spans', 'attributes', 'value', 'arrayValue', 'values']],
  ['/v1/traces', ['resourceSpans', 'scopeSpans', 'spans', 'events', 'attributes', 'key']],
  ['/v1/traces', ['resourceSpans', 'scopeSpans', 'spans', 'links', 'traceId']],
  ['/v1/traces', ['resourceSpans', 'scopeSpans', 'spans', 'status', 'code']],
  ['/v1/traces', ['resourceSpans', 'scopeSpans', 'spans', 'startTimeUnixNano']],
  ['/v1/logs', ['resourceLogs', 'scopeLogs', 'logRecords', 'body', 'kvlistValue', 'values']],
  ['/v1/logs', ['resourceLogs', 'scopeLogs', 'logRecords', 'timeUnixNano']],
  ['/v1/logs', ['resourceLogs', 'resource', 'attributes']],
  ['/v1/metrics', ['resourceMetrics', 'scopeMetrics', 'metrics', 'gauge', 'dataPoints']],
] as const;

/** Requests that wait for their turn, so that no more than this many are sent at once. */
let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(send: () => Promise<T>): Promise<T> {
  if (running >= 8) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await send();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/** Posts, and @throws if the response is a 5xx other than 503, or there is none. */
async function post(path: string, body: Buffer | string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await ask(`${system.baseUrl}${path}`, { method: 'POST', body, headers, timeoutMs: 20_000 });
  const { status, text } = answer;
  if (status < 200 || (status >= 500 && status !== 503))
    throw new Error(`${path} answered ${status} ${text.slice(0, 500)}`);
  if (/node_modules|\bdist\/[\w/]+\.js/.test(text)) throw new Error(`shows what is inside: ${text.slice(0, 500)}`);
  return answer;
}

function everyPrefix(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length));
}

function eventOf(over: Readonly<Record<string, unknown>>): Buffer {
  return envelopeOf({}, [{ type: 'event' }, sentryEvent(over)]);
}

/** The payload of a recording, with its header; of this length if one is given. */
function recording(bytes: Buffer, length?: number): Buffer {
  const whole = Buffer.concat([Buffer.from('{"segment_id":0}\n'), bytes]);
  return length === undefined ? whole : Buffer.concat([whole, Buffer.alloc(64, ' ')]).subarray(0, length);
}

const recordingItem = (payload: Buffer) => [{ type: 'replay_recording', length: payload.length }, payload] as const;

function replayEnvelope(payload: Buffer): Buffer {
  const id = newEventId();
  const event = { type: 'replay_event', replay_id: id, event_id: id, segment_id: 0, timestamp: Date.now() / 1000 };
  return envelopeOf({ event_id: id }, [{ type: 'replay_event' }, event], recordingItem(payload));
}

/** A field of a message of Protocol Buffers, with a length. */
function field(number: number, bytes: Buffer): Buffer {
  const head = [(number << 3) | 2];
  let { length } = bytes;
  for (; length > 127; length = Math.floor(length / 128)) head.push((length % 128) | 128);
  return Buffer.concat([Buffer.from([...head, length]), bytes]);
}
