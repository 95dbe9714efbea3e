import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { QueryOf, ResponseOf } from '../../api/callApi';
import { operationUrl } from '../../api/operationUrl';
import { sessionQuery } from '../../api/session';
import { urlBelowBase } from '../../lib/basePath';
import type { ProjectPlace } from '../../lib/useProject';
import { followEvents } from './followEvents';
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

const withAfter = (path: string, after: string): string => `${path}${path.includes('?') ? '&' : '?'}after=${after}`;

/**
 * Follows logs while it is enabled. A connection that is lost is made again behind the last event, so that no line is missing or
 * twice. Where the server refuses it, the session is read again: it may have ended. While paused, lines wait, bounded as those
 * that are shown.
 */
export function useLogTail(
  place: ProjectPlace,
  query: QueryOf<'GET /api/0/projects/{org}/{project}/logs/tail'>,
  { isEnabled, isPaused }: { readonly isEnabled: boolean; readonly isPaused: boolean },
): LogTail {
  const [tail, setTail] = useState(EMPTY);
  const held = useRef<readonly Line[]>([]);
  const paused = useRef(isPaused);
  const client = useQueryClient();
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
    const addLogs = ({ logs, truncated }: Tailed): void => {
      if (paused.current) held.current = joinLines(held.current, logs);
      setTail((known) => ({
        ...known,
        lines: paused.current ? known.lines : joinLines(known.lines, logs),
        waiting: held.current.length,
        hasGap: known.hasGap || truncated,
        delayedSeconds: undefined,
      }));
    };
    return followEvents({
      open: (after) => new EventSource(urlBelowBase(after === undefined ? path : withAfter(path, after))),
      listeners: {
        logs: (data) => addLogs(JSON.parse(data) as Tailed),
        position: () => undefined,
        delayed: (data) => {
          const { seconds } = JSON.parse(data) as { readonly seconds: number };
          setTail((known) => ({ ...known, delayedSeconds: seconds }));
        },
      },
      onOpen: () => setTail((known) => ({ ...known, state: 'live' })),
      onLost: (isRefused) => {
        setTail((known) => ({ ...known, state: 'interrupted' }));
        if (isRefused) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      },
    });
  }, [path, isEnabled, client]);
  return tail;
}
