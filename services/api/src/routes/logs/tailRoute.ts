import { tailApi } from '@sluice/api-contract';
import { ApiError, type EventStream, serve } from '@sluice/management';
import type { Clock } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { logFilter } from './logQuery.js';
import { logToWire } from './logWire.js';
import { type LogTail, type TailedLogs, createLogTail } from './sql/createLogTail.js';
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
export const tailRoute = serve(tailApi.follow, ({ query, lastEventId }, { db, project, clock }) => {
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
