import { expect, test } from '@jest/globals';
import { createMetrics } from './metrics.js';
import { readinessGauge } from './readinessGauge.js';

const samplesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('sluice_'));

test('the gauge of readiness shows the checks that exist at the collection: 1 if one passes, 0 if it fails', async () => {
  const registry = createMetrics();
  let checks: Readonly<Record<string, string>> = { start: 'not finished yet', 'logs.postgres': 'ok' };
  readinessGauge(registry, () => Promise.resolve({ ready: false, checks }));
  expect(samplesOf(await registry.metrics())).toEqual([
    'sluice_ready{check="start"} 0',
    'sluice_ready{check="logs.postgres"} 1',
  ]);
  checks = { 'logs.postgres': 'not reachable' };
  expect(samplesOf(await registry.metrics())).toEqual(['sluice_ready{check="logs.postgres"} 0']);
});
