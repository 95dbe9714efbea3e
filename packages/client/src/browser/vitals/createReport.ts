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
    const changed = Object.entries(measured.values).filter(([vital, value]) => value !== sent[vital]);
    if (!changed[0]) return;
    const options = { op: 'web_vital', parent: place, startedAt, data: { ...data, ...measured.data } };
    const span = startInactiveSpan(name, options);
    for (const [vital, value] of changed) span.metric(prefix + vital, (sent[vital] = value as number));
    span.end(startedAt);
  };
}
