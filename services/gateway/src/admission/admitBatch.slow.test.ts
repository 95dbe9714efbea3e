import { expect, test } from '@jest/globals';
import { longestStallDuring } from '@sluice/testkit/eventLoop';
import { compileProject } from '../settings/compileProject.js';
import { incomingBatch, NO_ADMISSION } from '../testing/batches.js';
import { log } from '../testing/events.js';
import { settingsWith } from '../testing/facts.js';
import { newProject } from '../testing/gatewayHarness.js';
import { admitBatch } from './admitBatch.js';

/** Milliseconds of CPU time; decision 0064. */
const MOST_STALL_MS = 50;

const classes = (count: number): string => `*${'[ab]'.repeat(count)}c*`;

/** Patterns that a settings page accepts, and texts that cost them the most. */
test.each<[string, readonly string[], string]>([
  ['one pattern', [classes(84)], 'a'.repeat(600)],
  ['the most classes', Array.from({ length: 11 }, () => classes(45)), 'ab'.repeat(300)],
  ['the most texts', Array.from({ length: 256 }, (_, index) => `*${'a'.repeat(400)}${index}*`), 'a'.repeat(600)],
  ['any characters and long texts', [`*a${'?'.repeat(500)}c*`, `*b${'?'.repeat(500)}d*`], 'ab'.repeat(1_000)],
])('a batch of 1,000 logs does not block other requests: %s', async (_, messages, message) => {
  const project = compileProject(newProject(settingsWith({ messages: [...messages] })));
  const events = Array.from({ length: 1_000 }, () => log({ payload: { message } }));
  const batch = incomingBatch({ project, bytes: Buffer.from(JSON.stringify({ events })) });
  const admit = (): Promise<unknown> => Promise.resolve(admitBatch(batch, () => true, NO_ADMISSION));
  expect(await longestStallDuring(admit)).toBeLessThan(MOST_STALL_MS);
});

/** Lists that were saved before their cost was limited (decision 0162). */
test.each<[string, readonly string[]]>([
  ['automata', Array.from({ length: 256 }, (_, index) => `*${'a'.repeat(250)}*${'b'.repeat(250 - (index % 9))}*`)],
  ['anchored classes', Array.from({ length: 1_000 }, (_, index) => `${'[!b]'.repeat(126)}*${index}`)],
])('exceptions do not block other requests, however costly a stored list is: %s', async (_, messages) => {
  const project = compileProject(newProject(settingsWith({ messages: [...messages] })));
  const payload = { message: 'a'.repeat(8_192), type: 'TypeError' };
  const events = Array.from({ length: 3 }, () => log({ type: 'exception', payload }));
  const batch = incomingBatch({ project, bytes: Buffer.from(JSON.stringify({ events })) });
  const admit = (): Promise<unknown> => Promise.resolve(admitBatch(batch, () => true, NO_ADMISSION));
  expect(await longestStallDuring(admit)).toBeLessThan(MOST_STALL_MS);
});
