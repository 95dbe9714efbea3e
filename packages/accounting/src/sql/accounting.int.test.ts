import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ARRIVAL, batchId, ensureTestPartitions, useDatabase } from '@sluice/testkit';
import { hourOf, monthOf } from '@sluice/contract';
import {
  inTransaction,
  createOrganization,
  type Organization,
  createProject,
  type Project,
  claimReceipts,
  type ReceiptKey,
} from '@sluice/db';
import { ledgerSeed } from './ledgerSeed.js';
import { monthTotals } from './monthTotals.js';
import { readUsage } from './readUsage.js';
import { storeRefusals } from './storeRefusals.js';
import { addUsage, type UsageDelta } from './addUsage.js';

const HOUR = hourOf(ARRIVAL);

describe('accounting', () => {
  let organization: Organization;
  let project: Project;
  const { db } = useDatabase();
  beforeAll(async () => {
    await ensureTestPartitions(db);
    organization = await createOrganization(db, 'org');
    project = (await createProject(db, { organization: 'org', project: 'web' })).project;
  });
  beforeEach(() => db.pool.query('truncate usage, first_accepted, receipts'));
  const add = (...deltas: UsageDelta[]): Promise<void> => inTransaction(db, (tx) => addUsage(tx, deltas));

  describe('claimReceipts', () => {
    test('grants each part of a batch to the first claim, in the order of the request', async () => {
      expect(await claim(receipt('b'), receipt('a'))).toEqual([true, true]);
      expect(await claim(receipt('a'), receipt('c'), receipt('b'), receipt('a', 'log'))).toEqual([
        false,
        true,
        false,
        true,
      ]);
    });

    test('grants a part once if it is claimed twice concurrently', async () => {
      expect(await claim(receipt('a'), receipt('b'), receipt('a'))).toEqual([true, true, false]);
      expect(await claim()).toEqual([]);
    });

    test('grants a part to one of two concurrent claims, and to the other after a rollback', async () => {
      const results = await Promise.all([claim(receipt('x')), claim(receipt('x')), claim(receipt('x'))]);
      expect(results.flat().sort()).toEqual([false, false, true]);
      await inTransaction(db, async (tx) => {
        await claimReceipts(tx, [receipt('y')]);
        throw new Error('undone');
      }).catch(() => undefined);
      expect(await claim(receipt('y'))).toEqual([true]);
    });
  });

  test('usage adds up over calls, within calls and over epochs', async () => {
    await add(delta(), delta({ count: 2 }), delta({ type: 'log' }));
    await add(delta({ count: 4 }), delta({ epoch: 'e2', count: 8 }));
    const rows = await readUsage(db, { organizationId: organization.id });
    expect(rows.map((row) => [row.project, row.type, row.outcome, row.hour, row.count])).toEqual([
      ['web', 'log', 'processed', HOUR, 1],
      ['web', 'span', 'processed', HOUR, 15],
    ]);
  });

  test('usage is found by each of its filters', async () => {
    await add(delta(), delta({ hour: HOUR + 1, type: 'log' }), delta({ outcome: 'invalid', reason: 'payload' }));
    const count = async (filter: Parameters<typeof readUsage>[1]): Promise<number> =>
      (await readUsage(db, filter)).length;
    expect(await count({})).toBe(3);
    expect(await count({ organizationId: '999' })).toBe(0);
    expect(await count({ projectId: project.id, type: 'log' })).toBe(1);
    expect(await count({ outcome: 'invalid' })).toBe(1);
    expect(await count({ fromHour: HOUR + 1 })).toBe(1);
    expect(await count({ throughHour: HOUR })).toBe(2);
  });

  test('a refusal is an absolute count of its epoch: a roll-up that is repeated changes nothing', async () => {
    const row = { projectId: project.id, type: 'unknown', outcome: 'invalid', reason: 'type', hour: HOUR } as const;
    for (const count of [3, 7, 7]) await storeRefusals(db, 'e1', [{ ...row, count }]);
    await storeRefusals(db, 'e1', [
      { ...row, count: 4 },
      { ...row, count: 6 },
    ]);
    await storeRefusals(db, 'e2', [{ ...row, count: 1 }]);
    expect((await readUsage(db, {})).map((found) => found.count)).toEqual([7]);
  });

  test('a refusal that was undone leaves usage, and one that was undone before it came there never enters', async () => {
    const row = { projectId: project.id, type: 'log', outcome: 'rate_limited', reason: 'spike', hour: HOUR } as const;
    await storeRefusals(db, 'e1', [{ ...row, count: 5 }]);
    await storeRefusals(db, 'e1', [
      { ...row, count: 0 },
      { ...row, hour: HOUR - 1, count: 0 },
    ]);
    expect(await readUsage(db, {})).toEqual([]);
    expect((await db.pool.query('select count from usage')).rows).toEqual([{ count: '0' }]);
  });

  test('the sum of a month has processed events by pool, up to an hour', async () => {
    const nextMonth = hourOf(Date.UTC(2026, 11, 1));
    await add(
      delta({ type: 'exception', count: 3 }),
      delta({ type: 'hit', count: 2, epoch: 'e2' }),
      delta({ type: 'exception', count: 5, hour: HOUR + 1 }),
      delta({ type: 'exception', count: 7, hour: nextMonth }),
      delta({ type: 'exception', count: 9, outcome: 'quota_exceeded', reason: 'monthly_quota' }),
    );
    const none = { errors: 0, logs: 0, spans: 0, metrics: 0, replays: 0 };
    expect(await monthTotals(db, organization.id, 202611)).toEqual({ ...none, errors: 8, metrics: 2 });
    expect(await monthTotals(db, organization.id, 202611, HOUR)).toEqual({ ...none, errors: 3, metrics: 2 });
    expect(await monthTotals(db, organization.id, 202612)).toEqual({ ...none, errors: 7 });
    expect(await monthTotals(db, '999', 202611)).toEqual(none);
  });

  test('a new ledger is seeded with the month, the last hours and the first acceptance of other epochs', async () => {
    await add(
      delta({ hour: HOUR - 3, count: 1, arrivalMs: ARRIVAL - 3 * 3_600_000 }),
      delta({ hour: HOUR - 2, count: 2 }),
      delta({ hour: HOUR, count: 4, epoch: 'e2' }),
      delta({ hour: HOUR, count: 8, outcome: 'rate_limited', reason: 'spike' }),
    );
    await add(delta({ hour: HOUR, count: 16, arrivalMs: ARRIVAL - 60_000 }));
    const seed = await ledgerSeed(db, organization.id, 'e2', ARRIVAL);
    expect(seed.months).toEqual([{ pool: 'spans', month: monthOf(ARRIVAL), count: 19 }]);
    expect([...seed.hours].sort((a, b) => a.hour - b.hour)).toEqual([
      { projectId: project.id, type: 'span', hour: HOUR - 2, count: 2 },
      { projectId: project.id, type: 'span', hour: HOUR, count: 16 },
    ]);
    expect(seed.firstAccepted).toEqual([{ projectId: project.id, ms: ARRIVAL - 3 * 3_600_000 }]);
    expect((await ledgerSeed(db, organization.id, undefined, ARRIVAL)).months[0]?.count).toBe(23);
  });

  function delta(fields: Partial<UsageDelta> = {}): UsageDelta {
    return {
      projectId: project.id,
      type: 'span',
      outcome: 'processed',
      reason: '',
      hour: HOUR,
      epoch: 'e1',
      count: 1,
      arrivalMs: ARRIVAL,
      ...fields,
    };
  }

  function receipt(name: string, type: ReceiptKey['type'] = 'span'): ReceiptKey {
    return {
      projectId: project.id,
      batchId: batchId(name),
      type,
    };
  }

  function claim(...keys: ReceiptKey[]): Promise<readonly boolean[]> {
    return inTransaction(db, (tx) => claimReceipts(tx, keys));
  }
});
