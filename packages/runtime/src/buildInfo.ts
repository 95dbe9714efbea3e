import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.js';
import { VERSION } from './version.js';

/** Registers `sluice_build_info`, whose value is always 1. @param commit empty if it is not known */
export function buildInfo(registry: Metrics, { service, commit }: { service: string; commit: string }): void {
  new Gauge({
    name: 'sluice_build_info',
    help: '1; the labels are the service, its version, and the commit that it was built from (`BUILD_COMMIT`).',
    labelNames: ['service', 'version', 'commit'],
    // `npm start` merges several processes: one of each.
    aggregator: 'first',
    registers: [registry],
  }).set({ service, version: VERSION, commit }, 1);
}
