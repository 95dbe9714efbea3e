import { cut, LIMITS, type Json } from '@sluice/contract';
import { isObject } from '@sluice/enrichment';

/**
 * The metrics of a span's payload: finite numbers only (decisions, section 2), names cut; a value that is no number is
 * dropped, the span stays. `null` where none is left. What is in order is handed back as it came: this runs for every span,
 * for its row and for its series.
 */
export function readMetrics(value: Json | undefined): Readonly<Record<string, number>> | null {
  if (!isObject(value)) return null;
  let count = 0;
  for (const name in value) {
    if (!isNumber(value[name]) || name.length > LIMITS.cutName) return repaired(value);
    count += 1;
  }
  return count === 0 ? null : (value as Readonly<Record<string, number>>);
}

function repaired(value: Readonly<Record<string, Json>>): Readonly<Record<string, number>> | null {
  const metrics: [string, number][] = [];
  for (const [name, metric] of Object.entries(value)) {
    if (isNumber(metric)) metrics.push([cut(name, LIMITS.cutName), metric]);
  }
  return metrics.length === 0 ? null : Object.fromEntries(metrics);
}

const isNumber = (value: Json | undefined): value is number => typeof value === 'number' && Number.isFinite(value);
