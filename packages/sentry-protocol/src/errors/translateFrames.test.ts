import { describe, expect, test } from '@jest/globals';
import { frameFactsOf, translateFrames } from './translateFrames.js';

const frames = (given: readonly unknown[], event: object = { platform: 'python' }): unknown =>
  translateFrames({ frames: given }, frameFactsOf({ ...event }));

describe('translateFrames', () => {
  test('returns the newest call first', () => {
    expect(frames([{ function: 'main' }, { function: 'price' }])).toEqual([
      { function: 'price' },
      { function: 'main' },
    ]);
  });

  test.each<[string, object, object]>([
    ['the file rather than its path', { filename: 'a.py', abs_path: '/srv/a.py' }, { file: 'a.py' }],
    ['the path of a frame without a file', { filename: '', abs_path: '/srv/a.go' }, { file: '/srv/a.go' }],
    ['no function where its name is not known', { filename: 'a.js', function: '?' }, { file: 'a.js' }],
    ['line and column', { lineno: 7, colno: 1 }, { line: 7, column: 1 }],
    ['no position that is not known', { function: 'f', lineno: 0, colno: -1 }, { function: 'f' }],
    ['module and ownership', { module: 'com.shop.Cart', in_app: true }, { module: 'com.shop.Cart', inApp: true }],
    ['nothing of values of other types', { filename: [], function: {}, lineno: '7', in_app: 1, vars: [] }, {}],
    [
      'source lines, with the mark of Sluice where they were cut',
      {
        pre_context: ['1', '2', '3', null, '5', '6'],
        context_line: '{snip} price() {snip}',
        post_context: ['7 {snip}', '8', '9', '10', '11', '12'],
      },
      {
        context: {
          before: ['2', '3', '', '5', '6'],
          line: '…price()…',
          after: ['7…', '8', '9', '10', '11'],
        },
      },
    ],
    [
      'source lines without their breaks',
      { pre_context: ['a\n'], context_line: 'b\n', post_context: ['\n'] },
      { context: { before: ['a'], line: 'b', after: [''] } },
    ],
    [
      'the text {snip} within a line',
      { context_line: 'a {snip} b' },
      { context: { before: [], line: 'a {snip} b', after: [] } },
    ],
    ['no source lines without the line itself', { function: 'f', pre_context: ['1'] }, { function: 'f' }],
    [
      'variables, nested ones as JSON',
      { vars: { id: "'c-17'", n: 3, none: null, cart: { items: ["'a'"] } } },
      { vars: { id: "'c-17'", n: 3, none: null, cart: '{"items":["\'a\'"]}' } },
    ],
  ])('returns %s', (_name, given, expected) => {
    expect(frames([{ module: 'm', ...given }])).toEqual([{ module: 'm', ...expected }]);
  });

  test.each<[string, string | undefined, object, object]>([
    ['by the address of its instruction', 'native', { instruction_addr: '0x7f3A10' }, { function: '0x7f3A10' }],
    [
      'as its SDK says whose it is',
      'native',
      { instruction_addr: '0x1', in_app: true },
      { function: '0x1', inApp: true },
    ],
    ['without an address as unknown', 'csharp', { function: '?', lineno: 0 }, { function: '<no symbol>' }],
    ['with an unusable address as unknown', 'native', { instruction_addr: 'main' }, { function: '<no symbol>' }],
    ['of JavaScript as unknown', 'javascript', { instruction_addr: '0x1', in_app: true }, { function: '<no symbol>' }],
    ['without a platform as unknown', undefined, { instruction_addr: '0x1' }, { function: '<no symbol>' }],
  ])('shows a frame without function, file and module %s', (_name, platform, given, expected) => {
    expect(frames([given], { platform })).toEqual([{ inApp: false, ...expected }]);
  });

  test('keeps 50 variables of 1,000 characters', () => {
    const vars = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`v${index}`, ['x'.repeat(2_000)]]));
    const [frame] = frames([{ vars, module: 'm' }]) as { vars: Record<string, string> }[];
    expect(Object.keys(frame?.vars ?? {})).toHaveLength(50);
    expect(frame?.vars['v0']).toHaveLength(1_000);
  });

  test('believes browsers only that a frame is not of the application', () => {
    const given = [
      { function: 'a', in_app: true },
      { function: 'b', in_app: false },
    ];
    expect(frames(given, { platform: 'javascript' })).toEqual([{ function: 'b', inApp: false }, { function: 'a' }]);
    expect(frames(given, { platform: 'node' })).toEqual([
      { function: 'b', inApp: false },
      { function: 'a', inApp: true },
    ]);
  });

  test('finds the debug id of a file by its path or name', () => {
    const [a, b] = ['aaaaaaaa-1111-4111-8111-aaaaaaaaaaaa', 'bbbbbbbb-1111-4111-8111-bbbbbbbbbbbb'];
    const images = [
      { type: 'sourcemap', code_file: 'https://shop.example/app.js', debug_id: a },
      { type: 'sourcemap', code_file: 'b.js', debug_id: b },
      { type: 'elf', code_file: 'c.js' },
      null,
    ];
    const given = [
      { filename: 'https://shop.example/app.js' },
      { filename: 'x.js', abs_path: 'b.js' },
      { filename: 'c.js' },
    ];
    expect(frames(given, { debug_meta: { images } })).toEqual([
      { file: 'c.js' },
      { file: 'x.js', debugId: b },
      { file: 'https://shop.example/app.js', debugId: a },
    ]);
  });

  test.each([
    ['AAAAAAAA11114111811100000000000F', 'aaaaaaaa-1111-4111-8111-00000000000f'],
    ['AAAAAAAA-1111-4111-8111-00000000000F', 'aaaaaaaa-1111-4111-8111-00000000000f'],
    ['aaaa', undefined],
    [7, undefined],
  ])('writes the debug id %j as a UUID in lower case, if it is one', (id, debugId) => {
    const images = [{ code_file: 'a.js', debug_id: id }];
    const [frame] = frames([{ filename: 'a.js' }], { debug_meta: { images } }) as { debugId?: string }[];
    expect(frame?.debugId).toBe(debugId);
  });

  test('leaves out entries that are no frames', () => {
    expect(frames([null, 5, { function: 'a' }, []])).toEqual([{ function: 'a' }]);
    expect(frames([null])).toBeUndefined();
    expect(translateFrames({ frames: {} }, frameFactsOf({}))).toBeUndefined();
    expect(translateFrames(null, frameFactsOf({}))).toBeUndefined();
  });
});
