import { startInactiveSpan } from '../../spans/spans.js';
import type { ShownPage } from '../tracing/shownPage.js';
import type { Report } from './measured.js';

/**
 * Sends changed values in a `web_vital` span below the page's span. The span has no duration and the start time of the page,
 * because a visit may be much longer than its trace.
 *
 * @param prefix prefix of its metric names
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
