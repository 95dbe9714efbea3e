import { readWorkerConfig, type WorkerConfig } from '@sluice/drain';
import type { EnvReader } from '@sluice/runtime';
import { readBlobStoreConfig, readResolverConfig, type BlobStoreConfig, type ResolverConfig } from '@sluice/sourcemaps';

/** Settings of the exceptions worker: those of every worker, and where source maps are. */
export interface ExceptionsConfig extends WorkerConfig {
  /** `SOURCE_MAP_STORE` and what belongs to it: the same in every service that reads or writes maps. */
  readonly store: BlobStoreConfig;
  /** What is kept of maps, and for how long. */
  readonly resolver: ResolverConfig;
}

/** Reads the worker's settings; problems are collected by `env`. @param worker those of every worker, where they were read already */
export const readExceptionsConfig = (
  env: EnvReader,
  worker: WorkerConfig = readWorkerConfig(env),
): ExceptionsConfig => ({
  ...worker,
  store: readBlobStoreConfig(env),
  resolver: readResolverConfig(env),
});
