import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { compareFilenames } from './compareFilenames.js';
import { frameFilename } from './frameFilename.js';
import { editDistance, nearest } from './nearest.js';

test.each([
  ['', '', 0],
  ['abc', '', 3],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['shop@1.2.0', 'shop@1.2.1', 1],
  ['v1.2.0', '1.2.0', 1],
])('the distance between %j and %j is %d', (one, other, steps) => {
  expect([editDistance(one, other), editDistance(other, one)]).toEqual([steps, steps]);
});

test('the nearest come first, at most as many as are asked for, and none that is far', () => {
  const versions = ['shop@1.2.1', 'shop@1.2.10', 'shop@1.2.0', 'shop@2.2.1', '8f3a9e', 'shop@1.2.2'];
  expect(nearest('shop@1.2.0', versions, 3)).toEqual(['shop@1.2.1', 'shop@1.2.10', 'shop@1.2.2']);
  expect(nearest('entirely different', versions, 3)).toEqual([]);
});

describe('an uploaded filename that is not the one asked for', () => {
  test.each<[string, { requested: string; uploaded: string[] }, string, string[]]>([
    [
      'differs in capitals',
      { requested: 'assets/App.js', uploaded: ['assets/app.js', 'b.js'] },
      'differs in upper and lower case only',
      ['assets/app.js'],
    ],
    [
      'is encoded otherwise',
      { requested: 'my%20app.js', uploaded: ['my app.js'] },
      'differs in percent-encoding only',
      ['my app.js'],
    ],
    [
      'lacks a prefix',
      { requested: 'static/js/app.js', uploaded: ['app.js', 'js/app.js'] },
      'Upload with --url-prefix static/',
      ['js/app.js'],
    ],
    [
      'has a prefix',
      { requested: 'app.js', uploaded: ['x.js', 'static/app.js'] },
      'the frame has no "static/"',
      ['static/app.js'],
    ],
    [
      'belongs to another build',
      { requested: 'assets/index-BkE3x9f2.js', uploaded: ['assets/index-Q81mzp0a.js', 'assets/vendor-Q81mzp0a.js'] },
      'the maps belong to another build',
      ['assets/index-Q81mzp0a.js'],
    ],
    [
      'is in another directory',
      { requested: 'a/b/app.js', uploaded: ['c/d/app.js', 'a/app.js'] },
      'in another directory',
      ['a/app.js', 'c/d/app.js'],
    ],
    [
      'is alike',
      { requested: 'assets/cart.js', uploaded: ['assets/card.js', 'zzzzzzzzzz'] },
      'similar filenames were',
      ['assets/card.js'],
    ],
    [
      'is nothing like it',
      { requested: 'gtm.js', uploaded: ['assets/application.js'] },
      'No uploaded filename is similar',
      [],
    ],
    [
      'only looks like a hash',
      { requested: 'assets/app.bundle.js', uploaded: ['assets/app.common.js'] },
      'similar filenames',
      ['assets/app.common.js'],
    ],
    ['cannot be decoded', { requested: '100%.js', uploaded: ['101%.js'] }, 'similar filenames', ['101%.js']],
  ])('%s', (_, { requested, uploaded }, why, expected) => {
    const found = compareFilenames(requested, uploaded);
    expect(found).toEqual({ why: expect.stringContaining(why), nearest: expected });
  });

  test('is compared with a thousand long filenames in bounded time', () => {
    const uploaded = Array.from({ length: 1_000 }, (_, index) => `${'a/'.repeat(400)}${index}-chunk.js`);
    expect(cpuMs(() => void compareFilenames(`${'b/'.repeat(400)}chunk`, uploaded))).toBeLessThan(5_000);
  });
});

test.each([
  ['https://shop.example:8443/assets/app.js?v=2#x', 'assets/app.js'],
  ['https://shop.example/a b%20c.js', 'a b%20c.js'],
  ['https://shop.example//app.js:10:20', '/app.js'],
  ['/assets/app.js', 'assets/app.js'],
  ['file:///C:/app/app.js', 'C:/app/app.js'],
  ['C:/app/app.js:3:4', 'C:/app/app.js'],
  ['app:///main.jsbundle', 'main.jsbundle'],
  ['https://shop.example/', null],
  ['node:internal/process/task_queues', null],
  ['data:text/javascript,throw 1', null],
  ['<anonymous>', null],
  ['[native code]', null],
  ['', null],
])('the map of a frame in %j is uploaded as %j', (file, expected) => {
  expect(frameFilename(file)).toBe(expected);
});
