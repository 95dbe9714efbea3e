import { expect, test } from '@jest/globals';
import { MUTE_TIMES, muteEnd } from './muteTimes';
import { ruleState } from './ruleState';

test('a mute of each time mutes a rule until its end, and not after it', () => {
  const now = Date.parse('2026-03-01T10:00:00.000Z');
  for (const [seconds] of MUTE_TIMES) {
    const rule = { enabled: true, excluded: false, mutedUntil: muteEnd(seconds, now) };
    expect(ruleState(rule, now + seconds * 1_000 - 1)).toBe('muted');
    expect(ruleState(rule, now + seconds * 1_000)).toBe('on');
  }
});

test('the times grow', () => {
  const seconds = MUTE_TIMES.map(([one]) => one);
  expect(seconds).toEqual([...new Set(seconds)].sort((a, b) => a - b));
});
