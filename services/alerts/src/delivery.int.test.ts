import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SAMPLE_MESSAGES } from '@sluice/alerts/testing';
import { OPERATOR } from '@sluice/contract';
import { mailAddress, verifyAddressToken } from '@sluice/alerts';
import { addMember, createOrganization, createUser, inTransaction } from '@sluice/db';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { waitFor, useDatabase, useRedis, useRole } from '@sluice/testkit';
import { ALERTS_CONNECTIONS, createAlerts, DEFAULT_ALERTS_CONFIG, type Alerts, type AlertsConfig } from './index.js';
import { startMailReceiver, type MailReceiver } from './testing/mailReceiver.js';
import { startWebhookReceiver, type WebhookReceiver } from './testing/webhookReceiver.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let receiver: WebhookReceiver;
let mail: MailReceiver;
let organizationId: string;
const running: Alerts[] = [];

const database = useDatabase({ poolSize: 5 });
const redis = useRedis();
const own = useRole(database, 'sluice_alerts', ALERTS_CONNECTIONS);
beforeAll(async () => {
  ({ id: organizationId } = await createOrganization(database.db, 'acme'));
});
beforeEach(async () => {
  await database.db.pool.query('truncate alert_deliveries, alert_attempts, alert_destinations');
  [receiver, mail] = await Promise.all([startWebhookReceiver(), startMailReceiver()]);
});
afterEach(async () => {
  await receiver.close();
  await Promise.all(running.splice(0).map((alerts) => alerts.stop()));
  await mail.close();
});

const webhook = (to: WebhookReceiver) => ({ secrets: { url: to.url, signingSecrets: [SECRET] } });
const attempts = () => rowsOf('select attempt, status, result, problem from alert_attempts order by attempt');
/** Makes what waits due. */
const hurry = () => database.db.pool.query('update alert_deliveries set next_at = now() where claimed_until is null');

test('a mail to several addresses is repeated only to those that have not got it, and the log names those that never will', async () => {
  mail.refuse('gone@example.com', 550);
  mail.refuse('later@example.com', 451);
  const addresses = ['gone@example.com', 'ada@example.com', 'later@example.com', 'bob@example.com'];
  await deliver('email', { config: { addresses } });
  await start();
  await until(1);
  await hurry();
  await until(2);
  mail.refuse('later@example.com', undefined);
  await hurry();
  await until(3);
  expect(mail.received.map(({ to }) => to)).toEqual([['ada@example.com'], ['bob@example.com'], ['later@example.com']]);
  const gone = /gone@example\.com: mail failed .* 550 no mailbox/;
  const both = expect.stringMatching(new RegExp(`^later@example\\.com: mail failed .* 451 .*${gone.source}`));
  expect(await attempts()).toEqual([
    { attempt: 1, status: 451, result: 'retry', problem: both },
    { attempt: 2, status: 451, result: 'retry', problem: both },
    { attempt: 3, status: 250, result: 'sent', problem: expect.stringMatching(gone) },
  ]);
  expect(await rowsOf('select state from alert_deliveries')).toEqual([{ state: 'sent' }]);
  expect(await rowsOf('select from alert_destinations where paused_at is not null')).toEqual([]);
});

test('an email that each address refuses permanently pauses the destination', async () => {
  mail.refuse('gone@example.com', 550);
  await deliver('email', { config: { addresses: ['gone@example.com'] } });
  await start();
  await until(1);
  expect(await rowsOf('select state from alert_deliveries')).toEqual([{ state: 'paused' }]);
});

test('a mail to an address has a link that ends it', async () => {
  await deliver('email', { config: { addresses: ['ada@example.com', 'bob@example.com'] } });
  await start();
  await until(1);
  const links = mail.received.map(({ raw }) =>
    /^List-Unsubscribe: <https:\/\/sluice\.example\/api\/0\/alerts\/unsubscribe\?token=([^>]+)>/m.exec(
      raw.replace(/\r?\n[ \t]+/g, ' '),
    ),
  );
  const [ada, bob] = await Promise.all(
    links.map((link) => verifyAddressToken(database.db, decodeURIComponent(link?.[1] ?? ''))),
  );
  expect([ada, bob]).toMatchObject([{ address: 'ada@example.com' }, { address: 'bob@example.com' }]);
  expect(mail.received[0]?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test('a mail without PUBLIC_URL is not sent, and the log names the setting', async () => {
  await deliver('email', { config: { addresses: ['ada@example.com'] } });
  await start({ publicUrl: undefined });
  await until(1);
  expect(await attempts()).toEqual([
    { attempt: 1, status: null, result: 'retry', problem: 'no email is sent without PUBLIC_URL; set it' },
  ]);
});

test('no mail goes to an address that its user has not proven: the inbox has the message', async () => {
  const user = await createUser(database.db, { email: 'somebody@example.com', isVerified: false });
  await inTransaction(database.db, (tx) => addMember(tx, { organizationId, userId: user.id }, 'owner', OPERATOR));
  await deliver('members', { config: { audience: 'owners' } });
  await start();
  await until(1);
  expect(mail.received).toEqual([]);
  expect(await rowsOf('select user_id from alert_inbox')).toEqual([{ user_id: user.id }]);
});

describe('a receiver that does not answer', () => {
  let slow: WebhookReceiver;
  beforeEach(async () => {
    slow = await startWebhookReceiver();
    slow.hang();
  });
  afterEach(() => slow.close());

  test('takes two places, and others are served as fast as they answer', async () => {
    await deliver('webhook', { ...webhook(slow), count: 100 });
    // Nothing but the end of a delivery lets the next one begin.
    await start({ timeoutMs: 60_000, pollMs: 60_000 });
    await waitFor(() => slow.received.length === 2, { what: 'the requests' });
    await Promise.all(running.splice(0).map((alerts) => alerts.stop()));
    await deliver('webhook', { ...webhook(receiver), count: 50 });
    await start({ timeoutMs: 60_000, pollMs: 60_000 });
    await waitFor(() => receiver.received.length === 50, { what: 'the messages of the other destination' });
    expect(slow.received).toHaveLength(4);
  });

  test('of many destinations leaves half of the places to other organizations', async () => {
    for (let n = 0; n < 8; n += 1) await deliver('webhook', { ...webhook(slow), count: 5 });
    const { id: organization } = await createOrganization(database.db, 'other');
    await start({ timeoutMs: 60_000 });
    await waitFor(() => slow.received.length === 4, { what: 'the requests' });
    await deliver('webhook', { ...webhook(receiver), count: 20, organization });
    await waitFor(() => receiver.received.length === 20, { what: 'the messages of the other organization' });
    expect(slow.received).toHaveLength(4);
  });

  test('of several organizations leaves a quarter of the places to those that have none', async () => {
    for (const slug of ['slow-1', 'slow-2', 'slow-3']) {
      const { id: organization } = await createOrganization(database.db, slug);
      for (let n = 0; n < 3; n += 1) await deliver('webhook', { ...webhook(slow), count: 5, organization });
    }
    const { id: organization } = await createOrganization(database.db, 'prompt');
    await start({ timeoutMs: 60_000 });
    // Two take the open places, and the third one of those that are kept.
    await waitFor(() => slow.received.length === 7, { what: 'the requests' });
    await deliver('webhook', { ...webhook(receiver), count: 20, organization });
    await waitFor(() => receiver.received.length === 20, { what: 'the messages of the prompt organization' });
    expect(slow.received).toHaveLength(7);
  });
});

describe('a stop while a receiver does not answer', () => {
  test('ends the attempt, and another process sends the message with the same id', async () => {
    receiver.hang();
    await deliver('webhook', { secrets: { url: receiver.url, signingSecrets: [SECRET] } });
    const alerts = await start({ timeoutMs: 60_000 });
    await waitFor(() => receiver.received.length === 1, { what: 'the request' });
    const startedMs = performance.now();
    await alerts.stop();
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    receiver.answer(200);
    await start();
    await until(2);
    const [first, second] = receiver.received;
    expect(first?.headers['webhook-id']).toMatch(/^[\da-f-]{36}$/);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect(await attempts()).toEqual([
      {
        attempt: 1,
        status: null,
        result: 'retry',
        problem: 'the process was stopped before the receiver answered',
      },
      { attempt: 2, status: 200, result: 'sent', problem: null },
    ]);
  });

  test('waits for an answer that comes soon', async () => {
    receiver.hang();
    await deliver('webhook', { secrets: { url: receiver.url, signingSecrets: [SECRET] } });
    const alerts = await start();
    await waitFor(() => receiver.received.length === 1, { what: 'the request' });
    const stopped = alerts.stop();
    receiver.answerAll(200);
    await stopped;
    expect(await attempts()).toEqual([{ attempt: 1, status: 200, result: 'sent', problem: null }]);
  });
});

test('what is due in quiet hours waits for their end, however it came to be due then; what was requested does not', async () => {
  for (let count = 0; count < 4; count += 1) await deliver('webhook', webhook(receiver));
  const always = JSON.stringify({ timeZone: 'UTC', from: '00:00', to: '00:00' });
  await database.db.pool.query('update alert_destinations set quiet_hours = $1', [always]);
  // One was never attempted, the process of another one died, somebody asked for the third, and the fourth is a retry of such a one.
  const [, leftOver, requested, repeated] = await rowsOf('select id from alert_deliveries order by id');
  await database.db.pool.query(
    `update alert_deliveries set attempts = 1, claimed_until = now() - interval '1 s' where id = $1`,
    [leftOver?.['id']],
  );
  await database.db.pool.query(`update alert_deliveries set kind = 'resend' where id = $1`, [requested?.['id']]);
  await database.db.pool.query(`update alert_deliveries set kind = 'resend', attempts = 1 where id = $1`, [
    repeated?.['id'],
  ]);
  await start();
  await until(1);
  await waitFor(async () => (await rowsOf('select from alert_deliveries where next_at > now()')).length === 3);
  expect(receiver.received).toHaveLength(1);
  // Their attempts count in no schedule, and are in no log.
  expect(
    await rowsOf('select id, state, attempts - tries_from as tries, claimed_until from alert_deliveries order by id'),
  ).toMatchObject([
    { state: 'waiting', tries: 0, claimed_until: null },
    { state: 'waiting', tries: 0, claimed_until: null },
    { id: requested?.['id'], state: 'sent' },
    { state: 'waiting', tries: 1, claimed_until: null },
  ]);
});

async function start(more: Partial<AlertsConfig> = {}): Promise<Alerts> {
  const deps = { db: own.db, queueRedisUrl: redis.url, logger: silentLogger, metrics: createMetrics() };
  const config: AlertsConfig = {
    ...DEFAULT_ALERTS_CONFIG,
    pollMs: 20,
    evaluateMs: 60_000,
    allowedAddresses: ['127.0.0.0/8'],
    publicUrl: 'https://sluice.example',
    smtpUrl: mail.url,
    ...more,
  };
  const alerts = createAlerts({ ...deps, clock: systemClock }, config);
  running.push(alerts);
  await alerts.start();
  return alerts;
}

/** Stores messages that are due at a new destination. */
async function deliver(
  kind: string,
  { config = {}, secrets = {}, count = 1, organization = organizationId }: Destined,
): Promise<void> {
  const { rows } = await database.db.pool.query<{ id: string }>(
    `insert into alert_destinations (organization_id, kind, name, config, secrets) values ($1, $2, 'x', $3, $4) returning id`,
    [organization, kind, config, secrets],
  );
  for (const address of 'addresses' in config ? (config.addresses as readonly string[]) : [])
    await database.db.pool.query(
      `insert into alert_addresses (organization_id, address, confirmed_at) values ($1, $2, now()) on conflict do nothing`,
      [organization, mailAddress(address).exact],
    );
  await database.db.pool.query(
    `insert into alert_deliveries (project_id, id, organization_id, destination_id, message)
     select $1, gen_random_uuid(), $2, $3, $4 from generate_series(1, $5::int)`,
    [`-${organization}`, organization, rows[0]?.id, SAMPLE_MESSAGES.newIssue, count],
  );
}

interface Destined {
  readonly config?: object;
  readonly secrets?: object;
  readonly count?: number;
  readonly organization?: string;
}

async function rowsOf(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await database.db.pool.query<Record<string, unknown>>(text)).rows;
}

function until(count: number): Promise<unknown> {
  return waitFor(async () => (await attempts()).length === count, { what: `${count} attempts` });
}
