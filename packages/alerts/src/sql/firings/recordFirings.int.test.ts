import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { openTransaction, useDatabase } from '@sluice/testkit';
import pg from 'pg';
import { insertSignals, inTransaction } from '@sluice/db';
import { decideSignals } from '../../evaluate/decideSignals.js';
import { firingId, type FiringCandidate } from '../../decide/firing.js';
import { findFrameProjects, recordFrames } from './frameSignals.js';
import { findSignalProjects } from './signals.js';
import { recordFirings, type RecordedFiring } from './recordFirings.js';

const PROJECT = '1';
const ISSUE = '0190c000-0000-8000-8000-000000000001';
const database = useDatabase({ poolSize: 6 });
beforeEach(() => database.db.pool.query('truncate alert_signals, alert_firings, alert_subjects, alert_notices'));

describe('firings', () => {
  test('a firing has a notice for each destination of its rule', async () => {
    expect(await record(candidate({ destinationIds: ['7', '8', '7'] }))).toEqual([
      { id: firingId(candidate()), kind: 'new_issue', suppressedBy: null },
    ]);
    expect(
      await query(`select destination_id, delivery_id, due_at > at as later from alert_notices order by 1`),
    ).toEqual([
      { destination_id: '7', delivery_id: null, later: true },
      { destination_id: '8', delivery_id: null, later: true },
    ]);
  });

  test('a rule without a cool-down suppresses nothing after the clock stepped back', async () => {
    await record(candidate());
    await query(`update alert_subjects set notified_at = now() + interval '1 minute'`);
    const again = candidate({ kind: 'regression', occurrence: 'e2' });
    expect(await record(again)).toEqual([expect.objectContaining({ suppressedBy: null })]);
  });

  test('a rule without a cool-down suppresses nothing that another transaction reports at the same time', async () => {
    await record(candidate());
    // Reports the subject after the other has read the time, and before it gets the row.
    const other = await openTransaction(database.db, (tx) =>
      tx.client.query(
        `update alert_subjects set notified_at = now() + interval '1 second' where project_id = ${PROJECT}`,
      ),
    );
    const again = record(candidate({ kind: 'regression', occurrence: 'e2' }));
    await other.untilWaitedFor();
    await other.commit();
    expect(await again).toEqual([expect.objectContaining({ suppressedBy: null })]);
  });

  test('the same firing again adds nothing, not even a suppressed count', async () => {
    await record(candidate());
    expect(await record(candidate(), candidate({ details: { value: 3 } }))).toEqual([]);
    expect([(await firings()).length, await noticeCount()]).toEqual([1, 2]);
    expect(await query(`select suppressed from alert_subjects where subject <> 'rule'`)).toEqual([{ suppressed: 0 }]);
  });

  test('only what is new goes on beside the same firing again', async () => {
    await record(candidate());
    const again = candidate({ occurrence: 'e2' });
    expect(await record(candidate(), again)).toEqual([{ id: firingId(again), kind: 'new_issue', suppressedBy: null }]);
    expect(await noticeCount()).toBe(4);
  });

  test('two processes that decide the same at the same time add it once', async () => {
    const first = await openTransaction(database.db, (tx) => recordFirings(tx, PROJECT, [candidate()]));
    const second = record(candidate());
    await first.untilWaitedFor();
    await first.commit();
    expect(await second).toEqual([]);
    expect(await noticeCount()).toBe(2);
  });

  test('a decision that is rolled back can be made again', async () => {
    const first = await openTransaction(database.db, (tx) => recordFirings(tx, PROJECT, [candidate()]));
    await first.rollBack();
    expect(await record(candidate())).toHaveLength(1);
  });

  test('rejects a firing of another project', async () => {
    await expect(record(candidate({ projectId: '9' }))).rejects.toThrow('a firing of project 9');
  });

  test('the digest of a rule delays its notices', async () => {
    await record(candidate({ digestS: 600 }));
    expect(await query('select distinct extract(epoch from due_at - at)::int as s from alert_notices')).toEqual([
      { s: 600 },
    ]);
  });

  test('further firings of a rule join its open digest', async () => {
    const due = () =>
      query(`select distinct round(extract(epoch from due_at - now()) / 60)::int as minutes
      from alert_notices where delivery_id is null order by 1`);
    await record(candidate({ digestS: 3_600 }));
    // 20 minutes pass.
    await query(`update alert_notices set due_at = '${new Date(Date.now() + 40 * 60_000).toISOString()}'`);
    await record(candidate({ digestS: 3_600, occurrence: 'e2' }));
    expect(await due()).toEqual([{ minutes: 40 }]);
    await record(candidate({ digestS: 3_600, occurrence: 'e3', ruleId: '4' }));
    expect(await due()).toEqual([{ minutes: 40 }, { minutes: 60 }]);
    await query(`update alert_notices set delivery_id = '${ISSUE}'`);
    await record(candidate({ digestS: 3_600, occurrence: 'e4' }));
    expect(await due()).toEqual([{ minutes: 60 }]);
  });
});

describe('suppression', () => {
  test('within the cool-down further firings about a subject are counted, and the next message says how many', async () => {
    const at = (occurrence: string) => candidate({ occurrence, cooldownS: 600 });
    expect(await record(at('e1'), at('e2'), at('e3'))).toMatchObject([
      { suppressedBy: null },
      { suppressedBy: 'cooldown' },
      { suppressedBy: 'cooldown' },
    ]);
    await query(`update alert_subjects set notified_at = '2026-01-01'`);
    expect(await record(at('e4'))).toMatchObject([{ suppressedBy: null }]);
    expect(
      (await firings()).filter(({ suppressed_by: by }) => by === null).map(({ suppressed }) => suppressed),
    ).toEqual([0, 2]);
    expect(
      await query(`select suppressed, isfinite(touched_at) as is_stored from alert_subjects where subject <> 'rule'`),
    ).toEqual([{ suppressed: 0, is_stored: true }]);
    expect(await noticeCount()).toBe(4);
  });

  test('the cool-down is of one subject and one rule', async () => {
    await record(candidate({ cooldownS: 600 }));
    expect(await record(candidate({ cooldownS: 600, subject: 'issue:b' }))).toMatchObject([{ suppressedBy: null }]);
    expect(await record(candidate({ cooldownS: 600, ruleId: '4' }))).toMatchObject([{ suppressedBy: null }]);
  });

  test('of two processes that decide at the same time, one sends within the cool-down', async () => {
    const cooling = candidate({ cooldownS: 600 });
    const first = await openTransaction(database.db, (tx) => recordFirings(tx, PROJECT, [cooling]));
    const second = record(candidate({ cooldownS: 600, occurrence: 'e2' }));
    await first.untilWaitedFor();
    await first.commit();
    expect(await second).toMatchObject([{ suppressedBy: 'cooldown' }]);
  });

  test.each(['muted', 'maintenance'] as const)('%s firings are counted only', async (suppressedBy) => {
    expect(await record(candidate({ suppressedBy }))).toMatchObject([{ suppressedBy }]);
    expect(await noticeCount()).toBe(0);
    await record(candidate({ occurrence: 'e2' }));
    expect((await firings()).map(({ suppressed }) => suppressed).sort()).toEqual([0, 1]);
  });

  test.each<[string, Partial<FiringCandidate>, number]>([
    ['a recovery is sent if its firing was, also within the cool-down', { cooldownS: 600 }, 4],
    ['a recovery is not sent if its firing was suppressed', { suppressedBy: 'muted' }, 0],
  ])('%s', async (_, more, notices) => {
    await record(candidate(more));
    await record(candidate({ ...more, suppressedBy: null, state: 'recovered', occurrence: 'e2' }));
    expect(await noticeCount()).toBe(notices);
    const suppressed = notices === 0 ? 1 : 0;
    expect(await query(`select suppressed from alert_subjects where subject <> 'rule'`)).toEqual([{ suppressed }]);
  });
});

describe('deciding signals', () => {
  const signal = (eventId: string, projectId = PROJECT) => ({
    projectId,
    kind: 'new_issue' as const,
    issueId: ISSUE,
    eventId,
    details: { level: 'error' },
  });
  const event = (n: number): string => `0190c000-0000-8000-8000-00000000001${n}`;
  const decide = (limit = 10, most = limit) =>
    decideSignals(database.db, { projectId: PROJECT, limit }, (taken) => {
      const decided = taken.slice(0, most);
      const candidates = decided.map(({ eventId }) => candidate({ occurrence: eventId }));
      return Promise.resolve({ candidates, decided: decided.length });
    });

  test('a signal becomes firings and is gone, the oldest first', async () => {
    await inTransaction(database.db, (tx) => insertSignals(tx, [signal(event(1)), signal(event(2)), signal(event(3))]));
    expect(await findSignalProjects(database.db, 10)).toEqual([PROJECT]);
    expect((await decide(2)).signals.map(({ eventId }) => eventId)).toEqual([event(1), event(2)]);
    expect((await decide()).signals.map(({ eventId }) => eventId)).toEqual([event(3)]);
    expect(await firings()).toHaveLength(3);
  });

  test('a signal that is not decided stays', async () => {
    await inTransaction(database.db, (tx) => insertSignals(tx, [signal(event(1)), signal(event(2))]));
    expect((await decide(10, 1)).signals.map(({ eventId }) => eventId)).toEqual([event(1)]);
    expect((await decide()).signals.map(({ eventId }) => eventId)).toEqual([event(2)]);
  });

  test('the project with the oldest signal is the first', async () => {
    for (const projectId of ['7', '5', '6', '7']) {
      await inTransaction(database.db, (tx) => insertSignals(tx, [signal(event(1), projectId)]));
    }
    expect(await findSignalProjects(database.db, 2)).toEqual(['7', '5']);
  });

  test('an organization with many projects takes no turn of another one', async () => {
    await query(
      `insert into organizations (id, slug) values (101, 'many'), (102, 'few');
       insert into projects (id, organization_id, slug)
       values (11, 101, 'a'), (12, 101, 'b'), (13, 101, 'c'), (21, 102, 'd'), (22, 102, 'e')`,
    );
    for (const projectId of ['11', '12', '13', '21', '22']) {
      await inTransaction(database.db, (tx) => insertSignals(tx, [signal(event(1), projectId)]));
    }
    expect(await findSignalProjects(database.db, 2)).toEqual(['11', '21']);
    expect(await findSignalProjects(database.db, 10)).toEqual(['11', '21', '12', '22', '13']);
    await query(`update alert_signals set kind = 'frames'`);
    expect(await findFrameProjects(database.db, 4)).toEqual(['11', '21', '12', '22']);
  });

  test('signals of other projects stay', async () => {
    await inTransaction(database.db, (tx) => insertSignals(tx, [signal(event(1)), signal(event(2), '5')]));
    await decide();
    expect(await findSignalProjects(database.db, 10)).toEqual(['5']);
  });

  test('a decision that fails leaves its signals', async () => {
    await inTransaction(database.db, (tx) => insertSignals(tx, [signal(event(1))]));
    const failing = decideSignals(database.db, { projectId: PROJECT, limit: 10 }, () => {
      throw new Error('broken rule');
    });
    await expect(failing).rejects.toThrow('broken rule');
    expect((await decide()).firings).toHaveLength(1);
  });

  test('another process gets other signals', async () => {
    await inTransaction(database.db, (tx) => insertSignals(tx, [signal(event(1)), signal(event(2))]));
    const other = await openTransaction(database.db, ({ client }) =>
      client.query('select from alert_signals where project_id = 1 and event_id = $1 for update', [event(1)]),
    );
    expect((await decide()).signals.map(({ eventId }) => eventId)).toEqual([event(2)]);
    await other.rollBack();
    expect((await decide()).signals.map(({ eventId }) => eventId)).toEqual([event(1)]);
  });

  test('what lasts and was suppressed is reported once nothing suppresses it, and once only', async () => {
    const suppressions: unknown[] = [];
    for (const suppressedBy of ['muted', 'muted', null, null, 'muted', null] as const) {
      const found = [candidate({ lasts: true, suppressedBy })];
      const recorded = await recordFrames(database.db, { projectId: PROJECT, signals: [] }, found);
      suppressions.push(recorded.map((firing) => firing.suppressedBy));
    }
    expect(suppressions).toEqual([['muted'], [], [null], [], [], []]);
    expect(await noticeCount()).toBe(2);
  });

  test('seven statements decide a new issue', async () => {
    await inTransaction(database.db, (tx) => insertSignals(tx, [signal(event(1))]));
    const query = jest.spyOn(pg.Client.prototype, 'query');
    await decide();
    // BEGIN, signals, firings, subjects, notices, signals, COMMIT.
    expect(query).toHaveBeenCalledTimes(7);
    query.mockRestore();
    expect(await noticeCount()).toBe(2);
  });

  test('a signal whose transaction is rolled back does not exist', async () => {
    const open = await openTransaction(database.db, (tx) => insertSignals(tx, [signal(event(1))]));
    await open.rollBack();
    expect((await decide()).signals).toEqual([]);
  });
});

function candidate(more: Partial<FiringCandidate> = {}): FiringCandidate {
  return {
    projectId: PROJECT,
    organizationId: '2',
    ruleId: '3',
    conditionIndex: 0,
    kind: 'new_issue',
    subject: 'issue:a',
    occurrence: 'e1',
    state: 'firing',
    details: {},
    destinationIds: ['7', '8'],
    cooldownS: 0,
    digestS: 0,
    suppressedBy: null,
    ...more,
  };
}

function firings() {
  return query<{ suppressed_by: string | null; suppressed: number }>(
    `select suppressed_by, suppressed from alert_firings order by at, id`,
  );
}

function record(...candidates: readonly FiringCandidate[]): Promise<readonly RecordedFiring[]> {
  return inTransaction(database.db, (tx) => recordFirings(tx, PROJECT, candidates));
}

async function query<Row>(text: string): Promise<readonly Row[]> {
  return (await database.db.pool.query(text)).rows as readonly Row[];
}

async function noticeCount(): Promise<number> {
  return (await query<{ n: number }>('select count(*)::int as n from alert_notices'))[0]?.n ?? -1;
}
