import { describe, expect, test } from '@jest/globals';
import { isolateRejected, type Fault } from './isolateRejected.js';

class Bad extends Error {
  constructor(readonly index: number | undefined) {
    super('bad');
  }
}

describe('bad rows are set apart and their neighbours stored', () => {
  for (const named of [true, false]) {
    test.each<readonly [string, readonly number[]]>([
      ['nothing', []],
      ['no bad one', range(10, () => 1)],
      ['the first', [-1, 2, 3]],
      ['the last', [1, 2, -3]],
      ['one of many', range(1_000, (index) => (index === 577 ? -1 : 1))],
      ['every third', range(100, (index) => (index % 3 === 0 ? -1 : 1))],
      ['all', range(64, () => -1)],
      ['a single one', [-1]],
    ])(`%s is bad, ${named ? 'and named' : 'and nothing says which'}`, async (_name, items) => {
      const state = store(named);
      const refused = await isolateRejected(items, state.attempt, faultOf);
      const ascending = (a: number, b: number): number => a - b;
      expect(refused.map(({ item }) => item).toSorted(ascending)).toEqual(
        items.filter((item) => item < 0).toSorted(ascending),
      );
      expect(state.stored.toSorted(ascending)).toEqual(items.filter((item) => item > 0).toSorted(ascending));
      expect(refused.every(({ sqlstate, message }) => sqlstate === '22021' && message === 'bad')).toBe(true);
    });

    test(`a write batch of only bad rows costs n·log n, not n²${named ? '' : ', also unnamed'}`, async () => {
      const state = store(named);
      await isolateRejected(
        range(1_024, () => -1),
        state.attempt,
        faultOf,
      );
      expect(state.written).toBeLessThan(1_024 * 12);
    });
  }

  test('rethrows an error that is not caused by the data, whatever was stored before', async () => {
    const away = new Error('connection lost');
    await expect(isolateRejected([1, 2], () => Promise.reject(away), faultOf)).rejects.toBe(away);
  });

  test('a number of a row out of range is ignored', async () => {
    const attempt = (items: readonly number[]): Promise<void> =>
      items.includes(-2) ? Promise.reject(new Bad(99)) : Promise.resolve();
    const refused = await isolateRejected([1, -2, 3], attempt, faultOf);
    expect(refused.map(({ item }) => item)).toEqual([-2]);
  });
});

/** Stores items unless one is negative; `named`: the error says which. */
function store(named: boolean): {
  stored: number[];
  written: number;
  attempt: (items: readonly number[]) => Promise<void>;
} {
  const state = {
    stored: [] as number[],
    written: 0,
    attempt: (items: readonly number[]) => {
      state.written += items.length;
      const bad = items.findIndex((item) => item < 0);
      if (bad !== -1) return Promise.reject(new Bad(named ? bad : undefined));
      state.stored.push(...items);
      return Promise.resolve();
    },
  };
  return state;
}

function faultOf(error: unknown): Fault {
  return error instanceof Bad
    ? { kind: 'data', index: error.index, sqlstate: '22021', message: 'bad' }
    : { kind: 'other' };
}

function range(count: number, sign: (index: number) => 1 | -1): number[] {
  return Array.from({ length: count }, (_, index) => (index + 1) * sign(index));
}
