import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { parseUserAgent } from './parseUserAgent.js';

describe('user agents', () => {
  test('the device model K of a reduced Android string is no model', () => {
    const reduced =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
    expect(Object.fromEntries(parseUserAgent(reduced))).toEqual({
      'browser.name': 'Chrome',
      'browser.version': '120.0.0.0',
      'os.name': 'Android',
      'os.version': '10',
      'device.type': 'mobile',
    });
  });

  test('returns nothing for an unrecognized agent', () => {
    expect(parseUserAgent('MyApp/1.0')).toEqual([]);
  });

  test('only the first 512 characters are read', () => {
    const head = 'x'.repeat(512);
    expect(parseUserAgent(`${head}Chrome/120.0.0.0`)).toBe(parseUserAgent(head));
  });
});

describe('hostile user agents take linear time', () => {
  const parts = [
    'a',
    'bot',
    'a-',
    'a.',
    '/1',
    ' ',
    '(',
    ';',
    'Mozilla/5.0 ',
    'http://',
    '@',
    'Android 1; ',
    'Chrome/1 ',
    'fban/messengerforios;',
    'slack/1 ',
    'Google-',
    'smart-tv; linux; tizen ',
    'appname/trill app_version/',
  ];
  test.each(parts)('%s', (part) => {
    const ms = cpuMs(() => {
      for (let turn = 0; turn < 20; turn++) parseUserAgent(`${turn}${part.repeat(65_536 / part.length)}`);
    });
    expect(ms).toBeLessThan(2_000);
  });
});
