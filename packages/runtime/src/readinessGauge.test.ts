import { describe, expect, test } from '@jest/globals';
import { createMetrics } from './metrics.js';
import { readinessGauge } from './readinessGauge.js';

const samplesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('sluice_'));
const pass = (): Promise<undefined> => Promise.resolve(undefined);

describe('the gauge of readiness', () => {
  test('shows each check that is there at the collection: 1 if it passes, 0 if it fails or throws', async () => {
    const registry = createMetrics();
    let checks = [
      { name: 'start', check: () => Promise.resolve<string | undefined>('not finished yet') },
      { name: 'logs.postgres', check: pass },
    ];
    let stopping = false;
    readinessGauge(registry, {
      get checks() {
        return checks;
      },
      isStopping: () => stopping,
    });
    expect(samplesOf(await registry.metrics())).toEqual([
      'sluice_ready{check="start"} 0',
      'sluice_ready{check="logs.postgres"} 1',
    ]);
    checks = [{ name: 'logs.postgres', check: () => Promise.reject(new Error('not reachable')) }];
    expect(samplesOf(await registry.metrics())).toEqual(['sluice_ready{check="logs.postgres"} 0']);
    checks = [{ name: 'logs.postgres', check: pass }];
    stopping = true;
    expect(samplesOf(await registry.metrics())).toEqual([
      'sluice_ready{check="logs.postgres"} 1',
      'sluice_ready{check="shutdown"} 0',
    ]);
  });

  test('shows a check that does not end as failed, and does not run it again meanwhile', async () => {
    const registry = createMetrics();
    let runs = 0;
    let end: () => void = () => undefined;
    const check = (): Promise<string | undefined> => {
      runs += 1;
      return new Promise((resolve) => (end = () => resolve(undefined)));
    };
    readinessGauge(registry, { checks: [{ name: 'redis', check }], isStopping: () => false }, 1);
    expect(samplesOf(await registry.metrics())).toEqual(['sluice_ready{check="redis"} 0']);
    expect(samplesOf(await registry.metrics())).toEqual(['sluice_ready{check="redis"} 0']);
    expect(runs).toBe(1);
    end();
    await new Promise(setImmediate);
    await registry.metrics();
    expect(runs).toBe(2);
  });
});
