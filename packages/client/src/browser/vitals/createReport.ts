import { startInactiveSpan } from '../../spans/spans.js';
import type { ShownPage } from '../tracing/shownPage.js';
import type { Report } from './measured.js';

/**
 * Sends what changed since the last time in a span `web_vital` below the page's own, if anything did. It takes no time, at the
 * page's beginning: a visit may be long, and its trace is not.
 *
 * @param prefix of the names of its metrics
 */
export function createReport({ name, data, place, startedAt }: ShownPage, prefix: string): Report {
  const sent: Record<string, number> = {};
  return (measured) => {
    const all = Object.entries(measured);
    const changed = all.filter(([vital, value]) => typeof value === 'number' && value !== sent[vital]);
    if (!changed[0]) return;
    const span = startInactiveSpan(name, { op: 'web_vital', parent: place, startedAt, data });
    for (const [key, value] of all) if (typeof value === 'string') span.setData(key, value);
    for (const [vital, value] of changed) span.metric(prefix + vital, (sent[vital] = value as number));
    span.end(startedAt);
  };
}
