import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { useProject } from '../../lib/useProject';
import type { Frame } from './event';
import { compareMaps } from './compareMaps';

const EXPLAIN = 'GET /api/0/projects/{org}/{project}/sourcemaps/explain';

/** What is stored instead of the map that a frame needs, and what to do. */
export function MapFacts({ frame, release }: { readonly frame: Frame; readonly release: string }) {
  const params = useProject();
  const { file, line, column } = frame;
  const { data } = useQuery({
    ...operationQuery(EXPLAIN, {
      params,
      query: { release, url: file, line: line ?? 1, ...(column === null ? {} : { column }) },
    }),
    enabled: file !== '',
    staleTime: 60_000,
  });
  return data === undefined || data.filename === null ? null : <>{compareMaps(data.filename, data)} </>;
}
