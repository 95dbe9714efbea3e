import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { batchIdOf, eventIdOf } from '@sluice/contract';
import { addDeliveryToInbox, storeMessage, type ClaimedDelivery } from '@sluice/alerts';
import { copyRows, ensurePartitions, inTransaction, PARTITIONED_TABLES } from '@sluice/db';
import { requestUserErasure, listErasures } from '@sluice/erasure';
import { silentLogger } from '@sluice/runtime';
import { waitFor, useDatabase } from '@sluice/testkit';
import { runErasures } from './runErasures.js';

const NOW = Date.now();
const PROJECT = '1';
const SHARED = '00000000-0000-8000-8000-000000000001';
const OTHERS = '00000000-0000-8000-8000-000000000002';
const OWN = '00000000-0000-8000-8000-000000000003';
const MERGED = '00000000-0000-8000-8000-000000000004';
const SECRET = 'Ada Lovelace';
const idOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
const { db } = useDatabase();
beforeAll(async () => {
  const range = { fromMs: NOW - 2 * 86_400_000, throughMs: NOW + 86_400_000 };
  await ensurePartitions(db, { tables: PARTITIONED_TABLES, interval: 'day', ...range });
});

beforeEach(async () => {
  for (const table of [
    'alert_signals',
    'alert_firings',
    'alert_deliveries',
    'alert_attempts',
    'alert_inbox',
    'erasures',
  ])
    await db.pool.query(`truncate ${table}`);
  for (const table of ['exceptions', 'issues', 'issue_hashes', 'issue_users']) await db.pool.query(`truncate ${table}`);
  for (const [id, hash, users] of [
    [SHARED, 'h1', ['id:ada', 'id:bob']],
    [OTHERS, 'h2', ['id:bob']],
    [OWN, 'h3', ['id:ada']],
  ] as const) {
    await storeIssue(id, 't');
    await db.pool.query('insert into issue_hashes (project_id, hash, issue_id) values (1, $1, $2)', [hash, id]);
    for (const user of users)
      await db.pool.query('insert into issue_users (project_id, hash, user_key) values (1, $1, $2)', [hash, user]);
  }
  await storeIssue(MERGED, SECRET, SHARED);
  await storeOfBob('h1');
  const details = { level: 'error', environment: 'live', url: `/users/${SECRET}`, tags: { name: SECRET } };
  for (const issueId of [SHARED, OTHERS, OWN]) {
    await db.pool.query(
      `insert into alert_signals (project_id, kind, issue_id, event_id, details) values (1, 'regression', $1, $1, $2)`,
      [issueId, details],
    );
    await db.pool.query(
      `insert into alert_firings (project_id, id, organization_id, rule_id, kind, subject, details)
       values (1, $1::uuid, 1, 1, 'regression', 'issue:' || $1::text, $2)`,
      [issueId, details],
    );
  }
});

test('alerts say no more than the issues do, and keep what is of others', async () => {
  await deliver(1, messageOf(SHARED), { state: 'sent' });
  await deliver(2, messageOf(OTHERS), { state: 'sent' });
  await deliver(3, messageOf(OWN, MERGED));
  for (const id of [1, 2])
    await db.pool.query(
      `insert into alert_attempts (project_id, delivery_id, attempt, at, took_ms, result, response)
       values (1, $1, 1, now(), 1, 'sent', $2)`,
      [idOf(id), SECRET],
    );
  await db.pool.query(
    `insert into alert_inbox (organization_id, user_id, id, project_id, message) values (1, 1, $1, 1, $2), (1, 2, $1, 1, $2)`,
    [idOf(1), messageOf(SHARED)],
  );
  await erase();

  expect(await allOf('alert_inbox')).not.toContain(SECRET);
  const kept = `select details ? 'url' and details ? 'tags' as kept, details ->> 'environment' as environment`;
  const details = [
    { kept: false, environment: 'live' },
    { kept: true, environment: 'live' },
    { kept: false, environment: 'live' },
  ];
  expect((await db.pool.query(`${kept} from alert_firings order by id`)).rows).toEqual(details);
  expect((await db.pool.query(`${kept} from alert_signals order by id`)).rows).toEqual(details);
  const { rows: attempts } = await db.pool.query('select response from alert_attempts order by delivery_id');
  expect(attempts).toEqual([{ response: null }, { response: SECRET }]);
  const { rows: messages } = await db.pool.query('select message from alert_deliveries order by id');
  const named = { title: 't', issue: { culprit: null, sourceLine: null, events: 1 } };
  expect(messages).toMatchObject([
    { message: { title: 'New issue: t', items: [named] } },
    { message: messageOf(OTHERS) },
    { message: { title: '2 new issues in web', items: [{ ...named, title: '(erased)' }, named] } },
  ]);
  expect(await allOf('issues')).not.toContain(SECRET);
});

test('an attempt that read a message before neither stores nor repeats it', async () => {
  await deliver(1, messageOf(SHARED), { claimed: true });
  await deliver(2, null, { claimed: true });
  await deliver(3, messageOf(OTHERS), { claimed: true });
  await erase();
  const { rows } = await db.pool.query(
    'select attempts, tries_from as lost, claimed_until is null as free from alert_deliveries order by id',
  );
  expect(rows).toEqual([
    { attempts: 2, lost: 1, free: true },
    { attempts: 2, lost: 1, free: true },
    { attempts: 1, lost: 0, free: false },
  ]);
  const claim = { projectId: PROJECT, id: idOf(2), attempt: 1, leaseMs: 1_000 } as ClaimedDelivery;
  expect(await storeMessage(db, claim, messageOf(SHARED))).toBeUndefined();
  const inbox = { organizationId: '1', projectId: PROJECT, id: idOf(2), message: messageOf(SHARED) };
  await addDeliveryToInbox(db, ['1'], { ...inbox, attempt: 1 });
  expect(await allOf('alert_inbox')).toBe('[]');
  await addDeliveryToInbox(db, ['1'], { ...inbox, attempt: 2 });
  expect(await allOf('alert_inbox')).not.toBe('[]');
});

/** Stores an exception of Bob, which is left. */
async function storeOfBob(hash: string): Promise<void> {
  const arrivalMs = NOW - 60_000;
  const row = {
    project_id: PROJECT,
    id: eventIdOf(batchIdOf(arrivalMs, 'a'.repeat(64)), arrivalMs, 0),
    timestamp: arrivalMs,
    environment: null,
    release: null,
    trace_id: null,
    span_id: null,
    replay_id: null,
    tags: null,
    contexts: null,
    user_key: 'id:bob',
    level: 'error',
    type: 'Error',
    message: 'm',
    handled: null,
    hash,
    payload: '{}',
    breadcrumbs: null,
  };
  await inTransaction(db, (tx) => copyRows(tx, 'exceptions', [row] as never));
}

/** Erases Ada. Transactions of other test files may hold the start back. */
async function erase(): Promise<void> {
  await requestUserErasure(db, { projectId: PROJECT, userKey: 'id:ada', requestedBy: 'test' });
  await waitFor(async () => {
    const clock = (): number => Date.now();
    await runErasures(
      { db, clock, logger: silentLogger },
      { batchRows: 3, turnMs: 1_000, maxEventAgeMs: 86_400_000 },
      new AbortController().signal,
    );
    return (await listErasures(db, PROJECT))[0]?.state === 'done';
  });
}

async function deliver(id: number, message: object | null, rest = {}): Promise<void> {
  const row = { state: 'waiting', claimed: false, ...rest };
  await db.pool.query(
    `insert into alert_deliveries (project_id, id, organization_id, destination_id, message, state, attempts, claimed_until)
     values (1, $1, 1, 1, $2, $3, 1, case when $4 then now() + interval '1 minute' end)`,
    [idOf(id), message === null ? null : JSON.stringify(message), row.state, row.claimed],
  );
}

function itemOf(issueId: string) {
  return {
    firingId: issueId,
    kind: 'new_issue',
    state: 'firing',
    subject: `issue:${issueId}`,
    title: `Error: ${SECRET}`,
    issue: { id: issueId, culprit: `${SECRET} in a.js`, sourceLine: `// ${SECRET}`, events: 1 },
  };
}

function messageOf(...issueIds: string[]) {
  return {
    title: issueIds.length === 1 ? `New issue: Error: ${SECRET}` : '2 new issues in web',
    items: issueIds.map(itemOf),
    total: issueIds.length,
  };
}

function storeIssue(id: string, title: string, mergedInto: string | null = null): Promise<unknown> {
  return db.pool.query(
    `insert into issues (project_id, id, title, level, count, first_seen, last_seen, last_event_id, users, merged_into)
     values (1, $1, $2, 'error', 1, now(), now(), $1, 1, $3)`,
    [id, title, mergedInto],
  );
}

async function allOf(table: string): Promise<string> {
  return JSON.stringify((await db.pool.query(`select * from ${table} where project_id = 1`)).rows);
}
