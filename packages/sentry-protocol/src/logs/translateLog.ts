import { parseLevel, type UnknownObject } from '@sluice/contract';
import { NO_TIME, type SluiceEvent } from '../sluiceEvent.js';
import { putAttribute, ruleOf, valueOfAttribute } from '../values/attributes.js';
import { putContext, type Contexts } from '../values/contexts.js';
import { jsonTextOf, objectOf, textOf } from '../values/read.js';
import { readIso } from '../values/times.js';

/** Where browsers have the span of a log. */
const PARENT_SPAN = 'sentry.trace.parent_span_id';

/** Returns a log of a container. Attributes that name release, environment, user or replay are contexts instead. */
export function translateLog(log: UnknownObject): SluiceEvent {
  const given = objectOf(log['attributes']);
  const contexts: Contexts = {};
  const attributes: Record<string, unknown> = {};
  for (const name of Object.keys(given)) {
    const rule = ruleOf(name);
    if (rule.isDropped || name === PARENT_SPAN) continue;
    const value = valueOfAttribute(given[name]);
    if (value === null || value === undefined) continue;
    if (rule.name !== name || name.startsWith('user.')) putAttribute(contexts, rule, value);
    else attributes[name] = value;
  }
  putContext(contexts, 'trace.id', textOf(log['trace_id']));
  putContext(contexts, 'span.id', textOf(log['span_id']) ?? textOf(valueOfAttribute(given[PARENT_SPAN])));
  putContext(contexts, 'sdk.name', textOf(valueOfAttribute(given['sentry.sdk.name'])));
  putContext(contexts, 'sdk.version', textOf(valueOfAttribute(given['sentry.sdk.version'])));
  const payload: Record<string, unknown> = { level: levelOf(log), message: jsonTextOf(log['body']) ?? '' };
  if (Object.keys(attributes).length > 0) payload['attributes'] = attributes;
  return { type: 'log', timestamp: readIso(log['timestamp']) ?? NO_TIME, contexts, payload };
}

/** Levels by the first severity number that is more severe. */
const BANDS = [
  [5, 'trace'],
  [9, 'debug'],
  [13, 'info'],
  [17, 'warning'],
  [21, 'error'],
] as const;

function levelOf({ level, severity_number: severity }: UnknownObject): string {
  const text = textOf(level);
  if (text !== undefined) return parseLevel(text) ?? text;
  if (typeof severity !== 'number' || !(severity >= 1)) return 'info';
  return BANDS.find(([end]) => severity < end)?.[1] ?? 'fatal';
}
