import { beforeEach, describe, expect, test } from '@jest/globals';
import { clearIssues, occurrence, storeOccurrences, eventId, useDatabase } from '@sluice/testkit';
import { changeIssues } from './changeIssues.js';
import { addComment, deleteComment, editComment, listComments } from './comments.js';
import { listChanges } from './listChanges.js';
import { mergeIssues } from './mergeIssues.js';
import { openIgnored } from './openIgnored.js';
import { unmergeIssues } from './unmergeIssues.js';

const { db } = useDatabase({ poolSize: 10 });
beforeEach(() => clearIssues(db));

let serial = 0;
const ada = { kind: 'user', userId: '7', label: 'Ada' } as const;

describe('an ignored issue with a limit', () => {
  test.each([
    ['events', (n: number) => ({ userKey: null, timestampMs: n })],
    ['users', (n: number) => ({ userKey: `id:${n}` })],
  ] as const)('opens with the exception that brings the last of the further %s, and not before', async (by, fields) => {
    const id = await storeOne({ userKey: 'id:0' });
    await changeIssues(db, '1', [id], { status: 'ignored', until: { [by]: 3 }, actor: ada });
    for (const n of [1, 2]) await storeOne(fields(n));
    expect(await read(id)).toMatchObject({ status: 'ignored' });
    await storeOne(fields(3));
    const open = { status: 'open', reopened_at: null, ignored_count: null, ignored_users: null };
    expect(await read(id)).toMatchObject(open);
    expect(await history(id)).toEqual([
      { action: 'ignore_ended', actor: null, details: { by } },
      { action: 'ignored', actor: 'Ada', details: { [by]: 3 } },
    ]);
  });

  test('of users does not open for a user whom it has met', async () => {
    const id = await storeOne({ userKey: 'id:0' });
    await changeIssues(db, '1', [id], { status: 'ignored', until: { users: 1 } });
    await storeOne({ userKey: 'id:0' });
    expect((await read(id)).status).toBe('ignored');
  });

  test('is open in every committed state that has reached it, with concurrent workers and changes', async () => {
    const id = await storeOne();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([
        ...Array.from({ length: 4 }, () => storeOne()),
        changeIssues(db, '1', [id], { status: 'ignored', until: { events: 2 } }),
        ...Array.from({ length: 4 }, () => storeOne()),
      ]);
      const { status, count, ignored_count: limit } = await read(id);
      expect(status === 'ignored' ? Number(count) < Number(limit) : limit === null).toBe(true);
    }
  });

  test('keeps what is missing over a merge and an unmerge', async () => {
    const id = await storeOne({ hashes: ['aa'] });
    const other = await storeOne({ hashes: ['bb'] });
    for (let n = 0; n < 5; n += 1) await storeOne({ hashes: ['bb'] });
    await changeIssues(db, '1', [id], { status: 'ignored', until: { events: 2 } });
    await mergeIssues(db, '1', id, { issues: [other], actor: ada });
    await storeOne({ hashes: ['bb'] });
    expect(await read(id)).toMatchObject({ status: 'ignored', count: '8', ignored_count: '9' });
    await unmergeIssues(db, '1', id, { fingerprints: ['bb'], actor: ada });
    expect(await read(id)).toMatchObject({ status: 'ignored', count: '1', ignored_count: '2' });
    await storeOne({ hashes: ['aa'] });
    expect((await read(id)).status).toBe('open');
    expect((await history(id)).map(({ action }) => action)).toEqual(['ignore_ended', 'unmerged', 'merged', 'ignored']);
    expect(await history(other)).toEqual([{ action: 'merged_into', actor: 'Ada', details: { issue: id } }]);
  });

  test('of time opens when the time is over: by an exception, or by housekeeping', async () => {
    const [one, two, three] = [
      await storeOne(),
      await storeOne({ hashes: ['bb'] }),
      await storeOne({ hashes: ['cc'] }),
    ];
    const ids = [one, two, three];
    await changeIssues(db, '1', ids, { status: 'ignored', until: { time: new Date(Date.now() + 3_600_000) } });
    expect(await openIgnored(db, 10)).toBe(0);
    await storeOne();
    expect((await read(one)).status).toBe('ignored');
    await db.pool.query(`update issues set ignored_until = now() - interval '1 second' where id <> $1`, [three]);
    await storeOne();
    expect((await read(one)).status).toBe('open');
    expect(await openIgnored(db, 10)).toBe(1);
    expect([(await read(two)).status, (await read(three)).status]).toEqual(['open', 'ignored']);
    expect((await history(two))[0]).toEqual({ action: 'ignore_ended', actor: null, details: { by: 'time' } });
    const { rows } = await db.pool.query('select kind, details from alert_signals where issue_id = $1', [two]);
    expect(rows).toEqual([{ kind: 'ignore_ended', details: { by: 'time', level: 'error' } }]);
  });
});

describe('an issue that the next release resolves', () => {
  const later = (release: string) => {
    const arrival = Date.now() + 60_000;
    return { id: eventId((serial += 1), 'later', arrival), timestampMs: arrival, release };
  };

  test('opens with a release after the latest one of its package', async () => {
    const id = await storeOne({ release: 'shop@1.2.0' });
    await storeOne({ hashes: ['bb'], release: 'shop@1.3.0' });
    await storeOne({ hashes: ['bb'], release: 'api@9.0.0' });
    await changeIssues(db, '1', [id], { status: 'resolved', inNextRelease: true, actor: ada });
    expect(await read(id)).toMatchObject({ resolved_in: null, resolved_after: null, resolved_next: 'shop@1.3.0' });
    await storeOne(later('shop@1.3.0'));
    expect((await read(id)).status).toBe('resolved');
    await storeOne(later('shop@1.4.0'));
    expect(await read(id)).toMatchObject({ status: 'open', resolved_next: null });
    expect(await history(id)).toMatchObject([
      { action: 'regressed', actor: null, details: { release: 'shop@1.4.0' } },
      { action: 'resolved', actor: 'Ada', details: { after: 'shop@1.3.0' } },
    ]);
  });

  test('needs a release', async () => {
    const id = await storeOne();
    const change = { status: 'resolved', inNextRelease: true } as const;
    await expect(changeIssues(db, '1', [id], change)).rejects.toMatchObject({ code: 'invalid' });
    expect((await read(id)).status).toBe('open');
  });
});

describe('a change of several issues', () => {
  test('reports the outcome of each, in order', async () => {
    const [one, two, gone] = [await storeOne(), await storeOne({ hashes: ['bb'] }), await storeOne({ hashes: ['cc'] })];
    const theirs = await storeOne({ projectId: '2' });
    await mergeIssues(db, '1', two, { issues: [gone] });
    const all = [two, theirs, gone, one, 'x'];
    expect(await changeIssues(db, '1', all, { status: 'resolved' })).toEqual([
      'changed',
      'not_found',
      'merged',
      'changed',
      'not_found',
    ]);
    expect(await changeIssues(db, '1', [one, two], { status: 'open' })).toEqual(['changed', 'changed']);
    expect(await changeIssues(db, '1', [one, two], { status: 'open' })).toEqual(['unchanged', 'unchanged']);
    expect(await changeIssues(db, '1', [one], { status: 'open', isRegressed: true })).toEqual(['changed']);
    expect((await read(one)).reopened_at).toBeInstanceOf(Date);
  });

  test.each([undefined, false])(
    'to open keeps what says that an open issue came back (isRegressed: %s)',
    async (isRegressed) => {
      const id = await storeOne();
      await changeIssues(db, '1', [id], { status: 'resolved', actor: ada });
      const arrival = Date.now() + 60_000;
      await storeOne({ id: eventId((serial += 1), 'later', arrival), timestampMs: arrival });
      const before = [await read(id), await history(id)];
      const change = { status: 'open', ...(isRegressed === undefined ? {} : { isRegressed }) } as const;
      expect(await changeIssues(db, '1', [id], change)).toEqual(['unchanged']);
      expect([await read(id), await history(id)]).toEqual(before);
      expect(before[0]).toMatchObject({ status: 'open', reopened_at: expect.any(Date) });
      await changeIssues(db, '1', [id], { status: 'ignored' });
      expect((await read(id)).reopened_at).toBeNull();
    },
  );
});

describe('comments', () => {
  const token = { kind: 'token', tokenId: '3', userId: null, label: '…ab12' } as const;

  test('are edited and deleted by their author only', async () => {
    const issueId = await storeOne();
    const { id: commentId } = await addComment(db, '1', issueId, { actor: ada, text: 'first' });
    await addComment(db, '1', issueId, { actor: token, text: 'second' });
    const key = { issueId, commentId };
    expect(await editComment(db, '1', { ...key, actor: token }, 'mine now')).toBeUndefined();
    expect(await editComment(db, '2', { ...key, actor: ada }, 'elsewhere')).toBeUndefined();
    expect(await editComment(db, '1', { ...key, actor: ada }, 'edited')).toMatchObject({
      text: 'edited',
      actor: 'Ada',
    });
    expect(await deleteComment(db, '1', { ...key, actor: token })).toBe(false);
    expect((await listComments(db, '1', issueId)).map(({ text }) => text)).toEqual(['edited', 'second']);
    expect(await deleteComment(db, '1', { ...key, actor: ada })).toBe(true);
    expect((await listComments(db, '1', issueId)).map(({ actor }) => actor)).toEqual(['…ab12']);
  });

  test('need an issue of the project, and are at most 1,000', async () => {
    const issueId = await storeOne();
    await expect(addComment(db, '2', issueId, { actor: ada, text: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    await db.pool.query(
      `insert into issue_comments (project_id, issue_id, text) select 1, $1, 'x' from generate_series(1, 1000)`,
      [issueId],
    );
    await expect(addComment(db, '1', issueId, { actor: ada, text: 'x' })).rejects.toMatchObject({ code: 'invalid' });
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

async function history(id: string) {
  return (await listChanges(db, '1', id, { limit: 100, after: undefined })).rows.map(({ action, actor, details }) => ({
    action,
    actor,
    details,
  }));
}

async function storeOne(fields: Parameters<typeof occurrence>[1] = {}): Promise<string> {
  return (await storeOccurrences(db, occurrence((serial += 1), fields)))[0] ?? '';
}
