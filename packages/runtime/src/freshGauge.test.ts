import { describe, expect, test } from '@jest/globals';
import { freshGauge } from './freshGauge.js';
import { createMetrics, mergeMetrics } from './metrics.js';

const base = { name: 'sluice_test_things', help: 'Things.', maxAgeMs: 1_000 };

/** Returns the samples of the metric in an exposition text. */
const samplesOf = (text: string): readonly string[] => text.split('\n').filter((line) => /^sluice_test/.test(line));

describe('a gauge of something that is read elsewhere', () => {
  test.each([
    ['without labels', [], {}, 'sluice_test_things 0'],
    ['with labels', ['type'], { type: 'log' }, 'sluice_test_things{type="log"} 0'],
  ])(
    '%s has no value before a reading, after a failed one, and when it is old',
    async (_name, labelNames, labels, line) => {
      const registry = createMetrics();
      let now = 0;
      const gauge = freshGauge({ ...base, labelNames, registry, clock: () => now });
      const shown = async (): Promise<readonly string[]> => samplesOf(await registry.metrics());
      expect(await shown()).toEqual([]);
      gauge.show([{ labels, value: 0 }]);
      expect(await shown()).toEqual([line]);
      gauge.clear();
      expect(await shown()).toEqual([]);
      gauge.show([{ labels, value: 0 }]);
      now = 1_000;
      expect(await shown()).toEqual([line]);
      now = 1_001;
      expect(await shown()).toEqual([]);
      gauge.show([{ labels, value: 0 }]);
      expect(await shown()).toEqual([line]);
    },
  );

  test('replaces all values of the previous reading', async () => {
    const registry = createMetrics();
    const gauge = freshGauge({ ...base, labelNames: ['type'], registry, clock: () => 0 });
    gauge.show([
      { labels: { type: 'log' }, value: 1 },
      { labels: { type: 'span' }, value: 2 },
    ]);
    gauge.show([{ labels: { type: 'span' }, value: 3 }]);
    expect(samplesOf(await registry.metrics())).toEqual(['sluice_test_things{type="span"} 3']);
  });

  test('is absent from the sum of several processes, too', async () => {
    const [read, unread] = [createMetrics(), createMetrics()];
    freshGauge({ ...base, labelNames: [], registry: unread, clock: () => 0 });
    freshGauge({ ...base, labelNames: [], registry: read, clock: () => 0 }).show([{ labels: {}, value: 4 }]);
    expect(samplesOf(await mergeMetrics([await unread.getMetricsAsJSON()]))).toEqual([]);
    const both = [await unread.getMetricsAsJSON(), await read.getMetricsAsJSON()];
    expect(samplesOf(await mergeMetrics(both))).toEqual(['sluice_test_things 4']);
  });
});
