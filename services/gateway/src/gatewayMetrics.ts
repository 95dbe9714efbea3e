import { VERDICTS } from '@sluice/contract';
import { Counter, Histogram, type Metrics } from '@sluice/runtime';

/** Counters and histograms of a gateway. */
export interface GatewayMetrics {
  /** Counts a response, or a connection closed without one (`hang_up`). */
  readonly countAnswer: (status: number | 'hang_up') => void;
  /** Counts the verdicts of an answered batch. @param verdicts one `VERDICTS` character for each event */
  readonly countVerdicts: (verdicts: string) => void;
  readonly countDuplicate: () => void;
  /** Counts strings and lists that were cut. */
  readonly countTrims: (times: number) => void;
  readonly observeStep: (step: 'spend' | 'publish', ms: number) => void;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Registers the gateway's metrics in `registry`. */
export function gatewayMetrics(registry: Metrics): GatewayMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'sluice_gateway_requests_total',
    help: 'Responses of the ingestion endpoint by status; hang_up is a connection closed without an answer',
    labelNames: ['status'] as const,
    registers,
  });
  const events = new Counter({
    name: 'sluice_gateway_events_total',
    help: 'Events of answered batches by outcome and reason',
    labelNames: ['outcome', 'reason'] as const,
    registers,
  });
  const duplicates = new Counter({
    name: 'sluice_gateway_duplicate_batches_total',
    help: 'Batches recognized as accepted before',
    registers,
  });
  const trims = new Counter({
    name: 'sluice_gateway_truncated_values_total',
    help: 'Strings and lists cut to their limits',
    registers,
  });
  const seconds = new Histogram({
    name: 'sluice_gateway_step_seconds',
    help: 'How long charging and publishing a batch took',
    labelNames: ['step'] as const,
    buckets: SECONDS,
    registers,
  });
  return {
    countAnswer: (status) => requests.inc({ status: String(status) }),
    countVerdicts: (verdicts) => {
      for (const [code, times] of countCodes(verdicts)) {
        const verdict = VERDICTS[code];
        if (verdict !== undefined) events.inc({ outcome: verdict.outcome, reason: verdict.reason }, times);
      }
    },
    countDuplicate: () => duplicates.inc(),
    countTrims: (times) => {
      if (times > 0) trims.inc(times);
    },
    observeStep: (step, ms) => seconds.observe({ step }, ms / 1000),
  };
}

function countCodes(verdicts: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const code of verdicts) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
