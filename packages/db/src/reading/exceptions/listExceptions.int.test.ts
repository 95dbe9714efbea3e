import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { inTransaction } from '../../connection/inTransaction.js';
import { mergeIssues } from '../../issues/mergeIssues.js';
import { copyRows } from '../../store/copyRows.js';
import { clearIssues, occurrence, storeOccurrences } from '../../testing/issues.js';
import { ARRIVAL, ensureTestPartitions, eventId } from '../../testing/samples.js';
import { listExceptions, type ExceptionFilter } from './listExceptions.js';
import { readException } from './readException.js';

const COUNT = 60;
const indexes = Array.from({ length: COUNT }, (_, index) => index);
const hashOf = (index: number): string => `hash ${index % 3}`;

let database: TestDatabase;
let issues: readonly string[];
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await ensureTestPartitions(db);
  await clearIssues(db);
  await inTransaction(db, (tx) =>
    copyRows(
      tx,
      'exceptions',
      indexes.map((index) => ({
        project_id: '1',
        id: eventId(index, 'batch 0'),
        timestamp: ARRIVAL + index,
        environment: index % 2 === 0 ? 'production' : 'staging',
        release: null,
        user_key: `id:${index % 5}`,
        trace_id: index % 4 === 0 ? 'trace' : null,
        span_id: null,
        replay_id: index % 6 === 0 ? 'replay' : null,
        tags: null,
        contexts: '{"a":1}',
        level: index % 10 === 0 ? 'fatal' : 'error',
        type: 'TypeError',
        message: `100% of ${index}`,
        handled: false,
        hash: hashOf(index),
        payload: '{"stack":"s"}',
      })),
    ),
  );
  issues = await storeOccurrences(db, ...indexes.map((index) => occurrence(index, { hashes: [hashOf(index)] })));
});
afterAll(() => database.drop());

/** Indexes of what a list finds, over pages of `limit`. */
async function found(filter: ExceptionFilter, limit = 7): Promise<readonly number[]> {
  const all: number[] = [];
  let after: string | undefined;
  do {
    const page = await listExceptions(database.db, '1', { limit, fromMs: 0, toMs: Date.UTC(2100, 0), after }, filter);
    all.push(...page.rows.map(({ timestamp }) => timestamp.getTime() - ARRIVAL));
    after = page.next;
  } while (after !== undefined);
  return all;
}
const newestFirst = (wanted: (index: number) => boolean): readonly number[] => indexes.filter(wanted).reverse();

describe('a list of exceptions', () => {
  test.each<[string, ExceptionFilter, (index: number) => boolean]>([
    ['nothing', {}, () => true],
    ['environment', { environment: 'staging' }, (index) => index % 2 === 1],
    ['trace', { trace: 'trace' }, (index) => index % 4 === 0],
    ['replay', { replay: 'replay' }, (index) => index % 6 === 0],
    ['trace and replay', { trace: 'trace', replay: 'replay' }, (index) => index % 12 === 0],
    ['level', { level: 'fatal' }, (index) => index % 10 === 0],
    ['user', { user: 'id:2' }, (index) => index % 5 === 2],
    ['a message, whose % is a %', { query: '0% OF 1' }, (index) => index === 1 || (index >= 10 && index < 20)],
  ])('narrowed by %s shows every one once, the newest first', async (_name, filter, wanted) => {
    expect(await found(filter)).toEqual(newestFirst(wanted));
  });

  test('of an issue follows its fingerprints, after a merge too', async () => {
    const [first = '', second = ''] = issues;
    expect(await found({ issue: first })).toEqual(newestFirst((index) => index % 3 === 0));
    await mergeIssues(database.db, '1', first, [second]);
    expect(await found({ issue: first })).toEqual(newestFirst((index) => index % 3 !== 2));
    expect(await found({ issue: first, environment: 'staging' })).toEqual(
      newestFirst((index) => index % 3 !== 2 && index % 2 === 1),
    );
    expect(await found({ issue: second })).toEqual([]);
  });

  test('of an issue of very many fingerprints is as complete', async () => {
    const [first = ''] = issues;
    const before = await found({ issue: first });
    await database.db.pool.query(
      `insert into issue_hashes (project_id, hash, issue_id, count, last_seen)
       select 1, 'many ' || n, $1, 1, now() from generate_series(1, 400) n`,
      [first],
    );
    expect(await found({ issue: first })).toEqual(before);
  });
});

test('an exception tells its issue and what was sent', async () => {
  const id = eventId(0, 'batch 0');
  expect(await readException(database.db, '1', id)).toMatchObject({
    issueId: issues[0],
    contexts: { a: 1 },
    payload: { stack: 's' },
  });
  expect(await readException(database.db, '2', id)).toBeUndefined();
  expect(await readException(database.db, '1', 'x')).toBeUndefined();
});
