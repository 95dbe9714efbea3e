import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AlertMessage, resendDelivery, sendAgain, sendTest } from '@sluice/alerts';
import {
  addMember,
  createOrganization,
  createProject,
  createToken,
  createUser,
  ensurePartitions,
  inTransaction,
  insertSignals,
  type NewAlertSignal,
} from '@sluice/db';
import { openIgnored } from '@sluice/issues';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { waitFor, useDatabase, useRedis, useResource, useRole } from '@sluice/testkit';
import { lowestIdAt, OPERATOR } from '@sluice/contract';
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { ALERTS_CONNECTIONS, createAlerts, DEFAULT_ALERTS_CONFIG, type Alerts, type AlertsConfig } from './index.js';
import { startMailReceiver } from './testing/mailReceiver.js';
import { startWebhookReceiver, type WebhookReceiver } from './testing/webhookReceiver.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const CONFIG: AlertsConfig = {
  ...DEFAULT_ALERTS_CONFIG,
  pollMs: 20,
  evaluateMs: 60_000,
  allowedAddresses: ['127.0.0.0/8'],
  publicUrl: 'https://sluice.example',
};
let receiver: WebhookReceiver;
let organizationId: string;
let projectId: string;
let userId: string;
const running: Alerts[] = [];

const database = useDatabase({ poolSize: 5 });
const redis = useRedis();
const mail = useResource(startMailReceiver, (started) => started.close());
const own = useRole(database, 'sluice_alerts', ALERTS_CONNECTIONS);
beforeAll(async () => {
  ({ id: organizationId } = await createOrganization(database.db, 'acme'));
  projectId = (await createProject(database.db, { organization: 'acme', project: 'web' })).project.id;
  ({ id: userId } = await createUser(database.db, { email: 'ada@example.com', name: 'Ada', isVerified: true }));
  await inTransaction(database.db, (tx) => addMember(tx, { organizationId, userId }, 'owner', OPERATOR));
});
beforeEach(async () => {
  await database.db.pool.query(
    `truncate alert_signals, alert_firings, alert_subjects, alert_notices, alert_deliveries, alert_attempts,
       alert_inbox, alert_destination_hours, alert_subscriptions`,
  );
  receiver = await startWebhookReceiver();
  mail.received.splice(0);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((alerts) => alerts.stop()));
  await receiver.close();
});
const messages = (): readonly AlertMessage[] => receiver.received.map(({ body }) => JSON.parse(body) as AlertMessage);

describe('a webhook', () => {
  beforeEach(useWebhook);

  test('gets a signed message about a new issue, with facts and a link', async () => {
    const [id = ''] = await newIssues(1);
    await start();
    await untilStates('sent');
    const [request] = receiver.received;
    expect(() =>
      new Webhook(SECRET).verify(request?.body ?? '', request?.headers as Record<string, string>),
    ).not.toThrow();
    expect(JSON.stringify(messages())).toContain(`https://sluice.example/acme/web/issues/${id}`);
    for (const text of ['TypeError: 0', 'load in cart.js', '1.4.0', 'production', 'New issues and regressions'])
      expect(request?.body).toContain(text);
  });

  test('waits for the first poll only: each task wakes the next one', async () => {
    await newIssues(1);
    await start({ pollMs: 60_000 });
    await untilStates('sent');
    expect(receiver.received).toHaveLength(1);
  });

  test('gets one message for a burst of fifty, from two processes', async () => {
    await newIssues(50);
    await Promise.all([start(), start()]);
    await untilStates('sent');
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.body).toContain('50 new issues in web');
  });

  test('gets the same message with the same id until it takes it', async () => {
    receiver.answer(503);
    await newIssues(1);
    await start();
    await waitFor(() => receiver.received.length === 1, { what: 'the first attempt' });
    receiver.answer(204);
    await waitFor(async () => {
      await database.db.pool.query('update alert_deliveries set next_at = now() where claimed_until is null');
      return (await states()).join() === 'sent';
    });
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const { rows } = await database.db.pool.query(
      'select attempt, status, result, problem from alert_attempts order by 1',
    );
    expect(rows).toEqual([
      { attempt: 1, status: 503, result: 'retry', problem: 'the receiver answered 503' },
      { attempt: 2, status: 204, result: 'sent', problem: null },
    ]);
  });

  test('that is gone is paused, and gets everything as one message when it is resumed', async () => {
    receiver.answer(410);
    await newIssues(1);
    await start();
    await untilStates('paused');
    const { rows } = await database.db.pool.query(
      `select paused_reason from alert_destinations where paused_at is not null`,
    );
    expect(rows).toEqual([{ paused_reason: 'the receiver answered 410' }]);
    await newIssues(3);
    await waitFor(
      async () =>
        (await database.db.pool.query("select from alert_notices where due_at > now() + interval '1 minute'"))
          .rowCount === 3,
    );
    expect(receiver.received).toHaveLength(1);
  });

  test('at a private address gets nothing unless an operator allows it, and no log or table has its secrets', async () => {
    await newIssues(1);
    await start({ allowedAddresses: [] });
    await waitFor(async () => (await database.db.pool.query('select from alert_attempts')).rowCount === 1);
    expect(receiver.received).toEqual([]);
    const { rows } = await database.db.pool.query<{ problem: string }>('select problem, response from alert_attempts');
    expect(rows[0]?.problem).toMatch(/does not lead to a public address/);
    expect(JSON.stringify(rows)).not.toContain('in-the-url');
  });

  test('gets messages as fast as it takes them, also more than are sent at the same time', async () => {
    await database.db.pool.query(
      `insert into alert_deliveries (project_id, id, organization_id, destination_id, kind)
       select $1, gen_random_uuid(), organization_id, id, 'test' from alert_destinations, generate_series(1, 5)
       where kind = 'webhook' and secrets ->> 'url' = $2`,
      [projectId, receiver.url],
    );
    await start({ deliveries: 2, pollMs: 60_000 });
    await untilStates('sent', 'sent', 'sent', 'sent', 'sent');
    expect(receiver.received).toHaveLength(5);
  });

  test('of a deleted project gets nothing', async () => {
    await newIssues(1);
    await database.db.pool.query('update projects set deleted_at = now() where id = $1', [projectId]);
    await start();
    await waitFor(async () => (await database.db.pool.query('select from alert_signals')).rowCount === 0);
    await database.db.pool.query('update projects set deleted_at = null where id = $1', [projectId]);
    expect((await database.db.pool.query('select from alert_firings')).rowCount).toBe(0);
  });
});

test('an evaluation of drops that takes long holds up no series', async () => {
  const { pool } = database.db;
  const count = async (text: string): Promise<number | null> => (await pool.query(text)).rowCount;
  const looking = await pool.connect();
  await looking.query('begin; lock table usage in access exclusive mode');
  await start({ evaluateMs: 20 });
  const waiting = `select from pg_locks where relation = 'usage'::regclass and not granted`;
  await waitFor(async () => ((await count(waiting)) ?? 0) > 0);
  const condition = { kind: 'log_rate', query: {}, direction: 'above', threshold: 1, windowMinutes: 1, forMinutes: 0 };
  await pool.query(
    `insert into alert_rules (organization_id, project_id, name, conditions, counted_since)
     values ($1, $2, 'logs', $3, now() - interval '1 hour')`,
    [organizationId, projectId, JSON.stringify([condition])],
  );
  await waitFor(async () => (await count('select from alert_subjects where evaluated_at is not null')) === 1);
  expect(await count(waiting)).toBeGreaterThan(0);
  await looking.query('rollback');
  looking.release();
  await pool.query(`delete from alert_rules where name = 'logs'`);
});

test.each(['first', 'second'])(
  'a decision that waits holds up no other project, if it is the %s one',
  async (which) => {
    const name = `web-${randomUUID().slice(0, 8)}`;
    const { id: other } = (await createProject(database.db, { organization: 'acme', project: name })).project;
    await useWebhook();
    const [one = ''] = await newIssues(1);
    const [two = ''] = await newIssues(1, { projectId: other });
    const blocking = await database.db.pool.connect();
    await blocking.query('begin');
    // The decision needs this row, and waits for the end of the transaction.
    await blocking.query(
      `insert into alert_subjects (project_id, rule_id, subject)
     select $1, id, $2 from alert_rules where name like 'New%'`,
      which === 'first' ? [projectId, `issue:${one}`] : [other, `issue:${two}`],
    );
    await start();
    try {
      await untilStates('sent');
    } finally {
      await blocking.query('rollback');
      blocking.release();
    }
    await untilStates('sent', 'sent');
  },
);

describe('members', () => {
  beforeEach(useOwners);
  const inbox = async () =>
    (
      await database.db.pool.query<{ user_id: string; title: string }>(
        `select user_id, message ->> 'title' as title from alert_inbox order by user_id`,
      )
    ).rows;

  test('find a message in their inbox without a mail server', async () => {
    await newIssues(1);
    await start();
    await untilStates('sent');
    expect(await inbox()).toEqual([{ user_id: userId, title: 'New issue: TypeError: 0' }]);
    expect(mail.received).toEqual([]);
  });

  test('get a mail that they can end with one click', async () => {
    await newIssues(1);
    await start({ smtpUrl: mail.url });
    await untilStates('sent');
    expect(mail.received).toMatchObject([{ to: ['ada@example.com'] }]);
    const [received] = mail.received;
    expect(received?.raw).toMatch(/^List-Unsubscribe:\s+<https:\/\/sluice\.example\/api\/0\/alerts\/unsubscribe\?/m);
    expect(received?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(await inbox()).toHaveLength(1);
  });

  test('hear of an ignore that ended by its time, also by a rule with filters', async () => {
    const [issueId, eventId] = [randomUUID(), lowestIdAt(Date.now() - 60_000)];
    await database.db.pool.query(
      `insert into issues (project_id, id, title, culprit, level, count, users, first_seen, last_seen, last_event_id, status, ignored_until)
       values ($1, $2, 'TypeError: 0', 'x', 'error', 1, 1, now(), now(), $3, 'ignored', now() - interval '1 second')`,
      [projectId, issueId, eventId],
    );
    const day = { fromMs: Date.now() - 86_400_000, throughMs: Date.now() };
    await ensurePartitions(database.db, { tables: ['exceptions'], interval: 'day', ...day });
    await database.db.pool.query(
      `insert into exceptions (project_id, id, timestamp, type, message, level, payload, hash, environment, release)
       values ($1, $2, now(), 'Error', '', 'error', '{}', 'aa', 'live', '2.0')`,
      [projectId, eventId],
    );
    await database.db.pool.query(`update alert_rules set filters = '{"environments":["live"],"releases":["2.*"]}'`);
    await openIgnored(database.db, 10);
    await start();
    await untilStates('sent');
    expect(await inbox()).toHaveLength(1);
    await database.db.pool.query(`update alert_rules set filters = '{}'`);
    await database.db.pool.query('truncate issues cascade');
  });

  test('get no mail, or nothing, if they chose so', async () => {
    const choose = (channel: string) =>
      database.db.pool.query(
        `insert into alert_subscriptions (organization_id, user_id, project_id, channel) values ($1, $2, $3, $4)
         on conflict (organization_id, user_id, project_id) do update set channel = excluded.channel`,
        [organizationId, userId, projectId, channel],
      );
    await choose('inbox');
    await newIssues(1);
    await start({ smtpUrl: mail.url });
    await untilStates('sent');
    expect([mail.received.length, (await inbox()).length]).toEqual([0, 1]);
    await choose('none');
    await newIssues(1);
    await untilStates('sent', 'sent');
    expect([mail.received.length, (await inbox()).length]).toEqual([0, 1]);
  });

  test('hear of what concerns the whole organization', async () => {
    await createToken(database.db, {
      organization: 'acme',
      scopes: ['project:read'],
      expiresAt: new Date(Date.now() + 3 * 86_400_000),
    });
    await database.db.pool.query(`update tokens set created_at = now() - interval '30 days'`);
    await start({ evaluateMs: 20 });
    await untilStates('sent');
    expect(await inbox()).toEqual([{ user_id: userId, title: 'A token is about to expire' }]);
    await database.db.pool.query('truncate tokens');
  });

  test('who are assigned are the only ones who hear of it, also when it is sent again', async () => {
    const join = async (name: string): Promise<string> => {
      const { id } = await createUser(database.db, { email: `${name}-${randomUUID()}@example.com` });
      await inTransaction(database.db, (tx) => addMember(tx, { organizationId, userId: id }, 'member', OPERATOR));
      return id;
    };
    const [bob, eve] = [await join('bob'), await join('eve')];
    // Within the linger, which makes one message of what has the same recipients.
    await newIssues(2, { kind: 'assigned', details: { assigneeId: bob, by: 'Ada' } });
    await newIssues(1, { kind: 'assigned', details: { assigneeId: eve, by: 'Ada' } });
    const expected = [
      { user_id: bob, title: '2 issues assigned to you in web' },
      { user_id: eve, title: 'Assigned to you: TypeError: 0' },
    ];
    await start();
    await untilStates('sent', 'sent');
    expect(await inbox()).toEqual(expected);
    const { rows } = await database.db.pool.query<{ id: string }>('select id from alert_deliveries order by id');
    for (const { id } of rows) await inTransaction(database.db, (tx) => resendDelivery(tx, { projectId, id }));
    await untilStates('sent', 'sent', 'sent', 'sent');
    expect(await inbox()).toEqual(expected.flatMap((message) => [message, message]));
  });

  test('who ask for a test of a destination to assignees get it, also when it is sent again', async () => {
    const { rows } = await database.db.pool.query<{ id: string }>(
      `select id from alert_destinations where config ->> 'audience' = 'assignee'`,
    );
    const ref = { organizationId, id: rows[0]?.id ?? '' };
    const test = await sendTest(database.db, ref, { kind: 'user', userId, label: 'Ada' });
    await sendTest(database.db, ref, OPERATOR);
    await start();
    await untilStates('sent', 'sent');
    expect(await inbox()).toMatchObject([{ user_id: userId, title: expect.stringMatching(/^Test of/) }]);
    await sendAgain(database.db, { organizationId, id: 'deliveryId' in test ? test.deliveryId : '' });
    await untilStates('sent', 'sent', 'sent');
    expect(await inbox()).toHaveLength(2);
  });
});

async function start(more: Partial<AlertsConfig> = {}): Promise<void> {
  const deps = { db: own.db, queueRedisUrl: redis.url, logger: silentLogger, metrics: createMetrics() };
  const alerts = createAlerts({ ...deps, clock: systemClock }, { ...CONFIG, ...more });
  running.push(alerts);
  await alerts.start();
}

/** Makes the rule about new issues send to a webhook only. */
async function useWebhook(): Promise<void> {
  const { pool } = database.db;
  const { rows } = await pool.query<{ id: string }>(
    `insert into alert_destinations (organization_id, kind, name, secrets, hourly_limit)
     values ($1, 'webhook', 'Hook', $2, 1000) returning id`,
    [organizationId, JSON.stringify({ url: receiver.url, signingSecrets: [SECRET] })],
  );
  await pool.query(`update alert_rules set destination_ids = array[$1::int8] where name like 'New%'`, [rows[0]?.id]);
}

async function useOwners(): Promise<void> {
  await database.db.pool.query(
    `update alert_rules set destination_ids = array[(select id from alert_destinations where name = 'Owners')]
     where name like 'New%'`,
  );
}

/** Stores issues and signals that they are new. Returns their ids. */
async function newIssues(count: number, signal: Partial<NewAlertSignal> = {}): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const [index, id] of ids.entries()) {
    await database.db.pool.query(
      `insert into issues (project_id, id, title, culprit, level, count, users, first_seen, last_seen, last_event_id, first_release)
       values ($1, $2, $3, 'load in cart.js', 'error', 1, 1, now(), now(), $2, '1.4.0')`,
      [projectId, id, `TypeError: ${index}`],
    );
  }
  const details = { level: 'error', environment: 'production', release: '1.4.0' };
  await inTransaction(database.db, (tx) =>
    insertSignals(
      tx,
      ids.map((id) => ({ projectId, kind: 'new_issue', issueId: id, eventId: id, details, ...signal })),
    ),
  );
  return ids;
}

async function states(): Promise<readonly string[]> {
  return (
    await database.db.pool.query<{ state: string }>('select state from alert_deliveries order by created_at')
  ).rows.map(({ state }) => state);
}

function untilStates(...expected: readonly string[]): Promise<unknown> {
  return waitFor(async () => (await states()).join() === expected.join(), { what: expected.join() });
}
