import { describe, expect, test } from '@jest/globals';
import { accountOf } from './account.mjs';

const change = (id, storedMs) => ({
  projectId: '1',
  issueId: id,
  eventId: id,
  kind: 'new_issue',
  storedMs,
  isOfStream: true,
});
const notice = (firingId, deliveryId = 'm1') => ({
  firingId,
  deliveryId,
  decidedMs: 1_300,
  dueMs: 3_300,
  composedMs: 3_400,
});
const arrival = (id, atMs, listed) => ({ id, atMs, total: listed.length, listed });
const firingOf = ({ issueId }) => `f-${issueId}`;
const problemsOf = (found) => accountOf(found, firingOf).problems;

describe('the account of alerts', () => {
  test('measures each issue of a message, and divides its latency into parts', () => {
    const found = {
      changes: [change('a', 1_000), change('b', 1_200)],
      notices: [notice('f-a'), notice('f-b')],
      arrivals: [arrival('m1', 3_500, ['f-a', 'f-b'])],
    };
    const { reported, messages, repeated, problems } = accountOf(found, firingOf);
    expect([messages, repeated, problems]).toEqual([1, 0, []]);
    expect(reported.map(({ latencyMs }) => latencyMs)).toEqual([2_500, 2_300]);
    expect(reported[0]).toMatchObject({ decidingMs: 300, lingerMs: 2_000, waitingMs: 100, sendingMs: 100 });
  });

  test('ends the linger of an issue that joins an earlier message when that message is composed', () => {
    const changes = [change('a', 1_000)];
    const notices = [{ ...notice('f-a'), decidedMs: 2_900, dueMs: 4_900 }];
    const { reported } = accountOf({ changes, notices, arrivals: [arrival('m1', 3_500, ['f-a'])] }, firingOf);
    expect(reported[0]).toMatchObject({ decidingMs: 1_900, lingerMs: 500, waitingMs: 0, sendingMs: 100 });
  });

  test('counts a repeated message once, by its first request', () => {
    const arrivals = [arrival('m1', 3_500, ['f-a']), arrival('m1', 9_000, ['f-a'])];
    const found = accountOf({ changes: [change('a', 1_000)], notices: [notice('f-a')], arrivals }, firingOf);
    expect(found).toMatchObject({ messages: 1, repeated: 1, problems: [], reported: [{ latencyMs: 2_500 }] });
  });

  test.each([
    ['has no notice', { changes: [change('a', 0)], notices: [], arrivals: [] }, 'new_issue 1/a: has no notice'],
    [
      'is in no message',
      { changes: [change('a', 0)], notices: [notice('f-a', null)], arrivals: [] },
      'new_issue 1/a: is in no message that arrived',
    ],
    [
      'did not change',
      { changes: [], notices: [notice('f-a')], arrivals: [arrival('m1', 1, ['f-a'])] },
      '1 notices are of no issue',
    ],
  ])('reports an issue that %s', (_, found, problem) => {
    expect(problemsOf(found)).toEqual([problem]);
  });

  test('reports a message that counts or lists other firings than its own', () => {
    const [changes, notices] = [[change('a', 0)], [notice('f-a')]];
    expect(problemsOf({ changes, notices, arrivals: [arrival('m1', 1, ['f-a', 'f-x'])] })).toEqual([
      'message m1 counts 2, and has 1 notices',
      'message m1 lists 1 firings of other messages',
    ]);
    const stranger = arrival('m2', 1, []);
    expect(problemsOf({ changes, notices, arrivals: [arrival('m1', 1, ['f-a']), stranger] })).toEqual([
      'message m2 has no notices',
    ]);
  });
});
