import { listenForChanges, type Database } from '@sluice/db';
import type { Logger } from '@sluice/runtime';
import type { ResolverConfig } from './resolverConfig.js';
import { onSourceMapChange } from './sourceMapChanges.js';
import type { StoredMaps } from './storedMaps.js';

/** Invalidates the cache of stored maps, until `stop`. */
export interface Following {
  /** Starts listening to PostgreSQL, once, if the settings enable it. Repeated calls cost nothing. */
  readonly listen: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Follows changes of source maps: those of this process at once, those committed by other processes from the first
 * `listen` on. Notifications are hints: without them, entries stay valid for `cacheTtlMs`.
 */
export function followChanges(
  { db, logger }: { readonly db: Database; readonly logger: Logger },
  maps: Pick<StoredMaps, 'forget' | 'forgetAll'>,
  { listens, listenUrl }: Pick<ResolverConfig, 'listens' | 'listenUrl'>,
): Following {
  const ignoreOwn = onSourceMapChange(maps.forget);
  let listener: { readonly stop: () => Promise<void> } | undefined;
  let isStopped = false;
  const report = createReport(logger);
  const start = () =>
    listenForChanges(
      db,
      'sluice_sourcemaps',
      {
        onChange: maps.forget,
        onListening: () => {
          // Earlier notifications are lost.
          maps.forgetAll();
          report.listening();
        },
        onSilent: report.silent,
      },
      { url: listenUrl?.() },
    );
  return {
    listen: () => {
      if (listens && !isStopped) listener ??= start();
    },
    stop: async () => {
      isStopped = true;
      ignoreOwn();
      await listener?.stop();
    },
  };
}

/** Logs one line per change of state, not per attempt, and names a pooler once per process. */
function createReport(logger: Logger) {
  let isSilent = false;
  let isPoolerNamed = false;
  return {
    listening: (): void => {
      if (isSilent) logger.info('source map change notifications restored');
      isSilent = false;
    },
    silent: (reason: 'lost' | 'unheard', error: Error | undefined): void => {
      if (reason === 'unheard' && !isPoolerNamed) {
        isPoolerNamed = true;
        logger.warn(
          'PostgreSQL announces no source map changes on this connection, probably because of a pooler in transaction mode: ' +
            'set DATABASE_LISTEN_URL to an address of the server itself, or to none. Until then, changes are seen after SOURCE_MAP_CACHE_TTL_MS',
        );
      }
      if (reason === 'lost' && !isSilent) {
        logger.warn({ err: error }, 'connection for source map change notifications lost');
      }
      isSilent = true;
    },
  };
}
