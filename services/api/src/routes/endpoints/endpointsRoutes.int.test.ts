import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensurePartitions, PARTITIONED_TABLES } from '@sluice/db';
import { rollUpEndpoints } from '@sluice/traces';
import { type Tenant, useApi } from '../../testing/apiHarness.js';
import { storeSpans } from '../../testing/storeSpans.js';
import { useTenant } from '@sluice/testkit';

const HOUR = 3_600_000;

const api = useApi();
const tenant = useTenant(api, 'ours');
beforeAll(async () => {
  const range = { fromMs: api.now - 30 * 24 * HOUR, throughMs: api.now };
  await ensurePartitions(api.db, { tables: PARTITIONED_TABLES, interval: 'day', ...range });
  const environment = 'production';
  await storeSpans(
    api,
    tenant,
    { ago: 1, name: 'GET /a', environment, duration: 100 },
    { ago: 1, name: 'GET /a', environment, duration: 300, status: 'error' },
    { ago: 2 * HOUR, name: 'GET /a', duration: 200 },
    { ago: 2 * HOUR, name: 'POST /b', environment, duration: 900 },
    { ago: 2 * HOUR, name: 'inner', parent_id: 'p' },
  );
  await rollUp(tenant);
});

describe('root spans by name', () => {
  test('are pending until housekeeping has counted them', async () => {
    const fresh = await api.newTenant('fresh');
    await storeSpans(api, fresh, { ago: 1, name: 'GET /a', duration: 100, status: 'error' });
    expect(await ask('', fresh)).toMatchObject({ pending: true, total: null, data: [] });
    await rollUp(fresh);
    expect(await ask('', fresh)).toMatchObject({ pending: false, total: { count: 1, errors: 1 } });
    expect(await ask('')).toMatchObject({ pending: false, total: { count: 4, errors: 1 } });
  });

  test('are sorted, filtered and limited', async () => {
    const names = async (query: string): Promise<readonly string[]> => {
      const { data } = await ask(query);
      return (data as readonly { name: string }[]).map(({ name }) => name);
    };
    expect(await names('')).toEqual(['GET /a', 'POST /b']);
    expect(await names('?sort=p95')).toEqual(['POST /b', 'GET /a']);
    expect(await names('?sort=errorRate')).toEqual(['GET /a', 'POST /b']);
    expect(await names('?query=post')).toEqual(['POST /b']);
    expect(await names('?limit=1')).toEqual(['GET /a']);
    expect(await ask('?environment=production&sort=name')).toMatchObject({
      errorBound: 0.01,
      data: [
        { name: 'GET /a', count: 2, errors: 1, errorRate: 0.5, avg: 200, max: 300 },
        { name: 'POST /b', count: 1, p99: 900 },
      ],
    });
    const range = `from=${new Date(api.now - HOUR).toISOString()}&to=${new Date(api.now).toISOString()}`;
    expect(await ask(`?${range}`)).toMatchObject({ data: [{ name: 'GET /a', count: 2, perMinute: 2 / 60 }] });
  });

  test('have a series by hour, of one name or all, also of a month', async () => {
    expect(await ask('/series?name=GET%20%2Fa')).toMatchObject({
      name: 'GET /a',
      interval: 3_600,
      points: [
        { time: new Date(api.now - 2 * HOUR).toISOString(), count: 1, avg: 200 },
        { time: new Date(api.now - HOUR).toISOString(), count: 2, errors: 1, avg: 200 },
      ],
    });
    const month = `from=${new Date(api.now - 30 * 24 * HOUR).toISOString()}`;
    expect(await ask(`/series?${month}`)).toMatchObject({
      name: null,
      interval: 3_600,
      points: [{ count: 2 }, { count: 2 }],
    });
    expect(await ask(`/series?${month}&interval=86400`)).toMatchObject({ interval: 86_400 });
    expect(await ask('/series?name=none')).toMatchObject({ points: [] });
  });
});

async function rollUp({ projectId }: Tenant): Promise<void> {
  for (const hourMs of [api.now - HOUR, api.now - 2 * HOUR]) await rollUpEndpoints(api.db, { projectId, hourMs });
}

function ask(path: string, { path: project, token } = tenant) {
  return api.ask(`${project}/endpoints${path}`, { token }).then(({ body }) => body as never);
}
