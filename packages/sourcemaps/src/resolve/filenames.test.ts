import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { mapFilenameOf, uploadFilenameOf } from './filenames.js';

describe('the map of a frame', () => {
  test.each<[string, string | undefined]>([
    ['https://shop.example/assets/app.js', 'assets/app.js'],
    ['https://shop.example:8443/assets/app.js', 'assets/app.js'],
    ['https://user:secret@shop.example/app.js', 'app.js'],
    ['https://shop.example/assets/app.js?v=2', 'assets/app.js'],
    ['https://shop.example/assets/app.js#top', 'assets/app.js'],
    ['https://shop.example/a.js?next=/b.js#c?d', 'a.js'],
    ['https://shop.example/a.js?\nb', 'a.js'],
    ['https://shop.example/assets/app.js:10:20', 'assets/app.js'],
    ['https://shop.example/assets/app.js:10', 'assets/app.js'],
    ['https://shop.example/assets/app.js?v=1:10:20', 'assets/app.js'],
    ['HTTPS://Shop.Example/Assets/App.JS', 'Assets/App.JS'],
    ['https://shop.example//assets/app.js', '/assets/app.js'],
    ['https://shop.example/./app.js', './app.js'],
    ['https://shop.example/a/../app.js', 'a/../app.js'],
    ['https://shop.example/a%20b/%2e%2e/ü.js', 'a%20b/%2e%2e/ü.js'],
    ['https://shop.example/a b.js', 'a b.js'],
    ['https://shop.example/@scope/a+b~1.js', '@scope/a+b~1.js'],
    ['https://shop.example/app.js/', 'app.js/'],
    ['https://[::1]:8080/app.js', 'app.js'],
    ['https://shop.example/', undefined],
    ['https://shop.example', undefined],
    ['https://shop.example:8080', undefined],
    ['https://shop.example?v=1', undefined],
    ['/assets/app.js', 'assets/app.js'],
    ['//assets/app.js', '/assets/app.js'],
    ['assets/app.js?v=1', 'assets/app.js'],
    ['./assets/app.js', './assets/app.js'],
    ['file:///srv/app/dist/app.js', 'srv/app/dist/app.js'],
    ['file:///C:/app/dist/app.js', 'C:/app/dist/app.js'],
    ['file://server/share/app.js', 'share/app.js'],
    ['C:\\app\\dist\\app.js', 'C:\\app\\dist\\app.js'],
    ['C:/app/dist/app.js:3:4', 'C:/app/dist/app.js'],
    ['app:///main.jsbundle', 'main.jsbundle'],
    ['capacitor://localhost/main.js', 'main.js'],
    ['webpack-internal:///./src/a.js', './src/a.js'],
    ['chrome-extension://abcdef/popup.js', 'popup.js'],
    ['node:internal/process/task_queues', undefined],
    ['data:text/javascript,throw 1', undefined],
    ['blob:https://shop.example/4f3e-11', undefined],
    ['about:blank', undefined],
    ['<anonymous>', undefined],
    ['native', undefined],
    ['[native code]', undefined],
    ['', undefined],
  ])('in %j is stored under %j', (file, expected) => {
    expect(mapFilenameOf(file)).toBe(expected);
  });

  test('takes linear time', () => {
    const ms = cpuMs(() => {
      for (const part of [':1', '/', '?', 'a:', '<', ':']) mapFilenameOf(`https://h/${part.repeat(500_000)}!`);
    });
    expect(ms).toBeLessThan(5_000);
  });
});

describe('the name of an upload', () => {
  test.each([
    ['/assets/app.js', 'assets/app.js'],
    ['./assets/app.js', 'assets/app.js'],
    ['assets/app.js', 'assets/app.js'],
    ['//assets/app.js', '/assets/app.js'],
    ['.//assets/app.js', '/assets/app.js'],
    ['././assets/app.js', './assets/app.js'],
    ['../assets/app.js', '../assets/app.js'],
    ['https://cdn.example/assets/app.js?v=1#top', 'assets/app.js'],
    ['https://cdn.example/./app.js', './app.js'],
    ['https://cdn.example', ''],
    ['file:///C:/app/app.js', 'C:/app/app.js'],
    ['app:///main.jsbundle', 'main.jsbundle'],
    ['a.js?v=1#top', 'a.js'],
    ['/assets/a.js#top?', 'assets/a.js'],
    ['a%23b.js', 'a%23b.js'],
    ['Assets/App.JS', 'Assets/App.JS'],
    ['a/%2e%2e/b.js', 'a/%2e%2e/b.js'],
    ['~/app.js', '~/app.js'],
    ['日本/ü 💥.js', '日本/ü 💥.js'],
    ['?x', ''],
    ['#x', ''],
    ['/?x', ''],
    ['./#x', ''],
    ['/', ''],
    ['./', ''],
    ['', ''],
  ])('%j is %j', (given, expected) => {
    expect(uploadFilenameOf(given)).toBe(expected);
  });

  test('equals the name that a frame of the same URL looks up', () => {
    for (const address of [
      'https://a.example/x/y.js?1',
      'https://a.example//x',
      'file:///C:/a b.js',
      'app:///m.js#1',
      'assets/app.js?v=1#top',
      '/assets/app.js#?',
    ]) {
      expect(mapFilenameOf(address)).toBe(uploadFilenameOf(address));
    }
  });
});
