import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  clearIssues,
  describeIssues,
  occurrence,
  storeOccurrences,
  untilWaiting,
  ARRIVAL,
  eventId,
  randomFrom,
  useDatabase,
} from '@sluice/testkit';
import { inTransaction } from '@sluice/db';
import { linkHashes } from './linkHashes.js';
import { upsertIssues } from './upsertIssues.js';
import { mergeIssues } from './mergeIssues.js';
import { changeIssues } from './changeIssues.js';
import { unmergeIssues } from './unmergeIssues.js';

const { db } = useDatabase({ poolSize: 10 });
beforeEach(() => clearIssues(db));

describe('merging', () => {
  test('adds up counts, counts a user once, and redirects later events', async () => {
    const [target, source] = await fill();
    await mergeIssues(db, '1', target, { issues: [source] });
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
    expect(await changeIssues(db, '1', [source], { status: 'open' })).toEqual(['merged']);
    await expect(mergeIssues(db, '1', target, { issues: [source] })).rejects.toMatchObject({ code: 'merged' });
  });

  test('is undone by unmerging, which restores both issues, including events that arrived meanwhile', async () => {
    const [target, source] = await fill();
    const before = await describeIssues(db);
    await mergeIssues(db, '1', target, { issues: [source] });
    expect(await unmergeIssues(db, '1', target, { fingerprints: ['bb'] })).toEqual([source]);
    expect(await describeIssues(db)).toEqual(before);
    // An exception that has fingerprints of both joins them no more.
    expect(await storeOne(3, { hashes: ['bb', 'aa'] })).toBe(source);
    expect(await storeOne(4, { hashes: ['aa', 'bb'] })).toBe(target);
    expect([(await read(target)).count, (await read(source)).count]).toEqual(['2', '3']);
  });

  test('a fingerprint that was never merged becomes a separate issue', async () => {
    const issue = await storeOne(0, { hashes: ['aa', 'also'] });
    await store(occurrence(1, { hashes: ['bb', 'also'] }));
    const [made = ''] = await unmergeIssues(db, '1', issue, { fingerprints: ['bb'] });
    expect([(await read(issue)).count, (await read(made)).count]).toEqual(['1', '1']);
    expect((await read(made)).title).toBe('title 1');
    expect(await storeOne(2, { hashes: ['bb', 'also'] })).toBe(made);
    expect(await storeOne(3, { hashes: ['cc', 'also'] })).toBe(issue);
  });

  test('fingerprints linked to a merged fingerprint move back with it', async () => {
    const [target, source] = await fill();
    await mergeIssues(db, '1', target, { issues: [source] });
    await store(occurrence(3, { hashes: ['bb', 'bb resolved'] }));
    expect(await unmergeIssues(db, '1', target, { fingerprints: ['bb'] })).toEqual([source]);
    expect(await storeOne(4, { hashes: ['cc', 'bb resolved'] })).toBe(source);
  });

  test('issues merged into a source move with it and can be unmerged one by one', async () => {
    const [a, b] = await fill();
    const c = await storeOne(5, { hashes: ['cc'] });
    await mergeIssues(db, '1', b, { issues: [c] });
    await mergeIssues(db, '1', a, { issues: [b] });
    expect((await read(c)).merged_into).toBe(a);
    await unmergeIssues(db, '1', a, { fingerprints: ['cc'] });
    expect([(await read(a)).count, (await read(c)).count]).toEqual(['3', '1']);
    expect(await unmergeIssues(db, '1', a, { fingerprints: ['bb'] })).toEqual([b]);
    expect((await read(b)).count).toBe('2');
  });

  test.each([
    ['itself', (a: string) => mergeIssues(db, '1', a, { issues: [a] }), 'invalid'],
    ['nothing', (a: string) => mergeIssues(db, '1', a, { issues: [] }), 'invalid'],
    ['one that is not there', (a: string) => mergeIssues(db, '1', a, { issues: [eventId(999)] }), 'not_found'],
    ['another project’s', (a: string, b: string) => mergeIssues(db, '2', a, { issues: [b] }), 'not_found'],
    ['all of its fingerprints', (a: string) => unmergeIssues(db, '1', a, { fingerprints: ['aa'] }), 'invalid'],
    ['a fingerprint of another', (a: string) => unmergeIssues(db, '1', a, { fingerprints: ['bb'] }), 'invalid'],
    [
      'a fingerprint that no event bears as its own',
      (a: string) => unmergeIssues(db, '1', a, { fingerprints: ['aa resolved'] }),
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
      await linkHashes(tx, [late], new Map());
      merging = mergeIssues(db, '1', target, { issues: [source] });
      await untilWaiting(db);
      await upsertIssues(tx, [late]);
    });
    await merging;
    expect((await read(target)).count).toBe('4');
  });

  test('loses no counts of concurrent writes', async () => {
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
        await mergeIssues(db, '1', target, { issues: [source] });
        await unmergeIssues(db, '1', target, { fingerprints: ['bb'] });
      }
    };
    await Promise.all([feed(0), feed(1), feed(2), turn()]);
    const total = 3 + 3 * rounds;
    expect(Number((await read(target)).count) + Number((await read(source)).count)).toBe(total);
    const live = await describeIssues(db);
    await mergeIssues(db, '1', target, { issues: [source] });
    expect(await read(target)).toMatchObject({ count: String(total), users: '7' });
    await unmergeIssues(db, '1', target, { fingerprints: ['bb'] });
    expect(await describeIssues(db)).toEqual(live);
    expect((await read(source)).first_seen).toEqual(new Date(ARRIVAL + 1));
    const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()';
    expect((await db.pool.query(deadlocks)).rows).toEqual([{ deadlocks: '0' }]);
  }, 60_000);

  async function fill(): Promise<readonly [string, string]> {
    const user = { userKey: 'id:1' };
    const ids = await store(
      occurrence(0, { hashes: ['aa', 'aa resolved'], release: '1.0.0', ...user }),
      occurrence(1, { hashes: ['bb'], release: '1.1.0', environment: 'staging', ...user }),
      occurrence(2, { hashes: ['bb'], userKey: 'id:2', level: 'fatal' }),
    );
    return [ids[0] ?? '', ids[1] ?? ''];
  }
});

function read(id: string) {
  return db.kysely
    .selectFrom('issues')
    .selectAll()
    .where('project_id', '=', '1')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

function store(...occurrences: Parameters<typeof storeOccurrences>[1][]): Promise<readonly string[]> {
  return storeOccurrences(db, ...occurrences);
}

async function storeOne(...occurrence_: Parameters<typeof occurrence>): Promise<string> {
  return (await store(occurrence(...occurrence_)))[0] ?? '';
}
