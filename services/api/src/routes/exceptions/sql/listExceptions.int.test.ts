import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  clearIssues,
  occurrence,
  storeOccurrences,
  ARRIVAL,
  ensureTestPartitions,
  eventId,
  useDatabase,
} from '@sluice/testkit';
import { inTransaction, copyRows } from '@sluice/db';
import { ARRIVAL_SCAN } from '@sluice/reading';
import { mergeIssues } from '@sluice/issues';
import { listExceptions, type ExceptionFilter } from './listExceptions.js';
import { readException } from './readException.js';

const COUNT = 60;
const indexes = Array.from({ length: COUNT }, (_, index) => index);
const hashOf = (index: number): string => `hash ${index % 3}`;
let issues: readonly string[];
const database = useDatabase();
beforeAll(async () => {
  const { db } = database;
  await ensureTestPartitions(db);
  await clearIssues(db);
  await inTransaction(db, (tx) => copyRows(tx, 'exceptions', indexes.map(rowOf)));
  issues = await storeOccurrences(db, ...indexes.map((index) => occurrence(index, { hashes: [hashOf(index)] })));
});
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
    await mergeIssues(database.db, '1', first, { issues: [second] });
    expect(await found({ issue: first })).toEqual(newestFirst((index) => index % 3 !== 2));
    expect(await found({ issue: first, environment: 'staging' })).toEqual(
      newestFirst((index) => index % 3 !== 2 && index % 2 === 1),
    );
    expect(await found({ issue: second })).toEqual([]);
  });

  test('of an issue with very many fingerprints is complete, too', async () => {
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

test('no exception of an issue with many fingerprints is listed before one that was not looked at yet', async () => {
  // 250 fingerprints are looked at for 80 exceptions each: `busy` has 100, of which the oldest is wanted, and `calm` one that is older.
  await database.db.pool.query(
    `insert into issue_hashes (project_id, hash, issue_id, count, last_seen)
     select 4, hash, $1, 1, now() from (select 'h' || n from generate_series(1, 248) n union values ('busy'), ('calm')) as t(hash)`,
    [issues[0]],
  );
  await database.db.pool.query(
    `insert into exceptions (project_id, id, timestamp, level, type, message, hash, payload)
     select 4, (lpad(to_hex($1::bigint + n), 12, '0') || '8000' || '8000' || lpad('', 12, '0'))::uuid, now(), 'error', 'E',
       case when n <= 1 then 'needle' || n else 'hay' end, case n when 0 then 'calm' else 'busy' end, '{}'
     from generate_series(0, 100) n`,
    [ARRIVAL],
  );
  const page = { limit: 5, fromMs: 0, toMs: Date.UTC(2100, 0), after: undefined };
  const filter = { issue: issues[0], query: 'needle' };
  const first = await listExceptions(database.db, '4', page, filter);
  expect(first).toMatchObject({ rows: [], scannedToMs: ARRIVAL + 21 });
  const second = await listExceptions(database.db, '4', { ...page, after: first.next }, filter);
  expect(second.rows.map(({ message }) => message)).toEqual(['needle1', 'needle0']);
});

test('a page scans 20,000 exceptions and reports its position, from which the next one continues, also of one trace', async () => {
  const arrival = ARRIVAL + 60_000;
  const count = ARRIVAL_SCAN + 10;
  // In the order of the ids: the oldest has the needle.
  await database.db.pool.query(
    `insert into exceptions (project_id, id, timestamp, level, type, message, hash, payload, trace_id)
     select 3, (lpad(to_hex($1::bigint + n), 12, '0') || '8000' || '8000' || lpad('', 12, '0'))::uuid, now(), 'error', 'E',
       case n when 0 then 'needle' else 'hay' end, 'h', '{}', 'busy'
     from generate_series(0, $2::int - 1) n`,
    [arrival, count],
  );
  const page = { limit: 5, fromMs: 0, toMs: Date.UTC(2100, 0), after: undefined };
  for (const filter of [{ query: 'needle' }, { query: 'needle', trace: 'busy' }]) {
    const first = await listExceptions(database.db, '3', page, filter);
    expect(first).toMatchObject({ rows: [], scannedToMs: arrival + count - ARRIVAL_SCAN });
    const second = await listExceptions(database.db, '3', { ...page, after: first.next }, filter);
    expect(second.rows.map(({ message }) => message)).toEqual(['needle']);
    expect([second.next, second.scannedToMs]).toEqual([undefined, undefined]);
  }
});

test('an exception has its issue and the sent payload', async () => {
  const id = eventId(0, 'batch 0');
  expect(await readException(database.db, '1', id)).toMatchObject({
    issueId: issues[0],
    contexts: { a: 1 },
    payload: { stack: 's' },
  });
  expect(await readException(database.db, '2', id)).toBeUndefined();
  expect(await readException(database.db, '1', 'x')).toBeUndefined();
});

test('breadcrumbs are returned as sent, from their column or from the payload of an older row', async () => {
  const sent = [{ message: 'a\tb\\"\n', z: 1, a: null }, 2];
  const inPayload = JSON.stringify({ stack: 's', breadcrumbs: sent });
  const rows = [
    { ...rowOf(COUNT), breadcrumbs: JSON.stringify(sent) },
    { ...rowOf(COUNT + 1), payload: inPayload },
  ];
  await inTransaction(database.db, (tx) =>
    copyRows(
      tx,
      'exceptions',
      rows.map((row) => ({ ...row, project_id: '4' })),
    ),
  );
  for (const { id } of rows)
    expect((await readException(database.db, '4', id))?.payload).toEqual({ stack: 's', breadcrumbs: sent });
});

/** Returns the indexes of listed exceptions, over pages of `limit`. */
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

function rowOf(index: number) {
  return {
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
  };
}
