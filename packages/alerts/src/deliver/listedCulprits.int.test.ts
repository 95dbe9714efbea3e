import { expect, test } from '@jest/globals';
import { createOrganization, createProject, inTransaction } from '@sluice/db';
import { silentLogger } from '@sluice/runtime';
import { useDatabase } from '@sluice/testkit';
import { randomUUID } from 'node:crypto';
import type { ClaimedDelivery } from '../sql/deliveries/claimDeliveries.js';
import { recordFirings } from '../sql/firings/recordFirings.js';
import { readMessage } from './readMessage.js';

const ISSUES = 50;

const database = useDatabase();

test('the culprits of exactly those issues are read that the message lists', async () => {
  const delivery = await storeBurst();
  const asked: string[] = [];
  const deps = {
    db: database.db,
    publicUrl: undefined,
    clock: Date.now,
    logger: silentLogger,
    culprits: (_db: unknown, _project: string, eventIds: readonly string[]) => {
      asked.push(...eventIds);
      const place = { text: 'load in cart.ts:12', sourceLine: 'throw error;', release: null, isUnmapped: false };
      return Promise.resolve(new Map(eventIds.map((id) => [id, place])));
    },
  };
  const claimed = { ...delivery, destinationId: '1', kind: 'alert' as const, target: null };
  const message = await readMessage(deps, claimed, { name: 'Hook', kind: 'webhook' });
  const items = message?.items ?? [];
  expect(items.map(({ issue }) => issue?.culprit)).toEqual(Array(10).fill('load in cart.ts:12'));
  expect(asked.sort()).toEqual(items.map(({ issue }) => issue?.id).sort());
  expect(message?.total).toBe(ISSUES);
});

/** Stores new issues with equal counts, and one delivery that reports all of them. */
async function storeBurst(): Promise<Pick<ClaimedDelivery, 'projectId' | 'id'>> {
  const { db } = database;
  const { id: organizationId } = await createOrganization(db, 'acme');
  const { project } = await createProject(db, { organization: 'acme', project: 'web' });
  const projectId = project.id;
  const ids = Array.from({ length: ISSUES }, () => randomUUID());
  await db.pool.query(
    `insert into issues (project_id, id, title, culprit, level, count, users, first_seen, last_seen, last_event_id)
     select $1, n.id, n.id::text, 'sent', 'error', 1, 1, now(), now(), n.id from unnest($2::uuid[]) n (id)`,
    [projectId, ids],
  );
  const candidates = ids.map((id) => ({
    projectId,
    organizationId,
    ruleId: '1',
    conditionIndex: 0,
    kind: 'new_issue',
    subject: `issue:${id}`,
    state: 'firing' as const,
    occurrence: id,
    details: {},
    destinationIds: ['1'],
    cooldownS: 0,
    digestS: 0,
    suppressedBy: null,
  }));
  await inTransaction(db, (tx) => recordFirings(tx, projectId, candidates));
  const delivery = randomUUID();
  await db.pool.query('update alert_notices set delivery_id = $1', [delivery]);
  return { projectId, id: delivery };
}
