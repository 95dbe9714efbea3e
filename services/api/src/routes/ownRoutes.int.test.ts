import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hourOf } from '@sluice/contract';
import { inTransaction, updateOrganization } from '@sluice/db';
import { addUsage, type UsageDelta } from '@sluice/accounting';
import { type Answer, type Tenant, useApi } from '../testing/apiHarness.js';

let ours: Tenant;
let theirs: Tenant;

const api = useApi({ publicUrl: 'https://sluice.example/base' });
beforeAll(async () => {
  api.now = Date.UTC(2026, 1, 1, 10, 30);
  ours = await api.newTenant('ours');
  theirs = await api.newTenant('theirs');
});

const HOUR = 3_600_000;
const read = (path: string, token = ours.token): Promise<Answer> => api.ask(path, { token });
const errorOf = ({ body }: Answer) => (body as { error: { code: string; message: string } }).error;

/** A line of any of these lists. */
interface Line {
  readonly [field: string]: unknown;
  readonly time?: string;
  readonly slug?: string;
  readonly key?: string;
}
const dataOf = ({ body }: Answer): readonly Line[] => (body as { data: readonly Line[] }).data;

describe('counts', () => {
  const at = (ms: number): number => hourOf(ms);
  beforeAll(async () => {
    await count(
      ours,
      { count: 5 },
      { count: 2, epoch: 'e2' },
      { outcome: 'filtered', reason: 'crawler', count: 3 },
      { outcome: 'rate_limited', reason: 'spike', count: 4 },
      { outcome: 'rate_limited', reason: 'hourly_cap', count: 1 },
      { outcome: 'quota_exceeded', reason: 'monthly_quota', count: 6 },
      { outcome: 'invalid', reason: 'timestamp', count: 7 },
      { type: 'unknown', outcome: 'invalid', reason: 'type', count: 8 },
      { hour: at(api.now - 12 * HOUR), count: 10 },
      { hour: at(api.now - 24 * HOUR), count: 100 },
      { hour: at(api.now - 24 * 40 * HOUR), count: 1_000 },
    );
    await count(theirs, { count: 999 });
  });

  test('contain every event once, by time and type, with limits together and apart, over all epochs', async () => {
    const [yesterday, log, unknown, ...more] = dataOf(await read(`${ours.path}/stats`));
    expect(yesterday).toMatchObject({ time: '2026-01-31T22:00:00.000Z', type: 'log', received: 10, processed: 10 });
    expect(log).toEqual({
      time: '2026-02-01T10:00:00.000Z',
      type: 'log',
      received: 28,
      processed: 7,
      filtered: 3,
      invalid: 7,
      rateLimited: 5,
      quotaExceeded: 6,
      limited: 11,
      reasons: { crawler: 3, spike: 4, hourly_cap: 1, monthly_quota: 6, timestamp: 7 },
    });
    expect(unknown).toMatchObject({ type: 'unknown', received: 8, reasons: { type: 8 } });
    expect(more).toEqual([]);
  });

  test('lists names counted under (other), only of this project', async () => {
    await api.db.pool.query(`insert into folded_names values ($1, 'metric', $3, 5), ($2, 'metric', $3, 7)`, [
      ours.projectId,
      theirs.projectId,
      new Date(Date.UTC(2026, 1, 1, 10)),
    ]);
    const { body } = await read(`${ours.path}/stats`);
    expect(body).toMatchObject({ folded: [{ time: '2026-02-01T10:00:00.000Z', kind: 'metric', count: 5 }] });
  });

  test('may be of UTC days, of one type and of a range', async () => {
    const days = dataOf(await read(`${ours.path}/stats?interval=day&type=log`));
    expect(days.map(({ time, received }) => [time, received])).toEqual([
      ['2026-01-31T00:00:00.000Z', 110],
      ['2026-02-01T00:00:00.000Z', 28],
    ]);
    const range = 'from=2026-01-31T22:59:59Z&to=2026-01-31T22:59:59.001Z';
    expect(dataOf(await read(`${ours.path}/stats?${range}`))).toHaveLength(1);
    expect(dataOf(await read(`${ours.path}/stats?from=2026-01-31T23:00:00Z&to=2026-02-01T10:00:00Z`))).toEqual([]);
    expect(dataOf(await read(`${ours.path}/stats?from=2026-01-31T23:00:00Z&to=2026-02-01T10:00:00.001Z`))).toHaveLength(
      2,
    );
  });

  test('a range that is too long is refused, and so is one of the future that ends before it begins', async () => {
    for (const query of ['from=2025-12-01&to=2026-02-01', 'interval=day&from=2020-01-01', 'from=2030-01-01']) {
      const answer = await read(`${ours.path}/stats?${query}`);
      expect([query, answer.status, errorOf(answer).code]).toEqual([query, 400, 'bad_query']);
    }
  });

  test('of a month of an organization are by pool, with the limit, and by project', async () => {
    await updateOrganization(api.db, 'ours', { 'monthly.logs': 50 });
    const second = await api.newProject(ours, 'app');
    await count(second, { count: 2 }, { type: 'span', count: 9 });
    const { body } = await read('/api/0/organizations/ours/stats');
    expect(body).toMatchObject({ month: '2026-02', endsAt: '2026-03-01T00:00:00.000Z', next: null });
    const { pools, projects } = body as { pools: { pool: string }[]; projects: { project: string }[] };
    expect(pools.map(({ pool }) => pool)).toEqual(['errors', 'logs', 'spans', 'metrics', 'replays']);
    // 110 events in the last seven days, in which the first one is not, and 661.5 hours are left of the month.
    const projection = { projected: 442, hours: 168, reachesLimitAt: '2026-02-04T01:07:05.454Z' };
    expect(pools[1]).toEqual({ pool: 'logs', limit: 50, used: 9, ...projection });
    expect(projects.filter(({ project }) => ['app', 'web'].includes(project))).toEqual([
      { project: 'app', used: { errors: 0, logs: 2, spans: 9, metrics: 0, replays: 0 } },
      { project: 'web', used: { errors: 0, logs: 7, spans: 0, metrics: 0, replays: 0 } },
    ]);
    const january = (await read('/api/0/organizations/ours/stats?month=2026-01')).body as { pools: unknown[] };
    expect(january.pools[1]).toEqual({
      pool: 'logs',
      limit: 50,
      used: 110,
      projected: null,
      hours: null,
      reachesLimitAt: null,
    });
  });

  test('the projection of a pool is of its own hours, and does not fall when the quota is used up', async () => {
    const org = await api.newTenant('projected');
    await updateOrganization(api.db, 'projected', { 'monthly.errors': 100 });
    const hour = (ago: number): number => hourOf(api.now) - ago;
    await count(
      org,
      // Spans began three days ago, hits two hours ago; logs were quiet for six days, and errors are above their quota.
      { type: 'span', hour: hour(72), count: 720 },
      { type: 'hit', hour: hour(2), count: 20 },
      { type: 'log', hour: hour(1_000), count: 1 },
      { type: 'log', hour: hour(1), count: 168 },
      { type: 'exception', hour: hour(10), count: 100 },
      { type: 'exception', hour: hour(9), outcome: 'quota_exceeded', reason: 'monthly_quota', count: 900 },
    );
    const { body } = await read('/api/0/organizations/projected/stats', org.token);
    const left = 661.5;
    expect(body).toMatchObject({
      pools: [
        { pool: 'errors', hours: 10, used: 100, projected: 100 + 100 * left },
        { pool: 'logs', hours: 168, used: 168, projected: Math.round(168 + left) },
        { pool: 'spans', hours: 72, projected: Math.round(10 * left) },
        { pool: 'metrics', hours: 2, projected: Math.round(20 + 10 * left) },
        { pool: 'replays', hours: null, projected: null, reachesLimitAt: null },
      ],
      projection: { hours: 168 },
    });
  });

  test.each(['2026-13', '26-01', '2026-1', 'now'])('month=%s is invalid', async (month) => {
    expect(errorOf(await read(`/api/0/organizations/ours/stats?month=${month}`)).message).toContain('month');
  });

  test('projects are listed in pages, deleted ones are not', async () => {
    const { deleteProject } = await import('@sluice/db');
    const org = await api.newTenant('many');
    for (const slug of ['a', 'b', 'c', 'd']) await api.newProject(org, slug);
    await deleteProject(api.db, { organization: 'many', project: 'b' });
    const seen: unknown[] = [];
    let cursor = '';
    for (let page = 0; page < 9 && (page === 0 || cursor !== ''); page += 1) {
      const answer = await read(`/api/0/projects/many?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`, org.token);
      seen.push(...dataOf(answer).map(({ slug }) => slug));
      cursor = (answer.body as { next: string | null }).next ?? '';
    }
    expect(seen).toEqual(['a', 'c', 'd', 'web']);
    const first = (await read('/api/0/projects/many?limit=2', org.token)).body as { next: string };
    expect((await read(`/api/0/projects/ours?cursor=${first.next}`)).status).toBe(404);
    expect((await read(`/api/0/organizations/many/stats?cursor=${first.next}`, org.token)).status).toBe(400);
  });
});

describe('settings', () => {
  let made = 0;
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await api.newTenant(`settings-${made++}`);
  });
  const readSettings = (): Promise<Answer> => read(`${tenant.path}/settings`, tenant.token);
  const patch = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    api.ask(`${tenant.path}/settings`, { method: 'PATCH', token: tenant.token, body, headers });

  test('are complete; a patch changes only the named settings, in groups or by full name; null restores the default', async () => {
    const before = (await readSettings()).body;
    const changed = await patch({ filters: { ips: ['::1'] }, 'sampleRates.span': 0.5, eventsPerHour: 9 });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      filters: { ips: ['::1'], crawlers: true },
      sampleRates: { span: 0.5, log: 1 },
      eventsPerHour: 9,
    });
    const after = await patch({ 'filters.ips': null, sampleRates: { span: null }, eventsPerHour: null });
    expect(after.body).toEqual(before);
  });

  test('a change that is meant for another version changes nothing', async () => {
    const etag = String((await readSettings()).headers['etag']);
    const first = await patch({ scrub: true }, { 'if-match': etag });
    expect([first.status, first.headers['etag'] === etag]).toEqual([200, false]);
    const second = await patch({ scrub: false }, { 'if-match': etag });
    expect([second.status, errorOf(second).code]).toEqual([412, 'changed']);
    expect((await readSettings()).body).toMatchObject({ scrub: true });
    const listed = await patch({ scrub: false }, { 'if-match': `"x", ${String(first.headers['etag'])}` });
    expect(listed.status).toBe(200);
    expect((await patch({}, { 'if-match': '*' })).status).toBe(200);
  });

  test('accept one of two concurrent changes of the same version', async () => {
    const headers = { 'if-match': String((await readSettings()).headers['etag']) };
    const answers = await Promise.all([1, 2, 3, 4].map((eventsPerHour) => patch({ eventsPerHour }, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  test.each<[unknown, string]>([
    [{ scrup: true }, 'scrup'],
    [{ filters: { ip: [] } }, 'filters.ip'],
    [{ 'filters.ips': ['x'] }, 'filters.ips'],
    [{ scrub: 'yes' }, 'scrub'],
    [{ sampleRates: { span: 2 } }, 'sampleRates.span'],
    [{ filters: 'all' }, 'filters'],
    [{ __proto__: null, constructor: 1 }, 'constructor'],
  ])('%j is refused with a 422 that names the setting, and nothing is changed', async (body, name) => {
    const before = (await readSettings()).headers['etag'];
    const answer = await patch(body);
    expect([answer.status, errorOf(answer).message]).toEqual([422, expect.stringContaining(name)]);
    expect((await readSettings()).headers['etag']).toBe(before);
  });
});

describe('keys', () => {
  const path = (): string => `${ours.path}/keys`;

  test('are made, listed with their DSN, and disabled permanently', async () => {
    const made = await api.ask(path(), { method: 'POST', token: ours.token, body: { label: 'shop' } });
    expect([made.status, made.headers['cache-control']]).toEqual([201, 'no-store']);
    const { key, dsn, label } = made.body as { key: string; dsn: string; label: string };
    expect([dsn, label]).toEqual([`https://${key}@sluice.example/base`, 'shop']);
    expect(made.body).toMatchObject({
      sentryDsn: expect.stringMatching(/^https:\/\/\w{32}@sluice\.example\/base\/[1-9]\d*$/),
    });
    expect(dataOf(await read(path())).map((one) => one.key)).toEqual([ours.key, key]);
    for (const time of ['first', 'again']) {
      const stopped = await api.ask(`${path()}/${key}`, { method: 'DELETE', token: ours.token });
      expect([time, stopped.status, stopped.text]).toEqual([time, 204, '']);
    }
    const [first, second] = dataOf(await read(path()));
    expect(first?.['disabledAt']).toBeNull();
    expect(second?.['disabledAt']).toMatch(/Z$/);
  });

  test('of servers are shown whole once, then by their beginning, which disables them', async () => {
    const servers = await api.newProject(ours, 'servers');
    const at = `${servers.path}/keys`;
    const made = await api.ask(at, { method: 'POST', token: ours.token, body: { label: 'api', kind: 'server' } });
    const { key, dsn } = made.body as { key: string; dsn: string };
    expect(made.body).toMatchObject({ kind: 'server', key: expect.stringMatching(/^sls_[0-9a-f]{64}$/) });
    expect(dsn).toBe(`https://${key}@sluice.example/base`);
    expect(made.body).toMatchObject({
      sentryDsn: expect.stringMatching(/^https:\/\/sls_\w{64}@sluice\.example\/base\/[1-9]\d*$/),
    });
    const listed = await read(at);
    const shown = key.slice(0, 16);
    expect(dataOf(listed)[1]).toMatchObject({
      kind: 'server',
      key: shown,
      dsn: null,
      sentryDsn: null,
      label: 'api',
      disabledAt: null,
    });
    expect(listed.text).not.toContain(key.slice(16));
    expect((await api.ask(`${at}/${shown}`, { method: 'DELETE', token: ours.token })).status).toBe(204);
    expect(dataOf(await read(at)).map(({ disabledAt }) => disabledAt === null)).toEqual([true, false]);
  });

  test('need no label; an unknown field is refused', async () => {
    const unlabeled = await api.newProject(ours, 'unlabeled');
    const bare = await api.ask(`${unlabeled.path}/keys`, { method: 'POST', token: ours.token });
    expect(bare.body).toMatchObject({ label: '' });
    for (const body of [{ label: 'x'.repeat(101) }, { label: 1 }, { name: 'x' }, { kind: 'secret' }]) {
      expect((await api.ask(path(), { method: 'POST', token: ours.token, body })).status).toBe(422);
    }
  });

  test('of a project are bounded', async () => {
    const full = await api.newProject(ours, 'full');
    await api.db.pool.query(
      `insert into project_keys (project_id, key) select $1, md5('full' || n) from generate_series(1, 999) n`,
      [full.projectId],
    );
    const answer = await api.ask(`${full.path}/keys`, { method: 'POST', token: ours.token, body: {} });
    expect([answer.status, errorOf(answer).message]).toEqual([409, 'There are 1000 keys in ours/full already.']);
  });
});

function count(tenant: Tenant, ...deltas: readonly Partial<UsageDelta>[]): Promise<void> {
  return inTransaction(api.db, (tx) =>
    addUsage(
      tx,
      deltas.map((delta) => ({
        projectId: tenant.projectId,
        type: 'log',
        outcome: 'processed',
        reason: '',
        hour: hourOf(api.now),
        epoch: 'e1',
        count: 1,
        arrivalMs: api.now,
        ...delta,
      })),
    ),
  );
}
