import { beforeEach, describe, expect, test } from '@jest/globals';
import { ARRIVAL, eventId, randomFrom, shuffle, useDatabase } from '@sluice/testkit';
import { inTransaction } from '@sluice/db';
import { upsertReleases } from '@sluice/sourcemaps/statements';
import type { IssueOccurrence } from './issueOccurrence.js';
import { upsertIssues } from './upsertIssues.js';

describe('issues', () => {
  const { db } = useDatabase();
  beforeEach(() => db.pool.query('truncate issues, issue_hashes, issue_hours, issue_releases, issue_users, releases'));
  const issues = () => db.kysely.selectFrom('issues').selectAll().orderBy('id').execute();

  test('exceptions of one hash are one issue, of another hash or project another', async () => {
    const ids = await upsert(
      occurrence(0),
      occurrence(1, { hashes: ['bb'] }),
      occurrence(2),
      occurrence(3, { projectId: '2' }),
    );
    expect(ids[0]).toBe(ids[2]);
    expect(new Set(ids).size).toBe(3);
    expect(await upsert(occurrence(4), occurrence(5, { hashes: ['bb'] }))).toEqual([ids[0], ids[1]]);
    expect((await issues()).map((issue) => issue.count).sort()).toEqual(['1', '2', '3']);
    expect(await upsert()).toEqual([]);
  });

  test('a former fingerprint finds an issue that exists, and is never linked', async () => {
    const [old] = await upsert(occurrence(0, { hashes: ['status <n>'] }));
    const of = (index: number, code: string, ...more: readonly string[]): IssueOccurrence =>
      occurrence(index, { hashes: [code, ...more], formerHashes: () => ['status <n>', 'status'] });
    expect(await upsert(of(1, 'status 404'), of(2, 'status 500'))).toEqual([old, old]);
    const rows = await db.kysely.selectFrom('issue_hashes').select(['hash', 'count']).orderBy('hash').execute();
    expect(rows).toEqual([
      { hash: 'status 404', count: '1' },
      { hash: 'status 500', count: '1' },
      { hash: 'status <n>', count: '1' },
    ]);
    // Its own fingerprints come first.
    const [other] = await upsert(occurrence(3, { hashes: ['resolved'] }));
    expect(await upsert(of(4, 'status 403', 'resolved'), of(5, 'status 403'))).toEqual([other, other]);
    expect((await issues()).map(({ count }) => count)).toEqual(['3', '3']);
  });

  test('exceptions that only a former fingerprint unites are two issues where none exists', async () => {
    const former = { formerHashes: () => ['status <n>'] };
    const [first, second] = await upsert(
      occurrence(1, { hashes: ['status 404'], ...former }),
      occurrence(2, { hashes: ['status 500'], ...former }),
    );
    expect(first).not.toBe(second);
    expect(await upsert(occurrence(3, { hashes: ['status 404'], ...former }))).toEqual([first]);
  });

  test('exceptions with the same fingerprints join the issue that the first of them finds by a former one', async () => {
    const [one, other] = await upsert(occurrence(0, { hashes: ['a'] }), occurrence(1, { hashes: ['b'] }));
    const of = (index: number, ...former: readonly string[]): IssueOccurrence =>
      occurrence(index, { hashes: ['status 404'], formerHashes: () => former });
    expect(await upsert(of(4, 'a'), of(3, 'b'), of(5))).toEqual([other, other, other]);
    expect(await upsert(of(6, 'a'))).toEqual([other]);
    expect((await issues()).map(({ id, count }) => [id, count])).toEqual(
      expect.arrayContaining([
        [one, '1'],
        [other, '5'],
      ]),
    );
  });

  test('former fingerprints are computed only for an exception without an issue', async () => {
    const computed: string[] = [];
    const of = (index: number, ...hashes: readonly [string, ...string[]]): IssueOccurrence =>
      occurrence(index, { hashes, formerHashes: () => (computed.push(...hashes), []) });
    await upsert(occurrence(0, { hashes: ['known'] }));
    await upsert(of(1, 'known'), of(2, 'resolved', 'known'));
    expect(computed).toEqual([]);
    await upsert(of(3, 'known'), of(4, 'new'));
    expect(new Set(computed)).toEqual(new Set(['new']));
  });

  test('title, level and culprit are of the newest event, first and last release of theirs, in any order', async () => {
    const occurrences = [
      occurrence(0, { release: '1.0', level: 'fatal' }),
      occurrence(1),
      occurrence(2, { release: '1.1', timestampMs: ARRIVAL + 50 }),
      occurrence(3, { release: '1.2', timestampMs: ARRIVAL + 50, level: 'warning', culprit: 'f' }),
      occurrence(4, { release: '0.9', timestampMs: ARRIVAL }),
    ];
    const random = randomFrom(7);
    const results = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      await db.pool.query('truncate issues, issue_hashes');
      const left = shuffle(occurrences, random);
      while (left.length > 0) await upsert(...left.splice(0, 1 + Math.floor(random() * 3)));
      const [issue] = await issues();
      results.add(JSON.stringify({ ...issue, id: undefined, created_at: undefined, touched_at: undefined }));
    }
    expect([...results].map((text): unknown => JSON.parse(text))).toMatchObject([
      {
        count: '5',
        title: 'title 3',
        level: 'warning',
        culprit: 'f',
        first_release: '0.9',
        last_release: '1.2',
        first_seen: new Date(ARRIVAL).toISOString(),
        last_seen: new Date(ARRIVAL + 50).toISOString(),
      },
    ]);
  });

  test('workers that insert the same new hashes concurrently create one issue for each, with correct counts', async () => {
    const workers = 8;
    const hashes = Array.from({ length: 20 }, (_, index) => `hash-${index}`);
    const random = randomFrom(3);
    const results = await Promise.all(
      Array.from({ length: workers }, (_, worker) =>
        upsert(...shuffle(hashes, random).map((hash, at) => occurrence(worker * 100 + at, { hashes: [hash] }))),
      ),
    );
    const stored = await issues();
    expect(stored).toHaveLength(hashes.length);
    expect(stored.every((issue) => issue.count === String(workers))).toBe(true);
    expect(new Set(results.flat()).size).toBe(hashes.length);
  });

  test('a hash whose first worker rolled back is opened by the next', async () => {
    const undone = inTransaction(db, async (tx) => {
      await upsertIssues(tx, [occurrence(0)]);
      throw new Error('undone');
    });
    const [, ids] = await Promise.all([undone.catch(() => undefined), upsert(occurrence(1))]);
    expect((await issues()).map((issue) => [issue.id, issue.count])).toEqual([[ids[0], '1']]);
  });

  test('a release gets a row with its times and number of exceptions', async () => {
    const sighting = { projectId: '1', version: '1.0', timestampMs: ARRIVAL, exceptions: 2 };
    await inTransaction(db, (tx) => upsertReleases(tx, [sighting, { ...sighting, timestampMs: ARRIVAL - 5 }]));
    await inTransaction(db, (tx) =>
      upsertReleases(tx, [
        { ...sighting, exceptions: 0, timestampMs: ARRIVAL + 5 },
        { ...sighting, version: '1.0 ' },
      ]),
    );
    const rows = await db.kysely.selectFrom('releases').selectAll().orderBy('version').execute();
    expect(rows).toMatchObject([
      { version: '1.0', exception_count: '4', first_seen: new Date(ARRIVAL - 5), last_seen: new Date(ARRIVAL + 5) },
      { version: '1.0 ', exception_count: '2', ref: null },
    ]);
  });

  function upsert(...occurrences: IssueOccurrence[]): Promise<readonly string[]> {
    return inTransaction(db, (tx) => upsertIssues(tx, occurrences));
  }
});

function occurrence(index: number, fields: Partial<IssueOccurrence> = {}): IssueOccurrence {
  return {
    projectId: '1',
    hashes: ['aa'],
    id: eventId(index),
    timestampMs: ARRIVAL + index,
    environment: null,
    release: null,
    userKey: null,
    title: `title ${index}`,
    culprit: null,
    level: 'error',
    ...fields,
  };
}
