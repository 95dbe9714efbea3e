import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '../api/callApi';
import { Link } from '../components/Link';
import { formatDuration, plural } from '../lib/format';
import type { ProjectPlace } from '../lib/useProject';
import { ingestionOf, type IngestionSample } from './ingestion';
import styles from './IngestionState.module.css';
import { HOUR_MS } from '../lib/durations';

const REFRESH_MS = 30_000;

/** Reads what gateways accepted in this hour, and what of it is stored. */
async function readSample(params: ProjectPlace, signal: AbortSignal): Promise<IngestionSample> {
  const from = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
  const [accepted, stats] = await Promise.all([
    // The counts of this hour are in Redis, which may be unavailable.
    callApi('GET /api/0/projects/{org}/{project}/caps', { params, signal }).then(
      ({ types }) => types.reduce((sum, type) => sum + type.accepted, 0),
      () => undefined,
    ),
    callApi('GET /api/0/projects/{org}/{project}/stats', { params, query: { from }, signal }),
  ]);
  return { atMs: Date.now(), accepted, stored: stats.data.reduce((sum, { processed }) => sum + processed, 0) };
}

/** How many events arrive in a minute, and how far storing is behind; a link to what they are. */
export function IngestionState({ org, project }: ProjectPlace) {
  const before = useRef<IngestionSample>(undefined);
  const { data } = useQuery({
    queryKey: ['ingestion', org, project],
    queryFn: async ({ signal }) => {
      const now = await readSample({ org, project }, signal);
      const found = ingestionOf(now, before.current);
      before.current = now;
      return found;
    },
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
    retry: false,
  });
  return (
    <Link
      to={`/${org}/${project}/usage`}
      search={{ range: '1h' }}
      className={styles.state}
      title="Events that arrive, and how long it takes until they are stored"
    >
      {data === undefined ? '\u00a0' : `${plural(data.perMinute, 'event')}/min${lagText(data.lagMs)}`}
    </Link>
  );
}

const lagText = (lagMs: number | undefined): string =>
  lagMs === undefined ? '' : lagMs === 0 ? ' · no lag' : ` · lag ${formatDuration(lagMs)}`;
