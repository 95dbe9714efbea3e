import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OPERATOR } from '@sluice/contract';
import { waitFor, clearIssues, occurrence, storeOccurrences, useDatabase } from '@sluice/testkit';
import {
  disableUser,
  enableUser,
  addMember,
  removeMember,
  createUser,
  inTransaction,
  createOrganization,
  createProject,
  clearDeparted,
} from '@sluice/db';
import { changeIssues, listChanges } from '@sluice/issues';
import { listIssues } from './listIssues.js';
import { readIssue } from './readIssue.js';
import { UNBOUNDED_MS } from './issueFilter.js';

const EMAIL = 'ada@example.com';
let organizationId: string;
let projectId: string;
let userId: string;
const { db } = useDatabase({ poolSize: 5 });
beforeAll(async () => {
  ({ id: organizationId } = await createOrganization(db, 'acme'));
  projectId = (await createProject(db, { organization: 'acme', project: 'shop' })).project.id;
  ({ id: userId } = await createUser(db, { email: EMAIL }));
});
beforeEach(async () => {
  await clearIssues(db);
  await enableUser(db, EMAIL);
  await join();
});
const leave = (): Promise<void> => removeMember(db, { organizationId, userId }, { actor: OPERATOR });

const page = { limit: 10, fromMs: 0, toMs: UNBOUNDED_MS, after: undefined };
const marks = async (): Promise<number> => (await db.pool.query('select from departed_assignees')).rowCount ?? 0;

test.each([
  ['leaves the organization', leave],
  ['is disabled', () => disableUser(db, EMAIL)],
])('a user who %s is assignee of nothing, at once for readers, and then in the rows and the history', async (_, go) => {
  const [one = '', two = '', three = ''] = await assignedIssues(3);
  expect(await listed(userId)).toEqual([userId, userId, userId]);
  await go();
  expect(await listed(userId)).toEqual([]);
  expect(await listed(null)).toEqual([null, null, null]);
  expect(await readIssue(db, projectId, one)).toMatchObject({ assigneeId: null });
  expect([await clearDeparted(db, 2), await clearDeparted(db, 2), await clearDeparted(db, 2)]).toEqual([2, 1, 0]);
  for (const id of [one, two, three]) {
    const { rows } = await listChanges(db, projectId, id, { limit: 1, after: undefined });
    expect(rows).toMatchObject([{ actor: null, action: 'assigned', details: { to: null, departed: userId } }]);
  }
  const { rowCount } = await db.pool.query('select from issues where assignee_id is not null');
  expect([rowCount, await marks()]).toEqual([0, 0]);
});

test('a user without assigned issues leaves no mark', async () => {
  await leave();
  expect(await marks()).toBe(0);
});

test('a user who is a member again keeps the issues that were not cleared yet', async () => {
  await assignedIssues(2);
  await leave();
  expect(await clearDeparted(db, 1)).toBe(1);
  await join();
  expect(await clearDeparted(db, 10)).toBe(0);
  expect(await listed(userId)).toEqual([userId]);
});

test('issues of a disabled user who is added to an organization stay unassigned', async () => {
  await assignedIssues(1);
  await leave();
  await disableUser(db, EMAIL);
  await join();
  expect(await listed(userId)).toEqual([]);
});

test('an issue is assigned once', async () => {
  const [id = ''] = await storeOccurrences(db, occurrence(0, { projectId }));
  const actor = { kind: 'user', userId, label: 'Ada' } as const;
  expect(await changeIssues(db, projectId, [id], { assigneeId: userId, actor })).toEqual(['changed']);
  expect(await changeIssues(db, projectId, [id], { assigneeId: userId })).toEqual(['unchanged']);
  expect(await readIssue(db, projectId, id)).toMatchObject({ assigneeId: userId, status: 'open' });
  expect(await changeIssues(db, projectId, [id], { assigneeId: null })).toEqual(['changed']);
  const { rows } = await listChanges(db, projectId, id, { limit: 10, after: undefined });
  expect(rows.map(({ details }) => details)).toEqual([{ to: null }, { to: userId }]);
});

test('issues are assigned to enabled members only', async () => {
  const [id = ''] = await assignedIssues(1);
  await changeIssues(db, projectId, [id], { assigneeId: null });
  const { id: stranger } = await createUser(db, { email: 'stranger@example.com' });
  const refusal = { code: 'not_a_member' };
  await expect(changeIssues(db, projectId, [id], { assigneeId: stranger })).rejects.toMatchObject(refusal);
  await disableUser(db, EMAIL);
  await expect(changeIssues(db, projectId, [id], { assigneeId: userId })).rejects.toMatchObject(refusal);
});

test('the end of a membership waits for an assignment that is not committed, and sees it', async () => {
  const [id = ''] = await storeOccurrences(db, occurrence(0, { projectId }));
  const blocker = await db.pool.connect();
  try {
    // Holds the assignment between the lock of the membership and its commit: the history is its last statement.
    await blocker.query('begin; lock table issue_changes in exclusive mode');
    const waiting = (count: number) =>
      waitFor(
        async () =>
          (
            await db.pool.query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            )
          ).rowCount === count,
        { what: `${count} transactions that wait` },
      );
    const assigning = changeIssues(db, projectId, [id], { assigneeId: userId });
    await waiting(1);
    const leaving = leave();
    await waiting(2);
    await blocker.query('commit');
    expect(await assigning).toEqual(['changed']);
    await leaving;
  } finally {
    blocker.release(true);
  }
  expect(await marks()).toBe(1);
  expect(await listed(null)).toEqual([null]);
});

test('whoever gets an issue from somebody else is signaled to alerts, once', async () => {
  await db.pool.query('truncate alert_signals');
  const [id = ''] = await assignedIssues(1);
  const own = { kind: 'user' as const, userId, label: 'Ada' };
  await changeIssues(db, projectId, [id], { assigneeId: null, actor: own });
  await changeIssues(db, projectId, [id], { assigneeId: userId, actor: own });
  await changeIssues(db, projectId, [id], { assigneeId: userId });
  const { rows } = await db.pool.query('select kind, issue_id, details from alert_signals');
  expect(rows).toEqual([{ kind: 'assigned', issue_id: id, details: { assigneeId: userId, by: OPERATOR.label } }]);
});

async function assignedIssues(count: number): Promise<readonly string[]> {
  const hashes = Array.from({ length: count }, (_, index) => `hash ${index}`);
  const ids = await storeOccurrences(
    db,
    ...hashes.map((hash, index) => occurrence(index, { projectId, hashes: [hash] })),
  );
  await changeIssues(db, projectId, ids, { assigneeId: userId });
  return ids;
}

function join(): Promise<void> {
  return inTransaction(db, (tx) => addMember(tx, { organizationId, userId }, 'member', OPERATOR));
}

async function listed(assigneeId: string | null): Promise<readonly (string | null)[]> {
  return (await listIssues(db, projectId, page, { sort: 'count', assigneeId })).rows.map((issue) => issue.assigneeId);
}
