import { expect, test } from '@jest/globals';
import { describeOutcome } from './describeOutcome';

const NONE = { waiting: 0, sent: 0, paused: 0, failed: 0 };

test.each([
  ['cooldown', {}, { word: 'not sent', why: 'Within the cool-down.', tone: 'plain' }],
  [null, {}, { word: 'not sent', why: 'The rule has no destination.', tone: 'plain' }],
  [null, { sent: 2 }, { word: 'sent', why: '', tone: 'good' }],
  [null, { sent: 1, waiting: 1_200 }, { word: 'sent', why: '1 sent, 1,200 waiting.', tone: 'good' }],
  [null, { sent: 1, failed: 1 }, { word: 'sent', why: '1 sent, 1 failed.', tone: 'warn' }],
  [null, { waiting: 1 }, { word: 'waiting', why: '', tone: 'info' }],
  [null, { waiting: 1, failed: 1 }, { word: 'waiting', why: '1 waiting, 1 failed.', tone: 'info' }],
  [null, { paused: 1 }, { word: 'waiting', why: 'The destination is paused.', tone: 'info' }],
  [null, { paused: 2 }, { word: 'waiting', why: 'The destinations are paused.', tone: 'info' }],
  [null, { failed: 1 }, { word: 'failed', why: 'Deliveries say why.', tone: 'bad' }],
] as const)('a firing that is suppressed by %s, with %j, is %j', (suppressedBy, outcome, described) => {
  expect(describeOutcome({ suppressedBy, outcome: { ...NONE, ...outcome } })).toEqual(described);
});
