import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { fingerprint } from './fingerprint.js';
import { normalizeFrame } from './normalizeFrame.js';
import { normalizeMessage } from './normalizeMessage.js';
import { readException } from './readException.js';

const hashOf = (payload: Readonly<Record<string, Json>>): string => fingerprint(readException(payload));
const frame = (file: string, name = 'load', inApp = true): Json => ({
  file,
  function: name,
  line: 1,
  column: 2,
  inApp,
});

describe('a file of a frame keeps its name from build to build', () => {
  test.each([
    ['https://a.b/assets/main.3f2a1b9c.js?v=2#x', 'main.js:'],
    ['https://a.b/assets/index-BxYzABcd.js', 'index.js:'],
    ['https://a.b/assets/index-Bx_Yz-12.js', 'index.js:'],
    ['webpack:///src/user-settings.ts', 'user-settings.ts:'],
    ['app.component-Settings.js', 'app.component-Settings.js:'],
    ['chunk.1234567890abcdef.min.js', 'chunk.min.js:'],
    ['/srv/app/server.js', 'server.js:'],
    ['', ':'],
  ])('%s is %s', (file, expected) => {
    expect(normalizeFrame({ file, function: '' })).toBe(expected);
  });
});

describe('a function of a frame is the same in all engines', () => {
  test.each([
    ['load', 'load'],
    ['Object.load', 'load'],
    ['async load', 'load'],
    ['new Store', 'Store'],
    ['Store.get [as fetch]', 'Store.get'],
    ['<anonymous>', ''],
    ['Object.<anonymous>', ''],
    ['?', ''],
  ])('%s is %s', (name, expected) => {
    expect(normalizeFrame({ file: 'a.js', function: name })).toBe(`a.js:${expected}`);
  });
});

describe('a message loses its variable parts', () => {
  test.each([
    ['Cannot load https://a.b/c?d=1 now', 'Cannot load <url> now'],
    ['User a.b@example.com is gone', 'User <email> is gone'],
    ['No row 0b9b3a52-7d1f-4a6e-9d6c-8f2f3f1c9b11', 'No row <uuid>'],
    ['At 2026-11-20T10:11:12.345Z it broke', 'At <date> it broke'],
    ['Host 10.1.2.3 is down', 'Host <ip> is down'],
    ['Object deadbeef1 at 0x7fff', 'Object <hex> at <hex>'],
    ['Took 12.5 ms for 3 rows', 'Took <n> ms for <n> rows'],
    ['First line 1\nsecond line', 'First line <n>'],
    ['feedface is a word of letters', 'feedface is a word of letters'],
  ])('%s', (message, expected) => {
    expect(normalizeMessage(message)).toBe(expected);
  });

  test('in time that grows with its length only', () => {
    const began = performance.now();
    for (const hostile of ['a@'.repeat(5_000), '1.'.repeat(5_000), 'a'.repeat(10_000), 'http:'.repeat(2_000)])
      normalizeMessage(hostile);
    expect(performance.now() - began).toBeLessThan(200);
  });
});

describe('exceptions of one fault have one fingerprint', () => {
  const frames = [frame('https://a.b/main.1a2b3c4d.js'), frame('https://a.b/vendor.js', 'run', false)];
  const same: readonly (readonly [string, Readonly<Record<string, Json>>, Readonly<Record<string, Json>>])[] = [
    ['whatever the message says, where frames are known', { frames, message: 'a' }, { frames, message: 'b' }],
    ['in another build', { frames }, { frames: [frame('https://a.b/main.9f8e7d6c.js')] }],
    ['whatever the libraries below do', { frames }, { frames: [...frames, frame('other.js', 'x', false)] }],
    ['whatever the numbers in the message, without frames', { message: 'row 1' }, { message: 'row 2' }],
    ['with a type left out, which is Error', { message: 'a' }, { message: 'a', type: 'Error' }],
    ['with an empty explicit fingerprint', { frames }, { frames, fingerprint: [] }],
    ['by what the client says', { frames, fingerprint: ['a'] }, { message: 'other', fingerprint: ['a'] }],
    [
      'by the computed one and what the client adds',
      { frames, fingerprint: ['{{ default }}', 'a'] },
      { frames, fingerprint: ['{{default}}', 'a'] },
    ],
    ['with malformed frames, which count as none', { message: 'a', frames: 'x' }, { message: 'a', frames: [null, 1] }],
  ];
  test.each(same)('%s', (_name, left, right) => {
    expect(hashOf(left)).toBe(hashOf(right));
  });

  const different: readonly (readonly [string, Readonly<Record<string, Json>>, Readonly<Record<string, Json>>])[] = [
    ['types', { type: 'TypeError', frames }, { type: 'RangeError', frames }],
    ['functions', { frames }, { frames: [frame('main.js', 'save')] }],
    ['messages', { message: 'lost' }, { message: 'found' }],
    ['explicit fingerprints', { fingerprint: ['a'] }, { fingerprint: ['b'] }],
    [
      'an addition to the default',
      { message: 'a', fingerprint: ['{{ default }}'] },
      { message: 'a', fingerprint: ['{{ default }}', 'b'] },
    ],
    [
      'a part that reads like a computed one',
      { message: 'a', fingerprint: ['message', 'Error', 'a'] },
      { message: 'a' },
    ],
    ['where the parts are cut', { fingerprint: ['ab', 'c'] }, { fingerprint: ['a', 'bc'] }],
  ];
  test.each(different)('other %s, another fingerprint', (_name, left, right) => {
    expect(hashOf(left)).not.toBe(hashOf(right));
  });

  test('which is stable: changing it needs a new version', () => {
    expect(hashOf({ type: 'TypeError', frames })).toMatch(/^v1:[0-9a-f]{32}$/);
    expect(
      hashOf({ type: 'TypeError', message: 'x is undefined', frames: [frame('https://a.b/app.js', 'boot')] }),
    ).toMatchInlineSnapshot(`"v1:7b41f6c725e45d7283ade79ae60703a5"`);
  });
});
