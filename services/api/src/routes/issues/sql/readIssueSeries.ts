import type { Queryable } from '@sluice/db';
import type { SeriesRange } from './issueSeries.js';
import { readHourSums } from './readHourSums.js';

/** Buckets of whole hours, and the environment whose exceptions are counted. */
export interface IssueSeriesRange extends SeriesRange {
  readonly environment?: string | undefined;
}

/** Returns the exceptions of each issue by bucket of arrival, from the sums by hour. Issues without any are left out. */
export async function readIssueSeries(
  db: Queryable,
  projectId: string,
  issueIds: readonly string[],
  { environment, ...series }: IssueSeriesRange,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { fromMs, toMs } = series;
  const sums = await readHourSums(db, projectId, issueIds, { fromMs, toMs, environment, series });
  return new Map([...sums].map(([id, sum]) => [id, sum.series ?? []]));
}
