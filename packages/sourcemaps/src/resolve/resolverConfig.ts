import {
  DATABASE_LISTEN_URL,
  defineSettings,
  integer,
  listenTarget,
  mebibytes,
  milliseconds,
  readSettings,
  type ListenTarget,
} from '@sluice/runtime';

/** Settings of a frame resolver: what it caches in memory, and how much it reads at the same time. */
export interface ResolverConfig extends ListenTarget {
  /** Milliseconds for which the stored state of a file is cached, counted from before it was read. */
  readonly cacheTtlMs: number;
  readonly fileCacheBytes: number;
  readonly headCacheBytes: number;
  readonly rangeCacheBytes: number;
  readonly answerCacheBytes: number;
  readonly parallelFiles: number;
  readonly waitingFiles: number;
}

const mostMebibytes = { min: 1, max: 4_096 };

/** Settings of {@link ResolverConfig}. */
export const RESOLVER_SETTINGS = defineSettings(
  {
    listenUrl: DATABASE_LISTEN_URL,
    cacheTtlMs: milliseconds('SOURCE_MAP_CACHE_TTL_MS', {
      default: 900,
      min: 0,
      max: 900,
      meaning: 'How long the stored state of a source map is cached: how late an upload or deletion may be seen.',
    }),
    fileCacheBytes: mebibytes('SOURCE_MAP_FILE_CACHE_MB', {
      default: 8,
      ...mostMebibytes,
      meaning: 'Cache of which files have a source map; about 300 bytes each.',
    }),
    headCacheBytes: mebibytes('SOURCE_MAP_HEAD_CACHE_MB', {
      default: 32,
      ...mostMebibytes,
      meaning: 'Cache of the heads of indexes; up to about 60 kB for the largest maps.',
    }),
    rangeCacheBytes: mebibytes('SOURCE_MAP_RANGE_CACHE_MB', {
      default: 32,
      ...mostMebibytes,
      meaning: 'Cache of blocks of indexes (a few kB each) and of sources (16 kB each before compression).',
    }),
    answerCacheBytes: mebibytes('SOURCE_MAP_ANSWER_CACHE_MB', {
      default: 16,
      ...mostMebibytes,
      meaning: 'Cache of resolved frames without source lines, about 1,000 bytes each. Used to group exceptions.',
    }),
    parallelFiles: integer('SOURCE_MAP_PARALLEL_FILES', {
      default: 4,
      min: 1,
      max: 64,
      unit: 'files',
      meaning:
        'Source maps that are read at the same time, shared fairly among projects. Each has one read of the store in progress.',
    }),
    waitingFiles: integer('SOURCE_MAP_WAITING_FILES', {
      default: 5_000,
      min: 0,
      max: 100_000,
      unit: 'files',
      meaning: 'Source maps that wait to be read; frames of further ones are `unavailable` at once.',
    }),
  },
  ({ listenUrl, ...rest }): ResolverConfig => ({ ...rest, ...listenTarget(listenUrl) }),
);

/** The default of every setting. */
export const DEFAULT_RESOLVER_CONFIG: ResolverConfig = readSettings(RESOLVER_SETTINGS, {});
