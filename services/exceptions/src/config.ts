import { WORKER_SETTINGS, type WorkerConfig } from '@sluice/drain';
import { defineSettings, type Settings } from '@sluice/runtime';
import { BLOB_STORE_SETTINGS, RESOLVER_SETTINGS, type BlobStoreConfig, type ResolverConfig } from '@sluice/sourcemaps';

/** Settings of the exceptions worker: those of all workers, and the store of source maps. */
export interface ExceptionsConfig extends WorkerConfig {
  readonly store: BlobStoreConfig;
  readonly resolver: ResolverConfig;
}

/** Settings of {@link ExceptionsConfig}. @param worker those of all workers */
export const exceptionsSettings = (worker: Settings<WorkerConfig> = WORKER_SETTINGS): Settings<ExceptionsConfig> =>
  defineSettings(
    { worker, store: BLOB_STORE_SETTINGS, resolver: RESOLVER_SETTINGS },
    ({ worker: common, ...maps }) => ({ ...common, ...maps }),
  );
