import { describe, expect, test } from '@jest/globals';
import { createMetrics } from '@sluice/runtime';
import { projectMetrics } from './projectMetrics.js';

const NAME = 'sluice_gateway_project_events_total';

describe('series of projects', () => {
  test('do not exist unless they are enabled', async () => {
    const { registry, count } = harness(0);
    count('1', 'p');
    expect(await registry.metrics()).toBe('\n');
  });

  test('are those of the busiest projects; the rest is other', async () => {
    const { count, scrape } = harness(2);
    count('1', 'ppt');
    count('2', 'pp');
    count('3', 'p');
    count('4', 'g-');
    expect(await scrape()).toEqual([
      '1 processed 2',
      '1 rate_limited 1',
      '2 processed 2',
      'other filtered 1',
      'other processed 1',
    ]);
  });

  test('count every event once when the busiest projects change', async () => {
    const { time, count, scrape } = harness(1);
    count('1', 'pp');
    count('2', 'p');
    expect(await scrape()).toEqual(['1 processed 2', 'other processed 1']);
    count('1', 'p');
    count('2', 'pppp');
    expect(await scrape()).toEqual(['1 processed 3', 'other processed 5']);
    time.now = 60_000;
    count('2', 'p');
    expect(await scrape()).toEqual(['2 processed 1', 'other processed 5']);
    count('1', 'p');
    expect(await scrape()).toEqual(['2 processed 1', 'other processed 6']);
  });

  test('stay with a project unless another one is twice as busy', async () => {
    const { time, count, scrape } = harness(1);
    count('1', 'p');
    await scrape();
    time.now = 60_000;
    count('1', 'pp');
    count('2', 'ppp');
    expect(await scrape()).toEqual(['1 processed 3', 'other processed 3']);
  });

  test('stay bounded when very many projects send', async () => {
    const { count, scrape } = harness(3);
    for (let project = 0; project < 12_000; project += 1) count(String(project), 'p');
    const samples = await scrape();
    expect(samples).toHaveLength(4);
    expect(samples).toContain('other processed 11997');
  });
});

/** A registry with the metric, and a function that returns its samples as `project outcome count`. */
function harness(top: number) {
  const registry = createMetrics();
  const time = { now: 0 };
  const count = projectMetrics(registry, { top, clock: () => time.now });
  const scrape = async (): Promise<readonly string[]> =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith(`${NAME}{`))
      .map((line) => line.replace(/^.*project="(\w+)",outcome="(\w+)"\} (\d+)$/, '$1 $2 $3'))
      .sort();
  return { registry, time, count, scrape };
}
