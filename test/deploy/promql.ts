import { readMetricCatalog, seriesOf } from './metricCatalog.js';

/** Names in an expression of PromQL. */
interface ExpressionNames {
  /** Names of metrics, each with the labels that its matchers name. */
  readonly selectors: readonly { readonly metric: string; readonly labels: readonly string[] }[];
  /** Labels of `by`, `without`, `on` and `ignoring`. */
  readonly groups: readonly string[];
}

const GROUPS = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const SELECTOR = /(?<![\w.])([a-zA-Z_:][\w:]*)\s*(\{[^}]*\}|\()?/g;
const KEYWORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'by', 'without', 'on', 'ignoring']);

/** Returns the metrics and labels that an expression names. It must not contain strings with quotes in them. */
export function namesIn(expression: string): ExpressionNames {
  const plain = expression.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, ' ');
  const groups = [...plain.matchAll(GROUPS)].flatMap(([, names = '']) => wordsIn(names));
  const selectors = [...plain.replace(GROUPS, ' ').matchAll(SELECTOR)]
    .filter(([, name = '', rest = '']) => rest !== '(' && !KEYWORDS.has(name))
    .map(([, metric = '', matchers = '']) => ({ metric, labels: wordsIn(matchers) }));
  return { selectors, groups };
}

const wordsIn = (text: string): readonly string[] => text.match(/[a-zA-Z_]\w*/g) ?? [];

/** Metrics of Prometheus and of prom-client that rules and dashboards use, with their labels. */
const FOREIGN: readonly (readonly [string, readonly string[]])[] = [
  ['up', []],
  ['process_cpu_seconds_total', []],
  ['process_resident_memory_bytes', []],
  ['process_start_time_seconds', []],
  ['nodejs_eventloop_lag_p99_seconds', []],
  ['nodejs_heap_size_used_bytes', []],
];

/** Labels that Prometheus adds to every series of a target. */
const TARGET_LABELS = ['job', 'instance', 'namespace'];

/** Returns a function that lists what is wrong with an expression. @param recorded names of recording rules */
export function expressionChecker(recorded: readonly string[]): (expression: string) => readonly string[] {
  const labelsOf = new Map<string, readonly string[]>([...FOREIGN, ...recorded.map((name) => [name, []] as const)]);
  for (const metric of readMetricCatalog().values()) {
    for (const series of seriesOf(metric)) {
      labelsOf.set(series, series.endsWith('_bucket') ? [...metric.labels, 'le'] : metric.labels);
    }
  }
  return (expression) => {
    const { selectors, groups } = namesIn(expression);
    const known = new Set([...TARGET_LABELS, ...selectors.flatMap(({ metric }) => labelsOf.get(metric) ?? [])]);
    return [
      ...(selectors.length === 0 ? [`no metric in ${expression}`] : []),
      ...selectors.flatMap(({ metric, labels }) => {
        const own = labelsOf.get(metric);
        if (own === undefined) return [`no metric ${metric}`];
        const wrong = labels.filter((label) => !own.includes(label) && !TARGET_LABELS.includes(label));
        return wrong.map((label) => `${metric} has no label ${label}`);
      }),
      ...groups.filter((label) => !known.has(label)).map((label) => `no metric has the label ${label}`),
    ];
  };
}
