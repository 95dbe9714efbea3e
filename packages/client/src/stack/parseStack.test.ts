import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { parseStack as parseOnServer } from '@sluice/stacktrace';
import type { StackFrame } from '../core/event.js';
import { parseStack } from './parseStack.js';
import { decoratedStacks } from './testing/decoratedStacks.js';
import { engineStacks } from './testing/engineStacks.js';
import { printedStacks } from './testing/printedStacks.js';

const framesOf = (stack: string, message = ''): readonly string[] => parseStack(stack, message).map(printed);

const stacks = [...printedStacks, ...decoratedStacks, ...engineStacks];

describe('frames of a stack', () => {
  test.each(stacks)('are read: $name', ({ stack, frames }) => {
    expect(framesOf(stack)).toEqual(frames);
  });

  test.each(stacks.filter(({ frames }) => frames.length > 0))('are the same on the server: $name', ({ stack }) => {
    const onServer = parseOnServer(stack).map(({ file, line, column }) => [file, line, column]);
    const here = parseStack(stack, '').map(({ file, line = null, column = null }) => [file, line, column]);
    expect(here).toEqual(onServer);
  });

  test('are read from an error of this process', () => {
    const { stack = '', message } = new Error('x');
    const [frame] = parseStack(stack, message);
    expect(frame?.file).toMatch(/parseStack\.test\.ts$/);
    expect([typeof frame?.line, typeof frame?.column]).toEqual(['number', 'number']);
  });
});

describe('debug ids', () => {
  const ids: Record<string, string> = {};
  const stackOf = (file: string): string =>
    `Error: x\n    at f (${file}:1:2)\n    at https://shop.example/other.js:1:1`;
  // Files are remembered from test to test, so each test has its own.
  const file = (name: string): string => `https://shop.example/${name}.js`;
  const idsOf = (stack: string) => parseStack(stack, 'x').map(({ debugId }) => debugId);
  beforeAll(() => void Object.assign(globalThis, { _sentryDebugIds: ids }));
  afterAll(() => void Reflect.deleteProperty(globalThis, '_sentryDebugIds'));

  test('are on frames of files that have registered one', () => {
    ids[stackOf(`${file('app')}?v=1`)] = 'id of app';
    expect([idsOf(stackOf(file('app'))), idsOf(stackOf(file('unregistered')))]).toEqual([
      ['id of app', undefined],
      [undefined, undefined],
    ]);
  });

  test('of files registered later are found with the next file that is new', () => {
    const [first, late, next] = [file('first'), file('late'), file('next')];
    ids[stackOf(first)] = 'id of first';
    expect([idsOf(stackOf(first)), idsOf(stackOf(late))]).toEqual([
      ['id of first', undefined],
      [undefined, undefined],
    ]);
    ids[`@${late}:1:2\n@${first}:1:2`] = 'id of late';
    ids['no stack'] = 'id of nothing';
    ids[stackOf(next)] = 'id of next';
    expect([idsOf(stackOf(next)), idsOf(stackOf(first)), idsOf(stackOf(late))]).toEqual([
      ['id of next', undefined],
      ['id of first', undefined],
      ['id of late', undefined],
    ]);
  });

  test('of evaluated code are on no frame', () => {
    ids['Error\n    at <anonymous>:1:2'] = 'id of evaluated code';
    ids['Error\n    at new Promise (<anonymous>)'] = 'id of evaluated code';
    const calls = ['g (<anonymous>)', '<anonymous>:1:2', 'f (https://shop.example/evaluated.js:1:2)'];
    expect(idsOf(`Error: x\n    at ${calls.join('\n    at ')}`)).toEqual([undefined, undefined, undefined]);
  });

  test('of thousands of files are not listed for a stack whose files are known', () => {
    const entries = Array.from({ length: 5_000 }, (_, at) => [stackOf(file(`large/${at}`)), String(at)] as const);
    let listed = 0;
    const ownKeys = (all: object): (string | symbol)[] => {
      listed++;
      return Reflect.ownKeys(all);
    };
    Object.assign(globalThis, {
      _sentryDebugIds: new Proxy(Object.fromEntries([...entries, ...Object.entries(ids)]), { ownKeys }),
    });
    for (let at = 4_950; at < 5_000; at++) expect(idsOf(stackOf(file(`large/${at}`)))[0]).toBe(String(at));
    expect(listed).toBe(1);
    Object.assign(globalThis, { _sentryDebugIds: ids });
  });

  test('are still found after more than a thousand files without one', () => {
    ids[stackOf(file('before'))] = 'id of before';
    expect(idsOf(stackOf(file('before')))).toEqual(['id of before', undefined]);
    for (let at = 0; at < 3_000; at++) idsOf(stackOf(file(`without/${at}`)));
    expect(idsOf(stackOf(file('before')))).toEqual(['id of before', undefined]);
  });
});

describe('lines that are not frames', () => {
  test.each([
    ['nothing', ''],
    ['a message', 'TypeError: x is undefined'],
    ['a message with a time', 'Error: at 12:30'],
    ['a sentence with at', 'Error: x\n    at the office (see docs)'],
    ['a message with an address', 'Error: mail bob@example.com failed'],
    ['no position', 'Error: x\n    at load (https://a.b/c.js)'],
    ['a number too long for a line', 'Error: x\n    at load (https://a.b/c.js:1234567890123)'],
  ])('are ignored: %s', (_name, stack) => {
    expect(framesOf(stack)).toEqual([]);
  });
});

describe('stacks left to the server', () => {
  const [header, frame] = ['Error: x', '    at load (https://a.b/c.js:3:4)'];

  test.each([
    ['a message of several lines: they may look like frames', [header, frame, frame], 'x\ny'],
    ['frames of another error', [header, frame, 'Caused by: TypeError: y', frame], 'x'],
    ['an earlier turn of the event loop', [header, frame, 'From previous event:', frame], 'x'],
    ['a line too long', [header, frame, `    at load (data:text/javascript,${'a'.repeat(2_000)}:1:2)`], 'x'],
  ])('yield no frames: %s', (_name, lines, message) => {
    expect(framesOf(lines.join('\n'), message)).toEqual([]);
  });
});

describe('bounds', () => {
  test('of many calls the newest are read', () => {
    const lines = Array.from({ length: 400 }, (_, n) => `    at f (https://a.b/c.js:${n + 1}:1)`);
    const frames = parseStack(['Error: x', ...lines].join('\n'), 'x');
    expect([frames.length, frames[0]?.line]).toEqual([249, 1]);
  });

  const shapes = [
    'a',
    ' ',
    '\n',
    '@',
    '(',
    ')',
    ' (',
    ':',
    ':1',
    '1',
    ' at ',
    '\n at f (a:1:1)',
    'eval at ',
    ', ',
    'a,',
    '*',
    '<',
  ];
  const more = [
    'a@',
    '@a:',
    '@a:1\n',
    ' line 1 > ',
    ' line 1',
    '[',
    '\t',
    '\r\n',
    ':wasm-function[',
    '@[native code]\n',
    'a.b+c-',
    '\ud800',
  ];
  test.each([...shapes, ...more].map((shape) => [JSON.stringify(shape), shape]))(
    '64 KB of %s take little time',
    (_name, shape) => {
      const text = shape.repeat(Math.ceil(65_536 / shape.length)).slice(0, 65_536);
      const ms = cpuMs(() => {
        for (const line of [text, text.slice(0, 4_000), `${text.slice(0, 4_000)}\n`.repeat(250)])
          for (const hostile of [
            line,
            `    at ${line}`,
            `at f (${line})`,
            `at f (eval at ${line})`,
            `f@${line}`,
            `${line}:1:1`,
          ])
            expect(parseStack(hostile, text).length).toBeLessThanOrEqual(250);
      });
      expect(ms).toBeLessThan(5_000);
    },
  );
});

function printed({ function: name = '', file = '', line, column }: StackFrame): string {
  return [`${name}@${file}`, line, column].filter((part) => part !== undefined).join(':');
}
