import { expect, test } from '@jest/globals';
import path from 'node:path';
import { isBelow } from './isBelow.js';

test.each([
  ['/srv/shop', '/srv/shop', true],
  ['/srv/shop', '/srv/shop/a/b.js', true],
  ['/srv/shop', '/srv/shop/..b.js', true],
  ['/srv/shop', '/srv/shop/../a.js', false],
  ['/srv/shop', '/srv/shopping/a.js', false],
  ['/srv/shop', '/net/evil/a.js', false],
])('the directory %s contains %s: %p', (directory, file, expected) => {
  expect(isBelow(directory, file, path.posix)).toBe(expected);
});

test.each([
  [String.raw`C:\shop`, String.raw`C:\shop\a.js`, true],
  [String.raw`C:\shop`, String.raw`c:\Shop\a.js`, true],
  [String.raw`C:\shop`, String.raw`C:\shop\..\a.js`, false],
  [String.raw`C:\shop`, String.raw`D:\shop\a.js`, false],
  [String.raw`C:\shop`, String.raw`\\evil\share\x.js`, false],
  [String.raw`C:\shop`, '//evil/share/x.js', false],
  [String.raw`C:\shop`, String.raw`\\?\UNC\evil\share\x.js`, false],
  [String.raw`C:\shop`, String.raw`\\.\pipe\x.js`, false],
  ['C:\\', String.raw`\\evil\share\x.js`, false],
  [String.raw`\\files\shop`, String.raw`\\files\shop\a.js`, true],
  [String.raw`\\files\shop`, String.raw`\\evil\shop\a.js`, false],
])('on Windows, the directory %s contains %s: %p', (directory, file, expected) => {
  expect(isBelow(directory, file, path.win32)).toBe(expected);
});
