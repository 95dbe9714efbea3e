import { Counter, Histogram, type Metrics } from '@sluice/runtime';

/** What is counted of a service's requests. */
export interface RequestMetrics {
  /** An answer was sent, or the client went away before (`gone`). @param route method and template of the address */
  readonly answered: (route: string, status: number | 'gone', ms: number) => void;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The counters in `registry`. @param service in their names: `api` */
export function requestMetrics(registry: Metrics, service: string): RequestMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: `sluice_${service}_requests_total`,
    help: 'Requests by route and status; gone is a client that did not wait for its answer',
    labelNames: ['route', 'status'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: `sluice_${service}_request_seconds`,
    help: 'From the head of a request to the end of its answer',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers,
  });
  return {
    answered: (route, status, ms) => {
      requests.inc({ route, status: String(status) });
      seconds.observe({ route }, ms / 1000);
    },
  };
}
