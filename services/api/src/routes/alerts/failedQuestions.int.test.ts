import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readSettings } from '@sluice/runtime';
import { DEFAULT_API_CONFIG } from '../../config.js';
import { LIMIT_SETTINGS } from '../../limitsConfig.js';
import { type Answer, type Tenant, useApi } from '../../testing/apiHarness.js';
import { startMailServer } from '../../testing/mailServer.js';
import { useResource } from '@sluice/testkit';

const ADA = 'ada+alerts@example.com';
let ours: Tenant;
const mail = useResource(startMailServer, (started) => started.stop());
const api = useApi(() => ({
  publicUrl: 'https://sluice.example',
  identity: { ...DEFAULT_API_CONFIG.identity, smtpUrl: mail.url },
  limits: readSettings(LIMIT_SETTINGS, {
    ALERT_CONFIRMATIONS_PER_ADDRESS: '2',
    ORGANIZATION_ALERT_CONFIRMATIONS: '3',
  }),
}));
beforeAll(async () => {
  api.now = Date.now();
  ours = await api.newTenant('ours');
});
beforeEach(() => {
  mail.refuse(false);
  return api.db.pool.query('truncate alert_addresses, alert_mail_counts');
});

interface Destination {
  readonly id: string;
  readonly addresses: readonly { readonly state: string; readonly askedAt: string | null }[];
}

const DESTINATIONS = '/api/0/organizations/ours/alerts/destinations';
const resultOf = ({ status, body }: Answer) => [status, (body as { error?: { code: string } }).error?.code];
const askedAtOf = ({ addresses }: Destination) => addresses.map(({ askedAt }) => askedAt);

describe('a mail that the server did not take', () => {
  test('does not count, and its address is as if it had not been asked', async () => {
    mail.refuse(true);
    const made = await create(ADA, 'bob@example.com');
    expect(askedAtOf(made)).toEqual([null, null]);
    for (let count = 0; count < 5; count++) expect(resultOf(await ask(made))).toEqual([503, 'mail_failed']);
    expect(await counts()).toEqual({ sent: 0, asked: 0 });
    mail.refuse(false);
    for (let count = 0; count < 2; count++) {
      expect((await ask(made)).status).toBe(200);
      await mail.next();
    }
    expect(resultOf(await ask(made))).toEqual([429, 'too_many']);
  });

  test('leaves what earlier mails counted', async () => {
    const made = await create(ADA);
    await mail.next();
    const before = await counts();
    mail.refuse(true);
    expect(resultOf(await ask(made))).toEqual([503, 'mail_failed']);
    expect(await counts()).toEqual(before);
    const { body } = await api.ask(`${DESTINATIONS}/${made.id}`, { token: ours.token });
    expect(askedAtOf(body as Destination)).toEqual(askedAtOf(made));
  });

  test('does not count either if the owner of the address asked for it', async () => {
    await create(ADA);
    const unsubscribe =
      /https:\/\/sluice\.example(\/api\/0\/alerts\/unsubscribe\?\S+?)>?\s/.exec(await mail.next())?.[1] ?? '';
    expect((await post(unsubscribe)).status).toBe(204);
    const before = await counts();
    mail.refuse(true);
    const again = unsubscribe.replace('/unsubscribe', '/unsubscribe/again');
    for (let count = 0; count < 3; count++) expect(resultOf(await post(again))).toEqual([503, 'mail_failed']);
    expect(await counts()).toEqual(before);
  });
});

describe('Retry-After', () => {
  test('of a limit of a day is the end of the UTC day', async () => {
    const made = await create(...['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`));
    for (let count = 0; count < 3; count++) await mail.next();
    const refused = await ask(made, 'd@example.com');
    expect(resultOf(refused)).toEqual([429, 'too_many']);
    const { rows } = await api.db.pool.query<{ left: number }>(
      `select extract(epoch from date_trunc('day', now(), 'UTC') + interval '24 hours' - now())::float8 as left`,
    );
    const left = rows[0]?.left ?? 0;
    const seconds = Number(refused.headers['retry-after']);
    // Read later than the answer was made.
    expect(seconds).toBeGreaterThanOrEqual(left);
    expect(seconds).toBeLessThan(left + 60);
  });

  test('is absent if no time lifts the limit', async () => {
    const made = await create(ADA);
    await ask(made);
    for (let count = 0; count < 2; count++) await mail.next();
    const refused = await ask(made);
    expect(resultOf(refused)).toEqual([429, 'too_many']);
    expect(refused.headers['retry-after']).toBeUndefined();
  });
});

async function counts() {
  const { rows } = await api.db.pool.query<{ sent: number; asked: number }>(
    `select (select coalesce(sum(sent), 0)::int from alert_mail_counts) as sent,
       (select coalesce(sum(asked), 0)::int from alert_addresses) as asked`,
  );
  return rows[0];
}

function post(path: string, body?: object): Promise<Answer> {
  return api.ask(path, { token: ours.token, method: 'POST', ...(body === undefined ? {} : { body }) });
}

async function create(...addresses: readonly string[]): Promise<Destination> {
  return (await post(DESTINATIONS, { kind: 'email', name: 'x', config: { addresses } })).body as Destination;
}

function ask({ id }: Destination, address = ADA): Promise<Answer> {
  return post(`${DESTINATIONS}/${id}/confirmations`, { address });
}
