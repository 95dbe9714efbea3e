import { createLogTail, type LogTail, type TailedLogs } from './sql/createLogTail.js';
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
  text,
} from '@sluice/management';
import type { Clock } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { LOG_IDS, logFilter, logQueryFields, type LogQuery } from './logQuery.js';
import { logSchema, logToWire } from './logWire.js';
import { readTailPosition, writeTailPosition } from './tailPosition.js';

/** Milliseconds between two reads. */
const POLL_MS = 1_000;

/** Milliseconds without a message after which one is sent: proxies close silent connections. */
const HEARTBEAT_MS = 15_000;

/** Logs of one message. */
const MAX_LOGS = 500;

/** Characters of the logs of one message. */
const MAX_CHARACTERS = 262_144;

/** Milliseconds for which a running transaction may hold logs back before the client is notified. */
const HELD_BACK_MS = 5_000;

/** Logs as they are stored. */
export const tailRoute = defineRoute<LogQuery & { readonly after?: string }, unknown, unknown>({
  method: 'get',
  path: '/logs/tail',
  tag: 'Logs',
  summary: 'Follow logs as they are stored',
  description:
    'Server-sent events. `logs`: what was stored since the previous event, each log once, at most 500 and 256 KB per event; `truncated` says ' +
    'that some were left out, or that the connection was interrupted for more than ten minutes. `delayed`: a running transaction of the database ' +
    'holds logs back. `position`: there are no new logs. A client that connects again with the id of the last event, as `Last-Event-ID` or `after`, gets every log once, none twice. ' +
    'The stream ends after `API_STREAM_MS`, or when the server stops; connect again. Access is checked every few seconds: `end` has the error of a sender who has none any more.',
  permission: 'project:read',
  ids: LOG_IDS,
  query: optionalFields({
    ...environmentFields,
    ...logQueryFields,
    after: described(
      text(40),
      'Id of the last event, for clients that cannot set `Last-Event-ID`, which takes precedence.',
    ),
  }),
  isEventStream: true,
  response: named(
    'TailedLogs',
    object({
      logs: described(listOf(logSchema), 'Oldest arrival first.'),
      truncated: described(boolean, 'Logs are missing before these.'),
    }),
  ),
  handle: ({ query, lastEventId }, { db, project, clock }) => {
    const id = lastEventId ?? query.after ?? '';
    const position = id === '' ? undefined : readTailPosition(id);
    if (position === null)
      throw new ApiError(
        400,
        'bad_query',
        'Last-Event-ID or `after` is not the id of an event of this stream; connect without it.',
      );
    const tail = createLogTail(db, project.id, { filter: logFilter(query), limit: MAX_LOGS, position });
    const isResumed = position !== undefined;
    return Promise.resolve({ body: undefined, events: followLogs({ tail, clock, isResumed }) });
  },
});

/** What to follow. */
interface FollowRequest {
  readonly tail: LogTail;
  readonly clock: Clock;
  readonly isResumed: boolean;
}

/** Yields an event for each read that found logs, and a heartbeat with the position after a time without one. */
const followLogs = ({ tail, clock, isResumed }: FollowRequest): EventStream =>
  async function* follow({ signal, run }) {
    const isOver = (): boolean => signal.aborted;
    let sentMs = isResumed ? clock() : -Infinity;
    let stuckSinceMs: number | undefined;
    while (!isOver()) {
      const tailed = await run(tail.read).catch(ignoreBusy);
      if (tailed !== undefined) {
        const now = clock();
        stuckSinceMs = tailed.isStuck ? (stuckSinceMs ?? now) : undefined;
        const message = messageOf(tailed) ?? delayOf(stuckSinceMs, now);
        const sent = message ?? (now - sentMs >= HEARTBEAT_MS ? heartbeatOf(tailed) : undefined);
        if (sent !== undefined) {
          yield sent;
          sentMs = now;
        }
      }
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  };

/** A read that finds no free connection, or whose sender cannot be checked now, is repeated: the position stays. */
function ignoreBusy(error: unknown): undefined {
  if (error instanceof ApiError && (error.status === 503 || error.status === 429)) return undefined;
  throw error;
}

const heartbeatOf = ({ position }: TailedLogs): string =>
  `id: ${writeTailPosition(position)}\nevent: position\ndata: {}\n\n`;

function delayOf(stuckSinceMs: number | undefined, now: number): string | undefined {
  if (stuckSinceMs === undefined || now - stuckSinceMs < HELD_BACK_MS) return undefined;
  return `event: delayed\ndata: {"seconds":${Math.round((now - stuckSinceMs) / 1_000)}}\n\n`;
}

/** A read without logs that leaves some out is an event as well: what was left out may have matched. */
function messageOf({ logs, truncated, position }: TailedLogs): string | undefined {
  if (logs.length === 0 && !truncated) return undefined;
  const lines: string[] = [];
  let characters = 0;
  // The newest ones fit: they are what a reader of a flood sees.
  for (const log of [...logs].reverse()) {
    const line = JSON.stringify(logToWire(log));
    characters += line.length;
    if (characters > MAX_CHARACTERS && lines.length > 0) break;
    lines.push(line);
  }
  const isCut = truncated || lines.length < logs.length;
  return `id: ${writeTailPosition(position)}\nevent: logs\ndata: {"logs":[${lines.reverse().join(',')}],"truncated":${isCut}}\n\n`;
}
