import { LIMITS, isObject, type JsonObject, type UnknownObject } from '@sluice/contract';
import {
  BUSY,
  refusedEvent,
  tooManyEvents,
  type OtlpProblem,
  type OtlpTranslation,
  type TranslatedEvent,
} from '../event.js';
import type { ReserveMemory } from '../decode/decodeProtobuf.js';
import { readResource, type Sender } from '../read/readResource.js';
import { listOf, objectsOf } from '../read/readValue.js';
import { translateMetric } from './translateMetric.js';

const NOT_AN_OBJECT = refusedEvent('metric', 'The metric is not an object.');

/**
 * Returns the events of a decoded request with metrics: one for each data point, in the order of the request. Reserves the memory of
 * values of histograms. Yields for each resource, scope and event.
 */
export function* translateMetrics(
  request: UnknownObject,
  reserve: ReserveMemory,
): Generator<undefined, OtlpTranslation | OtlpProblem> {
  const events: TranslatedEvent[] = [];
  let [points, values] = [0, 0];
  for (const ofResource of objectsOf(request['resourceMetrics'])) {
    const contexts = contextsOf(readResource(ofResource['resource']));
    yield;
    for (const ofScope of objectsOf(ofResource['scopeMetrics'])) {
      yield;
      for (const metric of listOf(ofScope['metrics'])) {
        for (const event of isObject(metric) ? translateMetric(metric, contexts) : [NOT_AN_OBJECT]) {
          points += 1;
          const more = valuesOf(event);
          values += more;
          if (points > LIMITS.maxRequestEvents) return tooManyEvents();
          if (values > MAX_VALUES) return TOO_MANY_VALUES;
          if (more > 0 && !reserve(more * VALUE_BYTES)) return BUSY;
          if (event !== undefined) events.push(event);
          yield;
        }
      }
    }
  }
  return { events };
}

/** Values of all histograms of a request, at most. */
const MAX_VALUES = 500_000;

/** Memory of a value with its count, in bytes: a bucket of the binary encoding is one byte. */
const VALUE_BYTES = 80;

const TOO_MANY_VALUES: OtlpProblem = {
  status: 413,
  problem: `The histograms of the request have more than ${MAX_VALUES.toLocaleString('en-US')} buckets with values. Send smaller batches.`,
};

function valuesOf(translated: TranslatedEvent | undefined): number {
  const payload = translated?.event.payload;
  const values = typeof payload === 'object' ? payload['values'] : undefined;
  return Array.isArray(values) ? values.length : 0;
}

/** Of a resource only what series have: release and environment. */
const contextsOf = ({ contexts: { release, environment } }: Sender): JsonObject => ({
  ...(release !== undefined && { release }),
  ...(environment !== undefined && { environment }),
});
