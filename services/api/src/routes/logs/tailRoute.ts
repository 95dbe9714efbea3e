import { readSettledLogs, type Database, type LogFilter, type SettledLogs } from '@sluice/db';
import {
  ApiError,
  type EventStream,
  boolean,
  defineRoute,
  described,
  environmentFields,
  listOf,
  named,
  object,
  optionalFields,
} from '@sluice/management';
import type { Clock } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { LOG_IDS, logFilter, logQueryFields, type LogQuery } from './logQuery.js';
import { logSchema, logToWire } from './logWire.js';
import { readTailPosition, writeTailPosition, type TailPosition } from './tailPosition.js';

/** Milliseconds between two reads. */
const POLL_MS = 1_000;

/** Milliseconds without a message after which one is sent: proxies close silent connections. */
const HEARTBEAT_MS = 15_000;

/** How late after its arrival a log may be stored and still be sent, milliseconds. */
const LATE_MS = 600_000;

/** The longest interruption after which a stream goes on without a gap, milliseconds. */
const RESUME_MS = 600_000;

/** Logs of one message. */
const MAX_LOGS = 500;

/** Characters of the logs of one message. */
const MAX_CHARACTERS = 262_144;

/** Milliseconds for which a running transaction may hold logs back before the client is told. */
const HELD_BACK_MS = 5_000;

/** Logs as they are stored. */
export const tailRoute = defineRoute<LogQuery, unknown, unknown>({
  method: 'get',
  path: '/logs/tail',
  tag: 'Logs',
  summary: 'Follow logs as they are stored',
  description:
    'Server-sent events. `logs`: what was stored since the previous event, each log once, at most 500 and 256 KB per event; `truncated` says ' +
    'that older ones were left out, or that the connection was interrupted for more than ten minutes. `delayed`: a running transaction of the database ' +
    'holds logs back. A client that connects again with `Last-Event-ID` gets every log once, none twice. The stream ends after ' +
    '`API_STREAM_MS`, or when the server stops; connect again.',
  permission: 'project:read',
  ids: LOG_IDS,
  query: optionalFields({ ...environmentFields, ...logQueryFields }),
  isEventStream: true,
  response: named(
    'TailedLogs',
    object({
      logs: described(listOf(logSchema), 'Oldest arrival first.'),
      truncated: described(boolean, 'Logs are missing before these.'),
    }),
  ),
  handle: ({ query, lastEventId }, { db, project, clock }) => {
    const position = lastEventId === undefined || lastEventId === '' ? undefined : readTailPosition(lastEventId);
    if (position === null)
      throw new ApiError(
        400,
        'bad_query',
        'Last-Event-ID is not the id of an event of this stream; connect without it.',
      );
    const request = { db, clock, projectId: project.id, filter: logFilter(query), position };
    return Promise.resolve({ body: undefined, events: followLogs(request) });
  },
});

/** What to follow, and from where. */
interface FollowRequest {
  readonly db: Database;
  readonly clock: Clock;
  readonly projectId: string;
  readonly filter: LogFilter;
  readonly position: TailPosition | undefined;
}

/** Yields an event for each read that found logs, and a heartbeat with the position after a time without one. */
const followLogs = ({ db, clock, projectId, filter, position }: FollowRequest): EventStream =>
  async function* follow({ signal, run }) {
    const isOver = (): boolean => signal.aborted;
    let at = position;
    let sentMs = clock();
    let heldSinceMs: number | undefined;
    while (!isOver()) {
      const now = clock();
      const settled = await run(() =>
        readSettledLogs(db, projectId, {
          afterHorizon: at?.horizon,
          sinceMs: Math.min(at?.readMs ?? now, now) - LATE_MS,
          limit: MAX_LOGS,
          filter,
        }),
      ).catch(ignoreBusy);
      if (settled !== undefined) {
        const isLate = at !== undefined && now - at.readMs > RESUME_MS;
        heldSinceMs = settled.isHeldBack && settled.horizon === at?.horizon ? (heldSinceMs ?? now) : undefined;
        at = { horizon: settled.horizon, readMs: now };
        const message = messageOf(settled, at, isLate);
        const isDelayed = heldSinceMs !== undefined && now - heldSinceMs >= HELD_BACK_MS;
        if (message !== undefined) yield message;
        else if (isDelayed)
          yield `event: delayed\ndata: {"seconds":${Math.round((now - (heldSinceMs ?? now)) / 1_000)}}\n\n`;
        else if (position === undefined || now - sentMs >= HEARTBEAT_MS)
          yield `id: ${writeTailPosition(at)}\n: heartbeat\n\n`;
        if (message !== undefined || isDelayed || position === undefined || now - sentMs >= HEARTBEAT_MS) sentMs = now;
        position ??= at;
      }
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  };

/** A read that finds no free connection is repeated: the position stays. */
function ignoreBusy(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 503) return undefined;
  throw error;
}

function messageOf({ logs, truncated }: SettledLogs, at: TailPosition, isLate: boolean): string | undefined {
  if (logs.length === 0 && !isLate) return undefined;
  const lines: string[] = [];
  let characters = 0;
  // The newest ones fit: they are what a reader of a flood sees.
  for (const log of [...logs].reverse()) {
    const line = JSON.stringify(logToWire(log));
    characters += line.length;
    if (characters > MAX_CHARACTERS && lines.length > 0) break;
    lines.push(line);
  }
  const isCut = truncated || isLate || lines.length < logs.length;
  return `id: ${writeTailPosition(at)}\nevent: logs\ndata: {"logs":[${lines.reverse().join(',')}],"truncated":${isCut}}\n\n`;
}
