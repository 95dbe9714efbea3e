import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { readFrames } from '@sluice/stacktrace';
import fc from 'fast-check';
import { internStack } from './internStack.js';

const STACK = 'TypeError: gone\n    at load (https://a.example/app.js:1:2)\n    at https://a.example/app.js:3:4';
const FRAMES = [{ file: 'a.js', function: 'load', line: 1, column: 2 }];

describe('a stack as it was sent', () => {
  test('its frames are those that are read from the payload, the first time and from memory', () => {
    const few = fc.oneof(
      fc.constantFrom<Json>('a', 'a:1:2', '1:a', null, 1, true, '', STACK, 'at b (b.js:1:2)', 'java'),
      fc.string(),
    );
    const frame = fc.dictionary(fc.constantFrom('file', 'function', 'line', 'column', 'inApp'), few);
    const payloads = fc.dictionary(
      fc.constantFrom('frames', 'stack', 'message', 'platform'),
      fc.oneof(few, fc.array(fc.oneof(few, frame), { maxLength: 3 })),
    ) as fc.Arbitrary<Readonly<Record<string, Json>>>;
    fc.assert(
      fc.property(payloads, (payload) => {
        const { frames, json } = internStack(payload);
        expect(frames).toEqual(readFrames(payload));
        expect(internStack(structuredClone(payload))).toEqual({ frames, json });
        expect(json).toBe(JSON.stringify(payload['frames'] ?? undefined));
      }),
      { numRuns: 500 },
    );
  });

  test.each<[string, Readonly<Record<string, Json>>]>([
    ['frames', { frames: FRAMES }],
    ['a raw stack', { stack: STACK, message: 'gone' }],
    ['a raw stack beside frames that say nothing', { stack: STACK, frames: [{}] }],
  ])('%s: equal stacks are one list', (_name, payload) => {
    const { frames } = internStack(payload);
    expect(frames).not.toEqual([]);
    expect(internStack(structuredClone(payload)).frames).toBe(frames);
  });

  test('variables are no part of it, but of the JSON', () => {
    const sent = (value: string): Readonly<Record<string, Json>> => ({
      frames: [{ ...FRAMES[0], module: 'shop.cart', vars: { id: value } }, { file: 'b.py', vars: null }, null],
    });
    const { frames, json } = internStack(sent('1'));
    expect(frames).toEqual([
      expect.objectContaining({ module: 'shop.cart' }),
      expect.objectContaining({ file: 'b.py' }),
    ]);
    expect(frames[0]).not.toHaveProperty('vars');
    expect(json).toBe(JSON.stringify(sent('1')['frames']));
    expect(internStack(sent('2')).frames).toBe(frames);
    expect(internStack(sent('2')).json).toContain('"vars":{"id":"2"}');
  });

  test('one that is very long is read each time', () => {
    const payload = { stack: '    at f (a.js:1:2)\n'.repeat(10_000) };
    expect(internStack(payload).frames).toEqual(readFrames(payload));
    expect(internStack(payload).frames).not.toBe(internStack(payload).frames);
  });
});
