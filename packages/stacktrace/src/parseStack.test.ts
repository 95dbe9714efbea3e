import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { atSignStacks, decoratedStacks, nodeStacks, v8Stacks } from '@sluice/testkit/printedStacks';
import type { Frame } from './frame.js';
import { parseStack } from './parseStack.js';

const framesOf = (...given: Parameters<typeof parseStack>): readonly string[] => parseStack(...given).map(printed);

describe.each([
  ['Chrome and others on V8', v8Stacks],
  ['Node', nodeStacks],
  ['Firefox and Safari', atSignStacks],
  ['with more than engines print', decoratedStacks],
])('%s', (_engine, stacks) => {
  test.each(stacks)('frames are read: $name', ({ stack, frames }) => {
    expect(framesOf(stack)).toEqual(frames);
  });
});

describe('lines that are not frames', () => {
  test.each([
    ['nothing', ''],
    ['a message', 'TypeError: x is undefined'],
    ['a sentence with at', 'Error: x\n    at the office (see docs)'],
    ['a Firefox message with an address', 'Error: mail bob@example.com failed'],
    ['a sentence with a place', 'Error: x\n    see https://a.b/c.js:1:2 for help'],
    ['a time', 'Error: x\n    at 10:30:15 in the office'],
    ['no position', 'Error: x\n    at load (https://a.b/c.js)'],
    ['a number too long for a line', 'Error: x\n    at load (https://a.b/c.js:1234567890123)'],
  ])('are ignored: %s', (_name, stack) => {
    expect(parseStack(stack)).toEqual([]);
  });
});

describe('a message of several lines that looks like frames (V8)', () => {
  const message = 'worker failed:\n    at remote (https://far.away/x.js:1:2)\nretried';
  const stack = `Error: ${message}\n    at load (https://a.b/c.js:3:4)\n    at boot (https://a.b/c.js:5:6)`;
  const frames = ['load@https://a.b/c.js:3:4', 'boot@https://a.b/c.js:5:6'];

  test('is skipped if it is known', () => {
    expect(framesOf(stack, { message })).toEqual(frames);
  });

  test('is skipped if frames follow directly', () => {
    const nested = 'failed\n    at remote (https://far.away/x.js:1:2)';
    expect(framesOf(`Error: ${nested}\n    at load (https://a.b/c.js:3:4)`, { message: nested })).toEqual([
      'load@https://a.b/c.js:3:4',
    ]);
  });

  test('is skipped if it is unknown: the last run of frames is the stack', () => {
    expect(framesOf(stack)).toEqual(frames);
    expect(framesOf(stack, { message: 'changed since' })).toEqual(frames);
  });

  test('is not a function of the same name (Firefox)', () => {
    expect(framesOf('load@https://a.b/c.js:3:4', { message: 'load' })).toEqual(['load@https://a.b/c.js:3:4']);
  });

  test('does not include the frames of another error that follow', () => {
    const two = `Error: x\n    at load (https://a.b/c.js:3:4)\nOther: y\n    at far (https://a.b/d.js:3:4)`;
    expect(framesOf(two, { message: 'x' })).toEqual(['load@https://a.b/c.js:3:4']);
  });
});

describe('bounds', () => {
  test('remove the middle of more than 250 frames', () => {
    const lines = Array.from({ length: 400 }, (_, n) => `    at f (https://a.b/c.js:${n + 1}:1)`);
    const frames = parseStack(['Error: x', ...lines].join('\n'));
    expect(frames).toHaveLength(250);
    expect([frames[0]?.line, frames[124]?.line, frames[126]?.line, frames[249]?.line]).toEqual([1, 125, 277, 400]);
    expect(frames[125]).toEqual({ file: '', function: '…', line: null, column: null, inApp: false });
  });

  const size = 65_536;
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
    '    at ',
    '\n    at ',
    '\n    at (',
    '\n at f (a:1:1)',
    'eval at ',
    'eval at a (',
    ', ',
    '*',
    '/',
    '<',
    'a@',
    '@a:',
    '@a:1\n',
    ' line 1 > ',
    '[as ',
    '\t',
    '\r',
    '\r\n',
    '@[native code]\n',
    '\nat f (eval at g (x.js:1:1), <anonymous>:1:1)',
    '\n[cause]: ',
    'wasm-function[1',
    ':wasm-function[1]',
    ' [',
    ':1 [',
    ') [a]',
    ':1:2) ',
    ':1:1 ',
    '!',
    'a!/',
    'a-loader!',
    'webpack://',
    '\u0000',
    '\ud800',
  ];
  test.each(shapes.map((shape) => [JSON.stringify(shape), shape]))(
    '64 KB of %s take time by length',
    (_name, shape) => {
      const text = shape.repeat(Math.ceil(size / shape.length)).slice(0, size);
      const ms = cpuMs(() => {
        for (const hostile of [text, `    at ${text}`, `    at f (${text})`, `f@${text}`, `${text}:1:1`])
          expect(parseStack(hostile, { message: text }).length).toBeLessThanOrEqual(250);
      });
      expect(ms).toBeLessThan(2_000);
    },
  );
});

function printed({ function: name, file, line, column, inApp }: Frame): string {
  return `${inApp ? '' : '~'}${name}@${file}:${String(line)}:${String(column)}`;
}
