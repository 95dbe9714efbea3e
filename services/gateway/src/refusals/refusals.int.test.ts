import { describe, expect, test } from '@jest/globals';
import { waitFor, useRedis } from '@sluice/testkit';
import { log, span } from '../testing/events.js';
import { newKey, newProject, send, startGateway, stubDatabase, useProjection } from '../testing/gatewayHarness.js';

const redis = useRedis();
const projects = useProjection(redis);

const filters = {
  ips: [] as string[],
  environments: ['dev-*', 'staging'],
  releases: [],
  messages: [],
  crawlers: false,
  browserExtensions: false,
  localhost: false,
  legacyBrowsers: false,
};

describe('samples of refused events', () => {
  test('are the first of each reason and entry in a second, scrubbed, with what is wrong', async () => {
    const database = stubDatabase();
    const gateway = await startGateway(redis.url, { database });
    const project = newProject({ filters, eventsPerHour: 0 });
    const key = await projects.add(project);
    const mailed = { message: 'from ada@example.com' };
    await send(gateway.url, key, {
      events: [
        log({ contexts: { environment: 'dev-1' }, payload: mailed }),
        log({ contexts: { environment: 'dev-2' } }),
        log({ contexts: { environment: 'staging' } }),
        span({ uuid: undefined, name: 'ada@example.com' }),
        { type: 'nonsense' },
        log({ payload: mailed }),
      ],
    });
    await waitFor(() => database.samples.length > 0);
    await gateway.stop();
    const found = database.samples.map(({ reason, type, entry, field, problem }) => [
      reason,
      type,
      entry,
      field,
      problem,
    ]);
    expect(found.sort()).toEqual([
      ['environment', 'log', 'dev-*', null, null],
      ['environment', 'log', 'staging', null, null],
      ['hourly_cap', 'log', null, null, null],
      ['payload', 'span', null, 'payload.uuid', 'is required'],
      ['type', 'unknown', null, 'type', expect.stringContaining('must be one of')],
    ]);
    expect(JSON.stringify(database.samples)).not.toContain('ada@example');
    const eventOf = (name: string) => database.samples.find(({ entry }) => entry === name)?.event;
    expect([eventOf('dev-*'), eventOf('staging')]).toEqual([
      expect.stringContaining('dev-1'),
      expect.stringContaining('staging'),
    ]);
  });

  test('are never taken of filtered addresses, be the event valid or not, nor if the setting is off', async () => {
    const database = stubDatabase();
    const gateway = await startGateway(redis.url, { database });
    const filtered = await projects.add(newProject({ filters: { ...filters, ips: ['127.0.0.1', '::1'] } }));
    const off = await projects.add(newProject({ filters, refusedSamples: false }));
    const events = [log({ contexts: { environment: 'dev-1' } }), { type: 'nonsense' }];
    await send(gateway.url, filtered, { events });
    await send(gateway.url, off, { events });
    await gateway.stop();
    expect(database.samples).toEqual([]);
  });
});

test('origins that are refused with 403 are counted', async () => {
  const database = stubDatabase();
  const gateway = await startGateway(redis.url, { database });
  const key = await projects.add(newProject({ allowedDomains: ['example.com'] }));
  const from = (origin: string) => send(gateway.url, key, { events: [] }, { origin });
  const statuses = await Promise.all(['https://evil.test', 'https://evil.test', 'https://example.com'].map(from));
  await gateway.stop();
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 202]);
  expect(database.origins).toEqual({ 'https://evil.test': 2 });
});

describe('requests with disabled keys', () => {
  test('are counted whether Redis or PostgreSQL knows the key, and those with unknown keys are not', async () => {
    const database = stubDatabase();
    const gateway = await startGateway(redis.url, { database });
    const [projected, stored, unknown] = [newKey(), newKey(), newKey()];
    await projects.projection.put(projected, 1, null);
    database.keys.set(stored, null);
    const statuses: number[] = [];
    for (const key of [projected, stored, unknown, projected, stored, projected])
      statuses.push((await send(gateway.url, key, { events: [] })).status);
    await gateway.stop();
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(database.refusedKeys).toEqual({ [projected]: 3, [stored]: 2 });
  });

  test('are stored later if PostgreSQL was unavailable, like refused origins', async () => {
    const database = stubDatabase();
    const gateway = await startGateway(redis.url, { database });
    const [disabled, key] = [newKey(), await projects.add(newProject({ allowedDomains: ['example.com'] }))];
    await projects.projection.put(disabled, 1, null);
    database.isUnavailable = true;
    await send(gateway.url, disabled, { events: [] });
    await send(gateway.url, key, { events: [] }, { origin: 'https://evil.test' });
    const failed = database.failures;
    await waitFor(() => database.failures >= failed + 3);
    database.isUnavailable = false;
    await gateway.stop();
    expect([database.refusedKeys, database.origins]).toEqual([{ [disabled]: 1 }, { 'https://evil.test': 1 }]);
  });
});
