import { beforeEach, describe, expect, test } from '@jest/globals';
import { clearIssues, describeIssues, occurrence, storeOccurrences, eventId, useDatabase } from '@sluice/testkit';
import { OTHER } from '@sluice/db';
import { changeIssues } from './changeIssues.js';

const { db } = useDatabase({ poolSize: 10 });
beforeEach(() => clearIssues(db));

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

  test('leaves two issues separate, and joins the one of the strongest', async () => {
    const [one, two] = [await storeOne(0, { hashes: ['raw'] }), await storeOne(1, { hashes: ['resolved'] })];
    expect(await storeOne(2, { hashes: ['raw', 'resolved'] })).toBe(one);
    expect(await storeOne(3, { hashes: ['resolved'] })).toBe(two);
    expect([(await read(one)).count, (await read(two)).count]).toEqual(['2', '2']);
  });

  test('fingerprints that first occur together yield one issue', async () => {
    const ids = await store(
      occurrence(0, { hashes: ['raw 1', 'resolved'] }),
      occurrence(1, { hashes: ['raw 2', 'resolved'] }),
      occurrence(2, { hashes: ['raw 2'] }),
    );
    expect(new Set(ids)).toEqual(new Set([eventId(0, 'batch 0')]));
  });

  test('become one issue if two transactions link them concurrently', async () => {
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

  test('is reopened by an exception that arrives later, and reports it', async () => {
    const issue = await storeOne(0);
    await changeIssues(db, '1', [issue], { status: 'resolved' });
    expect(await read(issue)).toMatchObject({ status: 'resolved', reopened_at: null });
    await store(occurrence(1));
    expect((await read(issue)).status).toBe('resolved');
    await store(later(2));
    expect(await read(issue)).toMatchObject({ status: 'open', resolved_at: null });
    expect((await read(issue)).reopened_at).toBeInstanceOf(Date);
    // It is open already: what says that it came back stays until somebody decides.
    await changeIssues(db, '1', [issue], { status: 'open' });
    expect((await read(issue)).reopened_at).toBeInstanceOf(Date);
    await changeIssues(db, '1', [issue], { status: 'ignored' });
    await changeIssues(db, '1', [issue], { status: 'open' });
    expect((await read(issue)).reopened_at).toBeNull();
  });

  test('stays resolved for an older release than the last it was seen in', async () => {
    const issue = await storeOne(0, { release: '1.10.0' });
    await store(occurrence(1, { release: '1.9.0' }));
    await changeIssues(db, '1', [issue], { status: 'resolved' });
    expect(await read(issue)).toMatchObject({ resolved_in: null, resolved_after: '1.10.0' });
    await store(later(2, '1.9.0'));
    expect((await read(issue)).status).toBe('resolved');
    await store(later(3, '1.10.0'));
    expect((await read(issue)).status).toBe('open');
  });

  test('is compared with the last named release; (other) is not a release', async () => {
    await store(occurrence(0, { hashes: ['bb'], release: OTHER }));
    const issue = await storeOne(1_000, { release: 'blue' });
    await store(occurrence(2_000, { hashes: ['bb'], release: 'green' }), occurrence(3_000, { release: OTHER }));
    await changeIssues(db, '1', [issue], { status: 'resolved' });
    expect(await read(issue)).toMatchObject({ resolved_in: null, resolved_after: 'blue' });
    await store(later(1, 'green'));
    expect((await read(issue)).status).toBe('open');
    const folded = await storeOne(4_000, { hashes: ['cc'], release: OTHER });
    await changeIssues(db, '1', [folded], { status: 'resolved' });
    expect(await read(folded)).toMatchObject({ resolved_after: null });
  });

  test('opens with the release in which it was resolved if that is still to come, and not before', async () => {
    const issue = await storeOne(0, { release: 'blue' });
    await changeIssues(db, '1', [issue], { status: 'resolved', resolvedIn: 'green' });
    await store(later(1, 'blue'));
    await store(later(2));
    expect((await read(issue)).status).toBe('resolved');
    await store(later(3, 'green'));
    expect(await read(issue)).toMatchObject({ status: 'open', resolved_in: null });
  });

  test('stays ignored if it was ignored', async () => {
    const issue = await storeOne(0);
    await changeIssues(db, '1', [issue], { status: 'ignored' });
    await store(later(1));
    expect((await read(issue)).status).toBe('ignored');
  });

  test('is not found if it does not exist or belongs to another project', async () => {
    const issue = await storeOne(0, { projectId: '2' });
    expect(await changeIssues(db, '1', [issue, 'x'], { status: 'open' })).toEqual(['not_found', 'not_found']);
  });
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
