import { expect, test } from '@jest/globals';
import { windowState } from './windowState';

const window = { from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T12:00:00.000Z' };

test.each([
  ['planned', '2026-03-01T09:59:59.999Z'],
  ['now', '2026-03-01T10:00:00.000Z'],
  ['now', '2026-03-01T11:59:59.999Z'],
  ['over', '2026-03-01T12:00:00.000Z'],
])('a window from 10 to 12 is %s at %s', (state, at) => {
  expect(windowState(window, Date.parse(at))).toBe(state);
});
