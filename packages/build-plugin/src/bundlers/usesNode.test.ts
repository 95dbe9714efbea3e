import { expect, test } from '@jest/globals';
import { usesNode } from './usesNode.js';

test.each([
  [['./a.js', 'node:path'], true],
  [['fs'], true],
  [['fs/promises'], true],
  [['events', 'util', 'fs-extra', './http.js'], false],
  [[], false],
])('a chunk that imports %j is one of a server: %s', (imports, expected) => {
  expect(usesNode({ 'a.js': { fileName: 'a.js', imports }, 'a.css': { fileName: 'a.css' } })).toBe(expected);
});
