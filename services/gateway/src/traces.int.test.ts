import { expect, test } from '@jest/globals';
import type { Part } from '@sluice/contract';
import { createConsumer } from '@sluice/queues';
import { createMetrics, NO_TRACING, silentLogger, type Tracing, type TraceSpan } from '@sluice/runtime';
import { waitFor, useRedis } from '@sluice/testkit';
import { log } from './testing/events.js';
import { newProject, send, startGateway, useProjection } from './testing/gatewayHarness.js';

const redis = useRedis();
const settings = useProjection(redis);

test('a traced request has a span for each step, and its parts carry the trace to the workers', async () => {
  const { tracing, ended } = recorder();
  const part = await queuedWith(tracing);
  expect(part.trace).toBe('traceparent of publish');
  expect(ended).toEqual([
    ['read body', {}],
    ['admit', {}],
    ['charge', { 'sluice.charge': 'decided' }],
    ['publish', { 'sluice.settlement': 'decided' }],
    ['POST /api/envelope', { 'http.response.status_code': 202 }],
  ]);
});

test('a request that is not traced leaves nothing in its parts', async () => {
  expect('trace' in (await queuedWith(NO_TRACING))).toBe(false);
});

/** Traces that sample every request and note the steps that end, with their attributes. */
function recorder(): { readonly tracing: Tracing; readonly ended: unknown[] } {
  const ended: unknown[] = [];
  const begin = (name: string): TraceSpan => ({
    traceparent: `traceparent of ${name}`,
    child: (child) => begin(child),
    end: (attributes = {}) => void ended.push([name, attributes]),
  });
  return { ended, tracing: { ...NO_TRACING, sample: begin } };
}

/** Sends one log to a gateway with these traces; resolves with the part that was queued. */
async function queuedWith(tracing: Tracing): Promise<Part> {
  const gateway = await startGateway(redis.url, { tracing });
  const project = newProject();
  const key = await settings.add(project);
  expect((await send(gateway.url, key, { events: [log()] })).status).toBe(202);
  await gateway.stop();
  const parts: Part[] = [];
  const base = { type: 'log', url: redis.url, shards: 1, maxActiveJobs: 10 } as const;
  const consumer = createConsumer({ ...base, logger: silentLogger, metrics: createMetrics() }, ({ parse }) => {
    parts.push(...(parse()?.parts ?? []).filter((part) => part.project === project.projectId));
    return Promise.resolve();
  });
  await consumer.start();
  await waitFor(() => parts.length === 1);
  await consumer.stop();
  return parts[0] as Part;
}
