import { describe, expect, test } from '@jest/globals';
import { createMetrics, type Metrics } from '@sluice/runtime';
import { createAlertsMetrics, type AlertsWaiting } from './alertsMetrics.js';

const WAITING: AlertsWaiting = { oldestSignalMs: 1_500, oldestDeliveryMs: 0, pausedDestinations: 2 };
const SHOWN = [
  'sluice_alerts_oldest_signal_age_seconds 1.5',
  'sluice_alerts_oldest_delivery_age_seconds 0',
  'sluice_alerts_paused_destinations 2',
];

describe('the gauges of what waits', () => {
  test('have no value before a reading, after a failed one, and a minute after the last one', async () => {
    const registry = createMetrics();
    let now = 0;
    const metrics = createAlertsMetrics(registry, () => now);
    expect(await gaugesOf(registry)).toEqual([]);
    metrics.showWaiting(WAITING);
    expect(await gaugesOf(registry)).toEqual(SHOWN);
    metrics.clearWaiting();
    expect(await gaugesOf(registry)).toEqual([]);
    metrics.showWaiting(WAITING);
    now = 60_001;
    expect(await gaugesOf(registry)).toEqual([]);
  });
});

test('firings and attempts are counted by kind, and a latency is recorded in seconds', async () => {
  const registry = createMetrics();
  const metrics = createAlertsMetrics(registry, () => 0);
  metrics.countFirings(Array(3).fill({ kind: 'new_issue', suppressedBy: null }));
  metrics.countFirings([{ kind: 'new_issue', suppressedBy: 'cooldown' }]);
  metrics.countDelivery('slack', 'sent');
  metrics.countDelivery('slack', 'dead');
  metrics.observeLatency(2_500);
  const lines = (await registry.metrics()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'sluice_alerts_firings_total{kind="new_issue",suppressed="no"} 3',
      'sluice_alerts_firings_total{kind="new_issue",suppressed="cooldown"} 1',
      'sluice_alerts_deliveries_total{destination="slack",result="sent"} 1',
      'sluice_alerts_deliveries_total{destination="slack",result="dead"} 1',
      'sluice_alerts_latency_seconds_bucket{le="2"} 0',
      'sluice_alerts_latency_seconds_bucket{le="3"} 1',
      'sluice_alerts_latency_seconds_sum 2.5',
    ]),
  );
});

/** Returns the samples of the gauges in an exposition text. */
async function gaugesOf(registry: Metrics): Promise<readonly string[]> {
  return (await registry.metrics()).split('\n').filter((line) => /^sluice_alerts_(?:oldest|paused)/.test(line));
}
