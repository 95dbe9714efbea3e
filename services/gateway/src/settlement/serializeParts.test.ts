import { expect, test } from '@jest/globals';
import { cutAgent } from './serializeParts.js';

test.each<[string, string]>([
  ['x'.repeat(512), 'x'.repeat(512)],
  ['x'.repeat(513), 'x'.repeat(512)],
  [`${'x'.repeat(510)}💥`, `${'x'.repeat(510)}💥`],
  [`${'x'.repeat(511)}💥`, 'x'.repeat(511)],
])('a user agent is queued without half a character at its end', (agent, expected) => {
  expect(cutAgent(agent)).toBe(expected);
});
