import { beforeEach, describe, expect, test } from '@jest/globals';
import { hourOf, startOfHour } from '@sluice/contract';
import { findProjectedKey, listKeys } from '@sluice/db';
import { createAllowance } from '@sluice/redis';
import { useRedis, useRedisClient } from '@sluice/testkit';
import { startTestApi, useApi, type Tenant } from '../../testing/apiHarness.js';

const redis = useRedis();
const connection = useRedisClient(redis);
const api = useApi(() => ({ redisUrl: redis.url }));
let ours: Tenant;
let made = 0;
let organization = '';
beforeEach(async () => {
  organization = `ours-${made++}`;
  ours = await api.newTenant(organization);
});

const HOUR_MS = 3_600_000;

describe('the caps of an hour', () => {
  test('are those that gateways decide by', async () => {
    const hour = hourOf(api.now);
    const hours = [30, 900, 500].map((count, ago) => ({
      projectId: ours.projectId,
      type: 'log' as const,
      hour: hour - ago,
      count,
    }));
    const firstAccepted = [{ projectId: ours.projectId, ms: api.now - 3 * HOUR_MS }];
    await createAllowance(connection.client).seed(ours.organizationId, { months: [], hours, firstAccepted });
    const { body } = await api.ask(`${ours.path}/caps`, { token: ours.token });
    const { types, ...rest } = body as { types: { type: string }[] };
    expect(types.find(({ type }) => type === 'log')).toEqual({
      type: 'log',
      accepted: 30,
      previousHour: 900,
      hourBefore: 500,
      cap: 1_400,
      lifted: false,
    });
    expect(types.find(({ type }) => type === 'span')).toMatchObject({ accepted: 0, cap: 1_000 });
    expect(rest).toMatchObject({
      spikeProtection: true,
      endsAt: new Date(startOfHour(hour + 1)).toISOString(),
      events: { used: 30, limit: null },
      bytes: { used: 0, limit: 2_000_000_000 },
    });
  });
});

describe('a lift', () => {
  const lift = (types?: readonly string[]) =>
    api.ask(`${ours.path}/caps/lift`, {
      method: 'POST',
      token: ours.token,
      body: types === undefined ? {} : { types },
    });
  const projected = async () => {
    const [key] = await listKeys(api.db, { organization, project: ours.project });
    return (await findProjectedKey(api.db, key?.key ?? ''))?.project?.lift;
  };
  const liftedTypes = async (): Promise<unknown> => {
    const { body } = await api.ask(`${ours.path}/caps`, { token: ours.token });
    return (body as { types: { type: string; lifted: boolean }[] }).types.flatMap(({ type, lifted }) =>
      lifted ? [type] : [],
    );
  };

  test('is made by no GET, which a scanner of mail sends to the link of an alert', async () => {
    const answer = await api.ask(`${ours.path}/caps/lift`, { token: ours.token });
    expect([answer.status, answer.headers['allow'], await liftedTypes()]).toEqual([405, 'POST, OPTIONS', []]);
  });

  test('reaches gateways as a part of the project, adds up in its hour, and ends with it', async () => {
    const hour = hourOf(api.now);
    expect(await lift(['log'])).toMatchObject({ status: 200, body: { types: ['log'] } });
    const until = new Date(startOfHour(hour + 1)).toISOString();
    expect(await lift(['exception'])).toMatchObject({ body: { types: ['exception', 'log'], until } });
    expect(await projected()).toEqual({ hour, types: ['exception', 'log'] });
    expect(await liftedTypes()).toEqual(['exception', 'log']);
    const { rows } = await api.db.pool.query(
      `select action, after from audit_log where action = 'project.lift' and organization_id = $1 order by id`,
      [ours.organizationId],
    );
    expect(rows.map(({ after }: { after: unknown }) => after)).toEqual([
      { types: ['log'], until },
      { types: ['exception', 'log'], until },
    ]);
    api.now += HOUR_MS;
    expect(await liftedTypes()).toEqual([]);
    expect(await lift(['span'])).toMatchObject({ body: { types: ['span'] } });
    expect(await projected()).toEqual({ hour: hour + 1, types: ['span'] });
  });

  test('without types lifts all', async () => {
    expect(await lift()).toMatchObject({ body: { types: ['exception', 'hit', 'log', 'metric', 'replay', 'span'] } });
  });
});

test('without Redis the counts are unavailable, and a lift still works', async () => {
  const alone = await startTestApi({ redisUrl: 'redis://127.0.0.1:1' });
  const tenant = await alone.newTenant('alone');
  const answer = await alone.ask(`${tenant.path}/caps`, { token: tenant.token });
  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'counts_unavailable' } } });
  expect((await alone.ask(`${tenant.path}/caps/lift`, { method: 'POST', token: tenant.token, body: {} })).status).toBe(
    200,
  );
  await alone.stop();
});
