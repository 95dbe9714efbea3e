import { quantile, short } from '../support/statistics.mjs';
import { printBudgets, printTable } from '../support/table.mjs';

const P99_MS = 5_000;
/** Of the rate that was asked for. */
const RATE_SHARE = 0.99;
const SHOWN_PROBLEMS = 10;

const STAGES = {
  'stored → decided': 'decidingMs',
  'linger, 2 s at most': 'lingerMs',
  'due → composed': 'waitingMs',
  'composed → request': 'sendingMs',
  'stored → request': 'latencyMs',
};

const summaryOf = (values) => ({
  p50: quantile(values, 0.5),
  p90: quantile(values, 0.9),
  p99: quantile(values, 0.99),
  max: Math.max(...values),
});

const sumOf = (rows, field) => rows.reduce((sum, row) => sum + row[field], 0);

/** Prints the result. @returns it without what is long */
export function report({ load, stream, resolved, service, messages, repeated, measured, problems }, { rate }) {
  const stages = Object.entries(STAGES).map(([stage, field]) => ({
    stage,
    ...summaryOf(measured.map((one) => one[field])),
  }));
  printTable('from the stored event to the request at the webhook, ms', stages);
  const of = (kind) => measured.filter((one) => one.kind === kind);
  const kinds = ['new_issue', 'regression'].map((kind) => ({
    kind,
    reported: of(kind).length,
    ...summaryOf(of(kind).map(({ latencyMs }) => latencyMs)),
  }));
  printTable('by kind, ms', kinds);
  const lingerShare = sumOf(measured, 'lingerMs') / sumOf(measured, 'latencyMs');
  console.log(
    `\n${short(stream.processed)} new issues sent, ${resolved} issues resolved; ${messages} messages since the start, ${repeated} of them repeated; the linger is ${short(100 * lingerShare)} % of the latency`,
  );
  console.log(
    `sluice_alerts_latency_seconds, from due to answered, default rules included: ${service.messages} messages, p50 ≤ ${service.p50S} s, p99 ≤ ${service.p99S} s`,
  );
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) console.log(`  ${problem}`);
  const latency = stages.at(-1);
  const budgets = printBudgets([
    { name: 'p99 from stored event to sent request', value: latency.p99, atMost: P99_MS, unit: ' ms' },
    { name: 'events per second', value: load.holds ? load.perSecond : NaN, atLeast: RATE_SHARE * rate, unit: '/s' },
    { name: 'disagreements of the account', value: problems.length, atMost: 0 },
  ]);
  const { samples, ...kept } = load;
  const figures = { stages, kinds, lingerShare, newIssues: stream.processed, resolved, messages, repeated, service };
  return { ...figures, problems: problems.slice(0, SHOWN_PROBLEMS), load: { ...kept, depth: samples.depth }, budgets };
}
