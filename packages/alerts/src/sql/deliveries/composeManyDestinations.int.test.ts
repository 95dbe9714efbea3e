import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import pg from 'pg';
import { inTransaction } from '@sluice/db';
import { firingCandidate } from '../../testing/firingCandidate.js';
import { claimDeliveries } from './claimDeliveries.js';
import { composeDeliveries } from './composeDeliveries.js';
import { firingId } from '../../decide/firing.js';
import { recordFirings } from '../firings/recordFirings.js';

const IDS = Array.from({ length: 20 }, (_, index) => String(index + 1));
const ASSIGNEE = { audience: 'assignee' };
const { db } = useDatabase({ poolSize: 6 });
beforeAll(() => db.pool.query(`insert into organizations (id, slug) values (9, 'acme')`));
beforeEach(async () => {
  await db.pool.query('truncate alert_firings, alert_subjects, alert_notices, alert_deliveries, alert_attempts');
  await db.pool.query('truncate alert_destinations, alert_destination_hours');
});
const compose = (projectId = '1'): Promise<number> => composeDeliveries(db, projectId);

test.each([1, 20])('seven statements compose the messages of %i destinations', async (count) => {
  const ids = IDS.slice(0, count);
  await insertDestinations(ids);
  await fire('a', ids);
  // BEGIN, lock, notices, destinations, hours, deliveries, COMMIT.
  expect(await countStatements()).toEqual({ statements: 7, made: count });
});

test('one statement more asks for all destinations whether requests are in flight, and one for all assignees', async () => {
  const kinds = [
    { kind: 'opsgenie', config: {} },
    { kind: 'members', config: ASSIGNEE },
  ];
  for (const [index, { kind, config }] of kinds.entries())
    await insertDestinations(IDS.slice(index * 5, index * 5 + 5), kind, config);
  await fire('a', IDS.slice(0, 10));
  expect(await countStatements()).toEqual({ statements: 9, made: 10 });
});

test('each destination of a round has its own outcome', async () => {
  await insertDestinations(['1', '2', '3', '4', '5']);
  await insertDestinations(['6', '7'], 'opsgenie');
  await fire('before', ['6']);
  await compose();
  await claimDeliveries(db, { limit: 1, leaseMs: 60_000 });
  await db.pool.query(`update alert_destinations set
    paused_at = case when id = 2 then now() end, deleted_at = case when id = 4 then now() end,
    hourly_limit = case when id = 5 then 0 else 30 end,
    quiet_hours = case when id = 3 then '{"timeZone":"UTC","from":"00:00","to":"00:00"}'::jsonb end`);
  await fire('a', ['1', '2', '3', '4', '5', '6', '7']);
  expect(await compose()).toBe(2);
  const ofFiring = `firing_id = '${firingId(firingCandidate({ occurrence: 'a' }))}'`;
  expect(
    await rowsOf(`select n.destination_id::int as id, d.id is not null as made, n.delivery_id is null as waits,
      case when n.delivery_id is null then n.due_at > now() end as later
      from alert_notices n left join alert_deliveries d
        on d.project_id = n.project_id and d.id = n.delivery_id and d.destination_id = n.destination_id
      where n.${ofFiring} order by 1`),
  ).toEqual([
    { id: 1, made: true, waits: false, later: null },
    ...[2, 3].map((id) => ({ id, made: false, waits: true, later: true })),
    { id: 4, made: false, waits: false, later: null },
    ...[5, 6].map((id) => ({ id, made: false, waits: true, later: true })),
    { id: 7, made: true, waits: false, later: null },
  ]);
});

test('of more assignees than an hour has messages, as many get theirs as are left', async () => {
  await insertDestinations(['1'], 'members', ASSIGNEE);
  await insertDestinations(['2']);
  await db.pool.query('update alert_destinations set hourly_limit = 3');
  await fire('before', ['1'], { details: { assigneeId: '100' } });
  expect(await compose()).toBe(1);
  for (const assigneeId of ['101', '102', '103', '104'])
    await fire(assigneeId, ['1', '2'], { details: { assigneeId } });
  expect(await compose()).toBe(3);
  expect(await rowsOf('select destination_id::int as id, sent from alert_destination_hours order by 1')).toEqual([
    { id: 1, sent: 3 },
    { id: 2, sent: 1 },
  ]);
  expect(
    await rowsOf(`select count(*)::int as n, bool_and(due_at = hour_of(now()) + interval '1 hour') as next
      from alert_notices where delivery_id is null`),
  ).toEqual([{ n: 2, next: true }]);
});

test('of more assignees than the limit of a new hour, as many get theirs as it allows', async () => {
  await insertDestinations(['1'], 'members', ASSIGNEE);
  await db.pool.query('update alert_destinations set hourly_limit = 2');
  for (const assigneeId of ['101', '102', '103']) await fire(assigneeId, ['1'], { details: { assigneeId } });
  expect(await compose()).toBe(2);
  expect(await rowsOf('select sent from alert_destination_hours')).toEqual([{ sent: 2 }]);
});

test('projects that compose at the same time for the same destinations exceed no limit, and end without a deadlock', async () => {
  await insertDestinations([...IDS].reverse());
  await db.pool.query('update alert_destinations set hourly_limit = 2');
  const projects = ['1', '2', '3', '4', '5'];
  for (const [index, projectId] of projects.entries())
    await fire('a', index % 2 === 0 ? IDS : [...IDS].reverse(), { projectId });
  const made = await Promise.all(projects.map(compose));
  expect(made.reduce((sum, one) => sum + one)).toBe(2 * IDS.length);
  expect(await rowsOf('select distinct sent from alert_destination_hours')).toEqual([{ sent: 2 }]);
  expect(await rowsOf(`select destination_id from alert_deliveries group by 1 having count(*) <> 2`)).toEqual([]);
});

interface Fired {
  readonly projectId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records a firing for destinations, and makes everything due that waits. */
async function fire(occurrence: string, destinationIds: readonly string[], more: Fired = {}): Promise<void> {
  const candidate = firingCandidate({ occurrence, destinationIds, ...more });
  await inTransaction(db, (tx) => recordFirings(tx, candidate.projectId, [candidate]));
  await db.pool.query('update alert_notices set due_at = now() where delivery_id is null');
}

/** Returns how many statements one composing takes, and how many deliveries it makes. */
async function countStatements(): Promise<{ readonly statements: number; readonly made: number }> {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  const made = await compose();
  const statements = query.mock.calls.length;
  query.mockRestore();
  return { statements, made };
}

function insertDestinations(ids: readonly string[], kind = 'webhook', config: object = {}): Promise<unknown> {
  return db.pool.query(
    `insert into alert_destinations (organization_id, id, kind, name, config) select 9, id, $2, 'x', $3
     from unnest($1::int8[]) as n(id)`,
    [ids, kind, config],
  );
}

async function rowsOf(text: string): Promise<readonly unknown[]> {
  return (await db.pool.query<Record<string, unknown>>(text)).rows;
}
