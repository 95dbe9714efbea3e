import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createOrganization, createProject } from '@sluice/db';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { randomUUID } from 'node:crypto';
import { checkAlerts } from './checkAlerts.js';

let database: TestDatabase;
let organizationId: string;
let projectId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  organizationId = (await createOrganization(database.db, 'acme')).id;
  projectId = (await createProject(database.db, { organization: 'acme', project: 'shop' })).project.id;
});
afterEach(() => database.drop());

const MAIL = { hasServer: true, hasPublicUrl: true };

describe('alerts', () => {
  test('are fine in a new organization', async () => {
    expect(await checkAlerts(database.db, MAIL)).toEqual([
      { name: 'alerts', status: 'ok', message: 'no signal and no message waits for long' },
      { name: 'alert destinations', status: 'ok', message: '2 destinations in use, none is paused or fails' },
    ]);
  });

  test('of members without a mail server reach their inbox only, which is no problem', async () => {
    expect(await findingOf('alert email', { ...MAIL, hasServer: false })).toMatchObject({ status: 'ok' });
    expect(await findingOf('alert email')).toBeUndefined();
  });

  test('are not mailed without PUBLIC_URL, although a mail server is set', async () => {
    expect(await findingOf('alert email', { ...MAIL, hasPublicUrl: false })).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('PUBLIC_URL is not: no alert is emailed'),
      advice: expect.stringContaining('Set PUBLIC_URL'),
    });
  });

  test.each([
    [90, 'warn', /^the oldest signal is undecided since 1 min \d+ s$/],
    [900, 'fail', /^the oldest signal is undecided since 15 min(?: \d+ s)?$/],
  ])('that wait %d s show that the service lags', async (seconds, status, message) => {
    await query(
      `insert into alert_signals (project_id, kind, issue_id, event_id, at)
        values ($1, 'new_issue', $2, $2, now() - make_interval(secs => $3))`,
      [projectId, randomUUID(), seconds],
    );
    expect(await findingOf('alerts')).toMatchObject({
      status,
      message: expect.stringMatching(message),
      advice: expect.stringContaining('services/alerts'),
    });
  });

  test('report a due message that nobody sends', async () => {
    await query(
      `insert into alert_deliveries (project_id, id, organization_id, destination_id, next_at)
        values ($1, $2, $3, 1, now() - interval '2 min')`,
      [projectId, randomUUID(), organizationId],
    );
    expect(await findingOf('alerts')).toMatchObject({
      status: 'warn',
      message: expect.stringMatching(/^the oldest message is due since 2 min(?: \d+ s)?$/),
    });
  });

  test('name destinations that are paused or fail, with the problem', async () => {
    await query(
      `insert into alert_destinations (organization_id, id, kind, name, paused_at, paused_reason) values
        ($1, 101, 'slack', 'Ops', now(), 'HTTP 410'), ($1, 102, 'webhook', 'Hook', null, null)`,
      [organizationId],
    );
    const delivery = randomUUID();
    await query(
      `insert into alert_deliveries (project_id, id, organization_id, destination_id, attempts, problem, next_at)
        values ($1, $2, $3, 102, 3, 'HTTP 503', now() + interval '1 h')`,
      [projectId, delivery, organizationId],
    );
    await query(
      `insert into alert_attempts (project_id, delivery_id, attempt, at, took_ms, status, result, problem)
        values ($1, $2, 3, now(), 20, 503, 'retry', 'HTTP 503')`,
      [projectId, delivery],
    );
    expect(await findingOf('alert destinations')).toMatchObject({
      status: 'warn',
      message: '2 destinations do not get messages',
      details: ['acme: 101 Ops (slack) paused: HTTP 410', 'acme: 102 Hook (webhook) failing: HTTP 503'],
    });
    await query('update alert_destinations set deleted_at = now() where id > 100');
    expect(await findingOf('alert destinations')).toMatchObject({ status: 'ok' });
  });

  test('name enabled rules without destinations', async () => {
    await query(
      `insert into alert_rules (organization_id, project_id, name, enabled, conditions) values
        ($1, $2, 'idle', true, '[]'), ($1, null, 'everywhere', true, '[]'), ($1, null, 'off', false, '[]')`,
      [organizationId, projectId],
    );
    expect(await findingOf('alert rules')).toMatchObject({
      status: 'warn',
      details: ['acme/shop: idle', 'acme/*: everywhere'],
    });
  });
});

function query(text: string, values: readonly unknown[] = []): Promise<unknown> {
  return database.db.pool.query(text, [...values]);
}

async function findingOf(name: string, mail = MAIL) {
  return (await checkAlerts(database.db, mail)).find((finding) => finding.name === name);
}
