import { isObject, type UnknownObject } from '@sluice/contract';
import { NO_TIME, refusedEvent, type SluiceEvent } from '../sluiceEvent.js';
import { valueOfAttribute } from '../values/attributes.js';
import { putContext, type Contexts } from '../values/contexts.js';
import { idOfBytes } from '../values/ids.js';
import { textOf } from '../values/read.js';
import { readIso } from '../values/times.js';

const TYPES: ReadonlySet<unknown> = new Set(['counter', 'gauge', 'distribution']);

/**
 * Returns a metric of a container, or the refusal of one. Each type is one value of the series: what a counter is increased by adds up to
 * its sum. Of the attributes, a series has release and environment only. A digest of the entry distinguishes it from one that is equal but
 * for its attributes, its span or its microseconds: alone in their requests, the second would be a duplicate of the first.
 */
export function translateMetric(metric: UnknownObject): SluiceEvent {
  const { name, type, value } = metric;
  if (typeof name !== 'string' || name === '') return refusedEvent('metric', 'The metric has no name.');
  if (!TYPES.has(type)) return refusedEvent('metric', 'The type of the metric is not counter, gauge or distribution.');
  if (typeof value !== 'number' || !Number.isFinite(value))
    return refusedEvent('metric', 'The value of the metric is not a finite number.');
  const given = metric['attributes'];
  const attributes: UnknownObject = isObject(given) ? given : {};
  const contexts: Contexts = {};
  putContext(contexts, 'release', textOf(valueOfAttribute(attributes['sentry.release'])));
  putContext(contexts, 'environment', textOf(valueOfAttribute(attributes['sentry.environment'])));
  putContext(contexts, 'trace.id', textOf(metric['trace_id']));
  // Without the sign of `-0`, which JSON does not write.
  const payload = { name, value: value + 0, source: idOfBytes(JSON.stringify(metric)) };
  return { type: 'metric', timestamp: readIso(metric['timestamp']) ?? NO_TIME, contexts, payload };
}
