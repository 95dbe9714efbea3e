import { mergeUserChanges, inTransaction, storeUserChanges, type Database, type UserChange } from '@sluice/db';
import { periodicTask, type Component, type Logger } from '@sluice/runtime';

/**
 * Times of project users that a storing transaction left out (`upsertProjectUsers`), until they are written.
 *
 * | a change is | since                                            | until                                          |
 * |-------------|--------------------------------------------------|------------------------------------------------|
 * | held        | the transaction that left it out has committed   | the next `flush`                               |
 * | written     | `flush` took it                                  | committed → gone; failed → held again          |
 *
 * What is held of one user is one change, however often they were seen. A process that is killed loses what it held:
 * last-seen times, and times of values, by as much as lies between two flushes. Values themselves never wait.
 */
export interface PendingUsers {
  /** How many more users may be left out; from 0 on the storing transaction writes every one itself. */
  readonly capacity: () => number;
  /** Takes over what a committed transaction left out. */
  readonly add: (changes: readonly UserChange[]) => void;
  /** Writes what is held; throws where the database does not take it, with everything not yet written still held. */
  readonly flush: () => Promise<void>;
  /** Users held. */
  readonly size: () => number;
}

/** Users of one transaction: their rows are locked for no longer than that takes. */
const BATCH = 500;

/** @param most users held, give or take those of the transactions in flight */
export function createPendingUsers(db: Database, most: number): PendingUsers {
  const held = new Map<string, UserChange>();
  const keep = (changes: readonly UserChange[]): void => {
    for (const change of changes) {
      const name = `${change.projectId}/${change.userKey}`;
      const known = held.get(name);
      const [folded] = mergeUserChanges(known === undefined ? [change] : [known, change]);
      if (folded !== undefined) held.set(name, folded);
    }
  };
  return {
    capacity: () => Math.max(0, most - held.size),
    add: keep,
    size: () => held.size,
    flush: async () => {
      const left = [...held.values()];
      held.clear();
      while (left.length > 0) {
        const batch = left.slice(0, BATCH);
        try {
          await inTransaction(db, (tx) => storeUserChanges(tx, batch));
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
 * Flushes every `periodMs` while `isAway` says that the database is there, and a last time at `stop`: stop whatever fills
 * it first. What cannot be written then is lost, and said.
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
        logger.warn({ err: error, users: users.size() }, 'the last times of users are not written');
      }
    },
  };
}
