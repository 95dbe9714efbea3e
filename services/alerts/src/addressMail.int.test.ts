import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SAMPLE_MESSAGES } from '@sluice/alerts/testing';
import { mailAddress, verifyConfirmationToken } from '@sluice/alerts';
import { createOrganization } from '@sluice/db';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { waitFor, useDatabase, useRedis, useResource, useRole } from '@sluice/testkit';
import { ALERTS_CONNECTIONS, createAlerts, DEFAULT_ALERTS_CONFIG, type Alerts, type AlertsConfig } from './index.js';
import { startMailReceiver } from './testing/mailReceiver.js';

let organizations: readonly string[];
let alerts: Alerts | undefined;

const database = useDatabase({ poolSize: 5 });
const redis = useRedis();
const mail = useResource(startMailReceiver, (started) => started.close());
const own = useRole(database, 'sluice_alerts', ALERTS_CONNECTIONS);
beforeAll(async () => {
  const { db } = database;
  organizations = [(await createOrganization(db, 'acme')).id, (await createOrganization(db, 'other')).id];
});
beforeEach(async () => {
  mail.received.length = 0;
  await query('truncate alert_deliveries, alert_attempts, alert_addresses, alert_mail_counts, alert_destinations');
});
afterEach(async () => {
  await alerts?.stop();
  alerts = undefined;
});
const receivers = () => mail.received.map(({ to }) => to.join());

describe('a message to addresses', () => {
  test('is mailed to those that confirmed, and waits for the first one if none has', async () => {
    await confirm('ada@example.com');
    await deliver(['eve@example.com', 'Ada@example.com']);
    await deliver(['eve@example.com']);
    await start();
    await untilStates('sent', 'paused');
    expect(receivers()).toEqual(['Ada@example.com']);
    expect(await query('select paused_reason as reason from alert_destinations where paused_at is not null')).toEqual([
      { reason: 'no address has confirmed that it wants alerts' },
    ]);
  });

  test('that is a test is mailed to nobody who has not confirmed', async () => {
    await deliver(['eve@example.com'], { kind: 'test' });
    await start();
    await untilStates('failed');
    expect(receivers()).toEqual([]);
    expect(await query('select problem from alert_attempts')).toEqual([
      { problem: 'no address has confirmed that it wants alerts' },
    ]);
  });

  test('is mailed to no mailbox that unsubscribed from the organization, or from all', async () => {
    for (const address of ['ada@example.com', 'bob@example.com']) await confirm(address);
    // A microsecond later, as close as the database tells them apart.
    await query(
      `insert into alert_addresses (organization_id, address, unsubscribed_at)
       select o, address, (select max(confirmed_at) + interval '1 microsecond' from alert_addresses)
       from (values ($1::int8, $2), (0, $3)) as unsubscribed (o, address)
       on conflict (organization_id, address) do update set unsubscribed_at = excluded.unsubscribed_at`,
      [organizations[0], mailAddress('ada@example.com').mailbox, mailAddress('bob@example.com').mailbox],
    );
    await deliver(['ada+x@example.com', 'ada@example.com', 'bob@example.com']);
    await start();
    await untilStates('paused');
    expect(receivers()).toEqual([]);
  });

  test('that got alerts before they had to confirm goes on for a while, with a link that confirms', async () => {
    await deliver(['ada@example.com'], { unconfirmedDays: 3 });
    await deliver(['bob@example.com'], { unconfirmedDays: -1 });
    await start();
    await untilStates('sent', 'paused');
    expect(receivers()).toEqual(['ada@example.com']);
    const raw = mail.received[0]?.raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=') ?? '';
    const token = /\/api\/0\/alerts\/confirm\?token=([\w-]+)/.exec(raw)?.[1] ?? '';
    expect(raw).toContain('Confirm that you want these emails');
    expect(await verifyConfirmationToken(database.db, token, Date.now())).toMatchObject({
      organizationId: organizations[0],
      address: 'ada@example.com',
    });
  });
});

describe('alerts by mail beyond a limit', () => {
  const LIMITS = { perOrganization: 100, perAddress: 2 };

  test('of a mailbox are sent in the next hour, whatever organization, destination or spelling they are for', async () => {
    const spellings = ['ada@example.com', 'ADA@example.com', 'ada+1@example.com'];
    for (const organization of organizations) await confirm('ada@example.com', organization);
    await confirm('ada+1@example.com');
    await start({ mailLimits: LIMITS });
    await deliver([spellings[0] ?? ''], { organization: organizations[1] });
    await untilStates('sent');
    await deliver([spellings[1] ?? '']);
    await untilStates('sent', 'sent');
    await confirm('bob@example.com');
    await deliver([spellings[2] ?? '', 'bob@example.com']);
    await untilLater(1);
    expect(receivers()).toEqual(['ada@example.com', 'ADA@example.com', 'bob@example.com']);
    await query(`update alert_mail_counts set starts_at = starts_at - interval '1 hour'`);
    await query('update alert_deliveries set next_at = now()');
    await untilStates('sent', 'sent', 'sent');
    expect(receivers().slice(3)).toEqual(['ada+1@example.com']);
  });

  test('of an organization are sent in the next hour, and those of another now', async () => {
    const names = ['a', 'b', 'c'].map((name) => `${name}@example.com`);
    for (const name of names) await confirm(name);
    await confirm('other@example.com', organizations[1]);
    await deliver(names);
    await deliver(['other@example.com'], { organization: organizations[1] });
    await start({ mailLimits: { perOrganization: 2, perAddress: 100 } });
    await untilLater(1);
    await waitFor(() => mail.received.length === 3, { what: '3 mails' });
    expect([...receivers()].sort()).toEqual(['a@example.com', 'b@example.com', 'other@example.com']);
  });

  test('leave a record of the mails before them, and a destination that refuses those is paused', async () => {
    for (const name of ['ada', 'bob', 'gone']) await confirm(`${name}@example.com`);
    await query(
      `insert into alert_mail_counts (kind, key, starts_at, sent) values ('alerts to', $1, date_trunc('hour', now(), 'UTC'), 2)`,
      [mailAddress('ada@example.com').mailbox],
    );
    await deliver(['ada@example.com', 'bob@example.com']);
    await start({ mailLimits: LIMITS });
    await untilLater(1);
    mail.refuse('gone@example.com', 550);
    await deliver(['ada@example.com', 'gone@example.com']);
    await untilLater(2);
    const attempts = await query('select result, problem from alert_attempts order by at');
    expect(attempts).toEqual([
      { result: 'sent', problem: null },
      { result: 'dead', problem: expect.stringContaining('gone@example.com: ') },
    ]);
    expect(await query('select failures from alert_destinations order by id')).toEqual([
      { failures: 0 },
      { failures: 1 },
    ]);
    await query('update alert_destinations set failures = 4 where failures = 1');
    await query(
      `insert into alert_deliveries (project_id, id, organization_id, destination_id, kind, message)
       select project_id, gen_random_uuid(), organization_id, destination_id, kind, message from alert_deliveries
       order by created_at desc limit 1`,
    );
    await waitFor(async () => (await states()).includes('paused'), { what: 'a paused destination' });
    await query(`update alert_mail_counts set starts_at = starts_at - interval '1 hour'`);
    await query(`update alert_deliveries set next_at = now() where state = 'waiting'`);
    await waitFor(async () => (await states()).join() === 'sent,paused,paused', {
      what: 'the rest of the first message',
    });
    expect(receivers()).toEqual(['bob@example.com', 'ada@example.com']);
    mail.refuse('gone@example.com', undefined);
  });

  test('that are tests fail', async () => {
    await confirm('ada@example.com');
    await query(
      `insert into alert_mail_counts (kind, key, starts_at, sent) values ('alerts to', $1, date_trunc('hour', now(), 'UTC'), 2)`,
      [mailAddress('ada@example.com').mailbox],
    );
    await deliver(['ada@example.com'], { kind: 'test' });
    await start({ mailLimits: LIMITS });
    await untilStates('failed');
    expect(receivers()).toEqual([]);
  });
});

async function start(more: Partial<AlertsConfig> = {}): Promise<void> {
  const deps = { db: own.db, queueRedisUrl: redis.url, logger: silentLogger, metrics: createMetrics() };
  const config = { ...DEFAULT_ALERTS_CONFIG, pollMs: 20, evaluateMs: 60_000, publicUrl: 'https://sluice.example' };
  alerts = createAlerts({ ...deps, clock: systemClock }, { ...config, smtpUrl: mail.url, ...more });
  await alerts.start();
}

interface Given {
  readonly organization?: string | undefined;
  readonly kind?: 'alert' | 'test';
  /** Days for which addresses get alerts that have not confirmed that. */
  readonly unconfirmedDays?: number;
}

/** Stores a message that is due at a new destination. */
async function deliver(
  addresses: readonly string[],
  { organization = organizations[0], kind = 'alert', unconfirmedDays }: Given = {},
): Promise<void> {
  const [destination] = await query(
    `insert into alert_destinations (organization_id, kind, name, config, unconfirmed, unconfirmed_until)
     values ($1, 'email', 'x', $2, $3, now() + $4 * interval '1 day') returning id`,
    [
      organization,
      { addresses },
      ...(unconfirmedDays === undefined ? [null, null] : [JSON.stringify(addresses), unconfirmedDays]),
    ],
  );
  await query(
    `insert into alert_deliveries (project_id, id, organization_id, destination_id, kind, message)
     values ($1, gen_random_uuid(), $2, $3, $4, $5)`,
    [`-${organization}`, organization, destination?.['id'], kind, SAMPLE_MESSAGES.newIssue],
  );
}

function confirm(address: string, organization = organizations[0]) {
  return query('insert into alert_addresses (organization_id, address, confirmed_at) values ($1, $2, now())', [
    organization,
    mailAddress(address).exact,
  ]);
}

/** Deliveries that were given back for the next hour. */
function untilLater(count: number) {
  return waitFor(
    async () =>
      (
        await query(
          `select from alert_deliveries where state = 'waiting' and next_at > now() and claimed_until is null`,
        )
      ).length === count,
    { what: `${count} deliveries in the next hour` },
  );
}

async function query(text: string, values: readonly unknown[] = []) {
  return (await database.db.pool.query<Record<string, unknown>>(text, [...values])).rows;
}

async function states() {
  return (await query('select state from alert_deliveries order by created_at')).map(({ state }) => state);
}

function untilStates(...expected: readonly string[]) {
  return waitFor(async () => (await states()).join() === expected.join(), { what: expected.join() });
}
