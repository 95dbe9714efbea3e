import { beforeEach, describe, expect, test } from '@jest/globals';
import { connectApi, rowsIn, type ApiClient, type WireObject } from './support/api.js';
import { recently } from './support/clock.js';
import { makeEvent, type WireEvent } from './support/events.js';
import { thrown } from './support/exceptions.js';
import { sendAccepted } from './support/send.js';
import { sendStored } from './support/sendStored.js';
import { waitForStored } from './support/stored.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

let project: Project;
let api: ApiClient;
const system = useSystem();
beforeEach(async () => {
  project = await createTenant(system);
  api = await connectApi(system, project, 'project:read');
});
const read = (key: string): Promise<WireObject> => api.get(`users/${encodeURIComponent(key)}`);

describe('who a user is', () => {
  test('are identified by the first of id, email and username; users are not merged, and a name alone identifies no user', async () => {
    await send(
      seen({ id: '7', email: 'ann@example.com', username: 'ann', name: 'Ann' }),
      seen({ email: 'ann@example.com', username: 'ann' }),
      seen({ username: 'ann' }),
      seen({ id: '7', email: 'other@example.com' }),
      seen({ name: 'Nobody' }),
      seen({}),
    );
    expect(await keys()).toEqual(['email:ann@example.com', 'id:7', 'username:ann']);
  });

  test('are found by a part of their data', async () => {
    await send(seen({ id: 'a-1', email: 'ann@example.com' }), seen({ id: 'b_2', username: 'Bob%' }));
    expect(await keys({ query: 'ANN@' })).toEqual(['id:a-1']);
    expect(await keys({ query: 'bob' })).toEqual(['id:b_2']);
    expect(await keys({ query: 'nobody' })).toEqual([]);
  });
});

describe('data of a user', () => {
  const old = seen({ id: '7', email: 'old@example.com', name: 'Old' }, recently('08:00'));
  const middle = seen({ id: '7', username: 'ann' }, recently('09:00'));
  const newest = seen({ id: '7', email: 'new@example.com' }, recently('10:00'));

  test.each([
    ['in order', [[old], [middle], [newest]]],
    ['the other way round', [[newest], [middle], [old]]],
    ['in one batch, mixed', [[middle, newest, old]]],
    ['the newest between the others', [[old], [newest], [middle]]],
    ['the newest twice', [[newest], [old], [newest, middle]]],
  ])('is of the newest event that says it: %s', async (_name, batches) => {
    await sendStored(system, project, ...batches);
    const expected = { email: 'new@example.com', username: 'ann', name: 'Old', id: '7' };
    await api.until('users/id:7', {}, (user) => user['lastSeen'] === recently('10:00'));
    expect(await read('id:7')).toMatchObject({ key: 'id:7', ...expected, firstSeen: recently('08:00') });
  });

  test('lists the issues of this user only', async () => {
    await send(thrown({ user: '7', at: 'one' }), thrown({ user: '7', at: 'two' }), thrown({ user: '8', at: 'three' }));
    const issues = rowsIn((await read('id:7'))['issues']);
    expect(issues).toHaveLength(2);
    const own = new Set((await api.all('exceptions', { user: 'id:7' })).map(({ issueId }) => issueId));
    expect(new Set(issues.map(({ id }) => id))).toEqual(own);
    expect((await api.request('GET', 'users/id:9')).status).toBe(404);
  });
});

describe('data from the connection', () => {
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1';

  test('address and user agent come from the connection, whatever the client sends; browser, os and device come from the client', async () => {
    const forged = { 'user.ip': '9.9.9.9', 'user.agent': 'Forged/1.0', 'user.id': '7', 'device.userAgent': agent };
    const over = { from: '127.0.0.21', headers: { 'user-agent': agent } };
    await sendAccepted(system.baseUrl, project, [makeEvent('log', { contexts: forged })], over);
    await waitForStored(system, project, 1);
    const [row] = await api.all('logs');
    const { contexts } = await api.get(`logs/${String(row?.['id'])}`);
    expect(contexts).toMatchObject({
      'user.ip': '127.0.0.21',
      'user.agent': agent,
      'browser.name': expect.stringMatching(/Safari/) as unknown,
      'browser.version': expect.stringMatching(/^17/) as unknown,
      'os.name': expect.stringMatching(/iOS/) as unknown,
      'device.type': 'mobile',
    });
    expect(await read('id:7')).toMatchObject({ ip: '127.0.0.21' });
    expect(JSON.stringify(await read('id:7'))).not.toContain('9.9.9.9');
  });
});

function seen(user: WireEvent, timestamp = recently('12:00')): WireEvent {
  return makeEvent('log', {
    timestamp,
    contexts: Object.fromEntries(Object.entries(user).map(([name, value]) => [`user.${name}`, value])),
  });
}

function send(...events: readonly WireEvent[]): Promise<void> {
  return sendStored(system, project, ...events.map((event) => [event]));
}

async function keys(query: Record<string, string> = {}): Promise<unknown[]> {
  return (await api.all('users', query)).map(({ key }) => key).sort();
}
