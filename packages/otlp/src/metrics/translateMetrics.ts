import { LIMITS, isObject, type JsonObject, type UnknownObject } from '@sluice/contract';
import { createHash } from 'node:crypto';
import { refusedEvent, tooManyEvents, type OtlpProblem, type OtlpTranslation, type TranslatedEvent } from '../event.js';
import { readResource } from '../read/readResource.js';
import { listOf, objectsOf } from '../read/readValue.js';
import { translateMetric, type MetricSender } from './translateMetric.js';

const NOT_AN_OBJECT = refusedEvent('metric', 'The metric is not an object.');

/** Returns the events of a decoded request with metrics: one for each data point, in the order of the request. Yields after each. */
export function* translateMetrics(request: UnknownObject): Generator<undefined, OtlpTranslation | OtlpProblem> {
  const events: TranslatedEvent[] = [];
  let [points, values] = [0, 0];
  for (const ofResource of objectsOf(request['resourceMetrics'])) {
    const sender = senderOf(ofResource['resource']);
    for (const ofScope of objectsOf(ofResource['scopeMetrics'])) {
      for (const metric of listOf(ofScope['metrics'])) {
        for (const event of isObject(metric) ? translateMetric(metric, sender) : [NOT_AN_OBJECT]) {
          points += 1;
          values += valuesOf(event);
          if (points > LIMITS.maxRequestEvents) return tooManyEvents();
          if (values > MAX_VALUES) return TOO_MANY_VALUES;
          if (event !== undefined) events.push(event);
          yield;
        }
      }
    }
  }
  return { events };
}

/** Values of all histograms of a request, at most: a bucket of one byte takes eighty times as much as a value. */
const MAX_VALUES = 500_000;

const TOO_MANY_VALUES: OtlpProblem = {
  status: 413,
  problem: `The histograms of the request have more than ${MAX_VALUES.toLocaleString('en-US')} buckets with values. Send smaller batches.`,
};

function valuesOf(translated: TranslatedEvent | undefined): number {
  const payload = translated?.event.payload;
  const values = typeof payload === 'object' ? payload['values'] : undefined;
  return Array.isArray(values) ? values.length : 0;
}

/** Hexadecimal digits of {@link MetricSender.source}. */
const SOURCE_LENGTH = 16;

/** Of a resource only what series have: release and environment. A digest of all of it tells two instances of a service apart. */
function senderOf(resource: unknown): MetricSender {
  const { contexts } = readResource(resource);
  const { release, environment } = contexts;
  const kept: JsonObject = {
    ...(release !== undefined && { release }),
    ...(environment !== undefined && { environment }),
  };
  const source = createHash('sha256').update(JSON.stringify(contexts)).digest('hex').slice(0, SOURCE_LENGTH);
  return { contexts: kept, source };
}
