import { expect, test } from '@jest/globals';
import { createMetrics } from '@sluice/runtime';
import { createDrainMetrics } from './drainMetrics.js';

test('events of a part that is committed more than 10 s after its arrival are counted', async () => {
  const registry = createMetrics();
  const metrics = createDrainMetrics(registry, 'log');
  metrics.observeLag(10_000, 5);
  metrics.observeLag(10_001, 3);
  createDrainMetrics(registry, 'span').observeLag(60_000, 1);
  const text = await registry.metrics();
  expect(text).toContain('sluice_worker_late_events_total{type="log"} 3');
  expect(text).toContain('sluice_worker_late_events_total{type="span"} 1');
  expect(text).toContain('sluice_worker_lag_seconds_count{type="log"} 2');
});
