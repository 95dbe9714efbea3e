import { expect, test } from '@jest/globals';
import { parseLevel } from './levels.js';

test.each([
  ['warning', 'warning'],
  ['warn', 'warning'],
  ['WARN', undefined],
  ['trace', 'trace'],
  ['eror', undefined],
  ['', undefined],
])('the text "%s" names the level %s', (text, level) => expect(parseLevel(text)).toBe(level));
