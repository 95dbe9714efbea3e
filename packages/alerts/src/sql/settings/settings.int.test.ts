import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OPERATOR, MOST_REQUESTED } from '@sluice/contract';
import { useDatabase, useRole } from '@sluice/testkit';
import { randomUUID } from 'node:crypto';
import { addMember, createOrganization, createProject, createUser, deleteProject, inTransaction } from '@sluice/db';
import { listDeliveries, readDelivery } from './deliveries.js';
import { sendAgain, sendTest, setPaused, type RequestedDelivery } from './deliveryRequests.js';
import {
  addSigningSecret,
  createDestination,
  deleteDestination,
  listDestinations,
  readDestination,
  removePreviousSecrets,
  updateDestination,
} from './destinations.js';
import { listFirings } from './firings.js';
import { countUnread, listInbox, markRead } from './inbox.js';
import { createMaintenance, deleteMaintenance, listMaintenance } from './maintenance.js';
import { createRule, deleteRule, listRules, updateRule } from './rules.js';
import { listSubscriptions, setSubscription } from './subscriptions.js';
import { readUnsubscribeKey, unsubscribe, unsubscribeToken, verifyUnsubscribeToken } from '../addresses/unsubscribe.js';

/** The statements run with the privileges that the services have. */
const database = useDatabase();
const { db: api } = useRole(database, 'sluice_api', 2);
const { db: alerts } = useRole(database, 'sluice_alerts', 2);
let organizationId: string;
let projectId: string;
let userId: string;

const PAGE = { limit: 10, fromMs: 0, toMs: Date.UTC(9999, 0), after: undefined };
const change = { actor: OPERATOR };
const check = () => [];

beforeAll(async () => {
  organizationId = (await createOrganization(api, 'acme')).id;
  projectId = (await createProject(api, { organization: 'acme', project: 'web' })).project.id;
  userId = (await createUser(api, { email: 'ada@example.com', isVerified: true })).id;
  await inTransaction(api, (tx) => addMember(tx, { organizationId, userId }, 'owner', OPERATOR));
});
beforeEach(() =>
  database.db.pool.query('truncate alert_firings, alert_notices, alert_deliveries, alert_inbox, alert_subscriptions'),
);

describe('the API', () => {
  test('creates, changes, lists and deletes rules', async () => {
    const owner = { organizationId, projectId };
    const rule = await createRule(api, owner, { name: 'new', conditions: [{ kind: 'new_issue' }] }, change);
    const changed = await updateRule(api, { ...owner, id: rule.id }, { cooldownSeconds: 60 }, change);
    expect([changed.cooldownSeconds, changed.version === rule.version]).toEqual([60, false]);
    expect((await listRules(api, owner)).map(({ id }) => id)).toEqual([rule.id]);
    await deleteRule(api, { ...owner, id: rule.id }, change);
    expect(await listRules(api, owner)).toEqual([]);
  });

  test('erases the secrets of a destination that is deleted, and rules no longer send to it', async () => {
    const { id } = await newHook();
    const rule = await createRule(
      api,
      { organizationId },
      { name: 'r', conditions: [{ kind: 'new_issue' }], destinationIds: [id] },
      change,
    );
    expect((await readDestination(api, { organizationId, id })).rules).toBe(1);
    await deleteDestination(api, { organizationId, id }, change);
    expect(await rowOf(id)).toEqual({ secrets: {}, deleted_at: expect.any(Date) });
    const left = (await listRules(api, { organizationId })).find((one) => one.id === rule.id);
    expect(left?.destinationIds).toEqual([]);
    expect((await listDestinations(api, organizationId)).map((one) => one.id)).not.toContain(id);
  });

  test('a change without secrets keeps them, and null removes one', async () => {
    const { id } = await newHook();
    const ref = { organizationId, id };
    const made = { ...change, check };
    await updateDestination(api, ref, { name: 'renamed' }, made);
    const secrets = { url: 'https://example.com/secret', signingSecrets: ['whsec_1'] };
    expect((await readDestination(api, ref)).secrets).toEqual(secrets);
    await updateDestination(api, ref, { secrets: { token: 'x' } }, made);
    expect((await readDestination(api, ref)).secrets).toEqual({ ...secrets, token: 'x' });
    await updateDestination(api, ref, { secrets: { token: null } }, made);
    expect((await readDestination(api, ref)).secrets).toEqual(secrets);
  });

  test('a rotation has two signing secrets, the new one first, until the previous one is removed', async () => {
    const ref = { organizationId, id: (await newHook()).id };
    expect((await addSigningSecret(api, ref, 'whsec_2', OPERATOR)).secrets.signingSecrets).toEqual([
      'whsec_2',
      'whsec_1',
    ]);
    await expect(addSigningSecret(api, ref, 'whsec_3', OPERATOR)).rejects.toMatchObject({ code: 'exists' });
    expect((await removePreviousSecrets(api, ref, OPERATOR)).secrets.signingSecrets).toEqual(['whsec_2']);
  });

  test('what waits for a paused destination is due when it is resumed', async () => {
    const ref = { organizationId, id: (await newHook()).id };
    expect(await setPaused(api, ref, true, OPERATOR)).toMatchObject({ pausedReason: 'paused by operator' });
    const [delivery, firing] = [randomUUID(), randomUUID()];
    await database.db.pool.query(
      `insert into alert_deliveries (project_id, id, organization_id, destination_id, state, message)
        values ($1, $2, $3, $4, 'paused', '{"title":"attempted"}')`,
      [projectId, delivery, organizationId, ref.id],
    );
    await database.db.pool.query(
      `insert into alert_notices (project_id, firing_id, destination_id, organization_id, due_at)
        values ($1, $2, $3, $4, 'infinity')`,
      [projectId, firing, ref.id, organizationId],
    );
    expect((await setPaused(api, ref, false, OPERATOR)).pausedAt).toBeNull();
    expect((await readDelivery(api, { organizationId, id: delivery })).state).toBe('waiting');
    const { rows } = await database.db.pool.query(
      'select 1 from alert_notices where firing_id = $1 and due_at <= now()',
      [firing],
    );
    expect(rows).toHaveLength(1);
  });

  test('requests tests, and sends a message again as a delivery of its own', async () => {
    const ref = { organizationId, id: (await newHook()).id };
    const tested = deliveryOf(await sendTest(api, ref, OPERATOR));
    await expect(sendAgain(api, { organizationId, id: tested })).rejects.toMatchObject({ code: 'invalid' });
    await database.db.pool.query(`update alert_deliveries set message = '{"title":"Test"}' where id = $1`, [tested]);
    const again = deliveryOf(await sendAgain(api, { organizationId, id: tested }));
    const { rows } = await listDeliveries(api, { organizationId }, PAGE, { destinationId: ref.id });
    expect(rows.map(({ id, kind, title }) => [id, kind, title])).toEqual([
      [again, 'resend', 'Test'],
      [tested, 'test', 'Test'],
    ]);
    await deleteDestination(api, ref, change);
    await expect(sendAgain(api, { organizationId, id: tested })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('requests ten tests and repeated messages of a destination in an hour, also at the same time', async () => {
    const ref = { organizationId, id: (await newHook()).id };
    const first = deliveryOf(await sendTest(api, ref, OPERATOR));
    await database.db.pool.query(
      `update alert_deliveries set message = '{}', created_at = now() - interval '50 min' where id = $1`,
      [first],
    );
    await sendAgain(api, { organizationId, id: first });
    const many = await Promise.all(Array.from({ length: MOST_REQUESTED }, () => sendTest(api, ref, OPERATOR)));
    expect(many.filter((one) => 'deliveryId' in one)).toHaveLength(MOST_REQUESTED - 2);
    const refused = many.find((one) => 'waitS' in one) as { readonly waitS: number };
    expect(refused.waitS).toBeGreaterThan(500);
    expect(refused.waitS).toBeLessThanOrEqual(600);
    expect(await sendAgain(api, { organizationId, id: first })).toHaveProperty('waitS');
    expect(await sendTest(api, { organizationId, id: (await newHook()).id }, OPERATOR)).toHaveProperty('deliveryId');
    await database.db.pool.query(`update alert_deliveries set created_at = now() - interval '1 h' where id = $1`, [
      first,
    ]);
    expect(await sendTest(api, ref, OPERATOR)).toHaveProperty('deliveryId');
  });

  test('lists firings by time to the microsecond, without repeating or skipping one', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const [index, id] of ids.entries()) {
      const at = `2026-11-20T10:00:00.00000${Math.floor(index / 2)}Z`;
      await database.db.pool.query(
        `insert into alert_firings (project_id, id, organization_id, rule_id, kind, subject, at)
          values ($1, $2, $3, 1, 'new_issue', 'issue:x', $4)`,
        [projectId, id, organizationId, at],
      );
    }
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await listFirings(api, { organizationId, projectId }, { ...PAGE, limit: 1, after }, {});
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(new Set(seen.slice(1, 3))).toEqual(new Set(ids.slice(2, 4)));
  });

  test('says of a firing to how many destinations it was sent, and how many wait', async () => {
    const [fired, unheard] = [randomUUID(), randomUUID()];
    const deliveries = [
      [0, null, null],
      [1, randomUUID(), 'waiting'],
      [2, randomUUID(), 'sent'],
      [3, randomUUID(), 'paused'],
      [4, randomUUID(), 'failed'],
    ] as const;
    for (const id of [fired, unheard])
      await database.db.pool.query(
        `insert into alert_firings (project_id, id, organization_id, rule_id, kind, subject, at)
          values ($1, $2, $3, 1, 'new_issue', 'issue:reported', '2026-11-20T10:00Z')`,
        [projectId, id, organizationId],
      );
    for (const [destination, delivery, state] of deliveries) {
      await database.db.pool.query(
        `insert into alert_notices (project_id, firing_id, destination_id, organization_id, due_at, delivery_id)
          values ($1, $2, $3, $4, now(), $5)`,
        [projectId, fired, destination, organizationId, delivery],
      );
      if (delivery !== null)
        await database.db.pool.query(
          `insert into alert_deliveries (project_id, id, organization_id, destination_id, state) values ($1, $2, $3, $4, $5)`,
          [projectId, delivery, organizationId, destination, state],
        );
    }
    const { rows } = await listFirings(api, { organizationId, projectId }, PAGE, { subject: 'issue:reported' });
    expect(Object.fromEntries(rows.map(({ id, outcome }) => [id, outcome]))).toEqual({
      [fired]: { waiting: 2, sent: 1, paused: 1, failed: 1 },
      [unheard]: { waiting: 0, sent: 0, paused: 0, failed: 0 },
    });
  });

  test('reads and marks the inbox, and stores subscriptions and windows', async () => {
    const member = { organizationId, userId };
    await database.db.pool.query(
      `insert into alert_inbox (organization_id, user_id, id, project_id, message)
        select $1, $2, gen_random_uuid(), $3, '{}' from generate_series(1, 3)`,
      [organizationId, userId, projectId],
    );
    const { rows } = await listInbox(api, member, { limit: 10, after: undefined, unreadOnly: true });
    expect([rows.length, rows[0]?.project, await countUnread(api, member)]).toEqual([3, 'web', 3]);
    await markRead(api, member, [String(rows[0]?.id)]);
    expect(await countUnread(api, member)).toBe(2);
    await markRead(api, member, undefined);
    expect(await countUnread(api, member)).toBe(0);
    await setSubscription(api, member, projectId, 'inbox');
    expect(await listSubscriptions(api, member)).toEqual([{ project: 'web', channel: 'inbox' }]);
    await setSubscription(api, member, projectId, null);
    const window = { project: 'web', from: new Date(0), to: new Date(1), reason: 'upgrade' };
    const { id } = await createMaintenance(api, organizationId, window, OPERATOR);
    expect(await listMaintenance(api, organizationId)).toEqual([{ id, ...window, createdBy: 'operator' }]);
    await deleteMaintenance(api, { organizationId, id }, OPERATOR);
  });

  test('rules of a deleted project are not listed', async () => {
    const { project } = await createProject(api, { organization: 'acme', project: 'gone' });
    const owner = { organizationId, projectId: project.id };
    await createRule(api, owner, { name: 'new', conditions: [{ kind: 'new_issue' }] }, change);
    await deleteProject(api, { organization: 'acme', project: 'gone' });
    expect(await listRules(api, owner)).toEqual([]);
  });
});

describe('a link that unsubscribes', () => {
  const destinationOf = async (): Promise<string> =>
    (await listDestinations(api, organizationId)).find(({ name }) => name === 'Owners')?.id ?? '';

  test('has a key that the service of alerts makes once', async () => {
    const key = { organizationId, destinationId: await destinationOf() };
    const both = await Promise.all([readUnsubscribeKey(alerts, key), readUnsubscribeKey(alerts, key)]);
    expect(both).toEqual([await readUnsubscribeKey(alerts, key), both[0]]);
    expect(await readUnsubscribeKey(alerts, { organizationId, destinationId: (await newHook()).id })).toBeUndefined();
  });

  test('ends mail of one project or of all, and the inbox stays', async () => {
    const member = { organizationId, userId };
    await setSubscription(api, member, projectId, 'mail');
    await unsubscribe(api, { ...member, projectId });
    expect(await listSubscriptions(api, member)).toEqual([{ project: 'web', channel: 'inbox' }]);
    await setSubscription(api, member, projectId, 'none');
    await unsubscribe(api, { ...member, projectId: '0' });
    expect(await listSubscriptions(api, member)).toEqual([
      { project: null, channel: 'inbox' },
      { project: 'web', channel: 'none' },
    ]);
  });

  test('names what it ends; a changed one, one of another key and one of a former member do not work', async () => {
    const destinationId = await destinationOf();
    const key = (await readUnsubscribeKey(alerts, { organizationId, destinationId })) ?? '';
    const link = { organizationId, destinationId, userId, projectId };
    const token = unsubscribeToken(key, link);
    expect(await verifyUnsubscribeToken(api, token)).toEqual({ ...link, organization: 'acme', project: 'web' });
    const stranger = await createUser(api, { email: 'eve@example.com', isVerified: true });
    const wrong = [
      token.replace(`-${projectId}-`, '-0-'),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      unsubscribeToken('another key', link),
      unsubscribeToken(key, { ...link, userId: stranger.id }),
      unsubscribeToken('', { ...link, destinationId: (await newHook()).id }),
      '1-2-3-4-5',
      '',
    ];
    for (const one of wrong) expect([one, await verifyUnsubscribeToken(api, one)]).toEqual([one, undefined]);
  });
});

async function rowOf(id: string) {
  const { rows } = await database.db.pool.query<{ secrets: object; deleted_at: Date | null }>(
    'select secrets, deleted_at from alert_destinations where id = $1',
    [id],
  );
  return rows[0];
}

function deliveryOf(requested: RequestedDelivery): string {
  if ('deliveryId' in requested) return requested.deliveryId;
  throw new Error(`wait ${requested.waitS} s`);
}

function newHook(name = 'hook') {
  return createDestination(
    api,
    {
      organizationId,
      kind: 'webhook',
      input: { name, secrets: { url: 'https://example.com/secret', signingSecrets: ['whsec_1'] } },
    },
    { ...change, check },
  );
}
