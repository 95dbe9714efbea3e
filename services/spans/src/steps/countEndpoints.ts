import { countSeriesMinutes, type SeriesEvent, type Tx, type WatchedEndpoint, type Watches } from '@sluice/db';
import type { StoredRow } from '@sluice/drain';

/** The name under which root spans without a name are counted, as in `endpoint_hours`. */
const OTHER = '(other)';

/** The parts of a span that decide where it is counted. */
export type CountedSpan = Pick<
  StoredRow<'spans'>['row'],
  'project_id' | 'id' | 'parent_id' | 'name' | 'environment' | 'duration' | 'status'
>;

/** Counts the root spans of endpoints that a rule watches, by minute of arrival. */
export const countEndpoints = (tx: Tx, stored: readonly StoredRow<'spans'>[], watches: Watches): Promise<void> =>
  countSeriesMinutes(
    tx,
    watches.endpoints.size === 0
      ? []
      : watchedSpans(
          stored.map(({ row }) => row),
          watches,
        ),
  );

/** Returns the events of watched series that these spans are. Pure. */
export function watchedSpans(spans: readonly CountedSpan[], { endpoints }: Watches): readonly SeriesEvent[] {
  const events: SeriesEvent[] = [];
  for (const span of spans) {
    if (span.parent_id !== null) continue;
    const watched = endpoints.get(span.project_id);
    if (watched === undefined) continue;
    for (const endpoint of watched.get(span.name === '' ? OTHER : span.name) ?? []) count(events, span, endpoint);
  }
  return events;
}

function count(events: SeriesEvent[], span: CountedSpan, endpoint: WatchedEndpoint): void {
  const { series, condition } = endpoint;
  const { measure, threshold, environment } = condition;
  if (environment !== undefined && environment !== (span.environment ?? '')) return;
  const isOver = measure === 'p95' ? span.duration > threshold : span.status === 'error';
  events.push({ projectId: span.project_id, series, id: span.id, isOver });
}
