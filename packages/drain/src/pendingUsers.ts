import {
  groupByShard,
  mergeUserChanges,
  inTransaction,
  storeUserChanges,
  type Database,
  type UserChange,
} from '@sluice/db';
import { periodicTask, type Component, type Logger } from '@sluice/runtime';

/**
 * Last-seen times of project users that storing transactions left out (`upsertProjectUsers`), until they are written.
 *
 * | a change is | from                                          | until                                          |
 * |-------------|-----------------------------------------------|------------------------------------------------|
 * | pending     | the commit of the transaction that left it out | the next `flush`                              |
 * | written     | `flush` writes it                             | committed → removed; failed → pending again    |
 *
 * A user has one pending change, however often the user is seen. A process that is killed loses its pending changes: times
 * are then wrong by at most the interval between two flushes. Values of users never wait.
 */
export interface PendingUsers {
  /** How many more users may be added; at 0 a storing transaction writes every user itself. */
  readonly capacity: () => number;
  /** Adds the changes that a transaction left out. */
  readonly add: (changes: readonly UserChange[]) => void;
  /** Writes all pending changes. Rejects if PostgreSQL does; changes that were not written stay pending. */
  readonly flush: () => Promise<void>;
  /** Number of pending users. */
  readonly size: () => number;
}

/** Users per transaction; limits how long their rows are locked. */
const BATCH = 500;

/** @param most pending users; transactions in progress may add some more */
export function createPendingUsers(db: Database, most: number): PendingUsers {
  const pending = new Map<string, UserChange>();
  const keep = (changes: readonly UserChange[]): void => {
    for (const change of changes) {
      const name = `${change.projectId}/${change.userKey}`;
      const known = pending.get(name);
      const [folded] = mergeUserChanges(known === undefined ? [change] : [known, change]);
      if (folded !== undefined) pending.set(name, folded);
    }
  };
  return {
    capacity: () => Math.max(0, most - pending.size),
    add: keep,
    size: () => pending.size,
    flush: async () => {
      const left = [...pending.values()];
      pending.clear();
      while (left.length > 0) {
        const batch = left.slice(0, BATCH);
        try {
          for (const { items } of await groupByShard(db, batch, ({ projectId }) => projectId))
            await inTransaction(db, (tx) => storeUserChanges(tx, items));
        } catch (error) {
          keep(left);
          throw error;
        }
        left.splice(0, BATCH);
      }
    },
  };
}

/**
 * Returns a component that flushes every `periodMs`, unless `isAway` reports that PostgreSQL is unavailable, and once
 * at `stop`; stop everything that adds users first. Changes that cannot be written at `stop` are lost and logged.
 */
export function flushRegularly(
  users: PendingUsers,
  periodMs: number,
  isAway: () => boolean,
  logger: Logger,
): Component {
  const regular = periodicTask('times of users', periodMs, logger, async () => {
    if (!isAway()) await users.flush();
  });
  return {
    start: regular.start,
    stop: async () => {
      await regular.stop();
      try {
        await users.flush();
      } catch (error) {
        logger.warn({ err: error, users: users.size() }, 'last-seen times of users not written');
      }
    },
  };
}
