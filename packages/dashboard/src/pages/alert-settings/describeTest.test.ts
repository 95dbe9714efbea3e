import { expect, test } from '@jest/globals';
import { describeTest } from './describeTest';

const attempt = { attempt: 1, at: '2026-03-01T10:00:00.000Z', tookMs: 120, status: 200, response: 'ok', problem: null };
const sent = { ...attempt, result: 'sent' } as const;
const failed = { ...attempt, status: 500, result: 'retry' } as const;

test.each([
  ['slack', { state: 'sent', log: [sent], problem: null }, 'The message arrived. Slack answered 200 in 120 ms.', true],
  ['members', { state: 'sent', log: [], problem: null }, 'The message is in the inbox of those whom it reaches.', true],
  ['slack', { state: 'waiting', log: [], problem: null }, 'Waiting for an answer.', false],
  [
    ...(['slack', { state: 'waiting', log: [failed], problem: 'The receiver answered 500.' }] as const),
    ...(['The receiver answered 500. It is tried again for a while.', false] as const),
  ],
  ['slack', { state: 'failed', log: [failed], problem: 'The URL was revoked.' }, 'The URL was revoked.', true],
  ['slack', { state: 'failed', log: [], problem: null }, 'Slack refused the message for good.', true],
] as const)('a test of %s with %j says “%s”', (kind, delivery, text, isOver) => {
  expect(describeTest({ ...delivery, log: [...delivery.log] }, kind)).toMatchObject({ text, isOver });
});
