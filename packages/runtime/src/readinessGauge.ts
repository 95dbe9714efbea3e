import { Gauge } from 'prom-client';
import { checkReadiness, type AdminSources, type HealthCheck } from './adminServer.js';
import type { Metrics } from './metrics.js';
import { withTimeout } from './withTimeout.js';

/** How long a collection waits for a check, in milliseconds. The default of Prometheus for a scrape is 10 s. */
const WAIT_MS = 2_000;

/**
 * Registers `sluice_ready`. Each collection runs the checks of `/readyz`, so a value is never older than its scrape. A check that
 * does not end in time is shown as failed: a probe would see the same. Until it ends, later collections wait for the same run.
 */
export function readinessGauge(
  registry: Metrics,
  sources: Pick<AdminSources, 'checks' | 'isStopping'>,
  waitMs = WAIT_MS,
): void {
  const running = new Map<string, Promise<string | undefined>>();
  const bounded = ({ name, check }: HealthCheck): HealthCheck => ({
    name,
    check: () => {
      const run = running.get(name) ?? Promise.resolve().then(check);
      running.set(name, run);
      const settled = (): boolean => running.get(name) === run && running.delete(name);
      run.then(settled, settled);
      return withTimeout(run, waitMs);
    },
  });
  const gauge: Gauge<'check'> = new Gauge({
    name: 'sluice_ready',
    help: '1 if this check of `/readyz` passes, 0 if it fails or takes longer than 2 s. `start` and `shutdown` are there only meanwhile.',
    labelNames: ['check'],
    // `npm start` merges several processes, of which one has it.
    aggregator: 'min',
    registers: [registry],
    collect: async () => {
      const { checks } = await checkReadiness({
        checks: sources.checks.map(bounded),
        isStopping: sources.isStopping,
      });
      gauge.reset();
      for (const [check, result] of Object.entries(checks)) gauge.set({ check }, result === 'ok' ? 1 : 0);
    },
  });
}
