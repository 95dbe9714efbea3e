import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '@sluice/contract';
import type { PausableTask } from '@sluice/runtime';
import { connectAsRole, createTestDatabase, type RoleConnection, type TestDatabase, upload } from '@sluice/testkit';
import {
  addMember,
  createOrganization,
  createProject,
  createUser,
  type Database,
  databaseProblem,
  insertSignals,
  inTransaction,
} from '@sluice/db';
import { readCulpritStacks } from '@sluice/reading';
import { lookUpSourceMaps, readBlobRanges, reportDamage } from '@sluice/sourcemaps/statements';
import { readAlertRules } from './firings/readAlertRules.js';
import { composeDeliveries, findDueProjects } from './deliveries/composeDeliveries.js';
import { releaseDelivery, settlePart } from './deliveries/deliveryProgress.js';
import { decideSignals } from '../evaluate/decideSignals.js';
import { claimDeliveries, type ClaimedDelivery } from './deliveries/claimDeliveries.js';
import {
  endDelivery,
  parkDelivery,
  readDeliveryAge,
  readDeliveryFirings,
  readRuleNames,
  requestTest,
  storeMessage,
} from './deliveries/deliveries.js';
import { countPausedDestinations, pauseDestination, readDestinationForAttempt } from './deliveries/destination.js';
import { findSignalProjects, readSignalAge } from './firings/signals.js';
import { settleDelivery } from './deliveries/settleDelivery.js';
import type { DeliveryOutcome } from '../decide/deliveryOutcome.js';
import { evaluateIssueRates } from '../evaluate/evaluateIssueRates.js';
import { compactMinutes } from './evaluation/compactMinutes.js';
import { evaluateSeries } from '../evaluate/evaluateSeries.js';
import { evaluateTrends } from '../evaluate/evaluateTrends.js';
import type { FiringCandidate } from '../decide/firing.js';
import {
  addDeliveryToInbox,
  addToInbox,
  readAlertedIssues,
  readAlertPlace,
  readMemberNames,
  readRecipients,
} from './deliveries/messageFacts.js';
import { readUnsubscribeKey } from './addresses/unsubscribe.js';

/**
 * Runs the statements of the alerts service as its role: a role that lacks a privilege fails here. `databaseRoles.int.test.ts` fails
 * if it has more, and `evaluateDrops.int.test.ts` runs what drops need.
 */

const ISSUE = '0190c000-0000-8000-8000-000000000001';

let database: TestDatabase;
let owner: Database;
let own: RoleConnection;
let organizationId: string;
let projectId: string;
let userId: string;
let destinationId: string;
beforeEach(async () => {
  database = await createTestDatabase();
  owner = database.db;
  own = await connectAsRole(database, 'sluice_alerts', 4);
  ({ id: organizationId } = await createOrganization(owner, 'acme'));
  projectId = (await createProject(owner, { organization: 'acme', project: 'shop' })).project.id;
  ({ id: userId } = await createUser(owner, { email: 'ada@example.com', isVerified: true }));
  await inTransaction(owner, (tx) => addMember(tx, { organizationId, userId }, 'owner', OPERATOR));
  const { rows } = await owner.pool.query<{ id: string }>(
    `select id from alert_destinations where organization_id = $1 and name = 'Owners'`,
    [organizationId],
  );
  destinationId = rows[0]?.id ?? '';
});
afterEach(async () => {
  await own.close();
  await database.drop();
});

describe('the role of the alerts service', () => {
  test('decides signals, composes and delivers', async () => {
    const signals = [randomUUID(), randomUUID()].map((eventId) => ({
      projectId,
      kind: 'new_issue' as const,
      issueId: ISSUE,
      eventId,
      details: {},
    }));
    await inTransaction(owner, (tx) => insertSignals(tx, signals));
    expect(await databaseProblem(own.db)).toBeUndefined();
    expect((await readAlertRules(own.db)).rules.length).toBeGreaterThan(0);
    expect(await findSignalProjects(own.db, 10)).toEqual([projectId]);
    expect(await readSignalAge(own.db)).toBeGreaterThanOrEqual(0);
    const { firings } = await decideSignals(own.db, { projectId, limit: 10 }, (taken) =>
      Promise.resolve({ candidates: taken.map(({ eventId }) => candidate(eventId)), decided: taken.length }),
    );
    expect(firings.map(({ suppressedBy }) => suppressedBy)).toEqual([null, 'cooldown']);
    await owner.pool.query('update alert_notices set due_at = now()');
    expect(await findDueProjects(own.db, 10)).toEqual([projectId]);
    expect(await composeDeliveries(own.db, projectId)).toBe(1);
    const delivery = await claimOne();
    expect(await readDeliveryFirings(own.db, delivery)).toHaveLength(1);
    expect(await readRuleNames(own.db, ['1'])).toBeInstanceOf(Map);
    expect(await readDestinationForAttempt(own.db, delivery)).toMatchObject({ id: destinationId });
    expect(await storeMessage(own.db, delivery, { title: 'x' })).toEqual({ title: 'x' });
    expect(await settle(delivery, 'sent')).toBe(true);
    expect(await readDeliveryAge(own.db)).toBe(0);
  });

  test('repeats, parks, releases, ends and pauses', async () => {
    const delivery = await claimTest();
    expect(await settlePart(own.db, delivery, { key: 'ada@example.com', refusal: null })).toBe(true);
    await releaseDelivery(own.db, delivery, 1);
    await endDelivery(own.db, await claimOne(), 'gone');
    expect(await settle(await claimTest(), 'dead')).toBe(true);
    await endDelivery(own.db, await claimTest(), 'gone');
    await inTransaction(own.db, (tx) => pauseDestination(tx, { organizationId, destinationId }, 'gone'));
    await parkDelivery(own.db, await claimTest());
    expect(await countPausedDestinations(own.db)).toBe(1);
  });

  test('reads what a message says, and adds it to inboxes', async () => {
    expect(await readAlertPlace(own.db, projectId)).toMatchObject({ project: 'shop' });
    expect(await readAlertPlace(own.db, `-${organizationId}`)).toMatchObject({ organization: 'acme' });
    expect((await readAlertedIssues(own.db, projectId, [ISSUE])).size).toBe(0);
    const recipients = { organizationId, projectId, audience: 'owners' as const, assigneeIds: [] };
    expect(await readRecipients(own.db, recipients)).toMatchObject([{ userId, channel: 'mail' }]);
    expect((await readMemberNames(own.db, [userId])).get(userId)).toBe('ada@example.com');
    const message = { organizationId, projectId, id: randomUUID(), message: {} };
    await addToInbox(own.db, [userId], message);
    await addToInbox(own.db, [userId], message);
    await addDeliveryToInbox(own.db, [userId], { ...message, attempt: 1 });
    expect(await readUnsubscribeKey(own.db, { organizationId, destinationId })).toEqual(expect.any(String));
    expect(await readCulpritStacks(own.db, projectId, [ISSUE])).toEqual([]);
  });

  test('resolves culprits with source maps', async () => {
    const { map, uploaded } = await upload(owner);
    const key = { projectId: '1', release: 'shop@1', filename: 'assets/app.js' };
    expect(await lookUpSourceMaps(own.db, [key], [])).toMatchObject([{ id: map.id }]);
    await readBlobRanges(own.db, { projectId: '1', blobId: uploaded.indexId }, [{ offset: 0, length: 1 }]);
    expect(await reportDamage(own.db, '1', map.id, uploaded.indexId)).toBe(true);
  });

  test('evaluates rates, trends and series', async () => {
    const bounds = { direction: 'above', threshold: 1, windowMinutes: 5, forMinutes: 0 };
    const conditions = [
      { kind: 'issue_rate', measure: 'events', above: 1, windowMinutes: 5 },
      { kind: 'issue_trend', factor: 2, floor: 10 },
      { kind: 'endpoint', measure: 'p95', name: 'GET /', ...bounds },
      { kind: 'log_rate', query: {}, ...bounds },
      { kind: 'metric', name: 'queue', statistic: 'avg', ...bounds },
    ];
    await owner.pool.query('insert into alert_rules (organization_id, name, conditions) values ($1, $2, $3)', [
      organizationId,
      'all',
      JSON.stringify(conditions),
    ]);
    const rules = await readAlertRules(own.db);
    const all = function* (): PausableTask<boolean> {
      yield;
      return true;
    };
    const issues = { nowMs: Date.now(), changedSinceMs: 0, filter: () => all };
    expect(await evaluateIssueRates(own.db, rules, issues)).toEqual([]);
    expect(await evaluateTrends(own.db, rules, issues)).toEqual([]);
    const times = { nowMs: Date.now(), settledBefore: () => Date.now() };
    expect(await evaluateSeries(own.db, rules, times)).toEqual([]);
    await compactMinutes(own.db, [{ projectId, series: 'x', fromMs: 0, endMs: 1 }]);
  });
});

async function claimOne(): Promise<ClaimedDelivery> {
  const [claimed] = await claimDeliveries(own.db, { limit: 1, leaseMs: 60_000 });
  if (claimed === undefined) throw new Error('nothing was claimed');
  return claimed;
}

async function claimTest(): Promise<ClaimedDelivery> {
  await requestTest(owner, { organizationId, destinationId, projectId: `-${organizationId}` });
  return claimOne();
}

function candidate(occurrence: string): FiringCandidate {
  return {
    projectId,
    organizationId,
    ruleId: '3',
    conditionIndex: 0,
    kind: 'new_issue',
    subject: `issue:${ISSUE}`,
    occurrence,
    state: 'firing',
    details: {},
    destinationIds: [destinationId],
    cooldownS: 60,
    digestS: 0,
    suppressedBy: null,
  };
}

function settle(delivery: ClaimedDelivery, result: DeliveryOutcome['result']): Promise<boolean> {
  return settleDelivery(own.db, delivery, {
    outcome: { result, status: 200, tookMs: 1, problem: null, response: null },
    random: 0.5,
  });
}
