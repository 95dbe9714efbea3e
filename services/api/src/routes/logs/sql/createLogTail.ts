import type { Queryable } from '@sluice/db';
import type { LogFilter } from './logConditions.js';
import { readSettledLogs, type SettledLogs } from './readSettledLogs.js';

/** How long before a tail began a transaction that still runs has first written, at most, milliseconds. */
const RUNNING_MS = 30_000;

/** The longest interruption after which a tail goes on without a gap, milliseconds: ranges of late logs are kept for longer. */
const RESUME_MS = 600_000;

/** Where a tail goes on; another process can go on from it. */
export interface TailPosition {
  /** Transactions before this one were read. */
  readonly horizon: string;
  /** Milliseconds since 1970 by the clock of the database: no transaction from `horizon` on first wrote before. */
  readonly sinceMs: number;
}

/** Result of a read of a tail. */
export interface TailedLogs extends Pick<SettledLogs, 'logs' | 'truncated'> {
  readonly position: TailPosition;
  /** Whether the read got no further because a transaction still runs. */
  readonly isStuck: boolean;
}

/** Reads logs as they are stored. */
export interface LogTail {
  /** Returns the logs that became visible since the previous read, or since the position; the first read without one returns none. */
  readonly read: () => Promise<TailedLogs>;
}

/** What to follow, and from where. */
export interface TailRequest {
  readonly filter: LogFilter;
  /** The most logs of a read; the newest. */
  readonly limit: number;
  readonly position?: TailPosition | undefined;
}

/**
 * Creates a tail of a project's logs: every log that is stored after the position is read once, or a read says `truncated`, also
 * for a position of more than {@link RESUME_MS} ago.
 *
 * `readSettledLogs` needs the time since which transactions that were not read can have written. Transactions that are later than
 * the one of a read begin after it. So the time is that of the latest read whose transaction the horizon has reached. A
 * transaction that is running when a tail without a position begins is assumed to have begun in the last {@link RUNNING_MS}.
 */
export function createLogTail(db: Queryable, projectId: string, { filter, limit, position }: TailRequest): LogTail {
  let at: TailPosition | undefined;
  let resumed = position;
  let reads: readonly Pick<SettledLogs, 'own' | 'readMs'>[] = [];
  return {
    read: async () => {
      let isLate = false;
      if (resumed !== undefined) {
        const { readMs } = await readSettledLogs(db, projectId, { afterHorizon: undefined, sinceMs: 0, limit, filter });
        isLate = resumed.sinceMs < readMs - RESUME_MS;
        const sinceMs = Math.min(Math.max(resumed.sinceMs, readMs - RESUME_MS), readMs);
        at = { horizon: resumed.horizon, sinceMs };
      }
      const settled = await readSettledLogs(db, projectId, {
        afterHorizon: at?.horizon,
        sinceMs: at?.sinceMs ?? 0,
        limit,
        filter,
      });
      const { horizon, own, readMs, logs, truncated } = settled;
      reads = [...reads, { own, readMs }];
      const passed = reads.filter((read) => BigInt(read.own) <= BigInt(horizon));
      reads = reads.slice(passed.length);
      const sinceMs = passed.at(-1)?.readMs ?? at?.sinceMs ?? readMs - RUNNING_MS;
      const isStuck = horizon === at?.horizon;
      at = { horizon, sinceMs };
      resumed = undefined;
      return { logs, truncated: truncated || isLate, position: at, isStuck };
    },
  };
}
