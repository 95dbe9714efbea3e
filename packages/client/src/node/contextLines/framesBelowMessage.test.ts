import { describe, expect, it } from '@jest/globals';
import { readFrames, type Frame } from '@sluice/stacktrace';
import { framesBelowMessage } from './framesBelowMessage.js';

const CALLS = [
  '    at new Cart (/srv/shop/cart.js:3:4)',
  '    at Object.<anonymous> (/srv/shop/a b.js:5:6)',
  '    at async Promise.all (index 0)',
  '    at async /srv/shop/main.js:7:8',
  '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
];
const below = (message: string, ...lines: readonly string[]) => framesBelowMessage(message, lines.join('\n'));

describe('frames below a message of several lines', () => {
  it.each([
    ['with the type above', 'a\nb', 'Error: a', 'b'],
    ['with a code in the type', 'a: b\n\n    at the end', 'AssertionError [ERR_ASSERTION]: a: b', '', '    at the end'],
    ['of an error without a name', 'a\nb', 'a', 'b'],
  ])('are those that the server reads: %s', (_name, message, ...head) => {
    const frames = below(message, ...head, ...CALLS);
    const onServer = readFrames({ message, stack: [...head, ...CALLS].join('\n') });
    const read = readFrames({ frames: JSON.parse(JSON.stringify(frames)) as never });
    expect(read).toEqual(onServer);
    expect(read.map(({ line }: Frame) => line)).toEqual([3, 5, null, 7, 95]);
  });

  it.each([
    ['the stack opens with another message', 'c\nd', 'Error: a', 'b', ...CALLS],
    ['the message ends within a line', 'a\nb', 'Error: a', 'bc', ...CALLS],
    ['there is no message', '', 'Error', ...CALLS],
    ['a line is not understood', 'a\nb', 'Error: a', 'b', ...CALLS, 'Caused by: x', ...CALLS],
  ])('are empty if %s', (_name, message, ...lines) => {
    expect(below(message, ...lines)).toEqual([]);
  });

  it('are empty without a stack', () => {
    expect(framesBelowMessage('a\nb', undefined)).toEqual([]);
  });
});
