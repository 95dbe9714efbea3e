import { beforeAll, expect, test } from '@jest/globals';
import { parseProjectKey } from '@sluice/contract/node';
import type { Part } from '@sluice/contract';
import { createConsumer } from '@sluice/queues';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { waitFor, useRedis } from '@sluice/testkit';
import { log, span } from './testing/events.js';
import {
  newProject,
  newServerKey,
  send,
  startGateway,
  stubDatabase,
  useProjection,
  type Reply,
  useGateway,
} from './testing/gatewayHarness.js';

const database = stubDatabase();

const redis = useRedis();
const settings = useProjection(redis);
const gateway = useGateway(redis, { database });
beforeAll(() => settings.projection.markComplete(600_000));

const refusalOf = ({ status, body }: Reply): unknown[] => [status, (body['error'] as { code: string }).code];

test('a server key needs no allowed domain and has the limits of the project', async () => {
  const project = newProject({
    allowedDomains: ['example.com'],
    eventsPerHour: 2,
    filters: {
      ...newProject().settings.filters,
      environments: ['test'],
    },
  });
  const [ofPages, ofServers] = [await settings.add(project), await settings.add(project, newServerKey())];
  expect(refusalOf(await send(gateway.url, ofPages, { events: [log()] }))).toEqual([403, 'origin_not_allowed']);
  const events = [log(), log({ contexts: { environment: 'test' } }), span(), { type: 'x' }, log(), log()];
  const reply = await send(gateway.url, ofServers, { events });
  expect(reply.body).toMatchObject({ processed: 3, filtered: 1, invalid: 1, rate_limited: 1 });
  // All keys of a project share one allowance.
  const rest = await send(gateway.url, ofPages, { events: [log()] }, { origin: 'https://example.com' });
  expect(rest).toMatchObject({ status: 429, body: { rate_limited: 1 } });
});

test('a server key from a browser is refused before anything is counted', async () => {
  const key = await settings.add(newProject(), newServerKey());
  for (const origin of ['https://example.com', 'null']) {
    const reply = await send(gateway.url, key, { events: [log()] }, { origin });
    expect(refusalOf(reply)).toEqual([403, 'server_key_in_browser']);
  }
});

test('a server key in the URL is refused, whether it exists or not', async () => {
  for (const key of [await settings.add(newProject(), newServerKey()), newServerKey()]) {
    const reply = await send(`${gateway.url}?service_key=${key}`, undefined, { events: [log()] });
    expect(refusalOf(reply)).toEqual([401, 'server_key_in_url']);
  }
});

test('a disabled server key is unknown', async () => {
  const key = await settings.add(newProject(), newServerKey());
  expect((await send(gateway.url, key, { events: [log()] })).status).toBe(202);
  await settings.projection.put(parseProjectKey(key)?.name ?? '', 2, null);
  await waitFor(async () => (await send(gateway.url, key, { events: [log()] })).status === 401);
  const unknown = [
    await send(gateway.url, key, { events: [] }),
    await send(gateway.url, newServerKey(), { events: [] }),
  ];
  expect(unknown.map(refusalOf)).toEqual(Array(2).fill([401, 'unknown_key']));
});

test('a server key is looked up by its name, in PostgreSQL and in Redis', async () => {
  const key = newServerKey();
  const asked: string[] = [];
  const away = await startGateway(redis.url, {
    database: { ...database, findKey: (name) => (asked.push(name), Promise.resolve(newProject())) },
  });
  await settings.client.del('sl:{settings}:complete');
  expect((await send(away.url, key, { events: [] })).status).toBe(202);
  await settings.projection.markComplete(600_000);
  await away.stop();
  expect(asked).toEqual([parseProjectKey(key)?.name]);
});

test('parts contain the kind of a server key only, and equal bytes from both kinds of key are two batches', async () => {
  const project = newProject();
  const [ofPages, ofServers] = [await settings.add(project), await settings.add(project, newServerKey())];
  const body = JSON.stringify({ events: [log()] });
  for (const key of [ofPages, ofServers]) {
    expect((await send(gateway.url, key, body)).body).toMatchObject({ processed: 1 });
    expect((await send(gateway.url, key, body)).body).toEqual({ success: true, duplicate: true });
  }
  const parts: Part[] = [];
  const base = { type: 'log', url: redis.url, shards: 1, maxActiveJobs: 100 } as const;
  const consumer = createConsumer({ ...base, logger: silentLogger, metrics: createMetrics() }, ({ parse }) => {
    parts.push(...(parse()?.parts ?? []).filter((part) => part.project === project.projectId));
    return Promise.resolve();
  });
  await consumer.start();
  await waitFor(() => parts.length === 2);
  await consumer.stop();
  expect(parts.map(({ keyKind }) => keyKind)).toEqual([undefined, 'server']);
  expect(parts.map((part) => 'keyKind' in part)).toEqual([false, true]);
});
