import { beforeEach, expect, test } from '@jest/globals';
import { openTransaction, useDatabase } from '@sluice/testkit';
import { inTransaction } from '@sluice/db';
import type { FiringCandidate } from '../../decide/firing.js';
import { recordFirings, type RecordedFiring } from './recordFirings.js';

const PROJECT = '1';
const database = useDatabase({ poolSize: 4 });
beforeEach(() => database.db.pool.query('truncate alert_firings, alert_subjects, alert_notices'));

let events = 0;
const muted = (issue: string, more: Partial<FiringCandidate> = {}) => firing(issue, { suppressedBy: 'muted', ...more });
const rowsOf = async <Row>(text: string): Promise<readonly Row[]> => (await database.db.pool.query(text)).rows as Row[];

test('the first message of a rule after a mute mentions what it did not send about all issues, once', async () => {
  await record(muted('a'), muted('b'));
  await record(muted('c'), muted('a'));
  await record(firing('new'));
  await record(firing('a'));
  expect(await mentioned()).toEqual([
    { rule: '3', own: 0, others: 4, by: 'muted' },
    { rule: '3', own: 0, others: null, by: null },
  ]);
});

test('a message tells what was suppressed about its own issue from what was about others', async () => {
  await record(firing('a', { cooldownS: 60 }), firing('a', { cooldownS: 60 }), muted('b'));
  await record(firing('a'));
  expect(await mentioned()).toEqual([
    { rule: '3', own: 0, others: null, by: null },
    { rule: '3', own: 1, others: 1, by: 'several' },
  ]);
});

test('the first suppressed firing of an issue counts as its own, also after messages of the rule', async () => {
  await record(firing('a'));
  await record(muted('b'));
  await record(firing('b'));
  expect((await mentioned())[1]).toEqual({ rule: '3', own: 1, others: null, by: null });
});

test('a message says from when to when firings were suppressed', async () => {
  await record(muted('a'));
  await record(muted('b'));
  await record(firing('c'));
  const [row] = await rowsOf<{ times: readonly string[] }>(
    `select array_agg(at order by at) filter (where suppressed_by is not null) || array_agg((details -> 'others' ->> 'from')::timestamptz)
       filter (where suppressed_by is null) || array_agg((details -> 'others' ->> 'to')::timestamptz) filter (where suppressed_by is null)
       as times from alert_firings`,
  );
  const [first, last, from, to] = row?.times ?? [];
  expect([from, to]).toEqual([first, last]);
});

test('rules and projects count for themselves', async () => {
  await record(muted('a'), muted('a', { ruleId: '4' }));
  await record(firing('b', { ruleId: '4' }));
  expect(await mentioned()).toEqual([{ rule: '4', own: 0, others: 1, by: 'muted' }]);
});

test('suppressed assignments are counted by assignee', async () => {
  const assigned = (assigneeId: string) => ({ kind: 'assigned' as const, details: { assigneeId } });
  await record(muted('a', assigned('1')), muted('b', assigned('1')), muted('c', assigned('2')));
  await record(firing('d', assigned('2')));
  await record(firing('e', assigned('1')));
  expect(await mentioned()).toEqual([
    { rule: '3', own: 0, others: 1, by: 'muted' },
    { rule: '3', own: 0, others: 2, by: 'muted' },
  ]);
});

test('a firing that goes nowhere mentions nothing, and the next message does', async () => {
  await record(muted('a'), muted('b'));
  await record(firing('a', { destinationIds: [] }));
  await record(firing('a'));
  expect(await mentioned()).toEqual([
    { rule: '3', own: 0, others: null, by: null },
    { rule: '3', own: 1, others: 1, by: 'muted' },
  ]);
});

// Invariant: each suppressed firing is mentioned in one message, or waits for the next.
test('each suppressed firing is mentioned once, whatever is suppressed, sent or recovers', async () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let step = 0; step < 60; step += 1) {
    const batch = Array.from({ length: 1 + random(3) }, () =>
      firing(`${random(4)}`, {
        suppressedBy: random(2) === 0 ? 'muted' : null,
        state: random(5) === 0 ? 'recovered' : 'firing',
        cooldownS: random(4) === 0 ? 60 : 0,
      }),
    );
    await record(...batch);
  }
  const [sums] = await rowsOf<{ suppressed: number; mentioned: number; messages: number }>(
    `select count(*) filter (where suppressed_by is not null and state <> 'recovered')::int as suppressed,
       (sum(suppressed) + sum(coalesce((details -> 'others' ->> 'count')::int, 0)))::int as mentioned,
       count(*) filter (where suppressed_by is null)::int as messages from alert_firings`,
  );
  const [left] = await rowsOf<{ suppressed: number }>(`select suppressed from alert_subjects where subject = 'rule'`);
  expect(sums?.messages).toBeGreaterThan(10);
  expect((sums?.mentioned ?? 0) + (left?.suppressed ?? 0)).toBe(sums?.suppressed);
});

test('a firing that is suppressed while another process sends a message is in the next one', async () => {
  await record(muted('a'));
  const sending = await openTransaction(database.db, (tx) => recordFirings(tx, PROJECT, [firing('b')]));
  const suppressing = record(muted('c'));
  await sending.untilWaitedFor();
  await sending.commit();
  await suppressing;
  await record(firing('d'));
  expect(await mentioned()).toEqual([
    { rule: '3', own: 0, others: 1, by: 'muted' },
    { rule: '3', own: 0, others: 1, by: 'muted' },
  ]);
});

/** A firing about an issue that nothing repeats. */
function firing(issue: string, more: Partial<FiringCandidate> = {}): FiringCandidate {
  return {
    projectId: PROJECT,
    organizationId: '2',
    ruleId: '3',
    conditionIndex: 0,
    kind: 'new_issue',
    subject: `issue:${issue}`,
    occurrence: `e${(events += 1)}`,
    state: 'firing',
    details: {},
    destinationIds: ['7'],
    cooldownS: 0,
    digestS: 0,
    suppressedBy: null,
    ...more,
  };
}

/** What each message mentions, in order: suppressed firings about its own subject, about others, and why. */
function mentioned() {
  return rowsOf(
    `select rule_id as rule, suppressed as own, (details -> 'others' ->> 'count')::int as others,
       details -> 'others' ->> 'by' as by from alert_firings where suppressed_by is null order by at, id`,
  );
}

function record(...candidates: readonly FiringCandidate[]): Promise<readonly RecordedFiring[]> {
  return inTransaction(database.db, (tx) => recordFirings(tx, PROJECT, candidates));
}
