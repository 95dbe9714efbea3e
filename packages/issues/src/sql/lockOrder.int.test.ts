import { beforeEach, expect, test } from '@jest/globals';
import {
  clearIssues,
  occurrence,
  storeOccurrences,
  openTransaction,
  untilWaiting,
  type OpenTransaction,
  useDatabase,
} from '@sluice/testkit';
import { upsertIssues } from './upsertIssues.js';
import { mergeIssues } from './mergeIssues.js';
import { changeIssues } from './changeIssues.js';

const { db } = useDatabase({ poolSize: 10 });
beforeEach(() => clearIssues(db));

type Hashes = readonly [string, ...string[]];

let serial = 0;
const next = (hashes: Hashes) => occurrence((serial += 1), { hashes });
const store = async (...hashes: Hashes): Promise<string> => (await storeOccurrences(db, next(hashes)))[0] ?? '';

test('a merge that finds a new fingerprint below those it holds lets go of them first', async () => {
  const [source, target] = [await store('m'), await store('z')];
  const [links, keeps] = [await hold('m', 'a new'), await hold('z')];
  const merging = mergeIssues(db, '1', target, { issues: [source] });
  await links.untilWaitedFor();
  await links.commit();
  await keeps.untilWaitedFor();
  // The merge has `m` and waits for `z`; a worker has the new one and waits for `m`.
  const counting = store('a new', 'm');
  await untilWaiting(db, 2);
  await keeps.commit();
  await Promise.all([merging, counting]);
  await expectTotal(target, 5);
});

test('a worker locks fingerprints in the same order as a merge, whatever their strength', async () => {
  const [target, second, third] = [await store('a'), await store('m'), await store('z')];
  const keeps = await hold('m');
  const merging = mergeIssues(db, '1', target, { issues: [second, third] });
  await keeps.untilWaitedFor();
  // The merge has `a` and waits for `m`.
  const counting = store('z', 'a');
  await untilWaiting(db, 2);
  await keeps.commit();
  await Promise.all([merging, counting]);
  await expectTotal(target, 5);
});

test('a worker that lost the race for a new fingerprint holds no lock on known ones while it waits', async () => {
  const [target, source] = [await store('m'), await store('z')];
  const quicker = await hold('b new');
  // A worker wants to link `b new`, and `c new` behind it.
  const linking = storeOccurrences(db, next(['m', 'b new', 'c new']));
  await quicker.untilWaitedFor();
  await store('m', 'c new');
  const merging = mergeIssues(db, '1', target, { issues: [source] });
  await merging;
  await quicker.rollBack();
  await linking;
  await expectTotal(target, 4);
});

test('resolving an issue waits for counts in progress', async () => {
  const issue = await store('m');
  const worker = await openTransaction(db, (tx) => upsertIssues(tx, [{ ...next(['m']), release: '1.0.0' }]));
  const resolving = changeIssues(db, '1', [issue], { status: 'resolved' });
  await worker.untilWaitedFor();
  await worker.commit();
  await resolving;
  const { rows } = await db.pool.query(`select status, resolved_after from issues`);
  expect(rows).toEqual([{ status: 'resolved', resolved_after: '1.0.0' }]);
});

test('a fingerprint that was linked to an issue while that was merged away follows it', async () => {
  const [target, source] = [await store('a'), await store('m')];
  const quicker = await hold('n new');
  const linking = store('m', 'n new', 'o new');
  await quicker.untilWaitedFor();
  await mergeIssues(db, '1', target, { issues: [source] });
  await quicker.rollBack();
  expect(await linking).toBe(target);
  expect(await store('o new')).toBe(target);
  await expectTotal(target, 4);
});

async function expectTotal(issueId: string, count: number): Promise<void> {
  const { rows } = await db.pool.query(`select count from issues where id = $1`, [issueId]);
  expect(rows).toEqual([{ count: String(count) }]);
  const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()';
  expect((await db.pool.query(deadlocks)).rows).toEqual([{ deadlocks: '0' }]);
}

/** A worker that has counted and not committed. */
function hold(...hashes: Hashes): Promise<OpenTransaction> {
  return openTransaction(db, (tx) => upsertIssues(tx, [next(hashes)]));
}
