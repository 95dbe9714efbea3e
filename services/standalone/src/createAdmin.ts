import {
  createAdminServer,
  mergeMetrics,
  checkReadiness,
  type AdminAddress,
  type Component,
  type HealthCheck,
  type Metrics,
  type MetricsSnapshot,
} from '@sluice/runtime';
import type { WorkersState } from './workers/protocol.js';

/** What the admin port speaks for: this process and the worker process. */
export interface AdminParts {
  readonly metrics: Metrics;
  /** The checks of this process; asked at every request, because they come into being during the start. */
  readonly checks: () => readonly HealthCheck[];
  readonly workers: () => Promise<WorkersState | undefined>;
  /** `starting`, `running` or `stopping`; only a running copy is ready. */
  readonly phase: () => Phase;
}

/** The admin port. */
export interface Admin extends Component {
  /** Where it listens, once started. */
  readonly port: () => number;
  /** What does not work as yet, in one sentence; `undefined` when all is well. The phase does not count. */
  readonly problems: () => Promise<string | undefined>;
}

/** Where a copy is in its life. */
export type Phase = 'starting' | 'running' | 'stopping';

/** Health, readiness and metrics of both processes on one port: every check by name, the counters added up. */
export function createAdmin(address: AdminAddress, parts: AdminParts): Admin {
  const startCheck: HealthCheck = {
    name: 'start',
    check: () => Promise.resolve(parts.phase() === 'starting' ? 'not finished yet' : undefined),
  };
  const workersCheck: HealthCheck = { name: 'workers', check: async () => workersProblem(await parts.workers()) };
  const server = createAdminServer(address, {
    get checks() {
      return [startCheck, ...parts.checks(), workersCheck];
    },
    metrics: async () => {
      const own: MetricsSnapshot = await parts.metrics.getMetricsAsJSON();
      const workers = await parts.workers();
      return mergeMetrics(workers === undefined ? [own] : [own, workers.metrics]);
    },
    isStopping: () => parts.phase() === 'stopping',
  });
  const problems = async (): Promise<string | undefined> => {
    const { checks } = await checkReadiness({ checks: [...parts.checks(), workersCheck], isStopping: () => false });
    return failedChecks(checks);
  };
  return { ...server, problems };
}

/** The failed checks of the worker process in one sentence. */
function workersProblem(state: WorkersState | undefined): string | undefined {
  return state === undefined ? 'the worker process does not answer' : failedChecks(state.readiness.checks);
}

function failedChecks(checks: Readonly<Record<string, string>>): string | undefined {
  const failed = Object.entries(checks).filter(([, result]) => result !== 'ok');
  return failed.length === 0 ? undefined : failed.map(([name, result]) => `${name}: ${result}`).join('; ');
}
