import { expect, test } from '@jest/globals';
import { destinationState } from './destinationState';

const NEW = { pausedAt: null, failures: 0, lastProblem: null, lastSentAt: null };
const AT = '2026-11-20T10:00:00.000Z';
const lastProblem = { deliveryId: 'd', kind: 'test', at: AT, status: 404, problem: 'HTTP 404' } as const;

test.each([
  [{}, 'unused'],
  [{ lastSentAt: AT }, 'works'],
  [{ lastProblem }, 'failing'],
  [{ lastSentAt: AT, lastProblem }, 'failing'],
  [{ failures: 2 }, 'failing'],
  [{ pausedAt: AT, failures: 2, lastProblem }, 'paused'],
] as const)('a destination with %j is %s', (fields, state) => {
  expect(destinationState({ ...NEW, ...fields })).toBe(state);
});
