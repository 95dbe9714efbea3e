import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { silentLogger } from '../logger.js';
import { createTracing } from './createTracing.js';
import type { TracingComponent } from './tracing.js';

let collector: Server;
let endpoint: string;
let sent: Sent[] = [];
let status = 200;

beforeEach(async () => {
  sent = [];
  status = 200;
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      sent.push(JSON.parse(Buffer.concat(chunks).toString()) as Sent);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
});
afterEach(async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

/** A process runs what `node scripts/build.mjs` made: the SDK loads modules in a way that Jest does not support. */
const BUILT = path.resolve(import.meta.dirname, '../../dist/index.js');

describe('traces', () => {
  test('join the steps of two processes, and are sent when a process stops', async () => {
    const logged = await run(`
      const [gateway, worker] = [await open('gateway'), await open('logs')];
      const request = gateway.tracing.sample('request');
      const publish = request.child('publish');
      publish.end({ 'sluice.settlement': 'decided' });
      request.end();
      const consume = worker.tracing.resume(publish.traceparent, 'consume', 1_700_000_000_000);
      consume.child('store').end({}, new RangeError('a value of an event'));
      consume.end();
      await Promise.all([gateway.stop(), worker.stop()]);`);
    expect(logged).toEqual([]);
    const byName = new Map(spans().map((span) => [span.name, span]));
    expect([...byName.keys()].sort()).toEqual(['consume', 'publish', 'request', 'store']);
    expect(new Set(spans().map(({ traceId }) => traceId)).size).toBe(1);
    const parents = [...byName].map(([name, { parentSpanId }]) => [
      name,
      spans().find(({ spanId }) => spanId === parentSpanId)?.name,
    ]);
    expect(Object.fromEntries(parents)).toEqual({
      request: undefined,
      publish: 'request',
      consume: 'publish',
      store: 'consume',
    });
    expect(byName.get('consume')?.startTimeUnixNano).toBe('1700000000000000000');
    expect(byName.get('store')?.status).toEqual({ code: 2, message: 'RangeError' });
    expect(JSON.stringify(sent)).toContain('sluice-gateway');
    expect(JSON.stringify(sent)).not.toContain('a value of an event');
  });

  test('that a collector does not take are logged, without the process failing', async () => {
    status = 400;
    const logged = await run(`
      const traces = await open('gateway');
      traces.tracing.sample('request').end();
      await traces.stop();`);
    expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ msg: 'traces cannot be sent' }]);
    expect(spans()).toHaveLength(1);
  });

  test.each(['', 'no traceparent', `00-${'0'.repeat(32)}-1-01`, `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`])(
    'are not continued from %j',
    async (traceparent) => {
      const traces = await open();
      expect(traces.tracing.resume(traceparent, 'consume', 0)).toBeUndefined();
      await traces.stop();
    },
  );

  test('are sampled', async () => {
    const traces = await open({ oneIn: 1_000_000 });
    const sampled = Array.from({ length: 1_000 }, () => traces.tracing.sample('request'));
    expect(sampled.filter((span) => span !== undefined).length).toBeLessThan(10);
    await traces.stop();
  });
});

describe('without an endpoint, or without the SDK', () => {
  beforeEach(() => {
    jest.resetModules();
    jest.doMock('@opentelemetry/sdk-trace', () => {
      throw new Error('Cannot find module');
    });
  });
  afterEach(() => {
    jest.dontMock('@opentelemetry/sdk-trace');
  });

  test('nothing is loaded and nothing is traced', async () => {
    const traces = await open({ endpoint: undefined });
    expect(traces.tracing.sample('request')).toBeUndefined();
    expect(traces.tracing.resume(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'consume', 0)).toBeUndefined();
    await traces.stop();
  });

  test('a process that should trace does not start, and says why', async () => {
    await expect(open()).rejects.toThrow('TRACES_ENDPOINT is set: install the optional packages @opentelemetry/*');
  });
});

/** Runs code with `open(service)`, which starts traces of all requests; resolves with the lines that were logged. */
async function run(code: string): Promise<readonly string[]> {
  const program = `
    import { createLogger, createTracing } from ${JSON.stringify(BUILT)};
    const open = async (service) => {
      const logger = createLogger(service);
      const traces = createTracing({ service, endpoint: ${JSON.stringify(endpoint)}, oneIn: 1, logger });
      await traces.start();
      return traces;
    };
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const exitCode = await new Promise((resolve) => child.on('close', resolve));
  expect({ exitCode, stderr: said.stderr }).toEqual({ exitCode: 0, stderr: '' });
  return said.stdout.split('\n').filter((line) => line !== '');
}

async function open(options: Partial<Parameters<typeof createTracing>[0]> = {}): Promise<TracingComponent> {
  const traces = createTracing({ service: 'test', endpoint, oneIn: 1, logger: silentLogger, ...options });
  await traces.start();
  return traces;
}

function spans(): readonly SentSpan[] {
  return sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
}

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
  readonly status: { readonly code: number; readonly message?: string };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: unknown }[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}
