import { describe, expect, test } from '@jest/globals';
import { unwrapped } from '../../core/unwrapped.js';
import { wrapMethod } from './wrapMethod.js';

interface Owner extends Record<'greet', unknown> {
  greet: (...args: unknown[]) => unknown;
}

const ownerOf = (greet: (...args: never[]) => unknown): Owner => ({ greet }) as Owner;

describe('a wrapped method', () => {
  test('keeps this, arguments and result', () => {
    const owner = ownerOf(function (this: unknown, ...args: never[]) {
      return [this, ...args];
    });
    const counted = counting(owner);
    expect(owner.greet(1, 'two')).toEqual([owner, 1, 'two']);
    expect(counted.calls).toBe(1);
  });

  test('keeps errors', () => {
    const error = new Error('mine');
    const owner = ownerOf(() => {
      throw error;
    });
    counting(owner);
    expect(() => owner.greet()).toThrow(error);
  });

  test('is restored', () => {
    const greet = (): void => undefined;
    const owner = ownerOf(greet);
    counting(owner).stop();
    expect(owner.greet).toBe(greet);
  });

  test('only passes calls on if another wrapper was added since', () => {
    const owner = ownerOf(() => 'hello');
    const counted = counting(owner);
    const ours = owner.greet;
    const theirs = (): unknown => ours();
    owner.greet = theirs;
    counted.stop();
    expect(owner.greet).toBe(theirs);
    expect(owner.greet()).toBe('hello');
    expect(counted.calls).toBe(0);
  });

  test('knows its original, however often it is wrapped', () => {
    const greet = (): void => undefined;
    const owner = ownerOf(greet);
    counting(owner);
    counting(owner);
    expect(unwrapped(owner.greet)).toBe(greet);
    expect(unwrapped(greet)).toBe(greet);
  });

  test('ignores a missing method', () => {
    const owner = {} as Owner;
    counting(owner).stop();
    expect(owner).toEqual({});
  });
});

/** Counts calls and calls the original. */
function counting(owner: Owner): { calls: number; stop: () => void } {
  const counted = { calls: 0, stop: (): void => undefined };
  counted.stop = wrapMethod(owner, 'greet', (original) => {
    return function (this: unknown, ...args: never[]): unknown {
      counted.calls++;
      return original.apply(this, args);
    };
  });
  return counted;
}
