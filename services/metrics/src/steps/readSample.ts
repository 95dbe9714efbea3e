import { cut, LIMITS, type MetricPayload } from '@sluice/contract';
import { UnstorableEventError, type EnrichedEvent } from '@sluice/enrichment';
import type { ValueSummary } from '@sluice/metrics';

/** What a metric measured. */
export interface Sample {
  /** Cut to {@link LIMITS.cutName}. */
  readonly name: string;
  readonly value: number | ValueSummary;
}

/** Returns the value of a metric, or the summary of many. @throws UnstorableEventError if the payload has neither */
export function readSample({ payload }: Pick<EnrichedEvent, 'payload'>): Sample {
  const { name, value, ...summary } = payload as Partial<MetricPayload>;
  if (typeof name !== 'string' || name === '') throw new UnstorableEventError('name is missing');
  return { name: cut(name, LIMITS.cutName), value: Number.isFinite(value) ? (value as number) : readSummary(summary) };
}

function readSummary({ count, sum, min, max, values = [] }: Partial<MetricPayload>): ValueSummary {
  const numbers = [sum, min, max];
  if (!isCount(count) || !numbers.every(Number.isFinite)) throw new UnstorableEventError('value is missing');
  const isPair = (pair: readonly number[]): pair is [number, number] =>
    pair.length === 2 && Number.isFinite(pair[0]) && isCount(pair[1]);
  if (values.length > LIMITS.maxMetricValues || !values.every(isPair)) {
    throw new UnstorableEventError('values are not pairs of a number and a count');
  }
  const [total = 0, least = 0, most = 0] = numbers;
  return { count, sum: total, min: least, max: most, values };
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= LIMITS.maxMetricCount;
