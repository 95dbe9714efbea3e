import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  addressToken,
  listDestinations,
  listSubscriptions,
  readUnsubscribeKey,
  unsubscribeToken,
  mailAddress,
} from '@sluice/alerts';
import { listAudit } from '@sluice/reading';
import { randomUUID } from 'node:crypto';
import { type Answer, type Ask, useApi } from '../../testing/apiHarness.js';
import { type Person, usePerson } from '../../testing/newPerson.js';
import { useTenant } from '@sluice/testkit';

const ROOT = '/api/0/organizations/ours/alerts';

const api = useApi();
const ours = useTenant(api, 'ours');
const ada = usePerson(api, { organization: 'ours', role: 'viewer' });
const bob = usePerson(api, { organization: 'ours', role: 'owner' });
beforeEach(() => api.db.pool.query('truncate alert_inbox, alert_subscriptions'));

describe('the inbox', () => {
  test('shows a member their own alerts, latest first, and counts and marks them', async () => {
    const [first, second, third] = [await deliver(ada, 1), await deliver(ada, 2), await deliver(ada, 3)];
    await deliver(bob, 4);
    const page = await askAs(ada, 'inbox?limit=2');
    const { next } = page.body as { next: string };
    expect([
      dataIn(page).map(({ id }) => id),
      dataIn(await askAs(ada, `inbox?cursor=${next}`)).map(({ id }) => id),
    ]).toEqual([[third, second], [first]]);
    expect((await askAs(ada, 'inbox/unread')).body).toEqual({ unread: 3 });
    const read = { method: 'POST', body: { ids: [second] } };
    expect((await askAs(ada, 'inbox/read', read)).body).toEqual({ unread: 2 });
    expect(dataIn(await askAs(ada, 'inbox?unread=true')).map(({ id }) => id)).toEqual([third, first]);
    expect((await askAs(ada, 'inbox/read', { method: 'POST', body: { all: true } })).body).toEqual({ unread: 0 });
    expect((await askAs(bob, 'inbox/unread')).body).toEqual({ unread: 1 });
  });

  test('marks nothing of another member', async () => {
    const id = await deliver(bob, 5);
    await askAs(ada, 'inbox/read', { method: 'POST', body: { ids: [id] } });
    expect(dataIn(await askAs(bob, 'inbox?unread=true')).map((one) => one.id)).toContain(id);
  });

  test.each([{}, { all: false }, { ids: [] }, { ids: ['x'] }, { all: true, ids: [randomUUID()] }])(
    '%j marks nothing: 422',
    async (body) => {
      expect((await askAs(ada, 'inbox/read', { method: 'POST', body })).status).toBe(422);
    },
  );

  test('does not exist for a token that belongs to no user', async () => {
    const answer = await api.ask(`${ROOT}/inbox`, { token: ours.token });
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('belongs to no user')]);
  });

  async function deliver(person: Person, minute: number): Promise<string> {
    const id = randomUUID();
    const message = {
      id,
      organization: 'ours',
      project: 'web',
      state: 'firing',
      severity: 'error',
      title: 't',
      items: [],
      total: 0,
      url: null,
      at: '2026-11-20T10:00:00.000Z',
    };
    await api.db.pool.query(
      `insert into alert_inbox (organization_id, user_id, id, project_id, message, created_at)
        values ($1, $2, $3, $4, $5, timestamptz '2026-11-20T10:00Z' + make_interval(mins => $6))`,
      [ours.organizationId, person.userId, id, ours.projectId, JSON.stringify(message), minute],
    );
    return id;
  }
});

describe('subscriptions', () => {
  test('are chosen for a project or for all, by the member alone', async () => {
    const choose = (project: string | null, channel: string | null): Promise<Answer> =>
      askAs(ada, 'subscriptions', { method: 'PATCH', body: { project, channel } });
    await choose(null, 'inbox');
    expect((await choose('web', 'none')).body).toEqual({
      data: [
        { project: null, channel: 'inbox' },
        { project: 'web', channel: 'none' },
      ],
    });
    expect((await choose('nothing', 'mail')).status).toBe(404);
    expect((await choose('web', 'pigeon')).status).toBe(422);
    expect((await askAs(bob, 'subscriptions')).body).toEqual({ data: [] });
    await choose('web', null);
    expect((await choose(null, null)).body).toEqual({ data: [] });
  });
});

describe('a link that unsubscribes', () => {
  const member = () => ({ organizationId: ours.organizationId, userId: ada.userId });
  const linkFor = async (projectId: string): Promise<string> => {
    const [owners] = await listDestinations(api.db, ours.organizationId);
    const destinationId = owners?.id ?? '';
    const key = await readUnsubscribeKey(api.db, { organizationId: ours.organizationId, destinationId });
    return `?token=${unsubscribeToken(key ?? '', { ...member(), destinationId, projectId })}`;
  };
  const PATH = '/api/0/alerts/unsubscribe';

  test('changes nothing when it is opened, and leads to a page', async () => {
    const link = await linkFor(ours.projectId);
    const opened = await api.ask(`${PATH}${link}`);
    expect([opened.status, opened.headers['location']]).toEqual([302, `${api.url}/unsubscribe${link}`]);
    const inspected = await api.ask(`${PATH}/inspect${link}`);
    expect(inspected.body).toEqual({
      organization: 'ours',
      project: 'web',
      destination: null,
      address: null,
      isEnded: false,
    });
    expect(await listSubscriptions(api.db, member())).toEqual([]);
  });

  test('unsubscribes by the POST of a mail program, without a session', async () => {
    const link = await linkFor(ours.projectId);
    const click: Ask = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    };
    expect((await api.ask(`${PATH}${link}`, click)).status).toBe(204);
    expect(await listSubscriptions(api.db, member())).toEqual([{ project: 'web', channel: 'inbox' }]);
    expect((await api.ask(`${PATH}${link}`, click)).status).toBe(204);
    expect((await api.ask(`${PATH}${await linkFor('0')}`, click)).status).toBe(204);
    expect(await listSubscriptions(api.db, member())).toEqual([
      { project: null, channel: 'inbox' },
      { project: 'web', channel: 'inbox' },
    ]);
  });

  test('to an address ends its alerts for good, and the destination is paused with the last one', async () => {
    const config = { addresses: ['ada@example.com', 'team@example.com'] };
    const path = '/api/0/organizations/ours/alerts/destinations';
    const made = await askAs(bob, 'destinations', { method: 'POST', body: { kind: 'email', name: 'Team', config } });
    const { id } = made.body as { id: string };
    const ref = { organizationId: ours.organizationId, destinationId: id };
    const key = (await readUnsubscribeKey(api.db, ref)) ?? '';
    const linkTo = (address: string): string => `?token=${addressToken(key, { ...ref, address })}`;
    const inspect = async (link: string) => (await api.ask(`${PATH}/inspect${link}`)).body;
    const read = async () => (await api.ask(`${path}/${id}`, { token: ours.token })).body;
    const named = { organization: 'ours', project: null, destination: 'Team' };
    const pauses = async (person: Person) =>
      (dataIn(await askAs(person, 'inbox')) as readonly { readonly message?: { readonly title: string } }[])
        .map(({ message }) => message?.title)
        .filter((title) => title?.startsWith('Destination paused'));

    const states = async () =>
      ((await read()) as { addresses: readonly { state: string }[] }).addresses.map(({ state }) => state);

    expect(await states()).toEqual(['waiting', 'waiting']);
    await api.db.pool.query(
      `insert into alert_addresses (organization_id, address, confirmed_at) select $1, unnest($2::text[]), now() - interval '1 hour'`,
      [ours.organizationId, config.addresses.map((address) => mailAddress(address).exact)],
    );
    await askAs(bob, `destinations/${id}`, { method: 'PATCH', body: { config } });
    expect(await read()).toMatchObject({ pausedAt: null });
    expect((await api.ask(`${PATH}${linkTo('ada@example.com')}`)).status).toBe(302);
    expect(await inspect(linkTo('ada@example.com'))).toEqual({ ...named, address: 'a…@example.com', isEnded: false });
    expect(await states()).toEqual(['confirmed', 'confirmed']);
    for (let click = 0; click < 2; click++)
      expect((await api.ask(`${PATH}${linkTo('ada+any@example.com')}`, { method: 'POST' })).status).toBe(204);
    expect(await states()).toEqual(['unsubscribed', 'confirmed']);
    expect(await read()).toMatchObject({ pausedAt: null });
    expect(await inspect(linkTo('ada@example.com'))).toEqual({ ...named, address: 'a…@example.com', isEnded: true });
    const [line] = await listAudit(api.db, ours.organizationId, { limit: 1 });
    expect(JSON.stringify(line)).toContain('a link in an email');
    expect(line).toMatchObject({ action: 'alert_destination.change', target: 'Team' });

    const both = await Promise.all(
      [1, 2].map(() => api.ask(`${PATH}${linkTo('team@example.com')}`, { method: 'POST' })),
    );
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    expect(await read()).toMatchObject({ config, pausedReason: 'every address unsubscribed' });
    expect([await pauses(bob), await pauses(ada)]).toEqual([['Destination paused: Team'], []]);
    expect((await askAs(bob, `destinations/${id}/resume`, { method: 'POST' })).status).toBe(422);

    await askAs(bob, `destinations/${id}`, { method: 'DELETE' });
    expect((await api.ask(`${PATH}${linkTo('new@example.com')}`, { method: 'POST' })).status).toBe(204);
    const again = await askAs(bob, 'destinations', {
      method: 'POST',
      body: { kind: 'email', name: 'Again', config: { addresses: ['Ada+x@example.com', 'new@example.com'] } },
    });
    expect(again.body).toMatchObject({
      addresses: [{ state: 'unsubscribed' }, { state: 'unsubscribed' }],
      pausedReason: 'no address has confirmed that it wants alerts',
    });
    const wrong = linkTo('team@example.com').replace(`-${id}-`, '-1-');
    expect((await api.ask(`${PATH}${wrong}`, { method: 'POST' })).status).toBe(404);
  });

  test('of a form without JavaScript leads back to the page; a page of another origin cannot send it', async () => {
    const link = await linkFor(ours.projectId);
    const form = (origin: string): Ask => ({ method: 'POST', headers: { origin } });
    expect((await api.ask(`${PATH}/form${link}`, form('https://evil.example'))).status).toBe(403);
    const sent = await api.ask(`${PATH}/form${link}`, form(api.url));
    expect([sent.status, sent.headers['location']]).toEqual([302, `${api.url}/unsubscribe${link}&ended=true`]);
  });

  test('that was changed does nothing: 404', async () => {
    const link = (await linkFor(ours.projectId)).replace(`-${ours.projectId}-`, '-0-');
    expect((await api.ask(`${PATH}${link}`, { method: 'POST' })).status).toBe(404);
    expect((await api.ask(`${PATH}/inspect${link}`)).status).toBe(404);
  });
});

describe('maintenance windows', () => {
  const create = (body: object): Promise<Answer> => askAs(bob, 'maintenance', { method: 'POST', body });
  const FROM = '2026-12-01T10:00:00.000Z';

  test('are of a project or of all, and are listed and deleted', async () => {
    const made = await create({ project: 'web', from: FROM, to: '2026-12-01T12:00:00+01:00', reason: 'upgrade' });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ project: 'web', from: FROM, to: '2026-12-01T11:00:00.000Z', reason: 'upgrade' }),
    ]);
    const { id } = made.body as { id: string };
    const all = await create({ from: FROM, to: '2026-12-02T10:00:00Z' });
    expect(dataIn(await askAs(ada, 'maintenance'))).toEqual([all.body, made.body]);
    expect((await askAs(ada, `maintenance/${id}`, { method: 'DELETE' })).status).toBe(403);
    expect((await askAs(bob, `maintenance/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await askAs(bob, `maintenance/${id}`, { method: 'DELETE' })).status).toBe(404);
  });

  test.each([
    [{ from: FROM, to: FROM }, 'to: must be later than from.'],
    [{ from: FROM, to: '2027-03-02T00:00:00Z' }, 'to: must be at most 90 days after from.'],
    [{ from: 'now', to: FROM }, 'from: must be an ISO 8601 timestamp, such as 2026-01-31T12:00:00Z.'],
    [{ from: FROM, to: '2026-12-02T00:00:00Z', project: 'none' }, 'project: there is no project "none".'],
  ])('%j: 422 that names the field', async (body, message) => {
    const answer = await create(body);
    expect([answer.status, (answer.body as { error: { message: string } }).error.message]).toEqual([422, message]);
  });
});

function askAs(person: Person, path: string, given: Ask = {}): Promise<Answer> {
  return api.ask(`${ROOT}/${path}`, { ...given, headers: { ...person.headers, ...given.headers } });
}

function dataIn({ body }: Answer): readonly { readonly id: string }[] {
  return (body as { data: readonly { readonly id: string }[] }).data;
}
