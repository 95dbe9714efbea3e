import { beforeEach, describe, expect, test } from '@jest/globals';
import { clearIssues, occurrence, storeOccurrences, eventId, useDatabase } from '@sluice/testkit';
import { changeIssues, mergeIssues } from '@sluice/issues';
import { compareReleases } from './compareReleases.js';

const { db } = useDatabase();
beforeEach(() => clearIssues(db));

const HOUR_MS = 3_600_000;
const OLD = 'shop@1.0.0';
const NEW = 'shop@1.1.0';
/** Later than everything that a test resolves. */
const START = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS;

let serial = 0;
const resolve = (id: string): Promise<unknown> => changeIssues(db, '1', [id], { status: 'resolved' });

describe('the comparison of a release with the previous one', () => {
  test('counts an issue that returned for the release in which it returned', async () => {
    const returning = await see('aa', OLD, 0);
    await see('bb', OLD, 0);
    await resolve(returning);
    await see('aa', NEW, 3);
    await see('cc', NEW, 3);
    expect(await counts()).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  test('counts no issue before or after the compared time', async () => {
    const returning = await see('aa', OLD, 0);
    await see('bb', OLD, 2);
    await resolve(returning);
    await see('aa', OLD, 2);
    await see('cc', NEW, 3);
    expect(await counts()).toEqual([
      [1, 0],
      [1, 0],
    ]);
    await see('cc', NEW, 5);
    expect(await counts()).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  test('counts a return whatever becomes of the issue, and each issue once', async () => {
    const returning = await see('aa', OLD, 0);
    await resolve(returning);
    await see('aa', NEW, 3);
    const other = await see('cc', NEW, 3);
    const regressed = async () => (await counts()).map((each) => each[1]);
    for (const status of ['open', 'ignored', 'resolved'] as const) {
      await changeIssues(db, '1', [returning], { status });
      expect([status, await regressed()]).toEqual([status, [1, 0]]);
    }
    await see('aa', NEW, 3.5);
    expect(await regressed()).toEqual([1, 0]);
    await mergeIssues(db, '1', other, { issues: [returning] });
    expect(await regressed()).toEqual([1, 0]);
  });

  test('is of this project only', async () => {
    await see('aa', NEW, 3);
    const timestampMs = START + 3 * HOUR_MS;
    await storeOccurrences(
      db,
      occurrence(0, { projectId: '2', id: eventId(0, 'theirs', timestampMs), timestampMs, release: NEW }),
    );
    expect(await counts()).toEqual([
      [1, 0],
      [undefined, undefined],
    ]);
  });
});

/** Stores an exception that arrives so many hours after {@link START}; resolves to the id of its issue. */
async function see(hash: string, release: string, hours: number): Promise<string> {
  const timestampMs = START + hours * HOUR_MS;
  const id = eventId((serial += 1), 'seen', timestampMs);
  return (await storeOccurrences(db, occurrence(0, { id, timestampMs, hashes: [hash], release })))[0] ?? '';
}

/** New and regressed issues of the newer release, and of the older one. */
async function counts(): Promise<readonly (readonly (number | undefined)[])[]> {
  const { release, previous } = (await compareReleases(db, '1', NEW)) ?? {};
  return [release, previous].map((facts) => [facts?.newIssues, facts?.regressedIssues]);
}
