import { NO_WATCHES, readWatches, sqlstateOf, type Database, type WatchedKind, type Watches } from '@sluice/db';
import { periodicTask, type Component, type Logger } from '@sluice/runtime';

/** What rules watch, in memory. */
export interface WatchList extends Component {
  /**
   * Returns the list as it was read last, about ten seconds ago at most. Reads it if that has not happened yet, so that no write
   * batch is stored before the list is known; rejects if PostgreSQL is unavailable, in which case nothing can be stored either.
   */
  readonly read: () => Promise<Watches>;
}

/** Time between two reads: how long a new rule may not be counted. */
const PERIOD_MS = 10_000;

/**
 * Returns the list of what rules of these kinds watch. A failed read keeps the list. If PostgreSQL refuses the first one, because
 * a privilege or the table is missing, nothing is watched until one succeeds: alerts never prevent the storing of events.
 */
export function createWatchList(
  db: Database,
  kinds: readonly WatchedKind[],
  logger: Logger,
  periodMs = PERIOD_MS,
): WatchList {
  if (kinds.length === 0) return NOTHING;
  let known: Watches | undefined;
  const refresh = async (): Promise<Watches> => (known = await readWatches(db, kinds));
  const regular = periodicTask('watches', periodMs, logger, async () => {
    await refresh();
  });
  const readFirst = (): Promise<Watches> =>
    refresh().catch((error: unknown) => {
      if (sqlstateOf(error)?.startsWith(REFUSED) !== true) throw error;
      logger.warn({ err: error }, 'what rules watch cannot be read; nothing is watched');
      return (known = NO_WATCHES);
    });
  return {
    read: async () => known ?? (await readFirst()),
    start: regular.start,
    stop: regular.stop,
  };
}

/** Class of the SQLSTATEs of missing tables, columns and privileges. */
const REFUSED = '42';

const NOTHING: WatchList = {
  read: () => Promise.resolve(NO_WATCHES),
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};
