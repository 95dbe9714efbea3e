import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OPERATOR } from '@sluice/contract';
import { copyRows, inTransaction, type SpanRow } from '@sluice/db';
import { findEndpointHours, markSpanHours, rollUpEndpoints } from '@sluice/traces';
import { addComment, changeIssues, listChanges, listComments, mergeIssues, unmergeIssues } from '@sluice/issues';
import {
  ARRIVAL,
  clearIssues,
  ensureTestPartitions,
  eventId,
  occurrence,
  spanRow,
  storeOccurrences,
  useDatabase,
} from '@sluice/testkit';
import { deleteStale } from './deleteStale.js';

const HOUR = 3_600_000;
const FROM = ARRIVAL - (ARRIVAL % HOUR);
const { db } = useDatabase();
beforeAll(() => ensureTestPartitions(db, ARRIVAL, ARRIVAL + 24 * HOUR));
beforeEach(() => clearIssues(db));

test('comments are deleted with their issue, as its history is', async () => {
  const [issueId = ''] = await storeOccurrences(db, occurrence(0));
  await addComment(db, '1', issueId, { actor: OPERATOR, text: 'x' });
  await changeIssues(db, '1', [issueId], { status: 'ignored' });
  await deleteStale(db, 'issues', Date.now() + 60_000, 10);
  expect(await listComments(db, '1', issueId)).toEqual([]);
  expect((await listChanges(db, '1', issueId, { limit: 100, after: undefined })).rows).toEqual([]);
});

test('merging and unmerging keep an issue from becoming stale', async () => {
  const age = () => db.pool.query(`update issues set touched_at = now() - interval '90 days'`);
  const stale = () => deleteStale(db, 'issues', Date.now() - 86_400_000, 100);
  const [target = '', source = ''] = await storeOccurrences(db, occurrence(0), occurrence(1, { hashes: ['bb'] }));
  await age();
  await storeOccurrences(db, occurrence(3, { hashes: ['bb'] }));
  await mergeIssues(db, '1', target, { issues: [source] });
  expect(await stale()).toBe(0);
  await age();
  await storeOccurrences(db, occurrence(4, { hashes: ['bb'] }));
  await unmergeIssues(db, '1', target, { fingerprints: ['bb'] });
  expect(await stale()).toBe(0);
});

test('the rollup of root spans is deleted by retention', async () => {
  const span = (index: number, atMs: number): SpanRow => spanRow(index, { id: eventId(index, 'batch', atMs) });
  const spans = [span(0, FROM), span(1, FROM + HOUR)];
  await inTransaction(db, async (tx) => {
    await copyRows(tx, 'spans', spans);
    await markSpanHours(
      tx,
      spans.map(({ project_id: projectId, id }) => ({ projectId, id })),
    );
  });
  for (const hour of await findEndpointHours(db, 100)) await rollUpEndpoints(db, hour);
  expect(await deleteStale(db, 'endpoint_hours', FROM + HOUR, 100)).toBe(2);
  expect(await deleteStale(db, 'endpoint_rollups', FROM + HOUR, 100)).toBe(1);
  const { rows } = await db.pool.query('select from endpoint_hours');
  expect(rows.length).toBe(2);
});
