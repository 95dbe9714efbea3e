import { beforeEach, expect, test } from '@jest/globals';
import { connectApi, rowsIn, type ApiClient, type WireObject } from './support/api.js';
import { serialOf, type WireEvent } from './support/events.js';
import { thrown } from './support/exceptions.js';
import { sendAccepted } from './support/send.js';
import { sendStored } from './support/sendStored.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

let project: Project;
let api: ApiClient;
let apple: WireObject;
let pear: WireObject;
const system = useSystem();
const send = (...events: readonly WireEvent[]): Promise<void> => sendStored(system, project, events);
const path = ({ id }: WireObject): string => `issues/${String(id)}`;
const read = (issue: WireObject): Promise<WireObject> => api.get(path(issue));

beforeEach(async () => {
  project = await createTenant(system);
  api = await connectApi(system, project);
  await send(appleOf('ann'), appleOf('bob'), pearOf('bob'), pearOf('cid'), pearOf('cid'));
  const found = await api.all('issues');
  apple = found.find(({ title }) => String(title).includes('apple')) ?? {};
  pear = found.find(({ title }) => String(title).includes('pear')) ?? {};
});
const hashesOf = (issue: WireObject): unknown[] => rowsIn(issue['fingerprints']).map(({ hash }) => hash);

test('merged issues are one: counts, users, releases, events, and later events', async () => {
  const merged = await merge(apple, pear);
  expect(merged).toMatchObject({
    status: 200,
    json: { id: apple['id'], count: 5, users: 3, firstRelease: 'web@1.0.0', lastRelease: 'web@2.0.0' },
  });
  expect((await api.all('issues')).map(({ id }) => id)).toEqual([apple['id']]);
  expect(await read(pear)).toMatchObject({ mergedInto: apple['id'] });
  expect(await api.all(`${path(apple)}/events`)).toHaveLength(5);
  expect(rowsIn((await read(apple))['releases'])).toHaveLength(2);

  const later = pearOf('dan');
  await send(later);
  expect(await read(apple)).toMatchObject({ count: 6, users: 4 });
  const events = await api.all(`${path(apple)}/events`);
  expect(events.map(serialOf)).toContain(serialOf(later));
  expect(events.every(({ issueId }) => issueId === apple['id'])).toBe(true);
  expect(await api.all('issues')).toHaveLength(1);
});

test('an unmerged fingerprint goes home with its events, and stays there', async () => {
  const pears = hashesOf(await read(pear));
  await merge(apple, pear);
  await send(pearOf('dan'));
  const { status, json } = await unmerge(apple, pears[0]);
  expect(status).toBe(200);
  const sides = rowsIn((json as WireObject)['data']);
  expect(sides).toMatchObject([
    { id: apple['id'], count: 2, users: 2, lastRelease: 'web@1.0.0' },
    { id: pear['id'], count: 4, users: 3, firstRelease: 'web@2.0.0', mergedInto: null },
  ]);
  await send(pearOf('eve'), appleOf('eve'));
  expect(await read(apple)).toMatchObject({ count: 3, users: 3 });
  expect(await read(pear)).toMatchObject({ count: 5, users: 4 });
  expect(await api.all(`${path(pear)}/events`)).toHaveLength(5);
  expect(await api.all('issues')).toHaveLength(2);
});

test('merging again and back again leaves every count as it was', async () => {
  const before = [await read(apple), await read(pear)];
  for (let round = 0; round < 3; round++) {
    expect((await merge(apple, pear)).status).toBe(200);
    expect((await unmerge(apple, ...hashesOf(before[1] ?? {}))).status).toBe(200);
  }
  const counted = ({ count, users, firstSeen, lastSeen, firstRelease, lastRelease, series }: WireObject) => ({
    count,
    users,
    firstSeen,
    lastSeen,
    firstRelease,
    lastRelease,
    series,
  });
  expect([await read(apple), await read(pear)].map(counted)).toEqual(before.map(counted));
});

test('events that arrive while issues are merged and parted are all counted once', async () => {
  const pears = hashesOf(await read(pear));
  const arriving = Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      sendAccepted(system.baseUrl, project, [index % 2 === 0 ? appleOf('zoe') : pearOf('zoe')]),
    ),
  );
  for (let round = 0; round < 4; round++) {
    await merge(apple, pear);
    await unmerge(apple, ...pears);
  }
  await arriving;
  await api.until('exceptions', { limit: 100 }, ({ data }) => rowsIn(data).length === 15);
  expect(await read(apple)).toMatchObject({ count: 7, users: 3 });
  expect(await read(pear)).toMatchObject({ count: 8, users: 3 });
  expect(await api.all(`${path(pear)}/events`)).toHaveLength(8);
});

test('issues that cannot be merged or split are refused, and nothing changes', async () => {
  const stranger = await connectApi(system, await createTenant(system));
  const foreign = await stranger.request('POST', `${path(apple)}/merge`, { body: { issues: [pear['id']] } });
  expect(foreign.status).toBe(404);
  expect((await merge(apple, { id: 'no-such-issue' })).status).toBe(404);
  expect((await merge(apple, { id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
  expect((await merge(apple, apple)).status).toBe(422);
  expect((await unmerge(apple, 'f'.repeat(64))).status).toBe(422);
  expect((await unmerge(apple, ...hashesOf(await read(pear)))).status).toBe(422);
  await merge(apple, pear);
  expect((await merge(pear, apple)).status).toBe(409);
  expect((await api.request('PATCH', path(pear), { body: { status: 'open' } })).status).toBe(409);
  expect(await read(apple)).toMatchObject({ count: 5, users: 3 });
});

function appleOf(user: string, release = 'web@1.0.0'): WireEvent {
  return thrown({ at: 'apple', message: 'apple', user, release });
}

function pearOf(user: string, release = 'web@2.0.0'): WireEvent {
  return thrown({ at: 'pear', message: 'pear', user, release });
}

function merge(target: WireObject, ...sources: readonly WireObject[]) {
  return api.request('POST', `${path(target)}/merge`, { body: { issues: sources.map(({ id }) => id) } });
}

function unmerge(from: WireObject, ...fingerprints: readonly unknown[]) {
  return api.request('POST', `${path(from)}/unmerge`, { body: { fingerprints } });
}
