import { Counter, Histogram, type Metrics } from '@sluice/runtime';

/** Request metrics of a service. */
export interface RequestMetrics {
  /** Records a response, or a client that disconnected before it (`gone`). @param route method and path template */
  readonly observe: (route: string, status: number | 'gone', ms: number) => void;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers the metrics in `registry`. @param service part of their names, for example `api` */
export function requestMetrics(registry: Metrics, service: string): RequestMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: `sluice_${service}_requests_total`,
    help: 'Requests by route and status; gone means that the client disconnected before the response',
    labelNames: ['route', 'status'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: `sluice_${service}_request_seconds`,
    help: 'Time from the headers of a request to the end of its response',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers,
  });
  return {
    observe: (route, status, ms) => {
      requests.inc({ route, status: String(status) });
      seconds.observe({ route }, ms / 1000);
    },
  };
}
