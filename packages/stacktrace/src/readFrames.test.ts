import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { readCauses } from './readCauses.js';
import { readFrames } from './readFrames.js';

const stack = 'Error: x\n    at load (https://a.b/c.js:3:4)';
const parsed = { file: 'https://a.b/c.js', function: 'load', line: 3, column: 4, inApp: true };
const nothing = { file: '', function: '', line: null, column: null };

describe('frames of a payload', () => {
  test.each<[string, Readonly<Record<string, Json>>, readonly object[]]>([
    ['none', {}, []],
    [
      'as sent',
      { frames: [{ file: 'a.js', function: 'f', line: 1, column: 2, inApp: false }] },
      [{ file: 'a.js', function: 'f', line: 1, column: 2, inApp: false }],
    ],
    ['frames before the stack', { frames: [{ file: 'a.js' }], stack }, [{ ...nothing, file: 'a.js', inApp: true }]],
    ['the stack where there are none', { frames: [], stack }, [parsed]],
    ['the stack where none can be read', { frames: [null, 5, 'x', [], {}], stack }, [parsed]],
    ['the stack where frames are no list', { frames: 'x', stack }, [parsed]],
    ['a stack that is no text', { stack: 7 }, []],
    [
      'what is no frame is left out',
      { frames: [null, { function: 'f' }] },
      [{ ...nothing, function: 'f', inApp: true }],
    ],
    ['what is no text is none', { frames: [{ file: 7, function: 'f' }] }, [{ ...nothing, function: 'f', inApp: true }]],
    [
      'positions as text',
      { frames: [{ file: 'a', line: '12', column: '3' }] },
      [{ ...nothing, file: 'a', line: 12, column: 3, inApp: true }],
    ],
    [
      'positions that no engine prints',
      { frames: [{ file: 'a', line: 0, column: -1.5 }] },
      [{ ...nothing, file: 'a', inApp: true }],
    ],
    [
      'a module without a file, which is the application’s',
      { frames: [{ module: 'shop.cart', line: 17 }] },
      [{ ...nothing, module: 'shop.cart', line: 17, inApp: true }],
    ],
    [
      'a module, variables and a debug id as sent',
      { frames: [{ file: 'node_modules/a.js', module: 'a', vars: { x: "'1'" }, debugId: '8531' }] },
      [{ ...nothing, file: 'node_modules/a.js', inApp: false, module: 'a', vars: { x: "'1'" }, debugId: '8531' }],
    ],
    [
      'none of them where it has another type',
      { frames: [{ file: 'a.js', module: 1, vars: ['x'], debugId: {} }] },
      [{ ...nothing, file: 'a.js', inApp: true }],
    ],
    [
      'variables that are text',
      { frames: [{ module: 'a', vars: { x: 1, y: '2' } }] },
      [{ ...nothing, module: 'a', inApp: true, vars: { y: '2' } }],
    ],
  ])('are read: %s', (_name, payload, expected) => {
    expect(readFrames(payload)).toEqual(expected);
  });

  test.each([
    ['/srv/node_modules/x/y.js', false],
    ['C:\\srv\\node_modules\\x\\y.js', false],
    ['webpack:///./node_modules/x/y.js', false],
    ['webpack:///webpack/bootstrap 1a2b3c', false],
    ['webpack/runtime/jsonp chunk loading', false],
    ['webpack-internal:///./src/y.ts', true],
    ['node:internal/timers', false],
    ['chrome-extension://abc/x.js', false],
    ['<anonymous>', false],
    ['[native code]', false],
    ['https://a.b/my_node_modules.js', true],
    ['events.js', false],
    ['https://a.b/events.js', true],
  ])('%s is the application’s: %s', (file, inApp) => {
    expect(readFrames({ frames: [{ file }] })).toMatchObject([{ inApp }]);
    expect(readFrames({ frames: [{ file, inApp: !inApp }] })).toMatchObject([{ inApp: !inApp }]);
  });

  const context = { before: ['a'], line: 'b', after: ['c'] };
  test.each<[string, Json, object]>([
    ['as they were sent', context, { context }],
    [
      'without a side that is no list of text',
      { ...context, before: 'a', after: [1] },
      { context: { ...context, before: [], after: [] } },
    ],
    ['none where the own line is missing', { before: ['a'] }, {}],
    ['none where they are a text', 'a', {}],
    [
      'five on each side, the nearest, cut to 200 characters',
      {
        before: ['1', '2', '3', '4', '5', '6', '7'],
        line: 'x'.repeat(201),
        after: ['y'.repeat(999), '2', '3', '4', '5', '6', '7'],
      },
      {
        context: {
          before: ['3', '4', '5', '6', '7'],
          line: `${'x'.repeat(199)}…`,
          after: [`${'y'.repeat(199)}…`, '2', '3', '4', '5'],
        },
      },
    ],
  ])('have source lines: %s', (_name, given, expected) => {
    const frame = { file: 'a.js', function: 'f', line: 10, column: 2, inApp: true };
    expect(readFrames({ frames: [{ ...frame, context: given }] })).toEqual([{ ...frame, ...expected }]);
    expect(readFrames({ frames: [{ file: 'a.js', context: given }] })).toEqual([
      { ...nothing, file: 'a.js', inApp: true },
    ]);
  });

  test.each([
    [1, []],
    [3, ['b', 'c']],
    [4, ['a', 'b', 'c']],
  ])('have no source line above the first of the file, for a frame at line %i', (line, before) => {
    const frames = readFrames({ frames: [{ line, context: { ...context, before: ['a', 'b', 'c'] } }] });
    expect(frames).toMatchObject([{ line, context: { ...context, before } }]);
  });

  test('are at most 250', () => {
    expect(readFrames({ frames: Array.from({ length: 300 }, () => ({ file: 'a.js' })) })).toHaveLength(250);
  });
});

describe('causes of a payload', () => {
  test.each<[string, Json, readonly object[]]>([
    ['none', null, []],
    ['one', { type: 'T', message: 'm', stack }, [{ type: 'T', message: 'm', frames: [parsed] }]],
    ['one with nothing said', {}, [{ type: 'Error', message: '', frames: [] }]],
    ['a text', 'because', [{ type: 'Error', message: 'because', frames: [] }]],
    ['a list', [1], []],
    [
      'a cause of a cause',
      { message: 'a', cause: { message: 'b' } },
      [
        { type: 'Error', message: 'a', frames: [] },
        { type: 'Error', message: 'b', frames: [] },
      ],
    ],
  ])('are read: %s', (_name, cause, expected) => {
    expect(readCauses({ cause })).toEqual(expected);
  });

  test('name the group that they belong to, if it is before them', () => {
    const parents: readonly (Json | undefined)[] = [0, 1, undefined, 4, -1, 0.5, '0', 3];
    const cause = parents.reduceRight<Json>(
      (inner, parent) => ({ cause: inner, ...(parent !== undefined && { parent }) }),
      null,
    );
    expect(readCauses({ cause }).map(({ parent }) => parent)).toEqual([0, 1, ...Array.from({ length: 5 }), 3]);
  });

  test('are at most eight', () => {
    let cause: Json = { message: 'last' };
    for (let depth = 0; depth < 20; depth++) cause = { message: String(depth), cause };
    expect(readCauses({ cause })).toHaveLength(8);
  });
});
