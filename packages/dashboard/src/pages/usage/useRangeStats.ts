import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { readerTimeZone } from '../../lib/readerTimeZone';
import { useProject } from '../../lib/useProject';
import { useView } from '../../lib/useView';
import { HOUR_MS, DAY_MS } from '../../lib/durations';

/** Ranges up to this one have bars of an hour, longer ones of a day. A preset may be an hour longer than its name. */
const MAX_HOURS_MS = 7 * DAY_MS + HOUR_MS;

/** Returns the statistics of the page's range, so that all pages show the same sums for a range. */
export function useRangeStats() {
  const params = useProject();
  const { range } = useView();
  const isHourly = range.to.getTime() - range.from.getTime() <= MAX_HOURS_MS;
  const [interval, stepMs] = isHourly ? (['hour', HOUR_MS] as const) : (['day', DAY_MS] as const);
  const query = { interval, from: range.from.toISOString(), to: range.to.toISOString(), zone: readerTimeZone() };
  const stats = useQuery(operationQuery('GET /api/0/projects/{org}/{project}/stats', { params, query }));
  return { stats, range, interval, stepMs };
}
