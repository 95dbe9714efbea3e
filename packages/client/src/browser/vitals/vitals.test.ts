import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Client } from '../../core/client.js';
import { openFakePage, type FakePage } from '../testing/fakePage.js';
import { startTestClient } from '../testing/startTestClient.js';
import { measureInteractions } from './measureInteractions.js';
import { measureShifts } from './measureShifts.js';
import type { Vital } from './observe.js';

/** Hands over what was given for its type as records that the browser still has. */
let entries: readonly object[] = [];
class FakeObserver {
  static readonly supportedEntryTypes = ['layout-shift', 'event'];
  observe(): void {
    // All of it is in `takeRecords`.
  }
  takeRecords(): readonly object[] {
    return entries;
  }
  disconnect(): void {
    entries = [];
  }
}

const original = Object.getOwnPropertyDescriptor(globalThis, 'PerformanceObserver');
let page: FakePage;
let client: Client;
beforeEach(() => {
  page = openFakePage();
  Object.defineProperty(globalThis, 'PerformanceObserver', { value: FakeObserver, configurable: true });
  ({ client } = startTestClient([]));
});
afterEach(() => {
  if (original) Object.defineProperty(globalThis, 'PerformanceObserver', original);
  page.close();
});

function read(measure: (client: Client) => Vital, given: readonly object[]): ReturnType<Vital['read']> {
  const vital = measure(client);
  entries = given;
  const values = vital.read();
  vital.stop();
  return values;
}

const shifts = (...all: readonly (readonly [startTime: number, value: number, hadRecentInput?: boolean])[]): object[] =>
  all.map(([startTime, value, hadRecentInput = false]) => ({ startTime, value, hadRecentInput }));

describe('cumulative layout shift', () => {
  test.each([
    ['is 0 where nothing shifts', shifts(), 0],
    ['adds shifts of a burst', shifts([100, 0.1], [600, 0.05]), 0.15],
    ['is the worst burst', shifts([100, 0.1], [1_200, 0.2], [1_300, 0.1], [9_000, 0.05]), 0.3],
    [
      'knows no burst longer than 5 s',
      shifts(...[0, 900, 1_800, 2_700, 3_600, 4_500, 5_400].map((at) => [at, 0.1] as const)),
      0.6,
    ],
    ['leaves out what somebody asked for', shifts([100, 0.1, true], [200, 0.2]), 0.2],
  ])('%s', (_name, given, cls) => {
    expect(read(measureShifts, given)).toEqual({ cls });
  });
});

describe('interaction to next paint', () => {
  const event = (interactionId: number, duration: number): object => ({ interactionId, duration });
  test.each([
    ['is unknown without any', [], undefined],
    ['is the slowest', [event(1, 48), event(2, 120), event(3, 64)], 120],
    ['takes the slowest event of each', [event(1, 48), event(1, 200)], 200],
    ['leaves out what is no interaction', [event(0, 500), event(1, 56)], 56],
  ])('%s', (_name, given, inp) => {
    expect(read(measureInteractions, given)).toEqual({ inp });
  });

  test('forgives one of fifty', () => {
    Object.assign(performance, { interactionCount: 60 });
    expect(read(measureInteractions, [event(1, 900), event(2, 100)])).toEqual({ inp: 100 });
    Reflect.deleteProperty(performance, 'interactionCount');
  });
});
