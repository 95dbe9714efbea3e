import { beforeEach, describe, expect, test } from '@jest/globals';
import { connectApi, rowsIn, type ApiClient, type WireObject } from './support/api.js';
import { recently } from './support/clock.js';
import { serialOf, type WireEvent } from './support/events.js';
import { thrown } from './support/exceptions.js';
import { sendStored } from './support/sendStored.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

let project: Project;
let api: ApiClient;
const system = useSystem();
beforeEach(async () => {
  project = await createTenant(system);
  api = await connectApi(system, project);
});
const serials = (events: readonly WireEvent[]): string[] => events.map((event) => serialOf(event) ?? '').sort();

describe('grouping', () => {
  test('one fault of three builds is one issue; other functions and other types are others', async () => {
    const builds = ['a1b2c3d4', 'b2c3d4e5', 'c3d4e5f6'].map((hash, index) =>
      thrown({ file: `app-${hash}.js`, line: 10 + index }),
    );
    const others = [thrown({ at: 'openCart' }), thrown({ type: 'RangeError' })];
    await send(...builds, ...others);
    const found = await issues();
    const groups = await Promise.all(found.map(({ id }) => eventsOf(id)));
    expect(found.map(({ count }) => count).sort()).toEqual([1, 1, 3]);
    expect(groups.map((group) => group.join()).sort()).toEqual(
      [serials(builds), ...others.map((one) => serials([one]))].map((group) => group.join()).sort(),
    );
  });

  test('numbers and ids in a message are no other fault', async () => {
    await send(
      thrown({ message: 'order 4711 was not found' }),
      thrown({ message: 'order 815 was not found' }),
      thrown({ message: 'order 7f0c7a0e-5a3a-4a55-9a4b-0d6f5e4c3b2a was not found' }),
    );
    expect((await issues()).reduce((sum, { count }) => sum + Number(count), 0)).toBe(3);
    expect(await issues()).toHaveLength(1);
  });

  test('uses a fingerprint of the client alone', async () => {
    await send(
      thrown({ at: 'one', fingerprint: ['payment'] }),
      thrown({ at: 'two', type: 'RangeError', fingerprint: ['payment'] }),
      thrown({ at: 'one', fingerprint: ['delivery'] }),
    );
    expect((await issues()).map(({ count }) => count).sort()).toEqual([1, 2]);
  });
});

describe('counts', () => {
  const sent = [
    thrown({ release: 'web@1.0.0', environment: 'production', user: 'ann', timestamp: recently('10:00') }),
    thrown({ release: 'web@1.0.0', environment: 'production', user: 'bob', timestamp: recently('09:00') }),
    thrown({ release: 'web@1.1.0', environment: 'staging', user: 'ann', timestamp: recently('11:00') }),
    thrown({ timestamp: recently('10:30'), level: 'fatal' }),
  ];

  test('are of events, users, times, releases, environments and hours', async () => {
    await send(...sent);
    const issue = await only();
    expect(issue).toMatchObject({
      title: expect.stringContaining('TypeError') as unknown,
      culprit: expect.stringContaining('checkout') as unknown,
      status: 'open',
      regressed: false,
      resolvedIn: null,
      count: 4,
      users: 2,
      firstSeen: recently('09:00'),
      lastSeen: recently('11:00'),
      firstRelease: 'web@1.0.0',
      lastRelease: 'web@1.1.0',
    });
    const { counts } = issue['series'] as { counts: number[] };
    // The last two: the hour may turn between the first event and the read.
    const sums = [counts.slice(-2), counts].map((some) => some.reduce((sum, count) => sum + count, 0));
    expect([counts.length, ...sums]).toEqual([24, 4, 4]);

    const detail = await api.get(`issues/${String(issue['id'])}`, { hours: 48 });
    expect((detail['series'] as { counts: number[] }).counts).toHaveLength(48);
    const releases = rowsIn(detail['releases']).map(({ version, count }) => [version, count]);
    expect(new Map(releases as [string, number][])).toEqual(
      new Map([
        ['web@1.0.0', 2],
        ['web@1.1.0', 1],
      ]),
    );
    const environments = rowsIn(detail['environments']).map(({ environment, count }) => [environment, count]);
    expect(new Map(environments as [string | null, number][])).toEqual(
      new Map([
        ['production', 2],
        ['staging', 1],
        [null, 1],
      ]),
    );
    expect(await eventsOf(issue['id'])).toEqual(serials(sent));
  });

  test('lists are narrowed and sorted', async () => {
    await send(
      ...[1, 2, 3].map(() => thrown({ at: 'often', message: 'often', timestamp: recently('08:00') })),
      ...['a', 'b'].map((user) => thrown({ at: 'many', message: 'many', user, timestamp: recently('09:00') })),
      thrown({ at: 'late', message: 'late', environment: 'staging', timestamp: recently('10:00') }),
    );
    const titles = async (query: Record<string, string>): Promise<string[]> =>
      (await issues(query)).map(({ title }) => /often|many|late/.exec(String(title))?.[0] ?? '');
    expect(await titles({})).toEqual(['late', 'many', 'often']);
    expect(await titles({ sort: 'firstSeen' })).toEqual(['late', 'many', 'often']);
    expect(await titles({ sort: 'count' })).toEqual(['often', 'many', 'late']);
    expect((await titles({ sort: 'users' }))[0]).toBe('many');
    expect(await titles({ query: 'MANY' })).toEqual(['many']);
    expect(await titles({ environment: 'staging' })).toEqual(['late']);
    expect(await titles({ status: 'resolved' })).toEqual([]);
  });
});

describe('states', () => {
  const setStatus = async (id: unknown, body: object): Promise<WireObject> => {
    const { status, json, text } = await api.request('PATCH', `issues/${String(id)}`, { body });
    if (status !== 200) throw new Error(text);
    return json as WireObject;
  };

  test('resolved opens again with the next exception, ignored stays', async () => {
    await send(thrown({}));
    const { id } = await only();
    expect(await setStatus(id, { status: 'ignored' })).toMatchObject({ status: 'ignored', regressed: false });
    await send(thrown({}));
    expect(await only()).toMatchObject({ status: 'ignored', count: 2 });
    expect(await setStatus(id, { status: 'resolved' })).toMatchObject({ status: 'resolved', resolvedIn: null });
    expect(await issues({ status: 'resolved' })).toHaveLength(1);
    await send(thrown({}));
    expect(await only()).toMatchObject({ id, status: 'open', regressed: true, count: 3 });
    expect(await setStatus(id, { status: 'open' })).toMatchObject({ status: 'open' });
  });

  test('resolved in a release: older ones never open it again, that one or a later one does', async () => {
    await send(thrown({ release: 'web@1.9.0' }));
    const { id } = await only();
    expect(await setStatus(id, { status: 'resolved', resolvedIn: 'web@1.10.0' })).toMatchObject({
      status: 'resolved',
      resolvedIn: 'web@1.10.0',
    });
    // Later in time, and later as text, but older releases; and one that names none.
    await send(thrown({ release: 'web@1.9.9' }), thrown({ release: 'web@1.10.0-beta.1' }), thrown({}));
    expect(await only()).toMatchObject({ status: 'resolved', count: 4 });
    await send(thrown({ release: 'web@1.10.1' }));
    expect(await only()).toMatchObject({ status: 'open', regressed: true, count: 5 });
  });

  test('an issue resolved after a release is not reopened by an older one', async () => {
    await send(thrown({ release: 'web@2.0.0' }));
    const { id } = await only();
    await setStatus(id, { status: 'resolved' });
    await send(thrown({ release: 'web@1.0.0' }));
    expect(await only()).toMatchObject({ status: 'resolved' });
    await send(thrown({ release: 'web@2.1.0' }));
    expect(await only()).toMatchObject({ status: 'open', regressed: true });
  });

  test('rejects an unknown state, a release without resolved, and an unknown issue', async () => {
    await send(thrown({}));
    const { id } = await only();
    const statusOf = async (of: unknown, body: object): Promise<number> =>
      (await api.request('PATCH', `issues/${String(of)}`, { body })).status;
    expect(await statusOf(id, { status: 'closed' })).toBe(422);
    expect(await statusOf(id, {})).toBe(422);
    expect(await statusOf(id, { status: 'open', resolvedIn: '1' })).toBe(422);
    expect(await statusOf('00000000-0000-0000-0000-000000000000', { status: 'open' })).toBe(404);
    expect(await only()).toMatchObject({ status: 'open' });
  });
});

async function only(): Promise<WireObject> {
  const [issue, ...others] = await issues();
  expect(others).toEqual([]);
  return issue ?? {};
}

/** Each event in a separate batch: the order of arrival is the order of the list. */
function send(...events: readonly WireEvent[]): Promise<void> {
  return sendStored(system, project, ...events.map((event) => [event]));
}

function issues(query: Record<string, string | number> = {}): Promise<readonly WireObject[]> {
  return api.all('issues', query);
}

async function eventsOf(id: unknown): Promise<string[]> {
  return (await api.all(`issues/${String(id)}/events`)).map((row) => serialOf(row) ?? '').sort();
}
