import { expect, test } from '@jest/globals';
import {
  ARRIVAL,
  randomFrom,
  shuffle,
  clearIssues,
  describeIssues,
  occurrence,
  storeOccurrences,
  useDatabase,
} from '@sluice/testkit';
import { groupByShard } from '@sluice/db';
import type { IssueOccurrence } from './issueOccurrence.js';

const database = useDatabase({ poolSize: 6 });

const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T;

test('issues do not depend on order, batches or number of writers', async () => {
  const seed = Date.now() % 100_000;
  process.stdout.write(`seed ${seed}\n`);
  const random = randomFrom(seed);
  const occurrences = makeOccurrences(random);
  const results = new Set<string>();
  for (const writers of [1, 1, 2, 3, 4, 4]) {
    await clearIssues(database.db);
    await store(occurrences, writers, random);
    results.add(JSON.stringify(await describeIssues(database.db)));
  }
  expect(results.size).toBe(1);
  const described = JSON.parse([...results][0] ?? '[]') as readonly { count: string; users: string; hashes: unknown }[];
  expect(described.reduce((sum, { count }) => sum + Number(count), 0)).toBe(occurrences.length);
  expect(described.map(({ users }) => Number(users))).toEqual(usersByIssue(occurrences, described.length));
}, 60_000);

/** Distinct users of each fault and project, in the order of {@link describeIssues}: by the newest title. */
function usersByIssue(occurrences: readonly IssueOccurrence[], issues: number): readonly number[] {
  const groups = new Map<string, IssueOccurrence[]>();
  for (const each of occurrences) {
    const name = `${each.projectId} ${each.hashes[1] ?? ''}`;
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  const rows = [...groups].map(([, own]) => {
    const [newest] = [...own].sort((a, b) => b.timestampMs - a.timestampMs || (a.id < b.id ? 1 : -1));
    return {
      project: newest?.projectId ?? '',
      title: newest?.title ?? '',
      users: new Set(own.flatMap(({ userKey }) => userKey ?? [])).size,
    };
  });
  expect(rows).toHaveLength(issues);
  return rows.sort((a, b) => (a.project + a.title < b.project + b.title ? -1 : 1)).map(({ users }) => users);
}

/**
 * Exceptions of a few faults in two builds: each build has its own raw fingerprint, and both share the resolved one. Each exception
 * has the raw and the resolved fingerprint, as if the source map had always existed. Otherwise, the issue to which two known
 * fingerprints lead would depend on the order of the exceptions.
 */
function makeOccurrences(random: () => number): readonly IssueOccurrence[] {
  return Array.from({ length: 120 }, (_, index) => {
    const fault = Math.floor(random() * 6);
    const raw = `raw ${fault} ${pick(['a', 'b'], random)}`;
    return occurrence(index, {
      projectId: pick(['1', '2'], random),
      hashes: [raw, `resolved ${fault}`],
      timestampMs: ARRIVAL + Math.floor(random() * 10_000_000),
      environment: pick([null, 'production', 'staging'], random),
      release: pick([null, '1.0.0', '1.1.0', 'nightly'], random),
      userKey: pick([null, 'id:1', 'id:2', 'id:3', 'email:a@b.c'], random),
      level: pick(['error', 'fatal'], random),
    });
  });
}

/** Deals the occurrences in random batches to so many writers at once, which store each by shard, as workers do. */
async function store(occurrences: readonly IssueOccurrence[], writers: number, random: () => number): Promise<void> {
  const left = shuffle(occurrences, random);
  const work = async (): Promise<void> => {
    while (left.length > 0) {
      const batch = left.splice(0, 1 + Math.floor(random() * 20));
      for (const { items } of await groupByShard(database.db, batch, ({ projectId }) => projectId))
        await storeOccurrences(database.db, ...items);
    }
  };
  await Promise.all(Array.from({ length: writers }, work));
}
