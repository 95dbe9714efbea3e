import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, waitFor, type TestDatabase } from '@sluice/testkit';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { linkHashes } from '../derived/linkHashes.js';
import { upsertIssues } from '../derived/upsertIssues.js';
import { clearIssues, describeIssues, occurrence, storeOccurrences } from '../testing/issues.js';
import { ARRIVAL, eventId, randomFrom } from '../testing/samples.js';
import { mergeIssues } from './mergeIssues.js';
import { setIssueStatus } from './setIssueStatus.js';
import { unmergeIssues } from './unmergeIssues.js';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 10 });
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(() => clearIssues(db));

const store = (...occurrences: Parameters<typeof storeOccurrences>[1][]): Promise<readonly string[]> =>
  storeOccurrences(db, ...occurrences);
const storeOne = async (...occurrence_: Parameters<typeof occurrence>): Promise<string> =>
  (await store(occurrence(...occurrence_)))[0] ?? '';
const read = (id: string) =>
  db.kysely
    .selectFrom('issues')
    .selectAll()
    .where('project_id', '=', '1')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('an exception with several fingerprints', () => {
  test('joins the issue that a known one names, and adds the rest', async () => {
    const issue = await storeOne(0, { hashes: ['raw 1'] });
    // A map was uploaded: the same build, resolved too.
    expect(await storeOne(1, { hashes: ['raw 1', 'resolved'] })).toBe(issue);
    // The next build: another raw fingerprint, the same resolved one.
    expect(await storeOne(2, { hashes: ['raw 2', 'resolved'] })).toBe(issue);
    expect(await storeOne(3, { hashes: ['raw 2'] })).toBe(issue);
    expect((await read(issue)).count).toBe('4');
  });

  test('leaves two issues two, and joins by the strongest', async () => {
    const [one, two] = [await storeOne(0, { hashes: ['raw'] }), await storeOne(1, { hashes: ['resolved'] })];
    expect(await storeOne(2, { hashes: ['raw', 'resolved'] })).toBe(one);
    expect(await storeOne(3, { hashes: ['resolved'] })).toBe(two);
    expect([(await read(one)).count, (await read(two)).count]).toEqual(['2', '2']);
  });

  test('one issue comes of fingerprints that meet in one load', async () => {
    const ids = await store(
      occurrence(0, { hashes: ['raw 1', 'resolved'] }),
      occurrence(1, { hashes: ['raw 2', 'resolved'] }),
      occurrence(2, { hashes: ['raw 2'] }),
    );
    expect(new Set(ids)).toEqual(new Set([eventId(0, 'batch 0')]));
  });

  test('one issue comes of them where two transactions link them at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      await clearIssues(db);
      await Promise.all(
        ['a', 'b', 'c', 'd'].map((build, index) => store(occurrence(index, { hashes: [`raw ${build}`, 'resolved'] }))),
      );
      const ids = await Promise.all(['a', 'b', 'c', 'd'].map((build) => storeOne(9, { hashes: [`raw ${build}`] })));
      expect(new Set(ids).size).toBe(1);
      expect(await describeIssues(db)).toHaveLength(1);
    }
  });
});

describe('a resolved issue', () => {
  const later = (index: number, release: string | null = null) => {
    const arrival = Date.now() + 60_000;
    return occurrence(index, { id: eventId(index, 'later', arrival), timestampMs: arrival, release });
  };

  test('opens again with an exception that arrives later, and says so', async () => {
    const issue = await storeOne(0);
    await setIssueStatus(db, '1', issue, { status: 'resolved' });
    expect(await read(issue)).toMatchObject({ status: 'resolved', reopened_at: null });
    await store(occurrence(1));
    expect((await read(issue)).status).toBe('resolved');
    await store(later(2));
    expect(await read(issue)).toMatchObject({ status: 'open', resolved_at: null });
    expect((await read(issue)).reopened_at).toBeInstanceOf(Date);
    await setIssueStatus(db, '1', issue, { status: 'open' });
    expect((await read(issue)).reopened_at).toBeNull();
  });

  test('stays resolved for an older release than the last it was seen in', async () => {
    const issue = await storeOne(0, { release: '1.10.0' });
    await store(occurrence(1, { release: '1.9.0' }));
    await setIssueStatus(db, '1', issue, { status: 'resolved' });
    expect(await read(issue)).toMatchObject({ resolved_in: null, resolved_after: '1.10.0' });
    await store(later(2, '1.9.0'));
    expect((await read(issue)).status).toBe('resolved');
    await store(later(3, '1.10.0'));
    expect((await read(issue)).status).toBe('open');
  });

  test('in a release that is still to come, opens with that one and not before', async () => {
    const issue = await storeOne(0, { release: 'blue' });
    await setIssueStatus(db, '1', issue, { status: 'resolved', resolvedIn: 'green' });
    await store(later(1, 'blue'));
    await store(later(2));
    expect((await read(issue)).status).toBe('resolved');
    await store(later(3, 'green'));
    expect(await read(issue)).toMatchObject({ status: 'open', resolved_in: null });
  });

  test('an ignored one stays ignored', async () => {
    const issue = await storeOne(0);
    await setIssueStatus(db, '1', issue, { status: 'ignored' });
    await store(later(1));
    expect((await read(issue)).status).toBe('ignored');
  });

  test('one that is not there, or another project’s, is not found', async () => {
    const issue = await storeOne(0, { projectId: '2' });
    await expect(setIssueStatus(db, '1', issue, { status: 'open' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('merging', () => {
  const fill = async (): Promise<readonly [string, string]> => {
    const user = { userKey: 'id:1' };
    const ids = await store(
      occurrence(0, { hashes: ['aa', 'aa resolved'], release: '1.0.0', ...user }),
      occurrence(1, { hashes: ['bb'], release: '1.1.0', environment: 'staging', ...user }),
      occurrence(2, { hashes: ['bb'], userKey: 'id:2', level: 'fatal' }),
    );
    return [ids[0] ?? '', ids[1] ?? ''];
  };

  test('adds up what both were, counts a user once, and later events follow', async () => {
    const [target, source] = await fill();
    await mergeIssues(db, '1', target, [source]);
    expect(await read(target)).toMatchObject({
      count: '3',
      users: '2',
      title: 'title 2',
      level: 'fatal',
      first_release: '1.0.0',
      last_release: '1.1.0',
    });
    expect((await read(source)).merged_into).toBe(target);
    expect(await storeOne(3, { hashes: ['bb'], userKey: 'id:1' })).toBe(target);
    expect(await read(target)).toMatchObject({ count: '4', users: '2' });
    await expect(setIssueStatus(db, '1', source, { status: 'open' })).rejects.toMatchObject({ code: 'merged' });
    await expect(mergeIssues(db, '1', target, [source])).rejects.toMatchObject({ code: 'merged' });
  });

  test('and unmerging gives back what they were, with what came meanwhile, for good', async () => {
    const [target, source] = await fill();
    const before = await describeIssues(db);
    await mergeIssues(db, '1', target, [source]);
    expect(await unmergeIssues(db, '1', target, ['bb'])).toEqual([source]);
    expect(await describeIssues(db)).toEqual(before);
    // An exception that bears fingerprints of both joins them no more.
    expect(await storeOne(3, { hashes: ['bb', 'aa'] })).toBe(source);
    expect(await storeOne(4, { hashes: ['aa', 'bb'] })).toBe(target);
    expect([(await read(target)).count, (await read(source)).count]).toEqual(['2', '3']);
  });

  test('a fingerprint that was never merged becomes an issue of its own', async () => {
    const issue = await storeOne(0, { hashes: ['aa', 'also'] });
    await store(occurrence(1, { hashes: ['bb', 'also'] }));
    const [made = ''] = await unmergeIssues(db, '1', issue, ['bb']);
    expect([(await read(issue)).count, (await read(made)).count]).toEqual(['1', '1']);
    expect((await read(made)).title).toBe('title 1');
    expect(await storeOne(2, { hashes: ['bb', 'also'] })).toBe(made);
    expect(await storeOne(3, { hashes: ['cc', 'also'] })).toBe(issue);
  });

  test('what was merged into a source goes with it, and comes back one by one', async () => {
    const [a, b] = await fill();
    const c = await storeOne(5, { hashes: ['cc'] });
    await mergeIssues(db, '1', b, [c]);
    await mergeIssues(db, '1', a, [b]);
    expect((await read(c)).merged_into).toBe(a);
    await unmergeIssues(db, '1', a, ['cc']);
    expect([(await read(a)).count, (await read(c)).count]).toEqual(['3', '1']);
    expect(await unmergeIssues(db, '1', a, ['bb'])).toEqual([b]);
    expect((await read(b)).count).toBe('2');
  });

  test.each([
    ['itself', (a: string) => mergeIssues(db, '1', a, [a]), 'invalid'],
    ['nothing', (a: string) => mergeIssues(db, '1', a, []), 'invalid'],
    ['one that is not there', (a: string) => mergeIssues(db, '1', a, [eventId(999)]), 'not_found'],
    ['another project’s', (a: string, b: string) => mergeIssues(db, '2', a, [b]), 'not_found'],
    ['all of its fingerprints', (a: string) => unmergeIssues(db, '1', a, ['aa']), 'invalid'],
    ['a fingerprint of another', (a: string) => unmergeIssues(db, '1', a, ['bb']), 'invalid'],
    [
      'a fingerprint that no event bears as its own',
      (a: string) => unmergeIssues(db, '1', a, ['aa resolved']),
      'invalid',
    ],
  ])('refuses %s', async (_name, change, code) => {
    const [a, b] = await fill();
    await expect(change(a, b)).rejects.toMatchObject({ code });
  });

  test('waits for a transaction that has looked up a fingerprint and not yet counted', async () => {
    const [target, source] = await fill();
    const late = occurrence(9, { hashes: ['bb'] });
    let merging: Promise<void> | undefined;
    await inTransaction(db, async (tx) => {
      await linkHashes(tx, [late]);
      merging = mergeIssues(db, '1', target, [source]);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await waitFor(async () => (await db.pool.query(waiting)).rowCount === 1);
      await upsertIssues(tx, [late]);
    });
    await merging;
    expect((await read(target)).count).toBe('4');
  });

  test('loses nothing of what is counted at the same time', async () => {
    const [target, source] = await fill();
    const random = randomFrom(Date.now());
    const rounds = 25;
    const feed = async (writer: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        const index = 100 + writer * rounds + round;
        const hashes = random() < 0.5 ? (['aa', `new ${index}`] as const) : (['bb', `new ${index}`] as const);
        await store(occurrence(index, { hashes, userKey: `id:${index % 7}` }));
      }
    };
    const turn = async (): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        await mergeIssues(db, '1', target, [source]);
        await unmergeIssues(db, '1', target, ['bb']);
      }
    };
    await Promise.all([feed(0), feed(1), feed(2), turn()]);
    const total = 3 + 3 * rounds;
    expect(Number((await read(target)).count) + Number((await read(source)).count)).toBe(total);
    const live = await describeIssues(db);
    await mergeIssues(db, '1', target, [source]);
    expect(await read(target)).toMatchObject({ count: String(total), users: '7' });
    await unmergeIssues(db, '1', target, ['bb']);
    expect(await describeIssues(db)).toEqual(live);
    expect((await read(source)).first_seen).toEqual(new Date(ARRIVAL + 1));
  }, 60_000);
});
