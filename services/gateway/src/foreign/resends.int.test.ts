import { beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@sluice/runtime';
import { useRedis } from '@sluice/testkit';
import { randomBytes } from 'node:crypto';
import { newProject, useGateway, useProjection, type RunningGateway } from '../testing/gatewayHarness.js';

const redis = useRedis();
const settings = useProjection(redis);
const first = useGateway(redis, { config: { maxEvents: 3 } });
const later = useGateway(redis, { config: { maxEvents: 3 }, clock: () => systemClock() + 6_000 });
const project = newProject();
let key: string;
beforeAll(async () => {
  key = await settings.add(project);
  await settings.projection.markComplete(600_000);
});

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const text = (name: string, stringValue: string): object => ({ key: name, value: { stringValue } });
const exceptionOf = (name: string): object[] => [text('exception.type', name), text('exception.message', hex(8))];

/** Spans with times, that report exceptions without one. */
const traces = (): object => {
  const now = `${Date.now()}000000`;
  const events = ['A', 'B'].map((name) => ({ name: 'exception', attributes: exceptionOf(name) }));
  const spans = [1, 2].map(() => ({
    traceId: hex(16),
    spanId: hex(8),
    name: 'GET /',
    startTimeUnixNano: now,
    endTimeUnixNano: now,
    events,
  }));
  return { resourceSpans: [{ scopeSpans: [{ spans }] }] };
};
/** Records without times, that report exceptions. */
const logs = (): object => {
  const logRecords = [1, 2, 3].map(() => ({ body: { stringValue: 'failed' }, attributes: exceptionOf('E') }));
  return { resourceLogs: [{ scopeLogs: [{ logRecords }] }] };
};
const metrics = (): object => {
  const dataPoints = [1, 1].map((asInt) => ({ asInt, attributes: [text('run', hex(8))] }));
  return { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'depth', gauge: { dataPoints } }] }] }] };
};
const envelope = (): string => {
  const error = { exception: { values: [{ type: 'TypeError', value: hex(8) }] } };
  const lines = [{ type: 'event' }, error, { type: 'log' }, { items: [{ body: hex(8) }, { body: 'b' }] }];
  return ['{}', ...lines.map((line) => JSON.stringify(line))].join('\n');
};

test.each<[string, number, () => string, () => string]>([
  ['spans and their exceptions', 6, () => '/v1/traces', () => JSON.stringify(traces())],
  ['log records and their exceptions', 6, () => '/v1/logs', () => JSON.stringify(logs())],
  ['data points', 2, () => '/v1/metrics', () => JSON.stringify(metrics())],
  ['an envelope of a Sentry SDK', 3, () => `/api/${project.projectId}/envelope/?sentry_key=${key}`, envelope],
])('%s that are sent again 6 s later, to another gateway, are duplicates', async (_what, count, path, bodyOf) => {
  const body = bodyOf();
  const before = [await countEvents(first), await countEvents(later)];
  const replies = [await post(first, path(), body), await post(later, path(), body)];
  const after = [await countEvents(first), await countEvents(later)];
  expect(after.map((events, index) => events - (before[index] ?? 0))).toEqual([count, 0]);
  expect(replies[1]).toEqual(replies[0]);
  expect(replies[0]?.status).toBe(200);
});

async function post(gateway: RunningGateway, path: string, body: string): Promise<{ status: number; text: string }> {
  const isOtlp = path.startsWith('/v1/');
  const response = await fetch(gateway.url.replace('/api/envelope', path), {
    method: 'POST',
    body,
    headers: isOtlp ? { 'content-type': 'application/json', authorization: `Bearer ${key}` } : {},
  });
  return { status: response.status, text: await response.text() };
}

/** Events that a gateway counted so far, with any outcome; it does not count those of duplicates. */
async function countEvents(gateway: RunningGateway): Promise<number> {
  const { values } = (await gateway.metrics.getSingleMetric('sluice_gateway_events_total')?.get()) ?? { values: [] };
  return values.reduce((sum, { value }) => sum + value, 0);
}
