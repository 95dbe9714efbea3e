import { describe, expect, test } from '@jest/globals';
import { lowestIdAt } from '@sluice/contract';
import { type Answer, useSourcemaps } from '../testing/sourcemapsHarness.js';
import { useNewTenant } from '../testing/useNewTenant.js';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 20, 10);

const service = useSourcemaps();
const ours = useNewTenant(service);
const issueId = (id: number): string => `018f0000-0000-8000-8000-00000000000${id}`;

describe('a change of a release', () => {
  test('writes the fields that are sent, and null clears one', async () => {
    await seen('shop@1', START, 1);
    expect((await patch('shop@1', { notes: 'first', ref: 'abc', url: 'https://ci.example/1' })).body).toMatchObject({
      notes: 'first',
      ref: 'abc',
      url: 'https://ci.example/1',
      deployedAt: null,
    });
    const { status, body } = await patch('shop@1', { deployed_at: '2026-01-31T12:00:00+01:00', ref: null });
    expect([status, body]).toMatchObject([
      200,
      { notes: 'first', ref: null, deployedAt: '2026-01-31T11:00:00.000Z', url: 'https://ci.example/1' },
    ]);
    expect((await patch('shop@1', {})).body).toMatchObject({ notes: 'first' });
  });

  test.each([
    ['an unknown release', 'shop@2', { notes: 'x' }, 404],
    ['an invalid URL', 'shop@1', { url: 'ftp://x' }, 422],
    ['an unknown field', 'shop@1', { version: 'other' }, 422],
    ['a value that is no text', 'shop@1', { notes: 5 }, 422],
  ])('with %s writes nothing', async (_name, version, body, status) => {
    await seen('shop@1', START, 1);
    expect((await patch(version, body)).status).toBe(status);
    expect((await read('shop%401')).body).toMatchObject({ notes: null, url: null });
    expect((await read('shop%402')).status).toBe(404);
  });
});

test('a release is compared with the version before it, over as many hours', async () => {
  await seen('shop@1.9.0', START - 48 * HOUR, 40);
  await seen('shop@1.10.0', START, 2);
  await seen('shop@2.0.0-rc.1', START - HOUR, 1);
  await count('shop@1.9.0', START - 48 * HOUR, 4, 8);
  await count('shop@1.9.0', START - 46 * HOUR, 100, 100);
  await count('shop@1.10.0', START, 5, 0);
  await count('shop@1.10.0', START + HOUR, 7, 4);
  await issue(1, 'shop@1.10.0');
  await issue(2, 'shop@1.9.0', START - 48 * HOUR);
  await issue(3, 'shop@1.9.0', START - 40 * HOUR);
  await returned(2, 'shop@1.10.0', START + HOUR);
  await returned(3, 'shop@1.10.0', START + 2 * HOUR);
  const { status, body } = await read('shop%401.10.0/comparison');
  expect([status, body]).toMatchObject([
    200,
    {
      release: {
        hours: 2,
        exceptions: 12,
        visits: 4,
        exceptionsPerHour: 6,
        exceptionsPerVisit: 3,
        newIssues: 1,
        regressedIssues: 1,
      },
      previous: {
        version: 'shop@1.9.0',
        hours: 2,
        exceptions: 4,
        visits: 8,
        exceptionsPerVisit: 0.5,
        newIssues: 1,
        regressedIssues: 0,
      },
    },
  ]);
  expect((await read('shop%401.9.0/comparison')).body).toMatchObject({ previous: null });
});

test('a release whose days are not counted yet says so', async () => {
  await seen('shop@1', START, 2);
  expect((await read('shop%401/comparison')).body).toMatchObject({ release: { counted: true } });
  await service.db.pool.query(`insert into hit_days values ($1, '2026-11-20', 'prod', 3, 0, 1, 1)`, [ours.projectId]);
  expect((await read('shop%401/comparison')).body).toMatchObject({ release: { counted: false } });
});

test('the issues first seen in a release are listed over pages', async () => {
  await seen('shop@1', START, 1);
  await Promise.all([issue(1, 'shop@1'), issue(2, 'shop@1'), issue(3, 'shop@2')]);
  const first = await read('shop%401/issues?limit=1');
  const { data, next } = first.body as { data: { id: string }[]; next: string };
  const second = await read(`shop%401/issues?limit=1&cursor=${next}`);
  const rest = second.body as { data: { id: string }[]; next: string };
  const last = await read(`shop%401/issues?cursor=${rest.next}`);
  expect([data[0]?.id.at(-1), rest.data[0]?.id.at(-1), last.body]).toEqual([
    '2',
    '1',
    { data: [], next: null, scannedTo: null },
  ]);
});

test('the series of a release has every bucket', async () => {
  await seen('shop@1', START, 1);
  await count('shop@1', START + HOUR, 7, 4);
  const { body } = await read('shop%401/series?from=2026-11-20T10:30:00Z&to=2026-11-20T12:30:00Z');
  expect(body).toEqual({
    interval: 'hour',
    from: '2026-11-20T10:00:00.000Z',
    to: '2026-11-20T13:00:00.000Z',
    data: [
      { time: '2026-11-20T10:00:00.000Z', exceptions: 0, users: 0, visits: 0 },
      { time: '2026-11-20T11:00:00.000Z', exceptions: 7, users: 1, visits: 4 },
      { time: '2026-11-20T12:00:00.000Z', exceptions: 0, users: 0, visits: 0 },
    ],
  });
});

function patch(version: string, body: unknown): Promise<Answer> {
  return service.ask(`${ours.path}/releases/${encodeURIComponent(version)}`, {
    method: 'PATCH',
    token: ours.tokens['project:releases'],
    body: { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) },
  });
}

/** Stores a release that was seen for so many hours. */
function seen(version: string, fromMs: number, hours: number): Promise<unknown> {
  return service.db.pool.query(
    `insert into releases (project_id, version, first_seen, last_seen, last_seen_hour) values ($1, $2, $3, $4, $4)`,
    [ours.projectId, version, new Date(fromMs), new Date(fromMs + (hours - 1) * HOUR)],
  );
}

function count(version: string, atMs: number, exceptions: number, visits: number): Promise<unknown> {
  return service.db.pool.query(
    `with e as (insert into exception_counts values ($1, 1, 'release', $2, 'prod', $3, $4, 1))
     insert into visit_counts values ($1, 1, 'release', $2, 'prod', false, $3, 0, 0, $5, 0)`,
    [ours.projectId, new Date(atMs), version, exceptions, visits],
  );
}

function issue(id: number, first: string, seenMs = START): Promise<unknown> {
  return service.db.pool.query(
    `insert into issues
       (project_id, id, title, level, count, first_seen, last_seen, last_event_id, first_release, first_release_at)
     values ($1, $2, 'TypeError: x', 'error', 3, $4, $4, $2, $3, $4)`,
    [ours.projectId, issueId(id), first, new Date(seenMs + id)],
  );
}

/** Records that an event of the release reopened an issue. */
function returned(id: number, release: string, atMs: number): Promise<unknown> {
  return service.db.pool.query(
    `insert into issue_changes (project_id, issue_id, action, details) values ($1, $2, 'regressed', $3)`,
    [ours.projectId, issueId(id), { release, event: lowestIdAt(atMs) }],
  );
}

function read(path: string): Promise<Answer> {
  return service.ask(`${ours.path}/releases/${path}`, { token: ours.tokens['project:read'] });
}
