import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ensurePartitions } from '@sluice/db';
import { type Answer, type Tenant, useApi } from '../../testing/apiHarness.js';
import { storeThrown, type Thrown } from '../../testing/storeThrown.js';
import { useTenant } from '@sluice/testkit';

const HOUR = 3_600_000;
const api = useApi();
const ours = useTenant(api, 'ours');
const theirs = useTenant(api, 'theirs');
beforeAll(() =>
  ensurePartitions(api.db, {
    tables: ['exceptions'],
    interval: 'day',
    fromMs: api.now - 24 * HOUR,
    throughMs: api.now,
  }),
);
beforeEach(() =>
  api.db.pool.query('truncate exceptions, issues, issue_hashes, issue_hours, issue_releases, issue_users'),
);

const store = (tenant: Tenant, ...all: readonly Thrown[]): Promise<readonly string[]> => storeThrown(api, tenant, all);

interface Line {
  readonly [field: string]: unknown;
  readonly id: string;
}
const ask = (path: string, tenant = ours): Promise<Answer> => api.ask(`${tenant.path}${path}`, { token: tenant.token });
const dataOf = ({ body }: Answer): readonly Line[] => (body as { data: readonly Line[] }).data;
const codeOf = ({ status, body }: Answer) => [status, (body as { error: { code: string } }).error.code];

describe('issues', () => {
  test('show title, first release, number of users, and times', async () => {
    const [id = ''] = await store(
      ours,
      { release: '1.0.0', user: 'id:1', ago: 5 * HOUR, environment: 'production' },
      { release: '1.1.0', user: 'id:2', ago: HOUR, environment: 'production' },
      { release: '1.1.0', user: 'id:1', ago: HOUR / 2, environment: 'staging', message: 'y is not a function' },
    );
    const [issue] = dataOf(await ask('/issues'));
    const time = (ago: number): string => new Date(api.now - ago).toISOString();
    const expected = {
      id,
      title: 'TypeError: y is not a function',
      culprit: 'render in app/view.ts',
      culpritPending: false,
      level: 'error',
      status: 'open',
      resolvedIn: null,
      regressed: false,
      count: 3,
      users: 2,
      firstSeen: time(5 * HOUR),
      lastSeen: time(HOUR / 2),
      firstRelease: '1.0.0',
      lastRelease: '1.1.0',
      // The last is the hour that begins now.
      resolvedAfter: null,
      ignoredUntil: null,
      new: true,
      assignee: null,
      total: { count: 3, users: 2, firstSeen: time(5 * HOUR), lastSeen: time(HOUR / 2) },
      series: { from: time(23 * HOUR), interval: 'hour', counts: [...zeros(18), 1, 0, 0, 0, 2, 0] },
      trend: 3,
    };
    expect(issue).toEqual({ ...expected, approximate: false });
    const [staging] = dataOf(await ask('/issues?environment=staging'));
    expect(staging?.['series']).toEqual({ from: time(23 * HOUR), interval: 'hour', counts: [...zeros(22), 1, 0] });
    expect(staging?.['total']).toEqual(expected.total);
    expect(staging).toMatchObject({ count: 1, users: 1, firstSeen: time(HOUR / 2), firstRelease: '1.1.0' });
    expect(dataOf(await ask('/issues?firstRelease=1.0.0'))).toHaveLength(1);
    expect(dataOf(await ask('/issues?firstRelease=1.1.0'))).toEqual([]);
    const [early] = dataOf(await ask(`/issues?to=${time(4 * HOUR)}`));
    expect(early).toMatchObject({ count: 1, users: 1, lastSeen: time(5 * HOUR), lastRelease: '1.0.0' });
    expect(dataOf(await ask(`/issues?from=${time(4 * HOUR)}&to=${time(2 * HOUR)}`))).toEqual([]);
    const detail = (await ask(`/issues/${id}?hours=48`)).body;
    expect(detail).toMatchObject({
      ...expected,
      series: { from: time(47 * HOUR), interval: 'hour', counts: [...zeros(42), 1, 0, 0, 0, 2, 0] },
      fingerprints: [{ hash: 'aa', count: 3, firstSeen: time(5 * HOUR), lastSeen: time(HOUR / 2) }],
      releases: [
        { version: '1.1.0', count: 2, firstSeen: time(HOUR), lastSeen: time(HOUR / 2) },
        { version: '1.0.0', count: 1, firstSeen: time(5 * HOUR), lastSeen: time(5 * HOUR) },
      ],
      environments: [
        { environment: 'production', count: 2 },
        { environment: 'staging', count: 1 },
      ],
      mergedInto: null,
    });
  });

  test('are paged in the order asked for; a cursor goes with its order and project only', async () => {
    await store(ours, ...['a', 'b', 'b', 'c', 'c', 'c'].map((hash) => ({ hash, message: hash })));
    const first = await ask('/issues?sort=count&limit=2');
    const { next } = first.body as { next: string };
    const second = await ask(`/issues?sort=count&limit=2&cursor=${next}`);
    expect([...dataOf(first), ...dataOf(second)].map(({ count }) => count)).toEqual([3, 2, 1]);
    expect((second.body as { next: unknown }).next).toBeNull();
    expect(codeOf(await ask(`/issues?sort=users&cursor=${next}`))).toEqual([400, 'bad_cursor']);
    expect((await ask(`/issues?sort=count&cursor=${next}`, theirs)).status).toBe(404);
  });

  test('are found by state, level, text and release', async () => {
    const [, second = ''] = await store(
      ours,
      { hash: 'a', message: 'first' },
      { hash: 'b', message: 'second', level: 'fatal', release: '2.0.0' },
    );
    await send('PATCH', `/issues/${second}`, { status: 'ignored' });
    for (const query of ['status=ignored', 'level=fatal', 'query=SECOND', 'release=2.0.0']) {
      expect(dataOf(await ask(`/issues?${query}`)).map(({ id }) => id)).toEqual([second]);
    }
    expect(dataOf(await ask('/issues?status=all&query=render'))).toHaveLength(2);
  });
});

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);

describe('changing an issue', () => {
  test('resolves it, in a release too, ignores and opens it', async () => {
    const [id = ''] = await store(ours, {});
    const patch = async (body: unknown) => (await send('PATCH', `/issues/${id}`, body)).body;
    expect(await patch({ status: 'resolved', resolvedIn: '2.0.0' })).toMatchObject({
      status: 'resolved',
      resolvedIn: '2.0.0',
    });
    expect(await patch({ status: 'ignored' })).toMatchObject({ status: 'ignored', resolvedIn: null });
    expect(await patch({ status: 'open' })).toMatchObject({ status: 'open', regressed: false });
    const refused = await send('PATCH', `/issues/${id}`, { status: 'open', resolvedIn: '2.0.0' });
    expect(codeOf(refused)).toEqual([422, 'invalid_body']);
  });

  test('merges and unmerges; the exceptions follow', async () => {
    const [a = '', b = ''] = await store(ours, { hash: 'aa' }, { hash: 'bb' }, { hash: 'bb' });
    const merged = await send('POST', `/issues/${a}/merge`, { issues: [b] });
    expect(merged.body).toMatchObject({ id: a, count: 3, fingerprints: [{}, {}] });
    expect(dataOf(await ask('/issues')).map(({ id }) => id)).toEqual([a]);
    expect((await ask(`/issues/${b}`)).body).toMatchObject({ mergedInto: a });
    expect(dataOf(await ask(`/issues/${a}/events`)).map(({ issueId }) => issueId)).toEqual([a, a, a]);
    expect(codeOf(await send('PATCH', `/issues/${b}`, { status: 'open' }))).toEqual([409, 'merged']);
    expect(codeOf(await send('POST', `/issues/${a}/merge`, { issues: [b] }))).toEqual([409, 'merged']);
    const both = await send('POST', `/issues/${a}/unmerge`, { fingerprints: ['bb'] });
    expect(dataOf(both).map(({ id, count }) => [id, count])).toEqual([
      [a, 1],
      [b, 2],
    ]);
    expect(dataOf(await ask(`/issues/${b}/events`))).toHaveLength(2);
    expect(codeOf(await send('POST', `/issues/${a}/unmerge`, { fingerprints: ['aa'] }))).toEqual([422, 'invalid_body']);
    expect(codeOf(await send('POST', `/issues/${a}/merge`, { issues: [a] }))).toEqual([422, 'invalid_body']);
  });

  test('of another project is a 404, and leaves it as it was', async () => {
    const [[own = ''], [other = '']] = [await store(ours, { hash: 'aa' }), await store(theirs, { hash: 'aa' })];
    const before = (await ask(`/issues/${other}`, theirs)).text;
    for (const [method, path, body] of [
      ['GET', `/issues/${other}`],
      ['GET', `/issues/${other}/events`],
      ['PATCH', `/issues/${other}`, { status: 'ignored' }],
      ['POST', `/issues/${other}/merge`, { issues: [own] }],
      ['POST', `/issues/${own}/merge`, { issues: [other] }],
      ['POST', `/issues/${other}/unmerge`, { fingerprints: ['aa'] }],
      ['POST', `/issues/${own}/merge`, { issues: ['x'] }],
    ] as const) {
      expect([path, ...codeOf(await send(method, path, body))]).toEqual([path, 404, 'not_found']);
    }
    expect((await ask(`/issues/${other}`, theirs)).text).toBe(before);
    expect(dataOf(await ask('/issues')).map(({ id }) => id)).toEqual([own]);
  });
});

describe('exceptions', () => {
  test('are linked with issue, trace and replay, and show the frames of a raw stack too', async () => {
    const stack = 'TypeError: x is not a function\n    at render (https://example.com/app/view.js:3:14)';
    const [issueId] = await store(
      ours,
      { ago: 2_000, trace: 't1', replay: 'r1', payload: { stack, breadcrumbs: [{ message: 'click' }] } },
      { ago: 1_000, environment: 'staging' },
    );
    const [found, ...others] = dataOf(await ask('/exceptions?trace=t1'));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ issueId, traceId: 't1', replayId: 'r1', tags: { region: 'eu' }, handled: false });
    expect(found).toMatchObject({ culprit: 'render in app/view.js' });
    expect(dataOf(await ask('/exceptions?replay=r1'))).toEqual([found]);
    expect(dataOf(await ask(`/issues/${issueId ?? ''}/events?environment=staging`))).toHaveLength(1);
    const times = dataOf(await ask('/exceptions')).map(({ receivedAt }) => receivedAt);
    expect(times).toEqual([1_000, 2_000].map((ago) => new Date(api.now - ago).toISOString()));
    expect((await ask(`/exceptions/${found?.id ?? ''}`)).body).toEqual({
      ...found,
      platform: null,
      contexts: { 'user.id': '1' },
      frames: [
        {
          file: 'https://example.com/app/view.js',
          function: 'render',
          module: null,
          line: 3,
          column: 14,
          inApp: true,
          context: null,
          vars: null,
          debugId: null,
          original: null,
          unresolved: 'no_release',
        },
      ],
      causes: [],
      stack,
      cause: null,
      breadcrumbs: [{ message: 'click' }],
      fingerprint: null,
    });
    expect((await ask(`/exceptions/${found?.id ?? ''}`, theirs)).status).toBe(404);
    expect(dataOf(await ask('/exceptions', theirs))).toEqual([]);
  });

  test('a page that met nothing, and looked at everything, is the last', async () => {
    await store(ours, { message: 'needle' });
    const { body } = await ask('/exceptions?query=nothing');
    expect(body).toEqual({ data: [], next: null, scannedTo: null });
  });
});

function send(method: string, path: string, body: unknown): Promise<Answer> {
  return api.ask(`${ours.path}${path}`, { method, token: ours.token, body });
}
