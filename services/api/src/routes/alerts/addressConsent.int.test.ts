import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createUser } from '@sluice/db';
import { readSettings } from '@sluice/runtime';
import { DEFAULT_API_CONFIG } from '../../config.js';
import { LIMIT_SETTINGS } from '../../limitsConfig.js';
import { type Answer, type Tenant, useApi } from '../../testing/apiHarness.js';
import { startMailServer } from '../../testing/mailServer.js';
import { useResource } from '@sluice/testkit';

const PUBLIC_URL = 'https://sluice.example/base';
const LIMITS = {
  ALERT_CONFIRMATIONS_PER_ADDRESS: '2',
  ORGANIZATION_ALERT_CONFIRMATIONS: '5',
  ORGANIZATION_ALERT_TESTS: '4',
};
let ours: Tenant;
let theirs: Tenant;
const mail = useResource(startMailServer, (started) => started.stop());
const api = useApi(() => ({
  publicUrl: PUBLIC_URL,
  identity: { ...DEFAULT_API_CONFIG.identity, smtpUrl: mail.url },
  limits: readSettings(LIMIT_SETTINGS, LIMITS),
}));
beforeAll(async () => {
  api.now = Date.now();
  ours = await api.newTenant('ours');
  theirs = await api.newTenant('theirs');
});
beforeEach(async () => {
  await api.db.pool.query('truncate alert_addresses, alert_mail_counts');
  // A link to a mailbox leads to any destination that has it.
  await api.db.pool.query('update alert_destinations set deleted_at = now() where deleted_at is null');
});

const PATH = '/api/0/organizations';

interface Destination {
  readonly id: string;
  readonly addresses: readonly { readonly state: string; readonly askedAt: string | null }[];
  readonly pausedReason: string | null;
}
const stateOf = ({ addresses }: Destination): readonly string[] => addresses.map(({ state }) => state);
const errorOf = ({ status, body }: Answer) => [status, (body as { error?: { code: string } } | undefined)?.error?.code];
const post = (path: string): Promise<Answer> => api.ask(path, { method: 'POST' });

describe('an address of a destination', () => {
  test('waits, with the destination, until its owner confirms by a POST', async () => {
    const made = await create(ours, 'ada@example.com');
    expect(made).toMatchObject({
      addresses: [{ address: 'ada@example.com', state: 'waiting', until: null, askedAt: expect.any(String) }],
      pausedReason: 'no address has confirmed that it wants alerts',
    });
    expect((await send(ours, 'POST', `destinations/${made.id}/resume`)).status).toBe(422);
    const [confirm] = await nextLinks();
    // As scanners of mail do.
    for (const method of ['GET', 'HEAD']) expect((await api.ask(confirm, { method })).status).toBe(302);
    const inspected = await api.ask(confirm.replace('/confirm', '/confirm/inspect'));
    expect(inspected.body).toEqual({ organization: 'ours', address: 'a…@example.com' });
    expect(stateOf(await read(made))).toEqual(['waiting']);
    for (let click = 0; click < 2; click++) expect((await post(confirm)).status).toBe(204);
    expect(await read(made)).toMatchObject({ addresses: [{ state: 'confirmed' }], pausedReason: null });
    expect(stateOf(await create(ours, 'ADA@Example.com'))).toEqual(['confirmed']);
    expect(stateOf(await create(theirs, 'ada@example.com'))).toEqual(['waiting']);
    await mail.next();
  });

  test('is asked by a mail without text that the organization chose', async () => {
    await create(ours, 'ada@example.com');
    const text = await mail.next();
    expect(text).toContain('ours');
    expect(text).not.toContain('evil.example');
  });

  test('of a member who has proven it needs no confirmation', async () => {
    const user = await createUser(api.db, { email: 'kim@example.com', isVerified: true });
    await api.db.pool.query(`insert into memberships (organization_id, user_id, role) values ($1, $2, 'member')`, [
      ours.organizationId,
      user.id,
    ]);
    expect(await create(ours, 'Kim@example.com')).toMatchObject({
      addresses: [{ state: 'confirmed' }],
      pausedReason: null,
    });
    expect(stateOf(await create(ours, 'kim+x@example.com'))).toEqual(['waiting']);
    await mail.next();
    expect(mail.waiting()).toBe(0);
  });

  test('of a link that was changed, or is older than a week, is not confirmed', async () => {
    const made = await create(ours, 'ada@example.com');
    const [confirm] = await nextLinks();
    const changed = confirm.replace(/-c(.)/, (_, first) => (first === 'X' ? '-cY' : '-cX'));
    expect((await post(changed)).status).toBe(404);
    api.now += 8 * 86_400_000;
    expect((await post(confirm)).status).toBe(404);
    api.now -= 8 * 86_400_000;
    expect(stateOf(await read(made))).toEqual(['waiting']);
    await send(ours, 'DELETE', `destinations/${made.id}`);
    expect((await post(confirm)).status).toBe(404);
  });

  test('cannot be confirmed by who knows only what the API shows', async () => {
    const body = {
      kind: 'email',
      name: 'x',
      config: { addresses: ['ada@example.com'] },
      secrets: { unsubscribeKey: 'k' },
    };
    expect((await send(ours, 'POST', 'destinations', body)).status).toBe(422);
  });
});

describe('mails that ask', () => {
  test('are limited by mailbox over all organizations, destinations and spellings', async () => {
    const made = await create(ours, 'ada@example.com');
    await mail.next();
    await send(ours, 'DELETE', `destinations/${made.id}`);
    await create(theirs, 'Ada+1@example.com');
    await mail.next();
    for (const tenant of [ours, theirs]) {
      const refused = await create(tenant, 'ada+2@EXAMPLE.com');
      expect(refused.addresses).toMatchObject([{ state: 'waiting', askedAt: null }]);
      const again = await send(tenant, 'POST', `destinations/${refused.id}/confirmations`, {
        address: 'ada+2@EXAMPLE.com',
      });
      expect(errorOf(again)).toEqual([429, 'too_many']);
      expect(JSON.stringify(again.body)).toContain('ALERT_CONFIRMATIONS_PER_ADDRESS');
    }
    expect(mail.waiting()).toBe(0);
    // Another day, one organization asks no more often than that in all.
    await api.db.pool.query('truncate alert_mail_counts');
    const other = await create(ours, 'ada+3@example.com');
    await mail.next();
    expect(
      errorOf(await send(ours, 'POST', `destinations/${other.id}/confirmations`, { address: 'ada+3@example.com' })),
    ).toEqual([429, 'too_many']);
    expect(mail.waiting()).toBe(0);
  });

  test('are limited by organization', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `a${index}@example.com`);
    const made = await create(ours, ...names);
    expect(made.addresses.filter(({ askedAt }) => askedAt !== null)).toHaveLength(5);
    for (let count = 0; count < 5; count++) await mail.next();
    expect(mail.waiting()).toBe(0);
    expect(
      errorOf(await send(ours, 'POST', `destinations/${made.id}/confirmations`, { address: 'a6@example.com' })),
    ).toEqual([429, 'too_many']);
  });
});

describe('an address that unsubscribed', () => {
  test('gets no mail of the organization again, until it asks for one by an earlier link and confirms', async () => {
    const made = await create(ours, 'ada@example.com');
    const [confirm, unsubscribe] = await nextLinks();
    expect((await post(confirm)).status).toBe(204);
    expect((await post(unsubscribe)).status).toBe(204);
    expect(stateOf(await read(made))).toEqual(['unsubscribed']);
    // The link from before, as if it were a while later.
    const shift = (seconds: number) =>
      api.db.pool.query(`update alert_addresses set unsubscribed_at = unsubscribed_at + make_interval(secs => $1)`, [
        seconds,
      ]);
    await shift(1);
    expect((await post(confirm)).status).toBe(404);
    await shift(-1);
    await send(ours, 'DELETE', `destinations/${made.id}`);
    const again = await create(ours, 'ada+other@example.com', 'Ada@example.com');
    expect(stateOf(again)).toEqual(['unsubscribed', 'unsubscribed']);
    expect(
      errorOf(await send(ours, 'POST', `destinations/${again.id}/confirmations`, { address: 'Ada@example.com' })),
    ).toEqual([422, 'invalid_body']);
    expect(mail.waiting()).toBe(0);
    await api.db.pool.query('truncate alert_mail_counts');
    expect((await post(unsubscribe.replace('/unsubscribe', '/unsubscribe/again'))).status).toBe(204);
    const [later] = await nextLinks();
    expect(stateOf(await read(again))).toEqual(['unsubscribed', 'unsubscribed']);
    expect((await post(later)).status).toBe(204);
    expect(await read(again)).toMatchObject({ pausedReason: null });
  });

  test('of all organizations is asked by none', async () => {
    await create(ours, 'ada@example.com');
    const [, unsubscribe] = await nextLinks();
    expect((await post(`${unsubscribe}&all=true`)).status).toBe(204);
    for (const tenant of [ours, theirs])
      expect(stateOf(await create(tenant, 'Ada@example.com'))).toEqual(['unsubscribed']);
    expect(mail.waiting()).toBe(0);
  });
});

test('tests of destinations are limited by organization, also if destinations are deleted and created again', async () => {
  const answers: Answer[] = [];
  for (let count = 0; count < 6; count++) {
    const { id } = await create(theirs, 'ada@example.com');
    answers.push(await send(theirs, 'POST', `destinations/${id}/test`));
    await send(theirs, 'DELETE', `destinations/${id}`);
  }
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429, 429]);
  expect(JSON.stringify(answers.at(-1)?.body)).toContain('ORGANIZATION_ALERT_TESTS');
  await mail.next();
});

async function create(tenant: Tenant, ...addresses: readonly string[]): Promise<Destination> {
  const body = { kind: 'email', name: 'Visit https://evil.example', config: { addresses } };
  return (await send(tenant, 'POST', 'destinations', body)).body as Destination;
}

/** The paths of the two links of the next mail, below the public address: confirm, unsubscribe. */
async function nextLinks(): Promise<readonly [string, string]> {
  const [confirm = '', unsubscribe = ''] =
    (await mail.next())
      .replaceAll(/^List-.*\n(?: .*\n)*/gm, '')
      .match(/https:\/\/sluice\.example\/base\S+/g)
      ?.map((url) => url.slice(PUBLIC_URL.length)) ?? [];
  return [confirm, unsubscribe];
}

function send(tenant: Tenant, method: string, path: string, body?: object): Promise<Answer> {
  return api.ask(`${PATH}/${tenant === ours ? 'ours' : 'theirs'}/alerts/${path}`, {
    token: tenant.token,
    method,
    ...(body === undefined ? {} : { body }),
  });
}

async function read({ id }: Destination, tenant = ours): Promise<Destination> {
  return (await send(tenant, 'GET', `destinations/${id}`)).body as Destination;
}
