import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventOf, ExceptionPayload, SluiceEvent, StackFrame } from '../../core/event.js';
import { contextLines } from './contextLines.js';

const directory = mkdtempSync(path.join(tmpdir(), 'sluice context-'));
afterAll(() => rmSync(directory, { recursive: true }));

// Reading may take 20 ms, which a busy machine exceeds.
beforeEach(() => void jest.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => void jest.restoreAllMocks());
const SHORT = ['a();', 'b();', 'c();'];
const shop = write('shop.js', SHORT);
const context = { before: ['a();'], line: 'b();', after: ['c();'] };

type Lines = Parameters<typeof contextLines>[0];
const same = (event: SluiceEvent): SluiceEvent => event;

describe('source lines of an exception', () => {
  it('are those of the file on disk, and nothing else of the exception changes', () => {
    const frames = [{ file: shop, function: 'f', line: 2, column: 1 }, { function: 'g' }];
    const payload = { frames, level: 'error' as const, handled: true };
    expect(sent(payload)).toEqual({
      type: 'Error',
      message: 'x',
      level: 'error',
      handled: true,
      frames: [{ ...frames[0], context }, frames[1]],
    });
  });

  it('are there in causes, too', () => {
    const frames = [{ file: shop, line: 2 }];
    const found = sent({ frames, cause: { type: 'E', message: 'y', frames } });
    expect(found.cause?.frames).toEqual([{ file: shop, line: 2, context }]);
  });

  it('are added before the next function, which may remove them', () => {
    const next = jest.fn(() => null);
    const event = eventOf({ frames: [{ file: shop, line: 2 }] });
    const hint = { error: 1 };
    expect(contextLines(5, directory, next)(event, hint)).toBeNull();
    expect(next.mock.calls).toEqual([
      [expect.objectContaining({ payload: sent({ frames: [{ file: shop, line: 2 }] }) }), hint],
    ]);
  });

  it('are there where the message has several lines, with frames instead of the raw stack', () => {
    const [head, call] = ['Error: a\nb', `    at f (${shop}:2:1)`];
    const found = sent({ message: 'a\nb', stack: `${head}\n${call}` });
    expect(found.frames).toEqual([{ function: 'f', file: shop, line: 2, column: 1, context }]);
    expect(found).not.toHaveProperty('stack');
    const library = { message: 'a\nb', stack: `${head}\n    at f (/srv/node_modules/x/y.js:2:1)` };
    expect(sent(library)).toEqual({ type: 'Error', ...library });
  });

  it('that the program set itself stay', () => {
    const own = { before: [], line: 'mine', after: [] };
    expect(contextsOf([{ file: shop, line: 2, context: own }])).toEqual([own]);
  });

  it.each([
    ['of a library', write('node_modules/x/index.js', SHORT)],
    ['that no person wrote as source', write('secrets.env', SHORT)],
    ['of no known extension', write('passwd', SHORT)],
    ['that is missing', path.join(directory, 'missing.js')],
    ['that is minified', write('min.js', [`x(${'"a",'.repeat(300)});`, `x(${'"a",'.repeat(300)});`])],
    ['outside the root', import.meta.filename],
    ['of another machine', '//evil/share/x.js'],
    ['that is relative', 'shop.js'],
    ['of Node', 'node:internal/timers'],
    ['of nothing', '<anonymous>'],
  ])('are not read from a file %s', (_name, file) => {
    expect(contextsOf([{ file, line: 2 }])).toEqual([undefined]);
  });

  it('are those of 10 frames of the application in each stack, the newest', () => {
    const own = Array.from({ length: 12 }, () => ({ file: shop, line: 2 }));
    const frames = [{ file: 'node:fs', line: 1 }, ...own];
    const expected = frames.map((_, index) => (index >= 1 && index <= 10 ? context : undefined));
    expect(contextsOf(frames)).toEqual(expected);
    const cause = sent({ frames, cause: { type: 'E', message: 'y', frames } }).cause;
    expect(cause?.frames?.map((frame) => frame.context)).toEqual(expected);
  });

  it('have 16,384 characters in all', () => {
    const wide = write('wide.js', Array(20).fill('y'.repeat(190)) as string[]);
    const frames = Array.from({ length: 10 }, () => ({ file: wide, line: 10 }));
    const fitting = Math.floor(16_384 / (11 * 190));
    expect(contextsOf(frames).map(Boolean)).toEqual(frames.map((_, index) => index < fitting));
  });

  it('take at most 10 ms: afterwards only cached files are used', () => {
    const other = write('other.js', SHORT);
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const add = contextLines(5, directory, same);
    const ask = (...files: string[]): unknown =>
      (
        add(eventOf({ frames: files.map((file) => ({ file, line: 2 })) }), {}) as EventOf<'exception'>
      ).payload.frames?.map((frame) => frame.context);
    expect(ask(shop)).toEqual([context]);
    now.mockReturnValueOnce(0).mockReturnValue(10);
    expect(ask(other, shop)).toEqual([undefined, context]);
    expect(ask(other)).toEqual([context]);
    now.mockRestore();
  });

  it('take at most 20 ms per second: afterwards only cached files are used', () => {
    let clock = 0;
    // Every look at the clock takes a millisecond, so that a file takes one or more.
    const now = jest.spyOn(performance, 'now').mockImplementation(() => (clock += 1));
    const add = contextLines(5, directory, same);
    const several = Array.from({ length: 40 }, (_, index) => write(`burst${index}.js`, SHORT));
    const ask = (file: string): unknown =>
      (add(eventOf({ frames: [{ file, line: 2 }] }), {}) as EventOf<'exception'>).payload.frames?.[0]?.context;
    const found = several.map(ask);
    expect(found.slice(0, 5)).toEqual(Array(5).fill(context));
    expect(found.slice(-5)).toEqual(Array(5).fill(undefined));
    expect(ask(several[0] ?? '')).toEqual(context);
    clock += 1_000;
    expect(ask(several[39] ?? '')).toEqual(context);
    now.mockRestore();
  });

  it.each<[unknown, number | undefined]>([
    [undefined, 5],
    [true, 5],
    [2, 2],
    [99, 5],
    [0, undefined],
    [false, undefined],
    [-1, undefined],
    ['many', undefined],
    ['3', undefined],
    [[3], undefined],
    [{}, undefined],
  ])('are, with `contextLines` %p, %p on each side', (given, expected) => {
    const long = write(
      'long.js',
      Array.from({ length: 20 }, (_, index) => `l${index}`),
    );
    const [found] = contextsOf([{ file: long, line: 10 }], given as Lines) as [ExceptionPayload['frames'] | undefined];
    const { before, after } = (found ?? {}) as { before?: unknown[]; after?: unknown[] };
    expect([before?.length, after?.length]).toEqual([expected, expected]);
  });

  it.each([{ frames: 5 }, { frames: [null] }, { frames: [{ file: 5, line: 'x' }] }])(
    'lose no exception that the program made itself: %j',
    (odd) => {
      expect(sent(odd as unknown as ExceptionPayload)).toMatchObject(odd);
    },
  );

  it('are not added to other events', () => {
    const event = { type: 'log', timestamp: 't', payload: { level: 'info', message: 'm' } } as const;
    expect(contextLines(5, directory, same)(event, {})).toBe(event);
  });
});

function write(name: string, lines: readonly string[]): string {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, lines.join('\n'));
  return file;
}

function eventOf(payload: Partial<ExceptionPayload>): EventOf<'exception'> {
  return {
    type: 'exception',
    timestamp: '2026-01-01T00:00:00Z',
    payload: { type: 'Error', message: 'x', ...payload },
  };
}

function sent(payload: Partial<ExceptionPayload>, lines?: Lines): ExceptionPayload {
  return (contextLines(lines, directory, same)(eventOf(payload), {}) as EventOf<'exception'>).payload;
}

function contextsOf(frames: readonly StackFrame[], lines?: Lines): readonly unknown[] {
  return sent({ frames }, lines).frames?.map((frame) => frame.context) ?? [];
}
