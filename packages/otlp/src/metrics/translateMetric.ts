import { cut, isObject, LIMITS, type JsonObject, type UnknownObject } from '@sluice/contract';
import { ARRIVAL, refusedEvent, type TranslatedEvent } from '../event.js';
import { readNumber } from '../read/readNumber.js';
import { readTime, toIso } from '../read/readTime.js';
import { listOf } from '../read/readValue.js';
import { readExponentialHistogram, readHistogram, type Measured } from './readHistogram.js';

/** The kinds of metrics, and how their points are read. */
const KINDS = {
  gauge: readGauge,
  sum: readGauge,
  histogram: readHistogram,
  exponentialHistogram: readExponentialHistogram,
  summary: () => SUMMARY,
} as const satisfies Readonly<Record<string, (point: UnknownObject) => Measured>>;

type Kind = keyof typeof KINDS;

const CUMULATIVE =
  'Cumulative sums and histograms are not accepted. Set OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE=delta in the program, or use the processor cumulativetodelta in a collector.';
const UNSPECIFIED = 'Sums and histograms without an aggregation temporality are not accepted.';
const SUMMARY = 'Summaries are not accepted: their quantiles cannot be merged.';
const NO_NAME = 'The metric has no name.';

/**
 * Returns an event, or the refusal of one, for each data point of a metric. A point without a recorded value, or without values, has
 * none: `undefined`.
 *
 * @param contexts release and environment, by which series are kept apart
 */
export function* translateMetric(metric: UnknownObject, contexts: JsonObject): Generator<TranslatedEvent | undefined> {
  const name = nameOf(metric);
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const data = metric[kind];
    if (!isObject(data)) continue;
    const refusal = name === '' ? NO_NAME : refusalOf(kind, data);
    for (const point of listOf(data['dataPoints'])) {
      if (!isObject(point)) yield refusedEvent('metric', 'The data point is not an object.');
      else if (isUnrecorded(point)) yield undefined;
      else if (refusal !== undefined) yield refusedEvent('metric', refusal);
      else yield translatePoint({ name, contexts, point }, KINDS[kind](point));
    }
  }
}

/** Cut here, because every point of the metric repeats it. Empty if there is none. */
const nameOf = ({ name }: UnknownObject): string => (typeof name === 'string' ? cut(name, LIMITS.cutName) : '');

const NO_RECORDED_VALUE = 1;
const isUnrecorded = ({ flags }: UnknownObject): boolean => (Number(flags ?? 0) & NO_RECORDED_VALUE) !== 0;

const DELTA = 1;
const TOTAL = 2;

/** Returns why all points of a metric are refused. Up-down counters are read as gauges: SDKs always export them as cumulative. */
function refusalOf(kind: Kind, data: UnknownObject): string | undefined {
  if (kind === 'summary') return SUMMARY;
  if (kind === 'gauge') return undefined;
  const temporality = data['aggregationTemporality'];
  if (temporality === DELTA) return undefined;
  if (temporality !== TOTAL) return UNSPECIFIED;
  return kind === 'sum' && data['isMonotonic'] !== true ? undefined : CUMULATIVE;
}

/** A data point, with what the points of its metric have in common. */
interface NamedPoint {
  readonly name: string;
  readonly contexts: JsonObject;
  readonly point: UnknownObject;
}

function translatePoint({ name, contexts, point }: NamedPoint, measured: Measured): TranslatedEvent | undefined {
  if (measured === undefined) return undefined;
  if (typeof measured === 'string') return refusedEvent('metric', `A point of ${JSON.stringify(name)} ${measured}.`);
  const time = readTime(point['timeUnixNano']);
  const timestamp = time === undefined ? ARRIVAL : toIso(time);
  return { event: { type: 'metric', timestamp, contexts, payload: { name, ...measured } }, isRecord: true };
}

function readGauge(point: UnknownObject): Measured {
  const value = readNumber(point['asDouble'] ?? point['asInt']);
  if (value === undefined) return 'has no value';
  return Number.isFinite(value) ? { value } : 'has a value that is not a finite number';
}
