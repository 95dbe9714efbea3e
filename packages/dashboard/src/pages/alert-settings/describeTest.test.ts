import { expect, test } from '@jest/globals';
import { describeTest } from './describeTest';

const attempt = { attempt: 1, at: '2026-03-01T10:00:00.000Z', tookMs: 120, status: 200, response: 'ok', problem: null };
const sent = { ...attempt, result: 'sent' } as const;
const failed = { ...attempt, status: 500, result: 'retry' } as const;
const NOBODY = 'no member receives it';
const STOPPED = 'the process was stopped before the receiver answered';
const stopped = { ...attempt, status: null, problem: STOPPED, result: 'retry' } as const;

test.each([
  ['slack', { state: 'sent', log: [sent], problem: null }, 'The message arrived. Slack answered 200 in 120 ms.', true],
  ['members', { state: 'sent', log: [], problem: null }, 'The message is in the inboxes of its recipients.', true],
  ['slack', { state: 'waiting', log: [], problem: null }, 'Waiting for an answer.', false],
  [
    ...(['slack', { state: 'waiting', log: [stopped], problem: null }] as const),
    ...([`${STOPPED}; retrying.`, false] as const),
  ],
  [
    'slack',
    { state: 'failed', log: [failed], problem: 'The receiver answered 500.' },
    'The receiver answered 500.',
    true,
  ],
  ['slack', { state: 'failed', log: [failed], problem: 'The URL was revoked.' }, 'The URL was revoked.', true],
  ['slack', { state: 'failed', log: [], problem: null }, 'Slack refused the message permanently.', true],
] as const)('a test of %s with %j says “%s”', (kind, delivery, text, isOver) => {
  expect(describeTest({ ...delivery, log: [...delivery.log] }, { kind, config: {} })).toMatchObject({ text, isOver });
});

test('a test of the assignee says whom it reaches', () => {
  const assignee = { kind: 'members', config: { audience: 'assignee' } } as const;
  expect(describeTest({ state: 'sent', log: [], problem: null }, assignee).text).toBe(
    'The message is in your inbox, because a test has no assignee.',
  );
});

test('a test of a member destination without members does not say that it works', () => {
  const members = { kind: 'members', config: {} } as const;
  expect(describeTest({ state: 'sent', log: [sent], problem: NOBODY }, members)).toEqual({
    tone: 'warn',
    word: 'sent',
    isOver: true,
    text: NOBODY,
  });
});
