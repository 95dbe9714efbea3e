import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createSessions, type Session } from './session.js';
import { createStorage, standForPage } from './testing/standIns.js';

const rules = { sampleRate: 1, errorSampleRate: 0, maxMinutes: 60 };
const minutes = (count: number): number => count * 60_000;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a visit', () => {
  test('continues on the next page of the same tab, with the next segment', () => {
    standForPage();
    const first = createSessions(rules);
    expect([first.takeSegment(), first.takeSegment()]).toEqual([0, 1]);
    first.release();
    const second = createSessions(rules);
    expect(second.current().id).toBe(first.current().id);
    expect(second.takeSegment()).toBe(2);
    expect(first.takeSegment()).toBe(3);
  });

  test.each<[string, (sessions: ReturnType<typeof createSessions>) => void]>([
    ['15 minutes later', () => jest.setSystemTime(Date.now() + minutes(15) + 1)],
    [
      'after maxMinutes',
      (sessions) => {
        for (let times = 0; times < 7; times += 1) {
          jest.setSystemTime(Date.now() + minutes(10));
          sessions.touch(Date.now());
        }
        sessions.release();
      },
    ],
    ['in a window that was opened by a page of it', (sessions) => sessions.touch(Date.now())],
  ])('is another one %s', (_, pass) => {
    standForPage();
    const first = createSessions(rules);
    first.release();
    pass(first);
    expect(createSessions(rules).current().id).not.toBe(first.current().id);
  });

  test('continues when one of its pages is restored', () => {
    standForPage();
    const sessions = createSessions(rules);
    const { id } = sessions.current();
    expect(sessions.open().id).toBe(id);
  });

  test('that is not sampled stays so on its next page', () => {
    standForPage();
    const first = createSessions({ ...rules, sampleRate: 0 });
    expect(createSessions(rules).current()).toMatchObject({ id: first.current().id, kind: 'none' });
  });

  test.each<[string, Pick<Storage, 'getItem' | 'setItem'> | undefined]>([
    ['storage is forbidden', undefined],
    ['storage is full', { ...createStorage(), setItem: () => fail('QuotaExceededError') }],
    ['what is stored is nonsense', { ...createStorage(), getItem: () => '{"id": 1, "segment":' }],
    ['what is stored is something else', { ...createStorage(), getItem: () => '{"id": 1}' }],
  ])('is kept in memory where %s', (_, storage) => {
    standForPage(storage ?? { getItem: () => fail('SecurityError'), setItem: () => fail('SecurityError') });
    const sessions = createSessions(rules);
    expect([sessions.takeSegment(), sessions.takeSegment()]).toEqual([0, 1]);
    expect(sessions.current().id).toMatch(/^[\da-f]{32}$/);
  });

  test('of a frame is separate from that of its page', () => {
    const storage = createStorage();
    standForPage(storage);
    const page: Session = createSessions(rules).current();
    Object.defineProperty(globalThis, 'top', { value: {}, configurable: true });
    expect(createSessions(rules).current().id).not.toBe(page.id);
    expect(JSON.parse(storage.getItem('sluice.replay') ?? '')).toMatchObject({ id: page.id });
  });
});

function fail(name: string): never {
  throw new DOMException('no', name);
}
