import { expect, test } from '@jest/globals';
import { buildInfo } from './buildInfo.js';
import { createMetrics, mergeMetrics } from './metrics.js';
import { VERSION } from './version.js';

test('the metric names the service, its version and its commit, and stays 1 when processes are merged', async () => {
  const registry = createMetrics();
  buildInfo(registry, { service: 'spans', commit: 'abc123' });
  const line = `sluice_build_info{service="spans",version="${VERSION}",commit="abc123"} 1`;
  expect(await registry.metrics()).toContain(line);
  const snapshot = await registry.getMetricsAsJSON();
  expect(await mergeMetrics([snapshot, snapshot])).toContain(line);
});
