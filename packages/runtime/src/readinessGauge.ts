import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.js';
import type { Readiness } from './readiness.js';

/** Registers `sluice_ready`. Each collection shows what `/readyz` answers at that time. */
export function readinessGauge(registry: Metrics, readiness: () => Promise<Readiness>): void {
  const gauge: Gauge<'check'> = new Gauge({
    name: 'sluice_ready',
    help: '1 if this check of `/readyz` passes, 0 if it fails or takes longer than 2 s. `start` and `shutdown` are there only meanwhile.',
    labelNames: ['check'],
    // `npm start` merges several processes, of which one has it.
    aggregator: 'min',
    registers: [registry],
    collect: async () => {
      const { checks } = await readiness();
      gauge.reset();
      for (const [check, result] of Object.entries(checks)) gauge.set({ check }, result === 'ok' ? 1 : 0);
    },
  });
}
