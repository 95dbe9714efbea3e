import { useEffect, useRef, useState } from 'react';
import { operationUrl } from '../../api/operationUrl';
import type { QueryOf, ResponseOf } from '../../api/callApi';
import { urlBelowBase } from '../../lib/basePath';
import type { ProjectPlace } from '../../lib/useProject';
import { joinLines } from './joinLines';

type Tailed = ResponseOf<'GET /api/0/projects/{org}/{project}/logs/tail'>;
/** A line of a tail. */
export type Line = Tailed['logs'][number];

/** A live tail. */
export interface LogTail {
  /** Newest first. */
  readonly lines: readonly Line[];
  readonly state: 'connecting' | 'live' | 'interrupted';
  /** Lines that arrived while the list is paused. */
  readonly waiting: number;
  /** Lines are missing: there were too many, or the connection was interrupted for too long. */
  readonly hasGap: boolean;
  /** Seconds for which a transaction of the database has held lines back. */
  readonly delayedSeconds: number | undefined;
}

const EMPTY: LogTail = { lines: [], state: 'connecting', waiting: 0, hasGap: false, delayedSeconds: undefined };

/**
 * Follows logs while it is enabled. The browser connects again by itself and sends the id of the last event, so that no line is
 * missing or twice. While paused, lines wait, bounded as those that are shown.
 */
export function useLogTail(
  place: ProjectPlace,
  query: QueryOf<'GET /api/0/projects/{org}/{project}/logs/tail'>,
  { isEnabled, isPaused }: { readonly isEnabled: boolean; readonly isPaused: boolean },
): LogTail {
  const [tail, setTail] = useState(EMPTY);
  const held = useRef<readonly Line[]>([]);
  const paused = useRef(isPaused);
  const { path } = operationUrl('GET /api/0/projects/{org}/{project}/logs/tail', { ...place }, { ...query });
  useEffect(() => {
    paused.current = isPaused;
    if (isPaused) return;
    const lines = held.current;
    held.current = [];
    setTail((known) => ({ ...known, lines: joinLines(known.lines, lines), waiting: 0 }));
  }, [isPaused]);
  useEffect(() => {
    if (!isEnabled) return undefined;
    setTail(EMPTY);
    held.current = [];
    const source = new EventSource(urlBelowBase(path));
    source.onopen = () => setTail((known) => ({ ...known, state: 'live' }));
    source.onerror = () => setTail((known) => ({ ...known, state: 'interrupted' }));
    source.addEventListener('logs', ({ data }: MessageEvent<string>) => {
      const { logs, truncated } = JSON.parse(data) as Tailed;
      if (paused.current) held.current = joinLines(held.current, logs);
      setTail((known) => ({
        ...known,
        lines: paused.current ? known.lines : joinLines(known.lines, logs),
        waiting: held.current.length,
        hasGap: known.hasGap || truncated,
        delayedSeconds: undefined,
      }));
    });
    source.addEventListener('delayed', ({ data }: MessageEvent<string>) => {
      const { seconds } = JSON.parse(data) as { readonly seconds: number };
      setTail((known) => ({ ...known, delayedSeconds: seconds }));
    });
    return () => source.close();
  }, [path, isEnabled]);
  return tail;
}
