import { describe, expect, test } from '@jest/globals';
import { createSdkCounts, type SdkCounts, type SdkItems } from './sdkCounts.js';

const MOST = Number.MAX_SAFE_INTEGER;

describe('what Sentry SDKs send or drop besides events', () => {
  test('is counted by project, hour, kind and name since the start', () => {
    const counts = createSdkCounts();
    const items = itemsOf({ session: 2, check_in: 1 }, [['error', 'before_send', 3]]);
    counts.count('7', items, 100);
    counts.count('7', items, 100);
    counts.count('7', items, 101);
    counts.count('8', itemsOf({}, [['error', 'error', 1]]), 100);
    const item = { projectId: '7', kind: 'item', reason: '' };
    const dropped = { projectId: '7', kind: 'discarded', name: 'error', reason: 'before_send' };
    expect(counts.takeChanged()).toEqual([
      { ...item, hour: 100, name: 'session', count: 4 },
      { ...item, hour: 100, name: 'check_in', count: 2 },
      { ...dropped, hour: 100, count: 6 },
      { ...item, hour: 101, name: 'session', count: 2 },
      { ...item, hour: 101, name: 'check_in', count: 1 },
      { ...dropped, hour: 101, count: 3 },
      { ...dropped, projectId: '8', hour: 100, reason: 'error', count: 1 },
    ]);
    counts.count('7', itemsOf({ session: 1 }), 101);
    expect(counts.takeChanged()).toEqual([{ ...item, hour: 101, name: 'session', count: 3 }]);
  });

  test('keeps an item, a category and a reason of the same name apart', () => {
    const counts = createSdkCounts();
    counts.count(
      '7',
      itemsOf({ a: 1, 'a b': 1 }, [
        ['a', '', 1],
        ['a', 'b', 1],
        ['', 'a', 1],
        ['a b', '', 1],
      ]),
      100,
    );
    expect(taken(counts)).toEqual([
      'item a  1',
      'item a b  1',
      ...['a ', 'a b', ' a', 'a b '].map((name) => `discarded ${name} 1`),
    ]);
  });

  test('has names that PostgreSQL can store, cut to 100 characters', () => {
    const counts = createSdkCounts();
    counts.count(
      '7',
      itemsOf({ 'a\0b': 1, ab: 2, [`${'x'.repeat(98)}😀😀`]: 1 }, [
        ['\ud83d', '\ude00', 1],
        ['\ud83e', '\0\ude01', 1],
      ]),
      100,
    );
    expect(taken(counts)).toEqual(['item ab  3', `item ${'x'.repeat(98)}…  1`, 'discarded \ufffd \ufffd 2']);
  });

  test.each([
    [NaN, []],
    [-3, []],
    [0, []],
    [0.5, []],
    [2.9, [2]],
    [Infinity, [MOST]],
    [2 ** 60, [MOST]],
  ])('with the quantity %d is counted as %j', (quantity, expected) => {
    const counts = createSdkCounts();
    counts.count('7', itemsOf({}, [['error', 'before_send', quantity]]), 100);
    expect(counts.takeChanged().map(({ count }) => count)).toEqual(expected);
  });

  test('adds up to the largest safe integer at most', () => {
    const counts = createSdkCounts();
    counts.count('7', itemsOf({ session: MOST, check_in: MOST - 1 }), 100);
    counts.count('7', itemsOf({ session: 1, check_in: 1 }), 100);
    expect(counts.takeChanged().map(({ count }) => count)).toEqual([MOST, MOST]);
  });
});

describe('names beyond the bounds', () => {
  test('of one project and hour are counted together, and those with a count keep it', () => {
    const counts = createSdkCounts();
    counts.count('7', manyItems(50), 100);
    counts.takeChanged();
    const drops = [
      ['error', 'new', 4],
      ['error', 'newer', 5],
    ] as const;
    counts.count('7', itemsOf({ 'item 0': 1, new: 2, newer: 3 }, drops), 100);
    expect(taken(counts)).toEqual(['item item 0  2', 'item (other)  5', 'discarded (other) (other) 9']);
    counts.count('7', itemsOf({ new: 1 }), 101);
    counts.count('8', itemsOf({ new: 1 }), 100);
    expect(taken(counts)).toEqual(['item new  1', 'item new  1']);
  });

  test('of all projects are counted together, until counts of past hours are dropped', () => {
    const counts = createSdkCounts();
    for (let project = 0; project < 200; project += 1) counts.count(String(project), manyItems(50), 100);
    counts.takeChanged();
    counts.count('0', itemsOf({ 'item 0': 1 }), 100);
    counts.count('200', itemsOf({ new: 1 }), 100);
    counts.count('200', itemsOf({ new: 1 }), 101);
    expect(taken(counts)).toEqual(['item item 0  2', 'item (other)  1', 'item (other)  1']);
    counts.count('200', itemsOf({ new: 1 }), 102);
    expect(taken(counts)).toEqual(['item new  1']);
  });
});

function itemsOf(
  untaken: Readonly<Record<string, number>>,
  discarded: readonly (readonly [category: string, reason: string, quantity: number])[] = [],
): SdkItems {
  return {
    untaken: new Map(Object.entries(untaken)),
    discarded: discarded.map(([category, reason, quantity]) => ({ category, reason, quantity })),
  };
}

const manyItems = (count: number): SdkItems =>
  itemsOf(Object.fromEntries(Array.from({ length: count }, (_, index) => [`item ${index}`, 1])));

const taken = (counts: SdkCounts): readonly string[] =>
  counts.takeChanged().map(({ kind, name, reason, count }) => `${kind} ${name} ${reason} ${count}`);
