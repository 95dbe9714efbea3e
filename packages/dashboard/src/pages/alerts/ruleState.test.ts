import { expect, test } from '@jest/globals';
import { ruleState } from './ruleState';

const NOW = Date.parse('2026-03-01T10:00:00.000Z');
const rule = { enabled: true, excluded: false, mutedUntil: null };

test.each([
  ['on', rule],
  ['muted', { ...rule, mutedUntil: '2026-03-01T10:00:00.001Z' }],
  ['on', { ...rule, mutedUntil: '2026-03-01T10:00:00.000Z' }],
  ['off', { ...rule, enabled: false, mutedUntil: '2026-03-02T10:00:00.000Z' }],
  ['excluded', { ...rule, enabled: false, excluded: true }],
] as const)('is %s of %j', (state, of) => {
  expect(ruleState(of, NOW)).toBe(state);
});
