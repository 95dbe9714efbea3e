import { expect, test } from '@jest/globals';
import { LIMITS } from '@sluice/contract';
import { runToEnd } from '@sluice/runtime';
import { createItemParser } from './parseItems.js';

const BOUNDS = { maxJsonDepth: 100, maxJsonValues: 1_000_000 };

test.each([
  ['stays text', LIMITS.maxReplayBytes - 300_000, false],
  ['is written without white space if its event may be too large', LIMITS.maxReplayBytes, true],
])('a recording %s', (_name, size, isShort) => {
  const element = `{"data":"${'x'.repeat(900)}"},${' '.repeat(60)}`;
  const text = `[${element.repeat(Math.floor(size / element.length))}1]`;
  const recording = runToEnd(createItemParser(BOUNDS, () => true).readRecording(Buffer.from(text)));
  const { json } = recording?.list as { readonly json: Buffer };
  expect(json.toString() === (isShort ? text.replaceAll(' ', '') : text)).toBe(true);
});
