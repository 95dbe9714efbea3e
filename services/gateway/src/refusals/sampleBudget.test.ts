import { describe, expect, test } from '@jest/globals';
import { createRefusedOrigins } from './refusedOrigins.js';
import { createSampleBudget } from './sampleBudget.js';

describe('the budget of samples', () => {
  test('has one sample for each project, verdict and entry in a second', () => {
    let now = 5_000;
    const budget = createSampleBudget(() => now);
    const takes = (project: string, verdict: string): boolean => budget.take(project, verdict);
    expect([takes('7', 'b'), takes('7', 'b'), takes('7', 'c'), takes('8', 'b')]).toEqual([true, false, true, true]);
    expect(['dev-*', 'dev-*', 'test'].map((entry) => budget.take('7', 'b', entry))).toEqual([true, false, true]);
    now += 1_000;
    expect([budget.hasRoom('7', 'b'), budget.hasRoom('7', 'b'), takes('7', 'b')]).toEqual([true, true, true]);
  });

  test('has 20 samples in a second, whatever the number of projects', () => {
    const budget = createSampleBudget(() => 0);
    const taken = Array.from({ length: 1_000 }, (_, project) => budget.take(String(project), 'b'));
    expect(taken.filter(Boolean)).toHaveLength(20);
  });

  test('leaves room for other projects, whatever the number of entries of one', () => {
    const budget = createSampleBudget(() => 0);
    const taken = Array.from({ length: 1_000 }, (_, entry) => budget.take('7', 'b', String(entry)));
    expect(taken.filter(Boolean)).toHaveLength(10);
    expect(budget.take('8', 'b')).toBe(true);
  });
});

describe('refused origins', () => {
  test('are counted by project, hour and origin since the start, without path', () => {
    const origins = createRefusedOrigins();
    origins.count('7', 'https://Evil.test:8443/page?secret=1', 100);
    origins.count('7', 'https://evil.test:8443', 100);
    expect(origins.takeChanged()).toEqual([{ projectId: '7', hour: 100, origin: 'https://evil.test:8443', count: 2 }]);
    expect(origins.takeChanged()).toEqual([]);
    origins.count('7', 'https://evil.test:8443', 100);
    origins.count('7', undefined, 101);
    origins.count('7', 'null', 101);
    expect(origins.takeChanged().map(({ origin, hour, count }) => [origin, hour, count])).toEqual([
      ['https://evil.test:8443', 100, 3],
      ['', 101, 1],
      ['null', 101, 1],
    ]);
  });

  test('beyond 50 of a project and hour are counted together, and none is lost', () => {
    const origins = createRefusedOrigins();
    for (let index = 0; index < 200; index += 1) origins.count('7', `https://${index}.test`, 100);
    const counts = origins.takeChanged();
    expect(counts).toHaveLength(51);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(200);
    expect(counts.find(({ origin }) => origin === '(other)')?.count).toBe(150);
  });

  test('that could not be stored are stored later, unless a greater count is waiting', () => {
    const origins = createRefusedOrigins();
    origins.count('7', 'https://a.test', 100);
    origins.count('7', 'https://b.test', 100);
    const failed = origins.takeChanged();
    origins.count('7', 'https://a.test', 100);
    origins.restore(failed);
    expect(
      origins
        .takeChanged()
        .map(({ origin, count }) => [origin, count])
        .sort(),
    ).toEqual([
      ['https://a.test', 2],
      ['https://b.test', 1],
    ]);
  });
});
