import { type WireObject } from '../api.js';
import { type GroupReplay } from './useReplays.js';

/** Returns the trace with the most spans, as the API describes it, and how many spans the requests have of it. */
export async function largestTrace({ api, expected }: GroupReplay): Promise<readonly [WireObject, number]> {
  const sizes = new Map<string, number>();
  for (const { traceId } of expected.spans) sizes.set(traceId, (sizes.get(traceId) ?? 0) + 1);
  const [[id, size] = ['', 0]] = [...sizes].sort(([, one], [, other]) => other - one);
  return [await api.get(`traces/${id}`, { spans: 'false' }), size];
}
