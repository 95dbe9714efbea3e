import { typeOfCode } from '@sluice/contract';
import { Counter, Histogram, type Metrics } from '@sluice/runtime';
import { projectMetrics, type ProjectMetricsOptions } from './projectMetrics.js';
import { createVerdictCounts } from './verdictCounts.js';

/** Counters and histograms of a gateway. */
export interface GatewayMetrics {
  /** Records a response, or a connection closed without one (`hang_up`). @param ms since the headers arrived */
  readonly observeAnswer: (status: number | 'hang_up', ms: number) => void;
  /** Counts the events of an answered batch. */
  readonly countVerdicts: (batch: AnsweredBatch) => void;
  readonly countDuplicate: () => void;
  /** Counts the events of a batch whose connection is closed without a response. @param types one `TYPE_CODES` character for each event */
  readonly countUnanswered: (types: string) => void;
  /** Counts strings and lists that were cut. */
  readonly countTrims: (times: number) => void;
  readonly observeStep: (step: 'spend' | 'publish', ms: number) => void;
}

/** The events of a batch. */
interface AnsweredBatch {
  readonly projectId: string;
  /** One `TYPE_CODES` character for each event. */
  readonly types: string;
  /** One `VERDICTS` character for each event. */
  readonly verdicts: string;
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Registers the gateway's metrics in `registry`. */
export function gatewayMetrics(registry: Metrics, projects: ProjectMetricsOptions): GatewayMetrics {
  const registers = [registry];
  const tally = createVerdictCounts();
  const countForProject = projectMetrics(registry, projects);
  const requests = new Counter({
    name: 'sluice_gateway_requests_total',
    help: 'Responses of the endpoints that take events, by status; hang_up is a connection closed without an answer',
    labelNames: ['status'] as const,
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'sluice_gateway_request_seconds',
    help: 'From the headers of a request to its response, by status; the wait for a slow body is included',
    labelNames: ['status'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  });
  const events: Counter<'type' | 'outcome' | 'reason'> = new Counter({
    name: 'sluice_gateway_events_total',
    help: 'Events of answered batches by type, outcome and reason; processed means accepted',
    labelNames: ['type', 'outcome', 'reason'],
    registers,
    collect: () => {
      for (const { type, outcome, reason, count } of tally.take()) events.inc({ type, outcome, reason }, count);
    },
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
    observeAnswer: (status, ms) => {
      const labels = { status: String(status) };
      requests.inc(labels);
      requestSeconds.observe(labels, ms / 1000);
    },
    countVerdicts: ({ projectId, types, verdicts }) => {
      tally.add(types, verdicts);
      countForProject(projectId, verdicts);
    },
    countDuplicate: () => duplicates.inc(),
    countUnanswered: unansweredCounter(registry),
    countTrims: (times) => trims.inc(times),
    observeStep: (step, ms) => seconds.observe({ step }, ms / 1000),
  };
}

function unansweredCounter(registry: Metrics): GatewayMetrics['countUnanswered'] {
  const events = new Counter({
    name: 'sluice_gateway_unanswered_events_total',
    help: 'Events of batches whose connection was closed without an answer, by type; those that Redis accepted are stored, and missing in sluice_gateway_events_total',
    labelNames: ['type'] as const,
    registers: [registry],
  });
  return (types) => {
    for (const code of types) {
      const type = typeOfCode(code);
      if (type !== undefined) events.inc({ type });
    }
  };
}
