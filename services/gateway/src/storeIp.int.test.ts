import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { StoreIp } from '@sluice/contract';
import { useDirectory, useRedis, useResource, waitFor } from '@sluice/testkit';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { log } from './testing/events.js';
import { newProject, send, startGateway, stubDatabase, useProjection } from './testing/gatewayHarness.js';

jest.setTimeout(60_000);

/** The project setting `storeIp`: what is behind the gateway has no more of the address than the project stores. */

const ADDRESS = '203.0.113.77';
const FROM = { 'x-forwarded-for': ADDRESS };
/** A client may claim its address, or another one. */
const CLAIMED = { contexts: { 'user.ip': ADDRESS, 'user.ip_address': ADDRESS, 'user.id': '7' } };

const redis = useRedis();
const settings = useProjection(redis);
const directory = useDirectory('store-ip');
const spoolDir = (): string => path.join(directory.path, 'spool');
const database = stubDatabase();
const gateway = useResource(
  () => startGateway(redis.url, { database, config: { trustedProxies: ['127.0.0.1'], spoolDir: spoolDir() } }),
  (started) => started.stop(),
);

describe.each<[StoreIp, string | undefined]>([
  ['truncated', '"ip":"203.0.113.0"'],
  ['off', '"ip":""'],
])('storeIp %s', (storeIp, queued) => {
  beforeEach(() => settings.client.flushall());

  test('no job and no key of Redis has the address', async () => {
    const key = await add(storeIp);
    const events = [log(CLAIMED), hit(CLAIMED), log()];
    expect((await send(gateway.url, key, { events }, FROM)).body).toMatchObject({ processed: 3 });
    const content = await contentOfRedis();
    expect(content).toContain(queued);
    expect(content).toMatch(/"visitor":"[\w-]{22}"/);
    expect(content).not.toContain(ADDRESS);
  });

  test('a filter sees the whole address', async () => {
    const key = await add(storeIp, [ADDRESS]);
    expect((await send(gateway.url, key, { events: [hit(CLAIMED)] }, FROM)).body).toMatchObject({ filtered: 1 });
    const other = { 'x-forwarded-for': '203.0.113.78' };
    expect((await send(gateway.url, key, { events: [hit()] }, other)).body).toMatchObject({ processed: 1 });
  });
});

test('with the default the address is queued', async () => {
  const key = await add('full');
  await send(gateway.url, key, { events: [hit()] }, FROM);
  const content = await contentOfRedis();
  expect(content).toContain(`"ip":"${ADDRESS}"`);
});

test('no entry of the spool has the address', async () => {
  const keys = [await add('truncated'), await add('off')];
  for (const key of keys) await send(gateway.url, key, { events: [] });
  await redis.shutdown();
  for (const key of keys) {
    expect((await send(gateway.url, key, { events: [hit(CLAIMED), log(CLAIMED)] }, FROM)).body).toMatchObject({
      processed: 2,
    });
  }
  const content = await contentOfSpool();
  expect(content).toContain('"address":"203.0.113.0"');
  expect(content).toContain('"address":""');
  expect(content).not.toContain(ADDRESS);
  await redis.restart();
  await waitFor(async () => /^sluice_spool_entries 0$/m.test(await gateway.metrics.metrics()), {
    timeoutMs: 20_000,
    what: 'an empty spool',
  });
  expect(await contentOfRedis()).toMatch(/"visitor":"[\w-]{22}"/);
});

/** Everything in Redis, as text. */
async function contentOfRedis(): Promise<string> {
  const pieces: string[] = [];
  for (const key of await settings.client.keys('*')) {
    // Without a dump it has expired meanwhile.
    const dump = (await settings.client.dumpBuffer(key)) as Buffer | null;
    pieces.push(key, dump?.toString('latin1') ?? '');
    const type = await settings.client.type(key);
    // Long values are compressed in a dump.
    if (type === 'hash') pieces.push(...Object.values(await settings.client.hgetall(key)));
    if (type === 'string') pieces.push((await settings.client.get(key)) ?? '');
  }
  return pieces.join('\n');
}

async function contentOfSpool(): Promise<string> {
  const names = (await readdir(spoolDir(), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const files = await Promise.all(names.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1')));
  return files.join('\n');
}

async function add(storeIp: StoreIp, filteredIps: readonly string[] = []): Promise<string> {
  const project = newProject({ storeIp, filters: { ...newProject().settings.filters, ips: filteredIps } });
  const key = await settings.add(project);
  database.keys.set(key, project);
  return key;
}

function hit(fields: object = {}) {
  return {
    type: 'hit',
    timestamp: '2025-01-01T00:00:00Z',
    payload: { kind: 'pageview', url: 'https://example.com/' },
    ...fields,
  };
}
