import {
  createAdminServer,
  mergeMetrics,
  checkReadiness,
  createReadiness,
  readinessGauge,
  type AdminAddress,
  type Component,
  type HealthCheck,
  type Metrics,
  type MetricsSnapshot,
} from '@sluice/runtime';
import type { WorkersState } from './workers/protocol.js';

/** Sources of the admin port: this process and the worker process. */
export interface AdminParts {
  readonly metrics: Metrics;
  /** Checks of this process; read at every request, because they are created during the start. */
  readonly checks: () => readonly HealthCheck[];
  readonly workers: () => Promise<WorkersState | undefined>;
  /** `starting`, `running` or `stopping`; readiness requires `running`. */
  readonly phase: () => Phase;
}

/** The admin port. */
export interface Admin extends Component {
  /** The port, after the start. */
  readonly port: () => number;
  /** Returns the failed checks in one sentence, `undefined` if all pass. Ignores the phase. */
  readonly problems: () => Promise<string | undefined>;
}

/** Phase of a running copy. */
export type Phase = 'starting' | 'running' | 'stopping';

/**
 * Returns the admin server: health, readiness and metrics of both processes on one port, with every check by name and
 * the counters summed.
 */
export function createAdmin(address: AdminAddress, parts: AdminParts): Admin {
  const startCheck: HealthCheck = {
    name: 'start',
    check: () => Promise.resolve('not finished yet'),
  };
  const workersCheck: HealthCheck = { name: 'workers', check: async () => workersProblem(await parts.workers()) };
  const readiness = createReadiness({
    get checks() {
      return [...(parts.phase() === 'starting' ? [startCheck] : []), ...parts.checks(), workersCheck];
    },
    isStopping: () => parts.phase() === 'stopping',
  });
  readinessGauge(parts.metrics, readiness);
  const server = createAdminServer(address, {
    readiness,
    metrics: async () => {
      const own: MetricsSnapshot = await parts.metrics.getMetricsAsJSON();
      const workers = await parts.workers();
      return mergeMetrics(workers === undefined ? [own] : [own, workers.metrics]);
    },
  });
  const problems = async (): Promise<string | undefined> => {
    // Not shared: the start waits for the first result without a problem.
    const { checks } = await checkReadiness({ checks: [...parts.checks(), workersCheck], isStopping: () => false });
    return failedChecks(checks);
  };
  return { ...server, problems };
}

/** Returns the failed checks of the worker process in one sentence. */
function workersProblem(state: WorkersState | undefined): string | undefined {
  return state === undefined ? 'the worker process does not respond' : failedChecks(state.readiness.checks);
}

function failedChecks(checks: Readonly<Record<string, string>>): string | undefined {
  const failed = Object.entries(checks).filter(([, result]) => result !== 'ok');
  return failed.length === 0 ? undefined : failed.map(([name, result]) => `${name}: ${result}`).join('; ');
}
