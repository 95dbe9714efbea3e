import { expect, test } from '@jest/globals';
import { runtimeOf } from './nodePlatform.js';

test.each([
  [
    { node: '20.19.0', v8: '11' },
    { 'runtime.name': 'node', 'runtime.version': '20.19.0' },
  ],
  [
    { node: '24.3.0', bun: '1.3.0' },
    { 'runtime.name': 'bun', 'runtime.version': '1.3.0' },
  ],
  [
    { node: '24.2.0', deno: '2.5.0' },
    { 'runtime.name': 'deno', 'runtime.version': '2.5.0' },
  ],
])('the runtime with the versions %j is named', (versions, expected) => {
  expect(runtimeOf(versions)).toEqual(expected);
});
